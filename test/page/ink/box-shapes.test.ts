import { describe, expect, test } from 'vitest';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import { inchesOf } from '../../../src/page/ink/grey.js';
import { InkLayer } from '../../../src/page/ink/ink-layer.js';
import { paintPaths } from '../../../src/page/ink/paint.js';
import { cross, fill, frame, ring, stroke } from '../../support/paths.js';
import { processorTime } from '../../support/processor-time.js';

function shapesOf(...paths: readonly PaintedPath[]) {
  return new InkLayer('raster', paintPaths(paths, { width: 300, height: 300 }, 150)!.bitmap).shapes();
}

function white(left: number, top: number, right: number, bottom: number): PaintedPath {
  return fill(left, top, right, bottom, { luminance: 1 });
}

function kindsOf(...paths: readonly PaintedPath[]): string[] {
  return shapesOf(...paths).map(({ kind }) => kind);
}

describe('squares filled up to their frames', () => {
  const frames = [frame(0.2, 1, 0.35, 1.15), frame(0.5, 1, 0.65, 1.15), frame(0.8, 1, 0.95, 1.15)];
  const square = fill(1.095, 0.995, 1.255, 1.155);

  test('squares filled up to their frames are boxes among frames of their size', () => {
    const shapes = shapesOf(...frames, square);
    expect(shapes.map(({ kind }) => kind)).toEqual(['frame', 'frame', 'frame', 'frame']);
    const { left, right } = inchesOf(shapes[3]!.outer, 150);
    expect([left, right]).toEqual([expect.closeTo(1.1, 1), expect.closeTo(1.25, 1)]);
  });

  test.each([
    ['alone', [square]],
    ['among two frames', [...frames.slice(1), square]],
    ['of another size', [...frames, fill(1.1, 1, 1.22, 1.12)]],
    ['that are round', [...frames, ring(1.175, 1.075, 0.0375, { width: 0.075 })]],
  ])('squares filled up to their frames: %s are none', (_, paths) => {
    expect(kindsOf(...paths).filter((kind) => kind === 'frame')).toHaveLength(paths.length - 1);
  });
});

test.each([
  ['a frame', [frame(1, 1, 1.15, 1.15)], ['frame']],
  ['a frame crossed from corner to corner', [frame(1, 1, 1.15, 1.15), ...cross(1, 1, 1.15, 1.15)], ['frame']],
  ['a frame that a cross goes over', [frame(1, 1, 1.15, 1.15), ...cross(0.97, 0.97, 1.18, 1.18)], ['frame']],
  ['a frame with an inner mark', [frame(1, 1, 1.2, 1.2), fill(1.07, 1.07, 1.13, 1.13)], ['frame']],
  ['a grey frame', [frame(1, 1, 1.15, 1.15, { luminance: 0.7 })], ['frame']],
  ['a ring', [ring(1, 1, 0.1)], ['circle']],
  ['a ring with a dot', [ring(1, 1, 0.1), fill(0.96, 0.96, 1.04, 1.04)], ['circle']],
  ['a cell of a table', [frame(0.2, 0.2, 1.8, 0.4), stroke([0.4, 0.2, 0.4, 0.4])], ['cell']],
  ['a light box on a dark band', [fill(0.5, 0.9, 1.5, 1.3), white(1, 1, 1.15, 1.15)], ['cell']],
  [
    'a ticked light box on a dark band',
    [fill(0.5, 0.9, 1.5, 1.3), white(1, 1, 1.15, 1.15), ...cross(1.04, 1.04, 1.11, 1.11)],
    ['cell'],
  ],
  [
    'a light E on a dark band',
    [
      fill(0.5, 0.9, 1.5, 1.3),
      white(1, 1, 1.04, 1.14),
      white(1, 1, 1.1, 1.03),
      white(1, 1.055, 1.1, 1.085),
      white(1, 1.11, 1.1, 1.14),
    ],
    [],
  ],
  [
    'a light O on a dark band',
    [fill(0.5, 0.9, 1.5, 1.3), ring(1.1, 1.1, 0.06, { width: 0.03, luminance: 1 })],
    [],
  ],
  ['the inside of a bold O', [ring(1.1, 1.1, 0.09, { width: 0.07 })], []],
  [
    'a cell between dark cells whose mark reaches its sides',
    [
      fill(0.5, 1, 1, 1.2),
      fill(1.2, 1, 1.7, 1.2),
      stroke([1, 1, 1.2, 1]),
      stroke([1, 1.2, 1.2, 1.2]),
      stroke([1.06, 1.06, 1.14, 1.14]),
    ],
    ['cell'],
  ],
  ['a larger frame', [frame(0.5, 0.5, 1, 1)], []],
  ['a smaller frame', [frame(1, 1, 1.05, 1.05)], []],
  ['a long frame', [frame(0.5, 1, 1.2, 1.2)], []],
  ['a solid square', [fill(1, 1, 1.15, 1.15)], []],
  ['an open frame', [stroke([1, 1, 1.3, 1, 1.3, 1.3, 1, 1.3])], []],
  ['a cross', cross(1, 1, 1.2, 1.2), []],
] as const)('boxes to tick are recognised: %s', (_, paths, expected) => {
  expect(kindsOf(...paths)).toEqual(expected);
});

test('boxes to tick have their inside within the border', () => {
  const [shape] = shapesOf(frame(1, 1, 1.2, 1.2, { width: 0.02 }));
  const inside = inchesOf(shape!.interior, 150);
  expect(inside.left).toBeCloseTo(1.01, 1);
  expect(inside.right - inside.left).toBeCloseTo(0.18, 1);
  expect(shape!.outer.left).toBeLessThan(shape!.interior.left);
});

test('boxes to tick are bounded in number on a page full of them', () => {
  const paths = Array.from({ length: 40_000 }, (_, i) => {
    const left = (i % 200) * 0.1;
    const top = Math.floor(i / 200) * 0.1;
    return frame(left, top, left + 0.08, top + 0.08, { width: 0 });
  });
  const layer = new InkLayer('raster', paintPaths(paths, { width: 3000, height: 3000 }, 150)!.bitmap);
  const started = processorTime();
  expect(layer.shapes().length).toBeLessThanOrEqual(20_000);
  expect(processorTime() - started).toBeLessThan(10_000);
});
