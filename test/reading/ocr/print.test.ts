import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedReading } from '../../../src/reading/ocr/answer.js';
import type { OcrText } from '../../../src/reading/ocr/engine.js';
import { ocrLines } from '../../../src/reading/ocr/lines.js';
import {
  isItemNumber,
  isOneCellApart,
  isOneNumber,
  isRuledOff,
  isTwoSpacesApart,
} from '../../../src/reading/ocr/print.js';
import { type Inked, type Setting, setRow } from '../../support/scans.js';
import { blank } from './fakes.js';

const wordsOf = (row: string, setting: Setting) =>
  setRow(row, setting).words.map((word) => ({ ...word, top: 0, bottom: 0.93 }));
const pair = (row: string, setting: Setting) => {
  const [left, right] = wordsOf(row, setting);
  return [left!, right!] as const;
};

describe('the print of two words', () => {
  it.each(['TOTALLY FREE', 'Included in', 'in Each', 'of Insurance', 'ABCD 1'])(
    'shows one empty cell between letters of one width: %s',
    (row) => {
      expect(isOneCellApart(...pair(row, 'monospaced'))).toBe(true);
      expect(isOneCellApart(...pair(row.replace(' ', '  '), 'monospaced'))).toBe(false);
    },
  );

  it.each(['William MOMENT', 'illicit WOMEN', 'in a'])('shows no cells where there are none: %s', (row) => {
    expect(isOneCellApart(...pair(row, 'proportional'))).toBe(false);
  });

  it.each([
    ['TERM: Annual', true],
    ['below. Insurance', true],
    ['TERM Annual', false],
    ['below. insurance', false],
    ['5. Insurance', false],
    ['. Insurance', false],
  ])('decides whether two spaces are usual: %s', (row, expected) => {
    expect(isTwoSpacesApart(...pair(row, 'proportional'))).toBe(expected);
  });

  it('distinguishes small captions from what is typed beside them', () => {
    const [left, right] = pair('TERM: Annual', 'proportional');
    const smaller = { ...left, left: left.right - 0.6 * (left.right - left.left) };
    expect(isTwoSpacesApart(smaller, right)).toBe(false);
  });

  it.each([
    ['5a Taxes', true],
    ['12d (see', true],
    ['(ii) Wages', true],
    ['(4) Wages', true],
    ['5 Taxes', false],
    ['5A Taxes', false],
    ['a Taxes', false],
    ['(five) Taxes', false],
    ['5a 1,204.00', false],
    ['(4) 12', false],
  ])('decides whether the first is the number of an item: %s', (row, expected) => {
    expect(isItemNumber(...pair(row, 'proportional'))).toBe(expected);
  });

  it('shows the rule between two words, and not the one before both', () => {
    const [left, right] = pair('District High', 'proportional');
    expect(isRuledOff(left, right)).toBe(false);
    expect(isRuledOff(left, { ...right, ruleBefore: 0.1 })).toBe(true);
    expect(isRuledOff(left, { ...right, ruleBefore: right.left - left.left + 0.1 })).toBe(false);
    expect(isRuledOff({ ...left, boxed: true }, right)).toBe(true);
  });
});

/** The ink of a row that an engine took apart at some of its letters. */
function takenApart(row: string, setting: Setting, at: number) {
  const left = setRow(row.slice(0, at), setting);
  const right = setRow(row.slice(at), setting).words[0]!;
  const shifted = { ...right, left: right.left + left.end, right: right.right + left.end };
  return [left.words[0]!, shifted].map((word) => ({ ...word, top: 0, bottom: 0.93 })) as [
    Inked & { top: number; bottom: number },
    Inked & { top: number; bottom: number },
  ];
}

