import { expect, it } from 'vitest';
import { boundingBox } from '../../../../src/page/document/geometry.js';
import type { ReadCharacter } from '../../../../src/reading/ocr/paddle/ctc.js';
import type { Pixels } from '../../../../src/reading/ocr/paddle/pixels.js';
import { wholeRow, wordsOfRows } from '../../../../src/reading/ocr/paddle/words.js';

const HEIGHT = 48;
const INK = { top: 10, bottom: 38 };

interface Print {
  readonly text: string;
  /** Columns of its ink. */
  readonly from: number;
  readonly to: number;
  readonly afterSpace?: boolean;
  readonly space?: number;
  readonly others?: ReadCharacter['others'];
  /** First row of its ink, and the one after the last; those of all print where it has none. */
  readonly top?: number;
  readonly bottom?: number;
}

/** A row with a block of ink for each character, black on white or the other way round. */
function rowOf(print: readonly Print[], ink = 0, paper = 255) {
  const width = Math.max(...print.map(({ to }) => to)) + 10;
  const data = new Uint8Array(width * HEIGHT).fill(paper);
  for (const { from, to, top = INK.top, bottom = INK.bottom } of print) {
    for (let y = top; y < bottom; y++) data.fill(ink, y * width + from, y * width + to);
  }
  const picture: Pixels = { width, height: HEIGHT, data };
  const characters = print.map(
    ({ text, from, to, afterSpace = false, space = 0, others = [] }): ReadCharacter => ({
      text,
      from: (from + to) / 2 - 0.5,
      to: (from + to) / 2 + 0.5,
      confidence: 0.9,
      afterSpace,
      space,
      others,
    }),
  );
  const box = { centre: { x: width / 2, y: HEIGHT / 2 }, width, height: HEIGHT, degrees: 0 };
  return { box, picture, characters, stepWidth: 1, confidence: 0.9 };
}
/** Words that print may have. */
const KNOWN = new Set(['wholemeal', 'form', 'letter', 'item']);
const textsOf = (print: readonly Print[]) => wordsOfRows([rowOf(print)], KNOWN).map(({ text }) => text);
/** Characters 14 columns wide with gaps between them, in shares of the height of the ink. */
const spaced = (text: string, gaps: readonly number[], more: readonly Partial<Print>[] = []): Print[] => {
  let from = 10;
  return [...text].map((each, i) => {
    const print = { text: each, from, to: from + 14, ...more[i] };
    from += 14 + Math.round((gaps[i] ?? 0.1) * (INK.bottom - INK.top));
    return print;
  });
};

it('words of a row end where a space was read', () => {
  expect(textsOf(spaced('toyou', [0.1, 0.25], [{}, {}, { afterSpace: true, space: 0.9 }]))).toEqual([
    'to',
    'you',
  ]);
});

it('words of a row end at gaps of the width and the probability that spaces have', () => {
  const read = (gap: number, space: number) => textsOf(spaced('toyou', [0.1, gap], [{}, {}, { space }]));
  expect(read(0.4, 0.05)).toEqual(['to', 'you']);
  expect(read(0.25, 0.005)).toEqual(['toyou']);
  expect(read(0.4, 0.001)).toEqual(['toyou']);
  expect(read(1.5, 0)).toEqual(['to', 'you']);
  expect(read(0.1, 0.9)).toEqual(['to', 'you']);
});

it('words of a row hold print together that is spaced out', () => {
  const more = [...'CHUBB'].map(() => ({ space: 0.001 }));
  expect(textsOf(spaced('CHUBB', [0.47, 0.55, 0.51, 0.5], more))).toEqual(['CHUBB']);
});

it('words of a row hold numbers together, whose digits leave more room', () => {
  const more = [...'4,957.95'].map(() => ({ space: 0.02 }));
  expect(textsOf(spaced('4,957.95', [0.2, 0.4, 0.1, 0.1, 0.4, 0.5], more))).toEqual(['4,957.95']);
  expect(textsOf(spaced('Re:95', [0.1, 0.4, 0.4], more))).toEqual(['Re', ':', '95']);
});

it('words of a row hold masked numbers together, however wide their print', () => {
  const read = (text: string) => {
    const wide = [...text].map(() => 1);
    const more = [...text].map(() => ({ afterSpace: true, space: 0.9 }));
    return textsOf(spaced(text, wide, more));
  };
  expect(read('XXXX-XX-0743')).toEqual(['XXXX-XX-0743']);
  expect(read('ID:####0743').at(-1)).toBe('####0743');
  expect(read('xx12345')).toHaveLength(7);
  const card = '************2086';
  const spaces = [...card].map((_, at) => (at > 0 && at % 4 === 0 ? 1 : 0.05));
  const seams = spaces.map((gap) => (gap === 1 ? { afterSpace: true, space: 0.9 } : {}));
  expect(textsOf(spaced(card, spaces.slice(1), seams))).toEqual(['****', '****', '****', '2086']);
  // Leaders are of the signs of masks: what is no mask ends at once, however long it is.
  expect(read('*'.repeat(400))).toHaveLength(400);
});

