/** Tables that are made up for tests: what is printed of them, and the cells that must be found again. */
import type { LineSketch, PathSketch } from '../../../src/page/document/sketch.js';
import { randomFrom } from '../../../src/run/workers/seeded-random.js';

/** A cell that must be found. */
export interface TrueCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly text: string;
}

export interface GeneratedTable {
  readonly lines: readonly LineSketch[];
  readonly paths: readonly PathSketch[];
  readonly cells: readonly TrueCell[];
  readonly bounds: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
}

/** How a table is made. */
export interface TableKind {
  readonly seed: number;
  readonly columns: number;
  readonly rows: number;
  readonly walls: 'none' | 'all' | 'rules';
  /** Columns of text, or of figures right of the labels. */
  readonly body: 'figures' | 'texts';
  /** Headings over several columns above the others. */
  readonly nested?: boolean;
  /** Share of the cells right of the first column that are empty. */
  readonly empty?: number;
  /** Labels of two lines. */
  readonly wrapped?: boolean;
  /** The first column on the right, with letters that are read from there. */
  readonly rightToLeft?: boolean;
  /** Labels of groups of rows. */
  readonly groups?: boolean;
  readonly left?: number;
  readonly top?: number;
  /** Space between columns, in characters. */
  readonly gap?: number;
  readonly align?: 'right' | 'centre' | 'decimal';
  /** Each row is one line, as typewriters print it. */
  readonly monospaced?: boolean;
  /** Signs of a currency at the left edge of each column. */
  readonly currency?: boolean;
  /** Dots from the labels to the figures, each a word. */
  readonly leaders?: boolean;
}

/** Tables by what is hard about them. */
export const KINDS: Readonly<Record<string, Partial<TableKind>>> = {
  'without walls': {},
  'with walls': { walls: 'all' },
  'with lines above and below': { walls: 'rules' },
  'with headings over several columns': { nested: true },
  'with headings over several columns, and lines': { nested: true, walls: 'rules' },
  'with headings over several columns, in walls': { nested: true, walls: 'all' },
  'of texts, with lines': { body: 'texts', walls: 'rules' },
  'with few cells filled, in walls': { empty: 0.5, walls: 'all' },
  'with labels of two lines': { wrapped: true },
  'from right to left': { rightToLeft: true },
  'with labels of groups of rows, and lines': { groups: true, walls: 'rules' },
  'with figures in the middle': { align: 'centre' },
  'with decimals below each other': { align: 'decimal', gap: 2 },
  'of a typewriter, columns a space apart': { monospaced: true, gap: 1, walls: 'rules' },
  'with signs of a currency at the edges of its columns': { currency: true, gap: 4 },
  'with leaders': { leaders: true },
};
/** Width and height of 10 point type, and the distance of rows, in inches. */
const CHARACTER = 0.07;
const HEIGHT = 0.139;
const STEP = 0.19;
const LINE_STEP = 0.16;

const WORDS =
  'north river harbour field stone market winter paper garden silver bridge valley copper island summer forest'.split(
    ' ',
  );
const RIGHT_TO_LEFT = 'שלום ספר בית עיר ים הר גן דרך'.split(' ');

