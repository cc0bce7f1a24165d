import { expect, it } from 'vitest';
import { boundingBox, boxPolygon } from '../../../src/page/document/geometry.js';
import type { PlacedText } from '../../../src/reading/ocr/answer.js';
import { withoutFrameSides } from '../../../src/reading/ocr/frame-sides.js';
import { paper } from '../../support/scans.js';

type InPixels = readonly [left: number, top: number, right: number, bottom: number, luma?: number];

const DPI = 300;

/** What is left of a word that is read from 150 to 400 by 100 to 140, on a picture with some dark boxes. */
function left(text: string, boxes: readonly InPixels[], more: Partial<PlacedText> = {}) {
  const [x0, y0, x1, y1] = [150 / DPI, 100 / DPI, 400 / DPI, 140 / DPI];
  const polygon = boxPolygon({ left: x0, top: y0, right: x1, bottom: y1 });
  const word: PlacedText = { text, polygon, angle: 0, visible: text.length, ...more };
  return withoutFrameSides([word], paper(600, 300, boxes)).map((each) => ({
    text: each.text,
    left: Math.round(boundingBox(each.polygon).left * DPI),
    right: Math.round(boundingBox(each.polygon).right * DPI),
  }));
}

const LETTERS: readonly InPixels[] = [170, 220, 270, 320].map((x) => [x, 104, x + 25, 136]);
const FRAME: readonly InPixels[] = [
  [152, 85, 155, 155],
  [395, 85, 398, 155],
  [152, 85, 398, 88],
  [152, 152, 398, 155],
];
const RULE: InPixels = [155, 20, 158, 280];

it('sides of a frame around a word are taken off it', () => {
  expect(left('[TOTAL|', [...FRAME, ...LETTERS])).toEqual([{ text: 'TOTAL', left: 155, right: 395 }]);
  expect(left('[TOTAL', [...FRAME, ...LETTERS])).toEqual([{ text: 'TOTAL', left: 155, right: 400 }]);
});

it('sides of a table are no words', () => {
  expect(left('|', [RULE])).toEqual([]);
  expect(left('I', [RULE])).toEqual([]);
  expect(left('|250.00', [RULE, ...LETTERS])).toMatchObject([{ text: '250.00', left: 158 }]);
});

it.each<[string, string, readonly InPixels[], Partial<PlacedText>?]>([
  ['brackets as high as their row', '[TOTAL]', [[152, 100, 156, 140], [152, 100, 164, 104], ...LETTERS]],
  ['a bar between words', '|', [[270, 95, 274, 145]]],
  [
    'a letter on a ruling',
    'I',
    [
      [270, 105, 275, 140],
      [20, 138, 580, 141],
    ],
  ],
  ['signs on a shaded band', '[TOTAL', [[20, 60, 580, 200, 150], ...LETTERS]],
  ['a word that is turned', '|', [RULE], { angle: 90 }],
  ['what stands in a box to tick', '|', [RULE], { boxed: true }],
  ['a word with a rule beside it', 'TOTAL', [RULE, ...LETTERS]],
])('sides are not taken for %s', (_, text, boxes, more) => {
  expect(left(text, boxes, more)).toEqual([{ text, left: 150, right: 400 }]);
});
