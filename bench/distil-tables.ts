/** Tables whose cells people have marked, as values of a result, with the texts that are printed in the cells. */
import { centreX, centreY } from '../src/page/document/geometry.js';
import { finishLines } from '../src/page/document/line.js';
import type { Document, Line } from '../src/page/document/model.js';
import { isFigure } from '../src/page/tables/figures.js';
import type { Given } from './suggest-wanted.js';
import { POINTS_PER_INCH, plain, type TrueCell, type TrueTable } from './table-truth.js';

/** Rows of headings at most. */
const MOST_HEADINGS = 3;
/** Columns and rows at least. */
const LEAST = 2;
/** Inches that the middle of a line may be outside of its cell. */
const MARGIN = 0.02;

/** A table as results give it. */
interface GivenTable {
  readonly columns: readonly { readonly id: string; readonly values: readonly (Given | null)[] }[];
}

/**
 * The columns of a table below its headings, which end at the first row with a figure beside its label.
 * @param isOriginal whether the texts must be those that people have typed
 * @returns undefined without headings, or where lines of the document go over several cells
 */
export function trueTable(
  { page: at, cells }: TrueTable,
  document: Document,
  isOriginal: boolean,
): GivenTable | undefined {
  const page = document.pages[at];
  const first = Math.min(
    ...cells.filter((cell) => cell.column > 0 && isFigure(cell.text)).map(({ row }) => row),
  );
  if (!page || first < 1 || first > MOST_HEADINGS) return undefined;
  const lines = finishLines(page.lines);
  const body = cells.filter(({ row, column, lastColumn }) => row >= first && column === lastColumn);
  const given = new Map<string, Given>();
  for (const cell of body) {
    const own = linesIn(cell, lines, page.height);
    const text = own.map((line) => line.text).join(' ');
    if (isOriginal && plain(text) !== plain(cell.text)) return undefined;
    if (text === '') continue;
    given.set(`${cell.row} ${cell.column}`, {
      type: 'string',
      value: text,
      source: text,
      lines: own.map(printed),
    });
  }
  const rows = [...new Set(body.map(({ row }) => row))].toSorted((a, b) => a - b);
  const count = Math.max(...cells.map(({ lastColumn }) => lastColumn)) + 1;
  if (rows.length < LEAST || count < LEAST) return undefined;
  const columns = Array.from({ length: count }, (_, column) => ({
    id: `c${column}`,
    values: rows.map((row) => given.get(`${row} ${column}`) ?? null),
  }));
  return { columns };
}

function linesIn({ box }: TrueCell, lines: readonly Line[], height: number): readonly Line[] {
  if (!box) return [];
  const [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom].map(
    (points) => points / POINTS_PER_INCH,
  ) as [number, number, number, number];
  const isIn = (line: Line) => {
    const [x, y] = [centreX(line), height - centreY(line)];
    return x > left - MARGIN && x < right + MARGIN && y < top + MARGIN && y > bottom - MARGIN;
  };
  return lines.filter(isIn);
}

function printed({ text, page, boundingPolygon }: Line) {
  return { text, page, boundingPolygon };
}