describe('a number that was taken apart', () => {
  const amount = fc
    .tuple(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: 0, max: 99 }),
    )
    .map(([a, b, c]) => `${a},${String(b).padStart(3, '0')}.${String(c).padStart(2, '0')}`);
  const setting = fc.constantFrom<Setting>('proportional', 'monospaced');

  it('a number that was taken apart is one number at each of its separators, in all print', () => {
    fc.assert(
      fc.property(amount, setting, fc.boolean(), (text, print, before) => {
        for (const { index } of text.matchAll(/[.,]/g)) {
          expect(isOneNumber(...takenApart(text, print, before ? index : index + 1))).toBe(true);
        }
      }),
    );
  });

  it('a number that was taken apart is two numbers where a space is between', () => {
    fc.assert(
      fc.property(amount, amount, setting, (left, right, print) => {
        expect(isOneNumber(...pair(`${left}, ${right}`, print))).toBe(false);
        expect(isOneNumber(...pair(`${left} ${right}`, print))).toBe(false);
      }),
    );
    expect(isOneNumber(...pair('12. 50', 'proportional'))).toBe(false);
  });

  it.each(['5, 2020', '2006, 2007', '12, 5'])(
    'two pieces are no number where neither cents nor a group of three is behind the comma: %s',
    (text) => {
      const [left, right] = text.split(' ').map((each, at) => ({
        text: each,
        left: 3 * at,
        right: 3 * at + 3 - 0.3,
        top: 0,
        bottom: 1,
      }));
      expect(isOneNumber(left!, right!)).toBe(false);
      expect(isOneNumber({ ...left!, text: '5,' }, { ...right!, text: '202' })).toBe(true);
    },
  );

  it('a number that was taken apart has its cents a digit away where a form prints the point', () => {
    const cents = (text: string, gap: number) =>
      isOneNumber(
        { text, left: 0, right: 0.55 * text.length, top: 0, bottom: 1 },
        { text: '00', left: 0.55 * text.length + gap, right: 3, top: 0, bottom: 1 },
      );
    expect([cents('0.', 0.5), cents('1,204.', 0.5), cents('$9.', 0.5)]).toEqual([true, true, true]);
    expect([cents('12.', 0.5), cents('0.', 0.9)]).toEqual([false, false]);
  });
});

