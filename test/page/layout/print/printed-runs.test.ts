import { describe, expect, test } from 'vitest';
import type { Glyph } from '../../../../src/page/document/glyph.js';
import { linesOf } from '../../../../src/page/layout/lines.js';
import { PAGE, type Shown, show } from '../glyphs.js';

let textObjects = 0;
/** Text in a text object of its own. */
const run = (text: string, x: number, y: number, shown: Partial<Shown> = {}): Glyph[] =>
  show({ text, x, y, textObject: ++textObjects, ...shown });
/** The lines of a page, as a reader has them: by rows, each from the left. */
const texts = (...runs: readonly Glyph[][]) => linesOf(runs.flat(), PAGE).map(({ text }) => text);

describe('blanks take no room', () => {
  test('cells padded with spaces under the next cell are cells', () => {
    const cell = (text: string, x: number) => run(text.padEnd(40), x, 1);
    expect(texts(cell('06/22/2015', 1), cell('03/25/2016', 1.8), cell('07/01/2015', 2.6))).toEqual([
      '06/22/2015',
      '03/25/2016',
      '07/01/2015',
    ]);
    const [line] = linesOf([...cell('Anna', 1), ...cell('Berg', 1.5)], PAGE);
    expect(line?.right).toBe(1.2);
  });

  test('spaces typed between a caption and its value in another font are room', () => {
    const caption = run('Name:  ', 1, 1, { font: 'bold' });
    expect(texts(caption, run('Anna', 1.35, 1))).toEqual(['Name: Anna']);
    expect(linesOf(caption, PAGE)[0]?.right).toBe(1.35);
  });
});

/** Text in several sizes, each piece right behind the one before. */
function set(pieces: readonly (readonly [string, number])[], x = 1, y = 1): Glyph[] {
  let at = x;
  return pieces.flatMap(([text, size]) => {
    const glyphs = run(text, at, y, { size });
    at += (text.length * size) / 2;
    return glyphs;
  });
}

describe('one baseline is one line', () => {
  test('small capitals are words, inside a line too', () => {
    const heading = set([
      ['T', 0.14],
      ['OTAL ', 0.1],
      ['D', 0.14],
      ['UE ', 0.1],
    ]);
    expect(texts(heading, run('$12.00', 3, 1))).toEqual(['TOTAL DUE', '$12.00']);
    const inside = set([
      ['Agreement with ', 0.12],
      ['N', 0.12],
      ['ORDIC ', 0.1],
      ['T', 0.12],
      ['IMBER ', 0.1],
      ['of 2024', 0.12],
    ]);
    expect(texts(inside)).toEqual(['Agreement with NORDIC TIMBER of 2024']);
  });

  test('an initial belongs to its word, and one beside several lines to the first', () => {
    expect(texts(run('O', 1, 1, { size: 0.4 }), run('nce upon', 1.21, 1))).toEqual(['Once upon']);
    const beside = [run('nce upon', 1.21, 0.8), run('a time', 1.21, 0.9), run('there was', 1.21, 1)];
    expect(texts(run('O', 1, 1, { size: 0.4 }), ...beside)).toEqual(['Once upon', 'a time', 'there was']);
  });

  test('a value beside its caption is not of its line where sizes differ', () => {
    expect(texts(run('Order Id:', 1, 1, { size: 0.1 }), run('11111', 1.5, 1, { size: 0.11 }))).toEqual([
      '11111',
      'Order Id:',
    ]);
    expect(texts(run('Date', 1, 1), run('2024-03-01', 1.24, 1, { size: 0.13 }))).toEqual([
      '2024-03-01',
      'Date',
    ]);
  });

  test('dots that lead to a figure stay apart from a text of another size', () => {
    expect(texts(run('Wages', 1, 1, { size: 0.12 }), run('. . . .', 1.3, 1))).toEqual(['Wages', '. . . .']);
  });

  test('scripts are in their line at their place', () => {
    const raised = { size: 0.06 };
    const date = [run('23', 1, 1), run('rd', 1.1, 0.96, raised), run(' July 2013', 1.16, 1)];
    expect(texts(...date)).toEqual(['23rd July 2013']);
    const [line] = linesOf(date.flat(), PAGE);
    expect([line?.top, line?.bottom]).toEqual([0.9, 1]);
    expect(texts(run('CO', 1, 1), run('2', 1.1, 1.02, raised), run(' of wood', 1.13, 1))).toEqual([
      'CO2 of wood',
    ]);
    expect(texts(run('1', 1, 0.96, raised), run('A note', 1.05, 1))).toEqual(['1 A note']);
  });

  test('the mark of a note is no digit of its number', () => {
    expect(texts(run('1,234', 1, 1), run('2', 1.25, 0.96, { size: 0.06 }))).toEqual(['1,234 2']);
  });

  test('long small text beside a large one is a line of its own', () => {
    expect(texts(run('Total', 1, 1, { size: 0.2 }), run('incl. VAT', 1.52, 0.94))).toEqual([
      'Total',
      'incl. VAT',
    ]);
  });
});

