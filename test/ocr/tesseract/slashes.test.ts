import { describe, expect, it } from 'vitest';
import { withSlashes } from '../../../src/ocr/tesseract/slashes.js';
import type { TesseractLine } from '../../../src/ocr/tesseract/thread.js';
import { paper } from '../../support/scans.js';

type Boxes = Parameters<typeof paper>[2];
type Sign = readonly [text: string, x0: number, x1: number];

/** Digits are 12 pixels wide and 20 high, on the base line y = 60. */
const TOP = 40;
const BASE = 60;

/** A line of words, each of some signs. */
function line(...words: readonly (readonly Sign[])[]): TesseractLine {
  return {
    bbox: { x0: 20, y0: TOP, x1: 380, y1: BASE },
    baseline: { x0: 20, y0: BASE, x1: 380, y1: BASE },
    rowAttributes: { rowHeight: 28, ascenders: 6, descenders: 4 },
    words: words.map((signs) => {
      const symbols = signs.map(([text, x0, x1]) => ({ text, bbox: { x0, x1, y0: TOP, y1: BASE } }));
      const bbox = { x0: signs[0]![1], x1: signs.at(-1)![2], y0: TOP, y1: BASE };
      return { text: symbols.map(({ text }) => text).join(''), confidence: 50, bbox, symbols };
    }),
  };
}

/** A stroke of 2 by 2 pixels after another, from below to above. */
const stroke = (from: number, to: number, top = TOP + 6, bottom = BASE + 10): Boxes => {
  const steps = (bottom - top) / 2;
  return Array.from({ length: steps }, (_, step) => {
    const x = Math.round(from + ((to - from) * step) / (steps - 1));
    return [x, bottom - 2 * step - 2, x + 2, bottom - 2 * step];
  });
};
const comma = (left: number): Boxes => stroke(left, left + 3, BASE - 4, BASE + 6);
const digits = (...lefts: number[]): Boxes => lefts.map((left) => [left, TOP, left + 12, BASE]);

/** `2,7` with something between the digits. */
const closely: readonly Sign[] = [
  ['2', 20, 32],
  [',', 36, 43],
  ['7', 48, 60],
];
const texts = (boxes: Boxes, ...words: readonly (readonly Sign[])[]) =>
  withSlashes(line(...words), paper(400, 100, boxes)).map(({ text }) => text);

describe('slashes that were taken for commas', () => {
  it('slashes that were taken for commas are recognised by their height and slope', () => {
    expect(texts([...digits(20, 48), ...stroke(35, 43)], closely)).toEqual(['2/7']);
  });

  it.each<[string, Boxes]>([
    ['a comma', comma(37)],
    ['an upright rule', [[38, 30, 40, 70]]],
    ['a stroke that leans the other way', stroke(43, 35)],
    ['a flat stroke', stroke(34, 46, BASE - 8, BASE)],
    ['nothing', []],
    ['a stroke that touches a digit', stroke(38, 49)],
    ['two strokes', [...stroke(33, 36), ...stroke(41, 45)]],
  ])('slashes that were taken for commas are not seen in %s', (_what, boxes) => {
    expect(texts([...digits(20, 48), ...boxes], closely)).toEqual(['2,7']);
  });

  it('slashes that were taken for commas are words of their own where a space is beside them', () => {
    const signs: readonly Sign[] = [
      [',', 40, 48],
      ['2', 62, 74],
      ['7', 78, 90],
      [',', 98, 106],
    ];
    const boxes = [...digits(62, 78), ...stroke(40, 48), ...stroke(98, 106)];
    const words = withSlashes(line(signs), paper(400, 100, boxes));
    expect(words.map(({ text, bbox: { x0, x1 } }) => [text, x0, x1])).toEqual([
      ['/', 40, 48],
      ['27', 62, 90],
      ['/', 98, 106],
    ]);
  });

  it('slashes that were taken for commas are words alone, too', () => {
    const boxes = [...digits(20), ...stroke(60, 70)];
    expect(texts(boxes, [['2', 20, 32]], [[',', 60, 70]])).toEqual(['2', '/']);
  });

  it('slashes that were taken for commas are not looked for in words, in small print, or without the places of signs', () => {
    const boxes = [...digits(20, 48), ...stroke(35, 43)];
    expect(
      texts(boxes, [
        ['2', 20, 32],
        [',', 36, 43],
        ['a', 48, 60],
      ]),
    ).toEqual(['2,a']);
    const { words, ...row } = line(closely);
    const low = words.map((word) => ({
      ...word,
      symbols: word.symbols!.map((sign) => ({ ...sign, bbox: { ...sign.bbox, y0: BASE - 13 } })),
    }));
    expect(withSlashes({ ...row, words: low }, paper(400, 100, boxes))).toEqual(low);
    const bare = words.map(({ symbols: _symbols, ...word }) => word);
    expect(withSlashes({ ...row, words: bare }, paper(400, 100, boxes))).toEqual(bare);
  });
});