it('words of a row hold a sign within them that stands in the middle of its white', () => {
  const read = (text: string, before: number, after: number) => {
    const space = { space: 0.6 };
    return textsOf(spaced(text, [0.1, before, after], [{}, {}, ...(before > after ? [space] : [{}, space])]));
  };
  expect(read('ab.de', 0.35, 0.3)).toEqual(['ab.de']);
  expect(read('10:15', 0.35, 0.3)).toEqual(['10:15']);
  expect(read('12.18', 0.3, 0.35)).toEqual(['12.18']);
  expect(read('12.189', 0.3, 0.35)).toEqual(['12.', '189']);
  expect(read('ab.de', 0.05, 0.5)).toEqual(['ab.', 'de']);
  expect(read('ab:de', 0.35, 0.3)).toEqual(['ab', ':de']);
  expect(read('ab.de', 0.9, 0.8)).toEqual(['ab', '.de']);
});

it('words of a row are one where a doubtful gap parts a known word', () => {
  const wholemeal = (space: number) => spaced('WHOLEMEAL', [], [{}, {}, {}, {}, { space }]);
  expect(textsOf(wholemeal(0.7))).toEqual(['WHOLEMEAL']);
  expect(textsOf(wholemeal(0.99))).toEqual(['WHOL', 'EMEAL']);
  expect(textsOf(spaced('WHOLEWEAL', [], [{}, {}, {}, {}, { space: 0.7 }]))).toEqual(['WHOL', 'EWEAL']);
});

it('words of a row are known ones where the network held the other letter for possible', () => {
  const other = { text: 'm', confidence: 0.2 };
  expect(textsOf(spaced('forn', [], [{}, {}, {}, { others: [other] }]))).toEqual(['form']);
});

it('words of a row have no specks at their ends that were read as marks', () => {
  const marked = (text: string, size: number, from: number) =>
    textsOf([
      { text: 'A', from: 10, to: 24 },
      { text: 'B', from: 27, to: 41 },
      { text, from, to: from + size, top: 34, bottom: 34 + size, space: from > 60 ? 0.99 : 0 },
    ]);
  expect(marked('.', 2, 44)).toEqual(['AB']);
  expect(marked("'", 2, 70)).toEqual(['AB']);
  expect(marked('.', 4, 44)).toEqual(['AB.']);
  expect(marked('1', 2, 44)).toEqual(['AB1']);
});

it('words of a row reach from ink to ink, and below the baseline', () => {
  const [to, you] = wordsOfRows([rowOf(spaced('towns', [0.1, 0.4], [{}, {}, { space: 0.1 }]))], KNOWN);
  const [first, second] = [boundingBox(to!.polygon), boundingBox(you!.polygon)];
  expect(first).toMatchObject({ left: 10, top: INK.top });
  expect(first.right).toBe(10 + 14 + 3 + 14);
  expect(second.left).toBe(first.right + 11);
  expect(first.bottom).toBeCloseTo(INK.bottom + 0.29 * (INK.bottom - INK.top));
  const [going] = wordsOfRows([rowOf(spaced('pig', []))], KNOWN);
  expect(boundingBox(going!.polygon).bottom).toBe(INK.bottom);
});

it('words of a row are the same in light letters on a dark ground', () => {
  const print = spaced('toyou', [0.1, 0.4], [{}, {}, { space: 0.1 }]);
  expect(wordsOfRows([rowOf(print, 250, 20)], KNOWN)).toEqual(wordsOfRows([rowOf(print)], KNOWN));
});

it('words of a row are none without ink', () => {
  expect(wordsOfRows([rowOf(spaced('to', []), 255, 255)], KNOWN)).toEqual([]);
});

it('words of a row show a letter alone as a capital where both have one form', () => {
  expect(textsOf(spaced('x', []))).toEqual(['X']);
  expect(textsOf(spaced('n', []))).toEqual(['n']);
  expect(textsOf(spaced('xy', [0.8], [{}, { space: 0.5 }]))).toEqual(['x', 'y']);
});

it('a row that is one number is one word, however far its figures are apart', () => {
  const row = rowOf(spaced('835946', [2, 1.5, 2, 3, 1.5], [{}, { afterSpace: true, space: 0.9 }]));
  const word = wholeRow(row);
  expect(word).toMatchObject({ text: '835946', confidence: 0.9 });
  expect(boundingBox(word.polygon)).toEqual({ left: 0, top: 0, right: row.picture.width, bottom: HEIGHT });
});

it('a word is what else was read in its place where only that is a known one', () => {
  const row = (text: string) => rowOf(spaced(text, []));
  const read = (text: string, ...others: readonly string[]) =>
    wordsOfRows([{ ...row(text), others: others.map(row) }], KNOWN).map((word) => word.text);
  expect(read('ltem:', '1tem:', 'Item:')).toEqual(['Item:']);
  expect(read('form', 'item')).toEqual(['form']);
  expect(read('fomn', 'forn')).toEqual(['fomn']);
  expect(read('fomn', 'letter')).toEqual(['fomn']);
  expect(read('1204', 'item')).toEqual(['1204']);
});
