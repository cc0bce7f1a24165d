import { expect, test } from 'vitest';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import { InkLayer } from '../../../src/page/ink/ink-layer.js';
import { paintPaths } from '../../../src/page/ink/paint.js';
import { cross, fill, frame, ring, stroke } from '../../support/paths.js';

function framesOf(paths: readonly PaintedPath[]) {
  const { bitmap } = paintPaths(paths, { width: 600, height: 600 }, 150)!;
  return new InkLayer('vector', bitmap)
    .frames()
    .map(({ outer }) => Object.values(outer).map((pixels) => pixels / 150));
}

const box = frame(2, 2, 2.15, 2.15);
const near = (value: number) => expect.closeTo(value, 1);
const found = [[near(2), near(2), near(2.15), near(2.15)]];

test.each([
  ['no mark', []],
  ['a cross over its corners', cross(1.97, 1.97, 2.18, 2.18)],
  ['a cross from corner to corner', cross(2, 2, 2.15, 2.15)],
  ['a tick', [stroke([2.03, 2.08, 2.07, 2.13, 2.25, 1.9])]],
  ['a ring', [ring(2.075, 2.075, 0.1)]],
])('frames under marks are found under %s', (_, mark) => {
  expect(framesOf([box, ...mark])).toEqual(found);
  expect(framesOf([...mark, box])).toEqual(found);
});

test('frames under marks are found where they are grey, or dashed', () => {
  const stroked = (stroke: Partial<NonNullable<PaintedPath['stroke']>>) => ({
    ...box,
    stroke: { ...box.stroke!, ...stroke },
  });
  expect(framesOf([stroked({ luminance: 0.8 }), ...cross(2, 2, 2.15, 2.15)])).toEqual(found);
  expect(framesOf([stroked({ dashes: { lengths: [0.02, 0.014], phase: 0 } })])).toEqual(found);
});

test('frames under marks are none of filled letters, nor of slanted lines alone', () => {
  expect(framesOf([fill(2, 2, 2.15, 2.15), ...cross(2, 2, 2.15, 2.15)])).toEqual([]);
  expect(framesOf(cross(2, 2, 2.15, 2.15))).toEqual([]);
  expect(framesOf([ring(2, 2, 0.07)])).toEqual([]);
});
