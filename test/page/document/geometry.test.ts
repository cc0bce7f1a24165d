import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  applyTransform,
  composeTransforms,
  IDENTITY,
  invertTransform,
} from '../../../src/page/document/geometry.js';

const factor = fc.integer({ min: -30, max: 30 }).map((n) => n / 10);
const transform = fc.record({ a: factor, b: factor, c: factor, d: factor, e: factor, f: factor });

it('inverts every transform that does not collapse the plane', () => {
  fc.assert(
    fc.property(transform, factor, factor, (given, x, y) => {
      const back = invertTransform(given);
      const determinant = given.a * given.d - given.b * given.c;
      fc.pre(Math.abs(determinant) > 1e-3);
      const there = applyTransform(composeTransforms(given, back!), { x, y });
      expect(there.x).toBeCloseTo(x, 6);
      expect(there.y).toBeCloseTo(y, 6);
    }),
  );
  expect(invertTransform(IDENTITY)).toEqual({
    a: 1,
    b: expect.closeTo(0),
    c: expect.closeTo(0),
    d: 1,
    e: 0,
    f: 0,
  });
  expect(invertTransform({ ...IDENTITY, d: 0 })).toBeUndefined();
});
