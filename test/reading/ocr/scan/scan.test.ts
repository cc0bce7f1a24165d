import { expect, it } from 'vitest';
import { inkSkew } from '../../../../src/page/ink/skew.js';
import { prepareScan } from '../../../../src/reading/ocr/scan/scan.js';
import { paper, rows } from '../../../support/scans.js';

it('a scan that is level, or hangs by less than 0.7 degrees, is not turned', () => {
  for (const degrees of [0, 0.5, -0.5]) expect(prepareScan(rows(degrees))?.image.width).toBe(600);
});

it.each([-10, -7, -4, -1, 1, 2, 5, 8, 10])('a scan that hangs by %i degrees is turned level', (degrees) => {
  expect(Math.abs(inkSkew(prepareScan(rows(degrees))!.image))).toBeLessThan(0.3);
});

it('a scan that hangs is turned level, and its pixels are found again', () => {
  const scan = rows(3);
  const prepared = prepareScan(scan);
  expect(prepared?.image.width).toBeGreaterThan(600);
  expect(Math.abs(inkSkew(prepared!.image))).toBeLessThan(0.2);
  const { image, back } = prepared!;
  const dark = image.data.findIndex((luma, at) => luma === 0 && image.data[at + 1] === 0);
  const origin = back({ x: (dark % image.width) + 0.5, y: Math.floor(dark / image.width) + 0.5 });
  expect(scan.data[Math.floor(origin.y) * 600 + Math.floor(origin.x)]).toBe(0);
});

it('a scan that is pale gets full contrast', () => {
  const data = prepareScan(rows(0, 90, 200))!.image.data;
  expect(new Set(data)).toEqual(new Set([0, 255]));
});

it('a scan on which nothing can be seen is not read', () => {
  expect(prepareScan(rows(0, 250, 255))).toBeUndefined();
  expect(prepareScan({ width: 2, height: 2, dpi: 100, data: new Uint8Array(4) })).toBeUndefined();
});

it('frames of boxes are taken away, unless signs of the script look like them', () => {
  const framed = paper(400, 300, [
    [100, 100, 140, 140],
    [103, 103, 137, 137, 255],
    [200, 200, 260, 204],
  ]);
  const corner = 101 * 400 + 101;
  expect(prepareScan(framed)!.image.data[corner]).toBe(255);
  expect(prepareScan(framed, { hasFramedSigns: true })!.image.data[corner]).toBe(0);
});