describe('rows of all print, sizes and resolutions', () => {
  const words = [
    'TOTALLY',
    'FREE',
    'CHECKING',
    'Deposits',
    'of',
    'will',
    'Minimum',
    'Policy',
    '07-19-22',
    '$1,204.50',
  ];
  const print = fc.record({
    setting: fc.constantFrom<Setting>('proportional', 'monospaced'),
    points: fc.integer({ min: 6, max: 14 }),
    dpi: fc.constantFrom(150, 200, 300),
    degrees: fc.double({ min: -10, max: 10, noNaN: true }),
    noise: fc.array(fc.constantFrom(-1, 0, 0, 1), { minLength: 60, maxLength: 60 }),
  });
  type Print = typeof print extends fc.Arbitrary<infer Value> ? Value : never;

  const PAPER = { ...blank(1, 1), width: 10_000, height: 5000 };
  /** Font size in pixels from which boxes of words may be a pixel off at each edge: 6 points at 200 DPI. */
  const LEAST_NOISY = 16;
  /** What an engine reads of a row, so many font sizes below the first: boxes of whole pixels, each edge off by a pixel at times. */
  function read(
    row: readonly Inked[],
    { points, dpi, degrees, noise }: Print,
    below = 0,
  ): readonly OcrText[] {
    const size = (points / 72) * dpi;
    // A pixel at each edge is more than half of a space where letters are smaller.
    const isNoisy = size >= LEAST_NOISY;
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const corner = (u: number, v: number) => ({ x: 300 + u * cos - v * sin, y: 500 + u * sin + v * cos });
    return row.map(({ text, left, right }, index) => {
      const x0 = Math.round(left * size) + (isNoisy ? noise[2 * index]! : 0);
      const x1 = Math.round(right * size) + (isNoisy ? noise[2 * index + 1]! : 0);
      const [top, bottom] = [Math.round((below - 0.72) * size), Math.round((below + 0.21) * size)];
      return { text, polygon: [corner(x0, top), corner(x1, top), corner(x1, bottom), corner(x0, bottom)] };
    });
  }

  const linesOf = (texts: readonly OcrText[], dpi: number) =>
    ocrLines(checkedReading({ words: texts }, { ...PAPER, dpi }, 'fake', 10_000), 0).map(({ text }) => text);
  const row = fc.array(fc.constantFrom(...words), { minLength: 2, maxLength: 6 });

  it('rows of all print, sizes and resolutions are one line at ordinary spaces', () => {
    fc.assert(
      fc.property(row, print, (drawn, how) => {
        const texts = [...drawn, 'STATEMENT', 'amounts'];
        const set = setRow(texts.join(' '), how.setting).words;
        expect(linesOf(read(set, how), how.dpi)).toEqual([texts.join(' ')]);
      }),
    );
  });

  it('rows of what is typed into a form are one line at an empty cell, whatever print its captions are', () => {
    const how: Print = { setting: 'monospaced', points: 10, dpi: 300, degrees: 0, noise: Array(60).fill(0) };
    const typed = setRow('06 10 NOSHO RECEIPT 0123456789', 'monospaced').words;
    const captions = 'Signature of the patient or authorized person, and place of service below';
    const printed = setRow(captions, 'proportional').words;
    // Letters of typewriters are lower than those of other print.
    const lower = read(typed, how).map(({ text, polygon: [a, b, c, d] }): OcrText => {
      return { text, polygon: [{ ...a!, y: a!.y + 5 }, { ...b!, y: b!.y + 5 }, c!, d!] };
    });
    const words = [...lower, ...read(printed, { ...how, points: 7 }, 3)];
    expect(linesOf(words, how.dpi)).toEqual(['06 10 NOSHO RECEIPT 0123456789', captions]);
  });

  it('rows of all print, sizes and resolutions are as many lines as rows, however close the rows are', () => {
    const rows = fc.array(row, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(rows, print, fc.double({ min: 1.15, max: 2, noNaN: true }), (drawn, how, spacing) => {
        const set = drawn.map((texts) => setRow([...texts, 'STATEMENT'].join(' '), how.setting).words);
        const read_ = set.flatMap((each, i) => read(each, how, i * spacing));
        const expected = drawn.map((texts) => [...texts, 'STATEMENT'].join(' '));
        expect([...linesOf(read_, how.dpi)].sort()).toEqual(expected.sort());
      }),
    );
  });

  it('hold amounts whole that an engine took apart at a separator', () => {
    const amount = fc.constantFrom('56,685.52', '4,957.95', '$1,204.50', '07/19/2022', '(1,250.00)');
    fc.assert(
      fc.property(row, amount, fc.nat(), print, (drawn, text, nth, how) => {
        const cuts = [...text.matchAll(/[.,/]/g)].map(({ index }) => index + 1);
        const at = cuts[nth % cuts.length]!;
        const set = setRow([...drawn, text].join(' '), how.setting).words;
        const [left, right] = takenApart(text, how.setting, at);
        const shift = set.at(-1)!.left - setRow(text, how.setting).words[0]!.left;
        const halves = [left, right].map((half) => ({
          ...half,
          left: half.left + shift,
          right: half.right + shift,
        }));
        // Edges a pixel off take more than the third of a digit that is left between a separator and its digits.
        const exact = { ...how, noise: how.noise.map(() => 0 as const) };
        const texts = read([...set.slice(0, -1), ...halves], exact);
        expect(linesOf(texts, how.dpi).some((line) => line.endsWith(text))).toBe(true);
      }),
    );
  });

  it('rows of all print, sizes and resolutions are two lines at the gap between two columns', () => {
    fc.assert(
      fc.property(row, row, print, fc.double({ min: 1.5, max: 6, noNaN: true }), (left, right, how, gap) => {
        const first = setRow(left.join(' '), how.setting);
        const second = setRow(right.join(' '), how.setting).words.map((word) => ({
          ...word,
          left: word.left + first.end + gap,
          right: word.right + first.end + gap,
        }));
        const found = linesOf(read([...first.words, ...second], how), how.dpi);
        expect([...found].sort()).toEqual([left.join(' '), right.join(' ')].sort());
      }),
    );
  });
});
