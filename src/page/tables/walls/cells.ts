/** The text of tables: each word goes to the cell in which it begins, each figure to the one that holds its centre. */
// See docs/language/03-layout-methods-ranges-tables.md#392-lattice
import {
  type Box,
  boundingBox,
  boxWidth,
  centreX,
  centreY,
  overlapX,
  overlapY,
  type Point,
} from '../../document/geometry.js';
import { linePart } from '../../document/line-edits.js';
import type { CellPlace, Line, Word } from '../../document/model.js';
import { isHorizontal, readingOrder, visualRows } from '../../document/order.js';
import { hasRightToLeft } from '../../layout/bidi.js';
import { annotateScripts } from '../../layout/scripts.js';
import { isFigure } from '../figures.js';
import { indexBelow, ownersOf } from './grid.js';
import { type RecognisedTable, structureBounds, type TableCell, type TableStructure } from './model.js';

const WORD = /\S+/gu;

/** Furthest that a scan's skew moves a point of a large page, in inches. */
const MOST_SHIFT = 2;

interface FillOptions {
  /** Write superscripts as `[^text]` and subscripts as `[_text]` in cells of one row of text. */
  readonly annotate?: boolean | undefined;
  /** From a point of the page to its place among the walls; default where it is. */
  readonly place?: ((point: Point) => Point) | undefined;
}

/**
 * A structure with its text.
 * @param lines of its page; those outside the table are left out
 */
export function fillTable(
  structure: TableStructure,
  page: number,
  lines: readonly Line[],
  { annotate = false, place = (point) => point }: FillOptions = {},
): RecognisedTable {
  const { xs, ys, cells: places, source } = structure;
  const bounds = structureBounds(structure);
  const columns = xs.length - 1;
  const owners = ownersOf(places, columns, ys.length - 1);
  const texts = new Map<number, Line[]>();
  const cellAt = (centre: Point) => {
    const { x, y } = place(centre);
    const row = indexBelow(ys, y);
    const column = indexBelow(xs, x);
    const inside = row >= 0 && column >= 0 && row < ys.length - 1 && column < columns;
    return inside ? owners[row * columns + column]! : undefined;
  };
  for (const line of lines) {
    if (overlapX(line, bounds) < -MOST_SHIFT || overlapY(line, bounds) < -MOST_SHIFT) continue;
    for (const { cell, part } of partsByCell(line, cellAt)) {
      const known = texts.get(cell);
      if (known) known.push(part);
      else texts.set(cell, [part]);
    }
  }
  const rows = Array.from({ length: ys.length - 1 }, (): (TableCell | null)[] => Array(columns).fill(null));
  for (const [cell, own] of places.entries()) {
    const box = {
      left: xs[own.left]!,
      top: ys[own.top]!,
      right: xs[own.right + 1]!,
      bottom: ys[own.bottom + 1]!,
    };
    rows[own.top]![own.left] = tableCell(texts.get(cell) ?? [], own, box, annotate);
  }
  return { page, bounds, xs, ys, rows, source };
}

/** A cell of some lines in any order. */
export function tableCell(
  lines: readonly Line[],
  place: CellPlace,
  bounds: Box,
  annotate: boolean,
): TableCell {
  const ordered = readingOrder(lines);
  return {
    text: cellText(ordered, annotate),
    lines: ordered,
    rowSpan: place.bottom - place.top + 1,
    colSpan: place.right - place.left + 1,
    bounds,
  };
}

/** Cells of more than one row of text are left without marks. */
// See docs/language/03-layout-methods-ranges-tables.md#36-superscript-and-subscript-annotation
function cellText(lines: readonly Line[], annotate: boolean): string {
  const marked = annotate && visualRows(lines).length === 1 ? annotateScripts(lines) : lines;
  return marked.map(({ text }) => text).join(' ');
}

interface CellPart {
  readonly cell: number;
  readonly part: Line;
}

/**
 * The point by which a word is in a cell: the middle of its first character, as a text that is too long for its cell runs on
 * over the next wall; of figures, which are as often set against the right wall, their middle. It wins the 12 pages made up
 * with such words, and neither wins nor loses a relation of the 34 reports with ground truth.
 */
function placeOf({ text, boundingPolygon }: Word, isLevel: boolean): Point {
  const box = boundingBox(boundingPolygon);
  const x =
    isLevel && isPlacedByBegin(text)
      ? box.left + boxWidth(box) / (2 * Math.max(1, text.length))
      : centreX(box);
  return { x, y: centreY(box) };
}

function isPlacedByBegin(text: string): boolean {
  return !isFigure(text) && !hasRightToLeft(text);
}

/** A line cut at the borders of cells; neighbouring words of one cell stay together. */
function partsByCell(line: Line, cellAt: (centre: Point) => number | undefined): CellPart[] {
  const cells = line.words.map((word) => cellAt(placeOf(word, isHorizontal(line))));
  const [first] = cells;
  if (cells.every((cell) => cell === first)) return first === undefined ? [] : [{ cell: first, part: line }];
  const spans = [...line.rawText.matchAll(WORD)];
  const parts: CellPart[] = [];
  for (let from = 0; from < cells.length; ) {
    const cell = cells[from];
    let to = from;
    while (to + 1 < cells.length && cells[to + 1] === cell) to += 1;
    const start = spans[from]!.index;
    const end = spans[to]!.index + spans[to]![0].length;
    const part = cell === undefined ? undefined : linePart(line, start, end);
    if (cell !== undefined && part) parts.push({ cell, part });
    from = to + 1;
  }
  return parts;
}
