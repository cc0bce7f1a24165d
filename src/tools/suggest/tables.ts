/** Tables of a document that have headings: what a config to begin with takes as a whole. */
import { type Box, isCentreIn, overlapX, unionBox } from '../../page/document/geometry.js';
import type { Document, Line } from '../../page/document/model.js';
import { tablesOn } from '../../page/tables/find.js';
import type { FoundCell, FoundTable } from '../../page/tables/model.js';
import type { Area } from './area.js';
import { type Captions, captionCost } from './captions.js';
import type { PageIndex } from './page-index.js';

/** Columns and rows below the headings, at least: less are captions of a form. */
const LEAST = { columns: 3, rows: 2 };
/** The same for a table whose area an author has drawn. */
const LEAST_DRAWN = { columns: 2, rows: 1 };
/** Headings may be years, but hold no other figures. */
const YEAR = /\b(?:19|20)\d\d\b/gu;
/** Share of cells with several lines from which they are boxes of a form, each with its caption. */
const TALL = 0.5;
/** What speaks against a heading at most. */
const LEAST_COST = 6;
/** Inches that a column reaches over its text. */
const MARGIN = 0.05;

/** A column, with the text of its headings. */
export interface TableColumn {
  readonly heading: string;
  /** Inches from the left edge of the page. */
  readonly minX: number;
  readonly maxX: number;
  /** The texts of its cells, from top to bottom. */
  readonly texts: readonly string[];
}

/** A table whose columns have headings. */
export interface HeadedTable {
  /** The line above the headings; undefined where no line is alone there. */
  readonly title: string | undefined;
  /** The lines that hold headings. */
  readonly headings: readonly Line[];
  readonly columns: readonly TableColumn[];
  /** All lines of its rows. */
  readonly lines: ReadonlySet<Line>;
  readonly rows: number;
  /** Whether some of its rows have several lines. */
  readonly isTall: boolean;
  /** The first line below it; undefined at the end of the page. */
  readonly next: Line | undefined;
}

/**
 * The tables of a document that have headings over all columns, whether or not they are drawn.
 * @param drawn an area that is one table; absent for all tables of all pages
 */
export async function headedTables(
  document: Document,
  index: PageIndex,
  captions: Captions,
  drawn?: Pick<Area, 'page' | 'area'>,
): Promise<readonly HeadedTable[]> {
  const found: HeadedTable[] = [];
  const least = drawn ? LEAST_DRAWN : LEAST;
  for (const page of document.pages.filter((each) => !drawn || each.index === drawn.page)) {
    for (const table of await tablesOn(page, drawn?.area)) {
      const headed = headedTable(table, index, captions, least);
      if (headed) found.push(headed);
    }
  }
  return found;
}

function headedTable(
  table: FoundTable,
  index: PageIndex,
  captions: Captions,
  least: typeof LEAST,
): HeadedTable | undefined {
  const { page, bounds, cells, headerRows, rowCount, columnCount } = table;
  const rows = rowCount - headerRows;
  if (headerRows === 0 || rows < least.rows || columnCount < least.columns) return undefined;
  const isHeading = ({ row }: FoundCell) => row < headerRows;
  const own = index.on(page);
  const headings = own.filter((line) =>
    cells.some((cell) => isHeading(cell) && isCentreIn(cell.bounds, line)),
  );
  const columns = columnsOf(table);
  if (!columns?.every(({ heading }) => isCaption(heading, captions)) || headings.length === 0)
    return undefined;
  const body = cells.filter((cell) => !isHeading(cell));
  const tall = body.filter(isTall).length;
  if (tall >= TALL * body.length) return undefined;
  const lines = new Set(own.filter((line) => isCentreIn(bounds, line)));
  return {
    title: table.title && captions.captionIn(table.title.text),
    headings,
    columns,
    lines,
    rows,
    isTall: tall > 0,
    next: own.find((line) => line.top >= bounds.bottom - MARGIN && overlapX(line, bounds) > 0),
  };
}

function isTall({ lines }: FoundCell): boolean {
  return lines.some(({ top }) => top >= lines[0]!.bottom - MARGIN);
}

/** The columns by their cells; undefined where one of them has no cell, or no heading, of its own. */
function columnsOf({ cells, headerRows, columnCount }: FoundTable): readonly TableColumn[] | undefined {
  const columns: { heads: readonly string[]; box: Box; texts: string[] }[] = [];
  for (let column = 0; column < columnCount; column += 1) {
    const own = cells.filter((cell) => cell.column === column && cell.columnSpan === 1);
    const heads = cells
      .filter(
        (cell) => cell.row < headerRows && cell.column <= column && column < cell.column + cell.columnSpan,
      )
      .map(({ text }) => text);
    const texts = own.filter(({ row }) => row >= headerRows).map(({ text }) => text);
    if (heads.length === 0 || texts.length === 0) return undefined;
    const box = own.map(({ bounds }) => bounds).reduce<Box>(unionBox, own[0]!.bounds);
    columns.push({ heads, box, texts });
  }
  const nearest = columns.map(({ heads }) => heads.at(-1)!);
  // Where texts of two columns overlap, each ends in the middle.
  return columns.map(({ heads, box, texts }, at) => {
    const [before, after] = [columns[at - 1]?.box, columns[at + 1]?.box];
    const least = before ? (before.right + box.left) / 2 : Number.NEGATIVE_INFINITY;
    const most = after ? (box.right + after.left) / 2 : Number.POSITIVE_INFINITY;
    // Headings above the nearest one are said where that comes twice.
    const isTwice = nearest.filter((text) => text === nearest[at]).length > 1;
    return {
      heading: isTwice ? heads.join(' ') : nearest[at]!,
      minX: Math.max(box.left - MARGIN, least),
      maxX: Math.min(box.right + MARGIN, most),
      texts,
    };
  });
}

function isCaption(heading: string, captions: Captions): boolean {
  const isPlain = !heading.endsWith(':') && !/\d/u.test(heading.replace(YEAR, ''));
  const caption = isPlain ? captions.captionIn(heading) : undefined;
  return caption !== undefined && captionCost(caption) < LEAST_COST;
}
