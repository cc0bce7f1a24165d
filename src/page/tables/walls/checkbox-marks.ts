/** Check boxes in the cells of tables: `[true]` or `[false]` where the box is. */
// See docs/language/03-layout-methods-ranges-tables.md#395-checkboxes-in-cells
import {
  type Box,
  boundingBox,
  boxHeight,
  boxPolygon,
  boxWidth,
  centreX,
  centreY,
  isCentreIn,
} from '../../document/geometry.js';
import { makeLine } from '../../document/line.js';
import { linePart } from '../../document/line-edits.js';
import type { Line } from '../../document/model.js';
import type { Checkbox } from '../../drawn/checkboxes.js';
import { isMarkToken } from '../../drawn/text-boxes.js';
import { tableCell } from './cells.js';
import { indexBelow } from './grid.js';
import type { RecognisedTable, TableCell } from './model.js';

/** A box to tick, and whether it is. */
export interface MarkedCheckbox extends Pick<Checkbox, 'kind' | 'outer' | 'besideBar'> {
  readonly selected: boolean;
}

/** A box made of walls that fills this share of a cell is the cell itself, not a box in it. */
const WHOLE_CELL = 0.5;

/** A table with the states of the boxes that are in its cells. */
export function markCheckboxes(
  table: RecognisedTable,
  checkboxes: readonly MarkedCheckbox[],
  annotate = false,
): RecognisedTable {
  const byCell = new Map<TableCell, MarkedCheckbox[]>();
  for (const checkbox of checkboxes) {
    const cell = cellAt(table, centreX(checkbox.outer), centreY(checkbox.outer));
    if (!cell || checkbox.besideBar || isWholeCell(checkbox, cell)) continue;
    const known = byCell.get(cell);
    if (known) known.push(checkbox);
    else byCell.set(cell, [checkbox]);
  }
  if (byCell.size === 0) return table;
  const rows = table.rows.map((row, top) =>
    row.map((cell, left) => {
      const boxes = cell && byCell.get(cell);
      if (!boxes) return cell;
      const place = { left, top, right: left + cell.colSpan - 1, bottom: top + cell.rowSpan - 1 };
      return tableCell(markedLines(cell.lines, boxes, table.page), place, cell.bounds, annotate);
    }),
  );
  return { ...table, rows };
}

/** The cell at a point, also where it reaches from further left or above. */
function cellAt({ rows, xs, ys }: RecognisedTable, x: number, y: number): TableCell | undefined {
  const row = indexBelow(ys, y);
  const column = indexBelow(xs, x);
  if (row < 0 || column < 0 || row >= rows.length || column >= xs.length - 1) return undefined;
  for (let top = row; top >= 0; top -= 1) {
    for (let left = column; left >= 0; left -= 1) {
      const cell = rows[top]![left];
      if (cell && top + cell.rowSpan > row && left + cell.colSpan > column) return cell;
      if (cell) break;
    }
  }
  return undefined;
}

function isWholeCell({ kind, outer }: MarkedCheckbox, { bounds }: TableCell): boolean {
  return kind === 'cell' && area(outer) >= WHOLE_CELL * area(bounds);
}

function area(box: Box): number {
  return boxWidth(box) * boxHeight(box);
}

/** Lines of a cell with the states of its boxes for the marks and signs that are in the boxes. */
function markedLines(lines: readonly Line[], boxes: readonly MarkedCheckbox[], page: number): Line[] {
  const marks = boxes.map(({ outer, selected }) =>
    makeLine({
      rawText: selected ? '[true]' : '[false]',
      page,
      boundingPolygon: boxPolygon(outer),
      source: 'text',
    }),
  );
  return [...lines.flatMap((line) => withoutMarks(line, boxes)), ...marks];
}

/** The parts of a line that are left when the words in boxes are taken out. */
function withoutMarks(line: Line, boxes: readonly MarkedCheckbox[]): Line[] {
  const inBox = line.words.map(({ text, boundingPolygon }) => {
    const box = boundingBox(boundingPolygon);
    return boxes.some(({ kind, outer }) => {
      const isSign = kind === 'glyph' || kind === 'bracket' || isMarkToken(text);
      return isSign && isCentreIn(outer, box);
    });
  });
  if (!inBox.includes(true)) return [line];
  const spans = [...line.rawText.matchAll(/\S+/gu)];
  const parts: Line[] = [];
  for (let from = 0; from < spans.length; from += 1) {
    if (inBox[from]) continue;
    let to = from;
    while (to + 1 < spans.length && !inBox[to + 1]) to += 1;
    const part = linePart(line, spans[from]!.index, spans[to]!.index + spans[to]![0].length);
    if (part) parts.push(part);
    from = to;
  }
  return parts;
}
