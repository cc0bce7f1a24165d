import { describe, expect, test } from 'vitest';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import type { GreyBitmap } from '../../../src/page/ink/grey.js';
import {
  insideOf,
  isFilled,
  isUprightPair,
  MARK_MIN,
  markRatio,
  markRatioBesideRules,
} from '../../../src/page/ink/mark.js';
import { paintPaths } from '../../../src/page/ink/paint.js';
import { cross, fill, frame, ring, stroke } from '../../support/paths.js';

const BOX = { left: 0.5, top: 0.5, right: 0.82, bottom: 0.82 };
const panel = (luminance: number) => fill(0.4, 0.4, 0.9, 0.9, { luminance });

function drawn(...paths: readonly PaintedPath[]): GreyBitmap {
  return paintPaths(paths, { width: 200, height: 200 }, 150)!.bitmap;
}

test.each([
  ['most of its inside is dark', [fill(0.53, 0.53, 0.8, 0.8)], true],
  ['it is dark up to its border', [fill(0.48, 0.48, 0.84, 0.84)], true],
  ['it holds a cross', cross(0.55, 0.55, 0.77, 0.77, { width: 0.02 }), false],
  ['it is grey', [fill(0.5, 0.5, 0.82, 0.82, { luminance: 0.6 })], false],
  ['the paper around it is dark as well', [panel(0.2)], false],
] as const)('a box is filled if %s', (_, paths, expected) => {
  expect(isFilled(drawn(...paths), BOX)).toBe(expected);
});

test('the share that is marked of an empty box is 0, on white and on grey', () => {
  expect(markRatio(drawn(), BOX)).toBe(0);
  expect(markRatio(drawn(panel(0.6)), BOX)).toBe(0);
});

test('the share that is marked of a crossed box is above the limit, also in light ink on a dark box', () => {
  const x = cross(0.55, 0.55, 0.77, 0.77, { width: 0.02 });
  expect(markRatio(drawn(...x), BOX)).toBeGreaterThan(MARK_MIN);
  const light = cross(0.55, 0.55, 0.77, 0.77, { width: 0.02, luminance: 0.95 });
  expect(markRatio(drawn(panel(0.6), ...light), BOX)).toBeGreaterThan(MARK_MIN);
});

test('the share that is marked counts pixels exactly', () => {
  const box = { left: 0.2, top: 0.2, right: 1.2, bottom: 1.2 };
  expect(markRatio(drawn(fill(0.2, 0.2, 0.6, 0.3)), box)).toBeCloseTo(0.04, 3);
  expect(markRatio(drawn(fill(0.2, 0.2, 0.8, 0.3)), box)).toBeCloseTo(0.06, 3);
});

test('the share that is marked does not count what differs by a tenth of brightness or less', () => {
  expect(markRatio(drawn(fill(0.5, 0.5, 0.6, 0.82, { luminance: 0.92 })), BOX)).toBe(0);
});

test('the share that is marked of a box off the page is 0', () => {
  expect(markRatio(drawn(), { left: 5, top: 5, right: 6, bottom: 6 })).toBe(0);
});

test('the inside of a box leaves out a small border, of small boxes 15 %', () => {
  expect(insideOf({ left: 0, top: 0, right: 1, bottom: 1 }).left).toBeCloseTo(0.025);
  expect(insideOf({ left: 0, top: 0, right: 0.1, bottom: 1 }).left).toBeCloseTo(0.015);
});

describe('the share that is marked beside rulings', () => {
  const level = stroke([0.2, 0.72, 1.2, 0.72], { width: 0.015 });
  const upright = stroke([0.6, 0.2, 0.6, 1.2], { width: 0.015 });
  const x = cross(0.55, 0.55, 0.77, 0.77, { width: 0.02 });

  test('leaves out the rulings that run through, and nothing of a mark', () => {
    expect(markRatio(drawn(level, upright), BOX)).toBeGreaterThan(MARK_MIN);
    expect(markRatioBesideRules(drawn(level, upright), BOX)).toBe(0);
    expect(markRatioBesideRules(drawn(level, ...x), BOX)).toBeGreaterThan(MARK_MIN);
    expect(markRatioBesideRules(drawn(...x), BOX)).toBe(markRatio(drawn(...x), BOX));
  });

  test.each([
    ['a filled square', fill(0.4, 0.4, 0.9, 0.9)],
    ['a dash', stroke([0.52, 0.66, 0.8, 0.66], { width: 0.025 })],
    ['a fat bar', fill(0.2, 0.6, 1.2, 0.75)],
  ])('the share that is marked beside rulings counts %s', (_, path) => {
    const ratio = markRatioBesideRules(drawn(path), { left: 0.5, top: 0.5, right: 0.82, bottom: 0.82 });
    expect(ratio).toBe(markRatio(drawn(path), BOX));
  });
});

describe('upright strokes at both ends', () => {
  const [l, t, r, b] = [0.58, 0.56, 0.74, 0.76];
  const pen = { width: 0.02 };

  test.each([
    ['N', [stroke([l, b, l, t, r, b, r, t], pen)], true],
    ['H', [stroke([l, t, l, b], pen), stroke([r, t, r, b], pen), stroke([l, 0.66, r, 0.66], pen)], true],
    ['an inner frame', [frame(l, t, r, b, pen)], true],
    ['a cross', cross(l, t, r, b, pen), false],
    ['a tick', [stroke([l, 0.68, 0.64, b, r, t], pen)], false],
    ['Y', [stroke([l, t, 0.66, 0.66, 0.66, b], pen), stroke([r, t, 0.66, 0.66], pen)], false],
    ['a filled square', [fill(l, t, r, b)], false],
    ['a dot', [ring(0.66, 0.66, 0.03, { width: 0.06 })], false],
    ['nothing', [], false],
  ] as const)('upright strokes at both ends are in %s: %s', (_, paths, expected) => {
    expect(isUprightPair(drawn(...paths), BOX)).toBe(expected);
  });
});
