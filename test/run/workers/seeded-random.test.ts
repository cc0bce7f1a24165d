/** Chance by seeds. */
import { expect, test } from 'vitest';
import { randomFrom, seedOf } from '../../../src/run/workers/seeded-random.js';

test('the same seed gives the same numbers, another one others, all from 0 to below 1', () => {
  const draw = (seed: number) => Array.from({ length: 1_000 }, randomFrom(seed));
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(draw(7).every((number) => number >= 0 && number < 1)).toBe(true);
  const mean = draw(7).reduce((sum, number) => sum + number, 0) / 1_000;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.05);
});

test('a seed is a whole number of 32 bits', () => {
  expect(seedOf(() => 0)).toBe(0);
  expect(seedOf(() => 1 - Number.EPSILON)).toBe(2 ** 32 - 1);
});
