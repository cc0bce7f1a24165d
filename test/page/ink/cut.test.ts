import { expect, it } from 'vitest';
import type { Bitmap } from '../../../src/page/document/page-graphics.js';
import { areaOf, cutOut } from '../../../src/page/ink/cut.js';

/** A drawing of one square inch whose pixels show their place. */
function placed(dpi = 10): Bitmap {
  const data = new Uint8ClampedArray(dpi * dpi * 4);
  for (let at = 0; at < dpi * dpi; at++) data.set([at % dpi, Math.floor(at / dpi), 0, 255], at * 4);
  return { width: dpi, height: dpi, dpi, data };
}

const pixel = ({ width, data }: Bitmap, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

it('begins at its top left corner, and is white outside the drawing', () => {
  const cut = cutOut(placed(), { left: 0.7, top: -0.2, right: 1.2, bottom: 0.3 });
  expect([cut.width, cut.height, cut.dpi]).toEqual([5, 5, 10]);
  expect(pixel(cut, 0, 2)).toEqual([7, 0, 0, 255]);
  expect(pixel(cut, 2, 4)).toEqual([9, 2, 0, 255]);
  expect(pixel(cut, 3, 4)).toEqual([255, 255, 255, 255]);
  expect(pixel(cut, 0, 1)).toEqual([255, 255, 255, 255]);
});

it('a part of a drawing is cut out only of what is larger', () => {
  const area = { left: 0.2, top: 0.2, right: 0.5, bottom: 0.4 };
  const cut = areaOf(placed(), area);
  expect([cut.width, cut.height]).toEqual([3, 2]);
  expect(areaOf(cut, area)).toBe(cut);
});
