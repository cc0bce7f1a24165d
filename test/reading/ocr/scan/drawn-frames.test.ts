import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutFrames } from '../../../../src/reading/ocr/scan/drawn-frames.js';
import { paper } from '../../../support/scans.js';

type InPixels = readonly [left: number, top: number, right: number, bottom: number, luma?: number];

/** The four sides of a frame, in pixels. */
function frame(left: number, top: number, right: number, bottom: number, thick = 3): readonly InPixels[] {
  return [
    [left, top, right, top + thick],
    [left, bottom - thick, right, bottom],
    [left, top, left + thick, bottom],
    [right - thick, top, right, bottom],
  ];
}

const inked = (image: ReturnType<typeof paper>, [left, top, right, bottom]: InPixels) => {
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (image.data[y * image.width + x] === 0) count++;
  }
  return count;
};

const ALL: InPixels = [0, 0, 400, 300];

it('frames of boxes are gone from the picture', () => {
  expect(inked(withoutFrames(paper(400, 300, frame(100, 100, 145, 145))), ALL)).toBe(0);
});

it('leave the mark in them, and the letters beside them', () => {
  const mark: InPixels = [115, 112, 130, 130];
  const letter: InPixels = [70, 105, 90, 140];
  const image = withoutFrames(paper(400, 300, [...frame(100, 100, 145, 145), mark, letter]));
  expect(inked(image, ALL)).toBe(inked(image, mark) + inked(image, letter));
  expect(inked(image, mark)).toBe(15 * 18);
  expect(inked(image, letter)).toBe(20 * 35);
});

it('leave a letter that touches them', () => {
  const stem: InPixels = [92, 105, 100, 140];
  const image = withoutFrames(paper(400, 300, [...frame(100, 100, 145, 145), stem]));
  expect(inked(image, stem)).toBe(8 * 35);
  expect(inked(image, [110, 90, 200, 150])).toBe(0);
});

it('frames of boxes are seen in a row of boxes that share their sides', () => {
  const boxes = [0, 1, 2, 3].flatMap((cell) => frame(100 + 42 * cell, 100, 145 + 42 * cell, 150));
  expect(inked(withoutFrames(paper(400, 300, boxes)), ALL)).toBe(0);
});

it.each<[string, readonly InPixels[]]>([
  ['a letter without a right side', frame(100, 100, 145, 145).slice(0, 3)],
  ['a letter that is open above', frame(100, 100, 145, 145).slice(1)],
  [
    'a letter with round shoulders',
    [
      [100, 100, 104, 145],
      [100, 100, 128, 104],
      [100, 141, 128, 145],
      [138, 112, 142, 133],
    ],
  ],
  ['a cell of a table', frame(100, 100, 300, 250)],
  ['small print', frame(100, 100, 115, 118)],
  ['a bold letter', frame(100, 100, 145, 145, 10)],
  ['a black square', [[100, 100, 145, 145]]],
])('frames of boxes are not seen in %s', (_, boxes) => {
  const image = paper(400, 300, boxes);
  expect(withoutFrames(image)).toEqual(image);
});

it('frames of boxes are found whatever their size and thickness', () => {
  const side = fc.integer({ min: 30, max: 100 });
  fc.assert(
    fc.property(
      side,
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 60, max: 160 }),
      (high, thick, wide) => {
        const width = Math.min(120, Math.max(30, Math.round((high * wide) / 100)));
        const boxes = frame(40, 40, 40 + width, 40 + high, thick);
        expect(inked(withoutFrames(paper(400, 300, boxes)), ALL)).toBe(0);
      },
    ),
  );
});