export function generatedTable(kind: TableKind): GeneratedTable {
  const random = randomFrom(kind.seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const { columns, rows, rightToLeft = false, left = 0.8, top = 1, gap = 3, align = 'right' } = kind;
  const words = rightToLeft ? RIGHT_TO_LEFT : WORDS;
  const label = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ');
  const figure = () => {
    const whole = Math.floor(10 ** (1 + random() * 4));
    const text = String(whole).replace(/(?<=\d)(?=(?:\d{3})+$)/gu, ',');
    return align === 'decimal'
      ? `${text}.${Math.floor(random() * 10)}${random() < 0.5 ? Math.floor(random() * 10) : ''}`
      : text;
  };
  // Texts by row and column; the first row are the headings.
  const grid: (string[] | null)[][] = [];
  const headings = Array.from({ length: columns }, (_, column) => [column === 0 ? label(1) : pick(words)]);
  grid.push(headings);
  for (let row = 0; row < rows; row += 1) {
    const isGroup = kind.groups === true && row % 5 === 0;
    grid.push(
      Array.from({ length: columns }, (_, column) => {
        if (column === 0)
          return kind.wrapped && !isGroup && random() < 0.3
            ? [label(2), label(1)]
            : [label(isGroup ? 1 : 1 + Math.floor(random() * 2))];
        if (isGroup || (random() < (kind.empty ?? 0) && column > 1)) return null;
        return [kind.body === 'figures' ? figure() : label(1 + Math.floor(random() * 2))];
      }),
    );
  }
  const widths = Array.from(
    { length: columns },
    (_, column) =>
      Math.max(...grid.map((row) => Math.max(0, ...(row[column] ?? []).map((text) => text.length)))) *
      CHARACTER,
  );
  const starts: number[] = [];
  let x = left;
  const order = rightToLeft ? [...widths.keys()].reverse() : [...widths.keys()];
  for (const column of order) {
    starts[column] = x;
    x += widths[column]! + gap * CHARACTER;
  }
  const right = x - gap * CHARACTER;
  const place = (text: string, column: number, row: number): number => {
    const width = text.length * CHARACTER;
    const spare = widths[column]! - width;
    const isText = column === 0 || kind.body === 'texts';
    if (rightToLeft && isText) return starts[column]! + spare;
    if (isText) return starts[column]!;
    if (align === 'centre') return starts[column]! + spare / 2;
    if (align === 'decimal' && row > 0)
      return starts[column]! + spare - (2 - (text.length - text.indexOf('.') - 1)) * CHARACTER;
    return starts[column]! + spare;
  };
  const position = (column: number) => (rightToLeft ? columns - 1 - column : column);
  const lines: LineSketch[] = [];
  const cells: TrueCell[] = [];
  const edges: number[] = [top - 0.05];
  let y = top;
  let head = 0;
  if (kind.nested && columns >= 3) {
    const half = 1 + Math.floor((columns - 1) / 2);
    const spans =
      columns >= 5
        ? [
            [1, half - 1],
            [half, columns - 1],
          ]
        : [[1, columns - 1]];
    for (const [first, last] of spans as [number, number][]) {
      const from = Math.min(starts[first]!, starts[last]!);
      const to = Math.max(starts[first]! + widths[first]!, starts[last]! + widths[last]!);
      const text = String(2000 + first);
      lines.push({
        text,
        left: (from + to) / 2 - (text.length * CHARACTER) / 2,
        top: y,
        width: text.length * CHARACTER,
      });
      cells.push({
        row: 0,
        column: Math.min(position(first), position(last)),
        rowSpan: 1,
        columnSpan: last - first + 1,
        text,
      });
    }
    y += STEP;
    head = 1;
    edges.push(y - 0.04);
  }
  for (const [row, texts] of grid.entries()) {
    let height = 0;
    const rowStart = lines.length;
    for (const [column, own] of texts.entries()) {
      if (!own) continue;
      for (const [line, text] of own.entries()) {
        lines.push({
          text,
          left: place(text, column, row),
          top: y + line * LINE_STEP,
          width: text.length * CHARACTER,
          height: HEIGHT,
        });
        height = Math.max(height, line * LINE_STEP);
      }
      if (kind.currency && row > 0 && column > 0) {
        lines.push({
          text: '$',
          left: starts[column]! - CHARACTER,
          top: y,
          width: CHARACTER,
          height: HEIGHT,
        });
        own[0] = `$ ${own[0]}`;
      }
      const isLabel = row === 0 && column === 0;
      cells.push({
        row: isLabel ? 0 : row + head,
        column: position(column),
        rowSpan: isLabel ? 1 + head : 1,
        columnSpan: 1,
        text: own.join(' '),
      });
    }
    if (kind.leaders && row > 0 && texts[1]) {
      const from = starts[0]! + texts[0]![0]!.length * CHARACTER + CHARACTER;
      const dots = Math.floor((place(texts[1]![0]!, 1, row) - from) / (2 * CHARACTER));
      if (dots > 2)
        lines.push({
          text: Array(dots).fill('.').join(' '),
          left: from,
          top: y,
          width: (2 * dots - 1) * CHARACTER,
          height: HEIGHT,
        });
    }
    if (kind.monospaced) lines.splice(rowStart, lines.length, typed(lines.slice(rowStart)));
    y += STEP + height + (kind.wrapped ? 0.06 : 0);
    edges.push(y - 0.04);
  }
  const bottom = y - STEP + HEIGHT;
  const paths: PathSketch[] = [];
  const side = 0.07;
  const xs = [
    left - side,
    ...order.slice(1).map((column) => starts[column]! - (gap * CHARACTER) / 2),
    right + side,
  ];
  if (kind.walls === 'all') {
    for (const [i, at] of edges.entries()) {
      // Above the labels there is no line between their two rows.
      const from = i === 1 && head === 1 && !rightToLeft ? xs[1]! : xs[0]!;
      const to = i === 1 && head === 1 && rightToLeft ? xs.at(-2)! : xs.at(-1)!;
      paths.push({ points: [from, at, to, at] });
    }
    const spans = cells.filter(({ columnSpan }) => columnSpan > 1);
    for (const [i, at] of xs.entries()) {
      const crosses = spans.some(({ column, columnSpan }) => i > column && i < column + columnSpan);
      paths.push({ points: [at, crosses ? edges[1]! : edges[0]!, at, edges.at(-1)!] });
    }
  } else if (kind.walls === 'rules') {
    for (const at of [edges[0]!, edges[1 + head]!, edges.at(-1)!])
      paths.push({ points: [xs[0]!, at, xs.at(-1)!, at] });
  }
  return { lines, paths, cells, bounds: { left, top, right, bottom } };
}

/** A table of a kind, each seed of other columns and rows. */
export function made(seed: number, kind: Partial<TableKind>): GeneratedTable {
  return generatedTable({
    seed,
    columns: 2 + (seed % 9),
    rows: 4 + ((seed * 7) % 16),
    walls: 'none',
    body: 'figures',
    ...kind,
  });
}

/** Lines side by side as one, with spaces between them. */
function typed(lines: readonly LineSketch[]): LineSketch {
  const sorted = [...lines].sort((a, b) => a.left - b.left);
  const { left, top } = sorted[0]!;
  let text = '';
  for (const line of sorted) text = text.padEnd(Math.round((line.left - left) / CHARACTER)) + line.text;
  return { text, left, top, width: text.length * CHARACTER, height: HEIGHT };
}
