/** Cells of words as cells of lines. */
import { type Box, isCentreIn, overlapX, overlapY, unionBox } from '../document/geometry.js';
import { wordsPart } from '../document/line-edits.js';
import type { Line } from '../document/model.js';
import { readingOrder } from '../document/order.js';
import type { FoundCell } from './model.js';
import type { GridCell } from './row-cells.js';
import { isLeader, isTypedRule, type PlacedWord, placedWords } from './words.js';

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

/**
 * What of some lines is between the cells of a table, and in none of them; rules that are typed are no text.
 * @param bounds of the text of all cells
 */
export function linesBetween(
  cells: readonly Pick<GridCell, 'words'>[],
  bounds: Box,
  lines: readonly Line[],
): readonly Line[] {
  const placed = new Set(cells.flatMap(({ words }) => words.flatMap(({ places }) => places.map(printKey))));
  const unplaced = lines
    .filter((line) => overlapX(line, bounds) > 0 && overlapY(line, bounds) > 0)
    .flatMap(placedWords)
    .filter((word) => isCentreIn(bounds, word) && !isTypedRule({ words: [word] }))
    .filter(({ places }) => !places.some((place) => placed.has(printKey(place))));
  return readingOrder(linesOf(unplaced));
}

/** What is the same of a word in a line and in a part of it: its text and where it begins, to a thousandth of an inch. */
function printKey({ line, index }: PlacedWord['places'][number]): string {
  const { text, boundingPolygon } = line.words[index]!;
  const [{ x, y }] = boundingPolygon;
  return `${x.toFixed(3)} ${y.toFixed(3)} ${text}`;
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
