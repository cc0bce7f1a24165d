import { describe, expect, it } from 'vitest';
import { unreadInk } from '../../../../src/reading/ocr/scan/unread.js';
import { singleSigns } from '../../../../src/reading/ocr/tesseract/single-signs.js';
import { paper } from '../../../support/scans.js';

type Boxes = Parameters<typeof paper>[2];

/** An angle, as the strokes of an L make it: 20 by 30 pixels, a tenth of an inch high. */
const angle = (left: number, top: number): Boxes => [
  [left, top, left + 6, top + 30],
  [left, top + 24, left + 20, top + 30],
];
const signsOf = (boxes: Boxes, read: Parameters<typeof singleSigns>[1] = []) =>
  singleSigns(unreadInk(paper(600, 400, boxes), read), read);

describe('signs that are alone', () => {
  it('signs that are alone are found where they are', () => {
    const [sign, ...others] = signsOf(angle(100, 100));
    expect(others).toEqual([]);
    for (const [edge, expected] of [
      [sign!.left, 100],
      [sign!.top, 100],
      [sign!.right, 120],
      [sign!.bottom, 130],
    ] as const) {
      expect(Math.abs(edge - expected)).toBeLessThanOrEqual(2);
    }
    expect(signsOf([...angle(100, 100), ...angle(200, 100), ...angle(100, 140)]).length).toBe(3);
  });

  it.each<[string, Boxes]>([
    ['letters of a word', [...angle(100, 100), ...angle(125, 100)]],
    ['ticks of a scale', [[100, 100, 104, 130]]],
    ['full stops', [[100, 100, 106, 106]]],
    ['dashes', [[100, 100, 130, 104]]],
    [
      'empty checkboxes',
      [
        [100, 100, 140, 140],
        [106, 106, 134, 134, 255],
      ],
    ],
    [
      'letters of titles',
      [
        [100, 100, 120, 300],
        [100, 280, 200, 300],
      ],
    ],
    [
      'letters too small to read',
      [
        [100, 100, 102, 110],
        [100, 108, 108, 110],
      ],
    ],
  ])('signs that are alone are not %s', (_, boxes) => {
    expect(signsOf(boxes)).toEqual([]);
  });

  it('signs that are alone are not what was read already, nor what is beside it', () => {
    expect(signsOf(angle(100, 100), [{ left: 95, top: 95, right: 125, bottom: 135 }])).toEqual([]);
    expect(signsOf(angle(100, 100), [{ left: 20, top: 95, right: 90, bottom: 135 }])).toEqual([]);
    expect(signsOf(angle(100, 100), [{ left: 20, top: 95, right: 60, bottom: 135 }]).length).toBe(1);
  });

  it('signs that are alone are none where a page has more of them than a form', () => {
    const many = Array.from({ length: 70 }, (_, i) =>
      angle(10 + (i % 10) * 55, 5 + Math.floor(i / 10) * 50),
    ).flat();
    expect(signsOf(many)).toEqual([]);
    expect(signsOf(many.slice(0, 40)).length).toBe(20);
  });
});
