import { expect, test } from 'vitest';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import { inkOfEmpty } from '../../../src/page/ink/empty-boxes.js';
import { InkLayer } from '../../../src/page/ink/ink-layer.js';
import { paintPaths } from '../../../src/page/ink/paint.js';
import { cross, fill, frame } from '../../support/paths.js';

const SIDE = 0.3;

/** Some boxes below each other, each with what is drawn into it. */
function boxes(...inside: readonly ((left: number, top: number) => readonly PaintedPath[])[]): InkLayer {
  const paths = inside.flatMap((draw, place) => {
    const top = 0.2 + 0.5 * place;
    return [frame(0.2, top, 0.2 + SIDE, top + SIDE), ...draw(0.2, top)];
  });
  return new InkLayer('raster', paintPaths(paths, { width: 150, height: 900 }, 150)!.bitmap);
}

const empty = () => [];
const speck = (left: number, top: number) => [fill(left + 0.13, top + 0.13, left + 0.17, top + 0.17)];
const ticked = (left: number, top: number) =>
  cross(left + 0.06, top + 0.06, left + SIDE - 0.06, top + SIDE - 0.06, { width: 0.03 });

test('boxes without specks hold none', () => {
  expect(inkOfEmpty(boxes(empty, empty, empty, ticked, ticked, ticked, ticked))).toBe(0);
});

test('specks are what the emptier boxes hold', () => {
  const specks = inkOfEmpty(boxes(speck, speck, speck, ticked, ticked, ticked));
  expect(specks).toBeGreaterThan(0.01);
  expect(specks).toBeLessThan(0.05);
});

test('few boxes, or boxes that are all marked, say nothing', () => {
  expect(inkOfEmpty(boxes(speck, speck, speck))).toBe(0);
  expect(inkOfEmpty(boxes(ticked, ticked, ticked, ticked, ticked, ticked))).toBe(0);
});
