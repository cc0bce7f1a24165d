import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GreyBitmap } from '../../src/document/ink/grey.js';
import { prepareScan } from '../../src/ocr/scan.js';
import { skewOf } from '../../src/ocr/skew.js';

/** Rows of dark dashes at an angle, as text looks from afar. */
function rows(degrees: number, dark = 0, bright = 255): GreyBitmap {
  const width = 600;
  const height = 600;
  const data = new Uint8Array(width * height).fill(bright);
  const slope = Math.tan((degrees * Math.PI) / 180);
  for (let y = 60; y < 540; y += 24) {
    for (let x = 40; x < 560; x++) {
      if (x % 9 === 0) continue;
      for (let i = 0; i < 8; i++) data[Math.round(y + i + (x - 300) * slope) * width + x] = dark;
    }
  }
  return { width, height, dpi: 100, data };
}

describe('a scan', () => {
  it('tells how far it hangs', () => {
    fc.assert(
      fc.property(fc.double({ min: -4.5, max: 4.5, noNaN: true }), (degrees) => {
        expect(Math.abs(skewOf(rows(degrees)) - degrees)).toBeLessThan(0.2);
      }),
      { numRuns: 30 },
    );
  });

  it('that is level, or hangs by less than 0.7 degrees, is not turned', () => {
    for (const degrees of [0, 0.5, -0.5]) expect(prepareScan(rows(degrees))?.image.width).toBe(600);
  });

  it('that hangs is turned level, and its pixels are found again', () => {
    const scan = rows(3);
    const prepared = prepareScan(scan);
    expect(prepared?.image.width).toBeGreaterThan(600);
    expect(Math.abs(skewOf(prepared!.image))).toBeLessThan(0.2);
    const { image, back } = prepared!;
    const dark = image.data.findIndex((luma, at) => luma === 0 && image.data[at + 1] === 0);
    const origin = back({ x: (dark % image.width) + 0.5, y: Math.floor(dark / image.width) + 0.5 });
    expect(scan.data[Math.floor(origin.y) * 600 + Math.floor(origin.x)]).toBe(0);
  });

  it('that is pale gets full contrast', () => {
    const data = prepareScan(rows(0, 90, 200))!.image.data;
    expect(new Set(data)).toEqual(new Set([0, 255]));
  });

  it('on which nothing can be seen is not read', () => {
    expect(prepareScan(rows(0, 250, 255))).toBeUndefined();
    expect(prepareScan({ width: 2, height: 2, dpi: 100, data: new Uint8Array(4) })).toBeUndefined();
  });
});
