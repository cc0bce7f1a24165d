/** Cells of words as cells of lines. */
import { type Box, unionBox } from '../document/geometry.js';
import { wordsPart } from '../document/line-edits.js';
import type { Line } from '../document/model.js';
import { readingOrder } from '../document/order.js';
import type { FoundCell } from './model.js';
import type { GridCell } from './row-cells.js';
import { isLeader, type PlacedWord } from './words.js';

/** The rectangle around the words of some cells. */
export function boundsOf(cells: readonly Pick<GridCell, 'words'>[]): Box {
  const words = cells.flatMap((cell) => cell.words);
  const { left, top, right, bottom } = words.reduce<Box>(unionBox, words[0]!);
  return { left, top, right, bottom };
}

/** The words of a cell without leaders, which point to the next column; a cell of nothing else keeps them. */
function printedWords({ words }: Pick<GridCell, 'words'>): readonly PlacedWord[] {
  const printed = words.filter(({ text }) => !isLeader(text));
  return printed.length > 0 ? printed : words;
}

/** Where the text of a cell is. */
export function printedBounds(cell: Pick<GridCell, 'words'>): Box {
  return boundsOf([{ words: printedWords(cell) }]);
}

/** A cell of a grid with its lines and parts of lines, as they are printed. */
export function printedCell({ row, column, rowSpan, columnSpan, words }: GridCell): FoundCell {
  const own = printedWords({ words });
  const lines = readingOrder(linesOf(own));
  return {
    row,
    column,
    rowSpan,
    columnSpan,
    text: lines.map(({ text }) => text).join(' '),
    bounds: boundsOf([{ words: own }]),
    lines,
  };
}

/** The lines, and parts of lines, that some words make. */
function linesOf(words: readonly PlacedWord[]): Line[] {
  const byLine = new Map<Line, number[]>();
  for (const { line, index } of words.flatMap(({ places }) => places)) {
    const known = byLine.get(line);
    if (known) known.push(index);
    else byLine.set(line, [index]);
  }
  return [...byLine].flatMap(([line, indexes]) =>
    partsOf(
      line,
      indexes.sort((a, b) => a - b),
    ),
  );
}

function partsOf(line: Line, indexes: readonly number[]): Line[] {
  if (indexes.length === line.words.length) return [line];
  const parts: Line[] = [];
  for (let from = 0; from < indexes.length; ) {
    let to = from;
    while (indexes[to + 1] === indexes[to]! + 1) to += 1;
    const part = wordsPart(line, indexes[from]!, indexes[to]!);
    if (part) parts.push(part);
    from = to + 1;
  }
  return parts;
}
