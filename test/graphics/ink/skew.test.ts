import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inkSkew } from '../../../src/graphics/ink/skew.js';
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
