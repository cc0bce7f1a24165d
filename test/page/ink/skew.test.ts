import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GreyBitmap } from '../../../src/page/ink/grey.js';
import { inkSkew, rowHang } from '../../../src/page/ink/skew.js';
import { rows } from '../../support/scans.js';

it('the skew of a scan is that of its rows', () => {
  fc.assert(
    fc.property(fc.double({ min: -4.5, max: 4.5, noNaN: true }), (degrees) => {
      expect(Math.abs(inkSkew(rows(degrees)) - degrees)).toBeLessThan(0.2);
    }),
    { numRuns: 30 },
  );
});

it('the skew of a scan that hangs by up to 10 degrees is found where it is looked for', () => {
  for (const degrees of [-10, -8, -6, 5.5, 7, 9, 10]) {
    expect(Math.abs(inkSkew(rows(degrees), 10) - degrees)).toBeLessThan(0.2);
  }
});

it('a scan without rows has none', () => {
  expect(inkSkew({ width: 300, height: 300, dpi: 100, data: new Uint8Array(90_000).fill(255) })).toBe(0);
});

/** A picture that is a quarter turned. */
function onItsSide({ width, height, dpi, data }: GreyBitmap): GreyBitmap {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + (height - 1 - y)] = data[y * width + x]!;
  }
  return { width: height, height: width, dpi, data: turned };
}

it('rows of a scan hang from a fifth of a degree on', () => {
  for (const degrees of [-9, -3, -1, -0.5, -0.3, 0.3, 0.5, 1, 4, 9]) {
    expect(Math.abs(rowHang(rows(degrees)) - degrees)).toBeLessThan(0.11);
  }
  for (const degrees of [-0.1, 0, 0.1]) expect(rowHang(rows(degrees))).toBe(0);
});

it('rows that run up and down do not hang', () => {
  for (const degrees of [-4, 0, 1, 3]) expect(rowHang(onItsSide(rows(degrees)))).toBe(0);
});

it('rows of a form hang as its upright rulings do, however sharp those are', () => {
  for (const degrees of [-3, -1, 1, 2]) {
    const form = rows(degrees);
    const slope = Math.tan((degrees * Math.PI) / 180);
    for (let left = 60; left < 540; left += 20) {
      for (let y = 20; y < 580; y++) {
        const x = Math.round(left - (y - 300) * slope);
        form.data.fill(0, y * form.width + x, y * form.width + x + 3);
      }
    }
    expect(Math.abs(rowHang(form) - degrees)).toBeLessThan(0.11);
  }
});
