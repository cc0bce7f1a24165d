import { expect, test } from 'vitest';
import {
  automaticThreshold,
  histogram,
  inkBelow,
  lightFrom,
  modeOf,
} from '../../../src/page/ink/threshold.js';

/** The histogram of a bitmap with so many pixels of each brightness, 0 to 1. */
function shades(...counts: readonly (readonly [brightness: number, count: number])[]): Uint32Array {
  const data = Uint8Array.from(counts.flatMap(([brightness, count]) => Array(count).fill(brightness * 255)));
  return histogram({ width: data.length, height: 1, dpi: 150, data }, Int32Array.of(0, 1));
}

test('every pixel of equal rows counts, white ones and others', () => {
  const row = [255, 0, 255, 255, 255, 255, 255, 17, 255, 255, 255];
  const bitmap = {
    width: 11,
    height: 3,
    dpi: 150,
    data: Uint8Array.from([row, row, row.toReversed()].flat()),
  };
  const counts = histogram(bitmap, Int32Array.of(0, 2, 3));
  expect([counts[0], counts[17], counts[255]]).toEqual([3, 3, 27]);
  expect(modeOf(counts)).toBe(255);
});

test('the automatic threshold of white paper is 0.9, however much is drawn on it', () => {
  expect(automaticThreshold(shades([1, 100], [0, 99]))).toBe(0.9);
  expect(automaticThreshold(shades([0.98, 100], [0.8, 99]))).toBe(0.9);
});

test('the automatic threshold of even grey paper lies a tenth below it, but not above nine tenths of it', () => {
  expect(automaticThreshold(shades([0.8, 100]))).toBeCloseTo(0.7, 2);
  expect(automaticThreshold(shades([0.96, 100]))).toBeCloseTo(0.86, 2);
});

test('the automatic threshold of mottled paper lies 2.5 deviations below it', () => {
  const mottled = shades([0.8, 101], [0.74, 100], [0.86, 100]);
  expect(automaticThreshold(mottled)).toBeCloseTo(0.8 - 2.5 * 0.049, 2);
});

test('the automatic threshold is never below 0.35', () => {
  expect(automaticThreshold(shades([0.4, 100]))).toBeCloseTo(0.35, 2);
});

test.each([
  [0.8, 204],
  [0.9, 230],
  [0, 0],
  [1, 255],
])('a grey equal to the threshold %d is light', (threshold, brightness) => {
  expect(lightFrom(threshold)).toBe(brightness);
});

test('ink of a picture is below the brightness that parts its print from its paper best', () => {
  expect(inkBelow(shades([1, 90], [0, 10]))).toBe(1);
  expect(inkBelow(shades([1, 900], [0.9, 30], [0.1, 20], [0, 50]))).toBe(26);
  expect(inkBelow(shades([0.6, 90], [0.2, 10]))).toBe(52);
});

test('a picture of one brightness has no ink but black', () => {
  expect(inkBelow(shades([1, 9]))).toBe(255);
  expect(inkBelow(shades([0.5, 9]))).toBe(255);
});
