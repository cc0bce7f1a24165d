/** Tables of the kinds that recognisers lose rows, columns or words of, made up for tests, with the texts of their cells. */
import type { LineSketch, PathSketch } from '../../../src/page/document/sketch.js';
import { randomFrom } from '../../../src/run/workers/seeded-random.js';

/** What is printed of some tables, and their texts, row by row; '' where a cell is empty. */
export interface HardTables {
  readonly lines: readonly LineSketch[];
  readonly paths: readonly PathSketch[];
  readonly grids: readonly (readonly (readonly string[])[])[];
}

/** Width of a character and height of 10 point type, distance of the lines of a text, white between rows, in inches. */
const CHARACTER = 0.07;
const HEIGHT = 0.139;
const PITCH = 0.17;
const AIR = 0.12;
const LEFT = 0.8;
/** From a wall to the text beside it, in inches. */
const PAD = 0.06;

const WORDS =
  'north river harbour field stone market winter paper garden silver bridge valley copper island summer forest'.split(
    ' ',
  );

interface Chance {
  readonly between: (least: number, most: number) => number;
  readonly text: (words: number) => string;
  readonly figure: () => string;
}

function chanceOf(seed: number): Chance {
  const random = randomFrom(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  const text = (words: number) =>
    Array.from({ length: words }, () => WORDS[between(0, WORDS.length - 1)]!).join(' ');
  return { between, text, figure: () => `${between(1, 899)}.${between(10, 99)}` };
}

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const line = (text: string, left: number, top: number): LineSketch => ({
  text,
  left,
  top,
  width: text.length * CHARACTER,
  height: HEIGHT,
});
const across = (y: number, from: number, to: number): PathSketch => ({ points: [from, y, to, y] });
const upright = (x: number, from: number, to: number): PathSketch => ({ points: [x, from, x, to] });
/** The lines of a cell as its text. */
const whole = (grid: readonly (readonly string[])[]) =>
  grid.map((row) => row.map((text) => text.replaceAll('\n', ' ')));

interface Laid {
  readonly lines: readonly LineSketch[];
  /** Above, between and below the rows. */
  readonly edges: readonly number[];
}

interface Layout {
  readonly top?: number;
  readonly pitch?: number;
  /** White between rows besides the distance of lines. */
  readonly air?: number;
  /** Cells with few lines stand in the last line of their row. */
  readonly isLow?: boolean;
}

/** Rows one below the other, each cell at the left edge of its column; a line feed begins a new line. */
function laid(
  rows: readonly (readonly string[])[],
  xs: readonly number[],
  { top = 1, pitch = PITCH, air = AIR, isLow = false }: Layout = {},
): Laid {
  const lines: LineSketch[] = [];
  const edges = [top - AIR / 2];
  let y = top;
  for (const row of rows) {
    const height = Math.max(...row.map((text) => text.split('\n').length));
    for (const [column, cell] of row.entries()) {
      const texts = cell.split('\n');
      const shift = isLow ? height - texts.length : 0;
      for (const [at, text] of texts.entries())
        if (text !== '') lines.push(line(text, xs[column]!, y + (shift + at) * pitch));
    }
    y += height * pitch + air;
    edges.push(y - (air + pitch - HEIGHT) / 2);
  }
  return { lines, edges };
}

const TEXT_XS = [LEFT, 2.1, 3.6];
const ruled = ({ edges }: Laid, left: number, right: number) => edges.map((y) => across(y, left, right));

/** Rows of a label, a name and a work. @param lines of the work in each row */
function works({ text }: Chance, lines: readonly number[]): string[][] {
  return [
    ['Part', 'Crew', 'Work'],
    ...lines.map((count) => [capital(text(1)), capital(text(1)), times(count, () => text(3)).join('\n')]),
  ];
}

/** Rows with rules between them. */
function ruledWorks(chance: Chance, lines: readonly number[], shift = 0): HardTables {
  const grid = works(chance, lines);
  const own = laid(
    grid,
    TEXT_XS.map((x) => x + shift),
  );
  return {
    lines: own.lines,
    paths: ruled(own, LEFT - PAD + shift, 6 + shift),
    grids: [whole(grid)],
  };
}

/** Items of a price list, the texts of each in some lines of one column. */
function items({ between, text, figure }: Chance, least: number, most: number, isMarked = true): string[][] {
  return [
    ['No', 'Article', 'Count', 'Price'],
    ...times(between(3, 6), (at) => [
      isMarked ? String(at + 1) : capital(text(1)),
      times(between(least, most), () => capital(text(3))).join('\n'),
      String(between(1, 40)),
      figure(),
    ]),
  ];
}

const ITEM_XS = [LEFT, 1.5, 4.6, 5.6];

/** Labels and figures, the figures right of them. */
function figures({ between, text, figure }: Chance, columns: number, rows = between(4, 8)): string[][] {
  return times(rows, () => [capital(text(1)), ...times(columns - 1, figure)]);
}

const headings = ({ text }: Chance, columns: number) => times(columns, () => capital(text(1)));
const evenly = (columns: number, step = 1.2) => times(columns, (at) => LEFT + at * step);

/** A table in walls, with the text of its cells laid out by the caller. */
function walled(xs: readonly number[], edges: readonly number[]): PathSketch[] {
  return [
    ...edges.map((y) => across(y, xs[0]!, xs.at(-1)!)),
    ...xs.map((x) => upright(x, edges[0]!, edges.at(-1)!)),
  ];
}

/** The kinds, by what is hard about them. */
export const HARD_KINDS: Readonly<Record<string, (chance: Chance) => HardTables>> = {
  'with rules between rows, the last cell of many lines': (chance) =>
    ruledWorks(chance, [1, 1, 1, chance.between(4, 8)]),
  'with rules between rows of seven lines': (chance) =>
    ruledWorks(
      chance,
      times(chance.between(3, 5), () => chance.between(6, 7)),
    ),
  'of which two stand side by side, with rules between rows': (chance) => {
    const left = ruledWorks(chance, [1, 1, 1, chance.between(2, 5)]);
    const right = ruledWorks(chance, [1, 1, 1, chance.between(2, 5)], 6);
    return {
      lines: [...left.lines, ...right.lines],
      paths: [...left.paths, ...right.paths],
      grids: [...left.grids, ...right.grids],
    };
  },
  'with columns that have a value in their first row only': ({ between, text }) => {
    const columns = between(5, 7);
    const grid = [
      times(columns, () => capital(text(1))),
      ...times(between(3, 6), (row) =>
        times(columns, (column) =>
          column < 2 && row > 0 ? '' : `${'ABCDEFG'[column]}${between(1, 9)}${row}`,
        ),
      ),
    ];
    return { ...laid(grid, evenly(columns, 1.05), { air: between(0, 1) * AIR }), paths: [], grids: [grid] };
  },
  'with headings that are written upwards, in walls': (chance) => {
    const columns = chance.between(4, 6);
    const xs = [LEFT, ...times(columns, (at) => 2.4 + at * 0.7)];
    const body = figures(chance, columns);
    const heads = times(columns - 1, () => capital(chance.text(2)));
    const own = laid(
      body,
      xs.map((x) => x + PAD),
      { top: 2.6 },
    );
    const upwards = heads.map((text, at) => ({ text, left: xs[at + 1]! + 0.2, top: 2.45, angle: -90 }));
    return {
      lines: [...upwards, ...own.lines],
      paths: walled(xs, [1, ...own.edges]),
      grids: [[['', ...heads], ...body]],
    };
  },
  'with a row of totals in walls of its own below it': (chance) => {
    const columns = chance.between(3, 5);
    const xs = times(columns + 1, (at) => LEFT + at * 1.2);
    const grid = [headings(chance, columns), ...figures(chance, columns)];
    const totals = ['Total', ...times(columns - 1, chance.figure)];
    const inner = xs.map((x) => x + PAD);
    const own = laid(grid, inner);
    const sum = laid([totals], inner, { top: own.edges.at(-1)! + 14 / 72 + AIR / 2 });
    return {
      lines: [...own.lines, ...sum.lines],
      paths: [...walled(xs, own.edges), ...walled(xs, sum.edges)],
      grids: [[...grid, totals]],
    };
  },
  'with lines of a row above its figures': (chance) => {
    const grid = items(chance, 2, 3, false);
    return { ...laid(grid, ITEM_XS, { isLow: true }), paths: [], grids: [whole(grid)] };
  },
  'with lines of a row above its figures, all at one distance': (chance) => {
    const grid = items(chance, 2, 3, false);
    return { ...laid(grid, ITEM_XS, { isLow: true, air: 0 }), paths: [], grids: [whole(grid)] };
  },
  'with lines of two columns above its figures': (chance) => {
    const { between, text, figure } = chance;
    const grid = [
      ['Call', 'Line', 'Vessel', 'Fee'],
      ...times(between(4, 6), (row) => [
        String(101 + row),
        row % 2 === 0 ? `${capital(text(2))}\n${capital(text(1))}` : capital(text(1)),
        row % 2 === 0 && between(0, 1) === 0 ? capital(text(1)) : `${capital(text(2))}\n${capital(text(1))}`,
        figure(),
      ]),
    ];
    return { ...laid(grid, [LEFT, 1.8, 3.6, 5.4], { isLow: true, air: 0 }), paths: [], grids: [whole(grid)] };
  },
  'with headings closer together than its columns': (chance) => {
    const columns = chance.between(4, 6);
    const heads = headings(chance, columns).map((text) => text.slice(0, 4));
    const body = figures(chance, columns);
    const own = laid(body, evenly(columns, 1.25), { top: 1.25 });
    const over = heads.map((text, at) => line(text, at === 0 ? LEFT : LEFT + 1 + at * 0.45, 1));
    return { lines: [...over, ...own.lines], paths: [], grids: [[heads, ...body]] };
  },
  'with headings above its first rule that are wider than their columns': (chance) => {
    const { between, text, figure } = chance;
    const heads = ['Article', 'Number of pieces', 'Price in pounds'];
    const body = times(between(3, 6), () => [capital(text(2)), String(between(1, 40)), figure()]);
    const rights = [0, 4.6, 6.6];
    const place = (row: readonly string[], top: number) =>
      row.map((own, at) => line(own, at === 0 ? LEFT : rights[at]! - own.length * CHARACTER, top));
    return {
      lines: [...place(heads, 1), ...body.flatMap((row, at) => place(row, 1.26 + at * 0.26))],
      paths: times(body.length + 1, (at) => across(1.2 + at * 0.26, LEFT - PAD, 6.6 + PAD)),
      grids: [[heads, ...body]],
    };
  },
  'with words that run across a wall': (chance) => {
    const { between, text, figure } = chance;
    const xs = [LEFT, 2.2, 3.1, 4.9];
    const grid = [
      headings(chance, 3),
      ...times(between(4, 7), (row) =>
        row % 3 === 1
          ? [capital(text(1)), `${'x'.repeat(between(27, 34))}`, '']
          : [capital(text(1)), capital(text(1)), figure()],
      ),
    ];
    const own = laid(
      grid,
      xs.map((x) => x + PAD),
    );
    return { lines: own.lines, paths: walled(xs, own.edges), grids: [grid] };
  },
  'with lines that go on behind a wall': (chance) => {
    const { between, text } = chance;
    const rows = times(between(4, 7), () => [capital(text(1)), capital(text(1)), capital(text(1))]);
    const xs = [LEFT, 2.2, 3.4, 4.6];
    const lines: LineSketch[] = [];
    const edges = [0.95];
    for (const [at, [first, second, third]] of rows.entries()) {
      const top = 1 + at * 0.25;
      // One line of text, in which a wall stands in the space between two words.
      const joined = `${second} ${third}`;
      lines.push(line(first!, xs[0]! + PAD, top));
      lines.push(line(joined, xs[2]! - (second!.length + 0.5) * CHARACTER, top));
      edges.push(top + 0.2);
    }
    return { lines, paths: walled(xs, edges), grids: [rows] };
  },
  'of items of four lines at one distance': (chance) => {
    const grid = items(chance, 4, 4);
    return { ...laid(grid, ITEM_XS, { air: 0 }), paths: [], grids: [whole(grid)] };
  },
  'of items of one to four lines at one distance': (chance) => {
    const grid = items(chance, 1, 4);
    return { ...laid(grid, ITEM_XS, { air: 0 }), paths: [], grids: [whole(grid)] };
  },
  'in sections, with its headings repeated': (chance) => {
    const columns = chance.between(3, 5);
    const heads = headings(chance, columns);
    const grid = [heads, ...figures(chance, columns), heads, ...figures(chance, columns)];
    return { ...laid(grid, evenly(columns)), paths: [], grids: [grid] };
  },
  'of which two of other columns stand below each other': (chance) => {
    const upper = [headings(chance, 3), ...figures(chance, 3)];
    const lower = [headings(chance, 5), ...figures(chance, 5)];
    const first = laid(upper, evenly(3, 1.9));
    const second = laid(lower, evenly(5, 1.1), { top: first.edges.at(-1)! + 0.5 });
    return { lines: [...first.lines, ...second.lines], paths: [], grids: [upper, lower] };
  },
  'with two columns in one line': (chance) => {
    const { between, text, figure } = chance;
    const rows = times(between(4, 8), () => [capital(text(1)), figure(), `${between(1, 19)}.00%`, figure()]);
    const lines = rows.flatMap(([label, rate, share, sum], at) => {
      const top = 1 + at * 0.25;
      const left = 3 - rate!.length * CHARACTER;
      return [line(label!, LEFT, top), line(`${rate} ${share}`, left, top), line(sum!, 5, top)];
    });
    return { lines, paths: [], grids: [rows] };
  },
};

/** Tables of a kind. */
export function hardTables(kind: string, seed: number): HardTables {
  return HARD_KINDS[kind]!(chanceOf(seed));
}