describe('printed twice is printed once', () => {
  test('a print with other cuts, or with signs left out, is no line', () => {
    const places = [
      ['1', 1],
      ['9', 1.1],
    ] as const;
    const first = places.flatMap(([text, x]) => run(text, x, 1));
    expect(texts(first, run('1.9', 1, 1))).toEqual(['1.9']);
    expect(texts(run('M', 1, 1), run('May 15', 1, 1))).toEqual(['May 15']);
    expect(texts(run('Total', 1, 1), run('amount', 1.3, 1), run('Total amount due', 1.003, 1))).toEqual([
      'Total amount due',
    ]);
  });

  test('signs that only the second print has go to their places', () => {
    expect(texts(run('1 9 kg', 1, 1), run('1.9', 1, 1))).toEqual(['1.9 kg']);
  });

  test('bold by overprinting is one text, letter by letter or as a whole', () => {
    const letters = [...'Book'].flatMap((letter, i) =>
      [0, 0.004].map((by) => run(letter, 1 + i * 0.05 + by, 1)),
    );
    expect(texts(...letters)).toEqual(['Book']);
    expect(texts(run('bold', 1, 1), run('bold', 1.015, 1.005))).toEqual(['bold']);
  });

  test('double letters, and lines under each other, are not printed twice', () => {
    expect(texts(run('illlli 1111', 1, 1, { advance: 0.025 }))).toEqual(['illlli 1111']);
    expect(texts(run('ab', 1, 1), run('ab', 1, 1.15))).toEqual(['ab', 'ab']);
  });

  test('text that lies over another by chance stays, whichever letters meet', () => {
    expect(texts(run('abcdef', 1, 1), run('axyz', 1, 1))).toEqual(['axyz', 'abcdef']);
  });
});

describe('what overlaps is two lines', () => {
  test('a name that runs over the next column is a cell', () => {
    expect(texts(run('Matthew C. & Elizabeth', 1, 1), run('2165 Princeton Ave', 1.9, 1))).toEqual([
      'Matthew C. & Elizabeth',
      '2165 Princeton Ave',
    ]);
    const one = { textObject: 0 };
    expect(texts(run('Elizabeth', 1, 1, one), run('2165', 1.42, 1, one))).toEqual(['Elizabeth', '2165']);
  });

  test('kerned pairs are words', () => {
    const one = { textObject: 0, size: 0.2, advance: 0.1 };
    expect(texts(run('A', 1, 1, one), run('V', 1.08, 1, one), run('A', 1.16, 1, one))).toEqual(['AVA']);
  });

  test.each([
    ['in text objects of their own', undefined],
    ['in one text object', 0],
  ])('right-aligned figures against names are two cells: %s', (_, textObject) => {
    const row = (figure: string, name: string, y: number) => {
      const shown = textObject === undefined ? {} : { textObject };
      return [run(figure, 2 - figure.length * 0.05, y, shown), run(name, 2, y, shown)];
    };
    expect(texts(...row('13,400', 'Nails', 1), ...row('900', 'Screws', 1.2))).toEqual([
      '13,400',
      'Nails',
      '900',
      'Screws',
    ]);
  });

  test('a figure and its unit are one word where figures are equally long', () => {
    const rows = [1, 1.2, 1.4].flatMap((y) => [run('5', 1, y), run('kg', 1.05, y)]);
    expect(texts(...rows)).toEqual(['5kg', '5kg', '5kg']);
  });

  test('text in the gaps of another is in its place', () => {
    expect(texts(run('= 61,      11', 1, 1), run('v =', 1.3, 1, { advance: 0.07 }))).toEqual([
      '= 61, v = 11',
    ]);
  });

  test('letters under lines, and struck out, are not changed', () => {
    expect(texts(run('____________', 1, 1), run('Anna Berg', 1, 1))).toEqual(['Anna Berg', '____________']);
  });
});

describe('columns set sign by sign', () => {
  const column = (text: string, x: number) =>
    [...text].map((sign, i) => run(sign, x, 1 + i * 0.12, { size: 0.12, advance: 0.12 }));

  test('columns are lines, from the right, on a page that is turned to them', () => {
    expect(texts(...column('吾輩は猫である。', 3), ...column('名前はまだ無い', 2.8))).toEqual([
      '吾輩は猫である。',
      '名前はまだ無い',
    ]);
  });

  test('columns run down on a page that has more level text', () => {
    const level = run('A heading that runs level over the page', 1, 0.5);
    const lines = linesOf([...level, ...column('吾輩は猫である', 3).flat()], PAGE);
    expect(lines.map(({ text, angle }) => [text, angle])).toEqual([
      ['A heading that runs level over the page', 0],
      ['吾輩は猫である', 90],
    ]);
  });

  test('columns are not made of cells, nor of level text set sign by sign', () => {
    const level = [...'請求書番号は'].map((sign, i) =>
      run(sign, 1 + i * 0.12, 1, { size: 0.12, advance: 0.12 }),
    );
    expect(texts(...level)).toEqual(['請求書番号は']);
    const cells = ['月火', '一二', '五六', '九十'].flatMap((row, i) =>
      [...row].map((sign, k) => run(sign, 1 + k, 1 + i * 0.3, { size: 0.12, advance: 0.12 })),
    );
    expect(texts(...cells)).toHaveLength(8);
  });
});

describe('text that leaves no mark, whose sizes OCR guessed', () => {
  const invisible = true;
  const word = (text: string, x: number, size: number) => run(text, x, 1, { size, invisible });

  test('a word of another size between two of one size is in their line', () => {
    expect(texts(word('Fall, slip', 1, 0.1), word('or', 1.55, 0.11), word('trip', 1.7, 0.1))).toEqual([
      'Fall, slip or trip',
    ]);
  });

  test('a last word of another size is by itself: it may be another cell', () => {
    const lines = texts(word('Fall, slip', 1, 0.1), word('Open', 1.55, 0.12));
    expect(lines.sort()).toEqual(['Fall, slip', 'Open']);
  });
});
