import { describe, expect, it } from 'vitest';
import { boundingBox } from '../../../src/document/geometry.js';
import type { ReadCharacter } from '../../../src/ocr/paddle/ctc.js';
import type { Pixels } from '../../../src/ocr/paddle/pixels.js';
import { wordsOfRows } from '../../../src/ocr/paddle/words.js';

const HEIGHT = 48;
const INK = { top: 10, bottom: 38 };

interface Print {
  readonly text: string;
  /** Columns of its ink. */
  readonly from: number;
  readonly to: number;
  readonly afterSpace?: boolean;
  readonly space?: number;
}

/** A row with a block of ink for each character, black on white or the other way round. */
function rowOf(print: readonly Print[], ink = 0, paper = 255) {
  const width = Math.max(...print.map(({ to }) => to)) + 10;
  const data = new Uint8Array(width * HEIGHT).fill(paper);
  for (const { from, to } of print) {
    for (let y = INK.top; y < INK.bottom; y++) data.fill(ink, y * width + from, y * width + to);
  }
  const picture: Pixels = { width, height: HEIGHT, data };
  const characters = print.map(
    ({ text, from, to, afterSpace = false, space = 0 }): ReadCharacter => ({
      text,
      from: (from + to) / 2 - 0.5,
      to: (from + to) / 2 + 0.5,
      confidence: 0.9,
      afterSpace,
      space,
    }),
  );
  const box = { centre: { x: width / 2, y: HEIGHT / 2 }, width, height: HEIGHT, degrees: 0 };
  return { box, picture, characters, stepWidth: 1, confidence: 0.9 };
}
const textsOf = (print: readonly Print[]) => wordsOfRows([rowOf(print)]).map(({ text }) => text);
/** Characters 14 columns wide with gaps between them, in shares of the height of the ink. */
const spaced = (text: string, gaps: readonly number[], more: readonly Partial<Print>[] = []): Print[] => {
  let from = 10;
  return [...text].map((each, i) => {
    const print = { text: each, from, to: from + 14, ...more[i] };
    from += 14 + Math.round((gaps[i] ?? 0.1) * (INK.bottom - INK.top));
    return print;
  });
};

describe('words of a row', () => {
  it('end where a space was read', () => {
    expect(textsOf(spaced('toyou', [0.1, 0.25], [{}, {}, { afterSpace: true }]))).toEqual(['to', 'you']);
  });

  it('end at a gap that is wider than letters leave, unless the network rules a space out', () => {
    const read = (gap: number, space: number) => textsOf(spaced('toyou', [0.1, gap], [{}, {}, { space }]));
    expect(read(0.4, 0.005)).toEqual(['to', 'you']);
    expect(read(0.25, 0.005)).toEqual(['toyou']);
    expect(read(0.4, 0.001)).toEqual(['toyou']);
    expect(read(1.1, 0.001)).toEqual(['to', 'you']);
  });

  it('hold print together that is spaced out', () => {
    const more = [...'CHUBB'].map(() => ({ space: 0.005 }));
    expect(textsOf(spaced('CHUBB', [0.47, 0.55, 0.51, 0.5], more))).toEqual(['CHUBB']);
  });

  it('end at a narrower gap where the network held a space for possible', () => {
    expect(textsOf(spaced('toyou', [0.1, 0.25], [{}, {}, { space: 0.05 }]))).toEqual(['to', 'you']);
    expect(textsOf(spaced('toyou', [0.1, 0.1], [{}, {}, { space: 0.05 }]))).toEqual(['toyou']);
  });

  it('end where the gap is nearer to the spaces of their row than to the gaps of its letters', () => {
    const read = (gap: number, within: number, space: number) => {
      const gaps = [within, within, space, within, within, space, within, gap, within];
      const more = [...'theredcape'].map((_, i) => ({
        afterSpace: i === 3 || i === 6,
        space: i === 8 ? 0.05 : 0,
      }));
      return textsOf(spaced('theredcape', gaps, more))
        .slice(2)
        .join(' ');
    };
    expect(read(0.25, 0.2, 0.7)).toBe('cape');
    expect(read(0.35, 0.1, 0.5)).toBe('ca pe');
    expect(read(0.22, 0.04, 0.35)).toBe('ca pe');
    expect(read(0.45, 0.3, 0.9)).toBe('ca pe');
  });

  it('hold numbers together, whose digits leave more room', () => {
    expect(textsOf(spaced('4,957.95', [0.2, 0.4, 0.1, 0.1, 0.4, 0.5]))).toEqual(['4,957.95']);
    expect(textsOf(spaced('49', [0.8]))).toEqual(['4', '9']);
  });

  it('leave rows of signs in one piece', () => {
    expect(textsOf(spaced('****', [0.9, 0.9, 0.9]))).toEqual(['****']);
  });

  it('reach from ink to ink, and below the baseline', () => {
    const [to, you] = wordsOfRows([rowOf(spaced('towns', [0.1, 0.4], [{}, {}, { space: 0.005 }]))]);
    const [first, second] = [boundingBox(to!.polygon), boundingBox(you!.polygon)];
    expect(first).toMatchObject({ left: 10, top: INK.top });
    expect(first.right).toBe(10 + 14 + 3 + 14);
    expect(second.left).toBe(first.right + 11);
    expect(first.bottom).toBeCloseTo(INK.bottom + 0.29 * (INK.bottom - INK.top));
    const [going] = wordsOfRows([rowOf(spaced('pig', []))]);
    expect(boundingBox(going!.polygon).bottom).toBe(INK.bottom);
  });

  it('words of a row are the same in light letters on a dark ground', () => {
    const print = spaced('toyou', [0.1, 0.4], [{}, {}, { space: 0.005 }]);
    expect(wordsOfRows([rowOf(print, 250, 20)])).toEqual(wordsOfRows([rowOf(print)]));
  });

  it('words of a row are none without ink', () => {
    expect(wordsOfRows([rowOf(spaced('to', []), 255, 255)])).toEqual([]);
  });

  it('end at empty cells where print is set in cells, however wide the gaps beside narrow signs are', () => {
    expect(textsOf(inCells('WILLIAM IS IN'))).toEqual(['WILLIAM', 'IS', 'IN']);
  });

  it('words of short rows end at empty cells where the other rows have cells of their size', () => {
    const long = rowOf(inCells('WILLIAM GILLIAM MILLS'));
    const short = rowOf(inCells('IWIL WI').map((each) => ({ ...each, space: 0.005 })));
    const texts = (rows: readonly (typeof short)[]) => wordsOfRows(rows).map(({ text }) => text);
    expect(texts([long, long, long, short]).slice(-2)).toEqual(['IWIL', 'WI']);
    expect(texts([short]).length).toBeGreaterThan(2);
  });

  it('show a letter alone as a capital where both have one form', () => {
    expect(textsOf(spaced('x', []))).toEqual(['X']);
    expect(textsOf(spaced('n', []))).toEqual(['n']);
    expect(textsOf(spaced('xy', [0.8], [{}, { space: 0.005 }]))).toEqual(['x', 'y']);
  });
});

const CELL = 24;
const NARROW = 4;
const WIDE = 20;

/** Print in cells 24 columns wide without any space that was read; `I` and `L` are narrow. */
function inCells(text: string): Print[] {
  return [...text].flatMap((each, i) => {
    if (each === ' ') return [];
    const width = /[IL]/u.test(each) ? NARROW : WIDE;
    const from = 10 + i * CELL + (CELL - width) / 2;
    return [{ text: each, from, to: from + width }];
  });
}
