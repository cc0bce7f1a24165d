import { describe, expect, test } from 'vitest';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import { type BoxDirection, findBox, isBox, nextBox } from '../../../src/page/ink/find-box.js';
import { InkLayer } from '../../../src/page/ink/ink-layer.js';
import { paintPaths } from '../../../src/page/ink/paint.js';
import { cross, fill, frame, stroke } from '../../support/paths.js';

const NOWHERE = { x: 0, y: 0 };

/** A page of 4 by 4 inches. */
function layerOf(...paths: readonly PaintedPath[]): InkLayer {
  return new InkLayer('vector', paintPaths(paths, { width: 600, height: 600 }, 150)!.bitmap);
}

/** Left, top, right and bottom of the box around a point, to a tenth of an inch, or why there is none. */
function around(layer: InkLayer, x: number, y: number, away = NOWHERE, threshold?: number): string {
  const found = findBox(layer, { point: { x, y }, away }, threshold);
  if (!isBox(found)) return found;
  const { left, top, right, bottom } = found.box;
  return [left, top, right, bottom].map((edge) => edge.toFixed(1)).join(' ');
}

test('the box around a point is the inside of its border', () => {
  const found = findBox(layerOf(frame(1, 1, 3, 2)), { point: { x: 2, y: 1.5 }, away: NOWHERE });
  expect(isBox(found)).toBe(true);
  if (!isBox(found)) return;
  expect(found.box.left).toBeCloseTo(1.007, 2);
  expect(found.box.right).toBeCloseTo(2.993, 2);
});

test.each([
  ['strokes', [frame(1, 1, 3, 2)]],
  ['a hairline', [frame(1, 1, 3, 2, { width: 0 })]],
  [
    'thin filled rectangles',
    [fill(1, 1, 3, 1.01), fill(1, 1.99, 3, 2), fill(1, 1, 1.01, 2), fill(2.99, 1, 3, 2)],
  ],
  ['a grey line', [frame(1, 1, 3, 2, { luminance: 0.85 })]],
])('the box around a point is found when its border is %s', (_, paths) => {
  expect(around(layerOf(...paths), 2, 1.5)).toBe('1.0 1.0 3.0 2.0');
});

test('the box around a point does not end at a rule that was covered with white', () => {
  const hidden = stroke([2, 1.02, 2, 1.98]);
  const cover = fill(1.9, 1.05, 2.1, 1.95, { luminance: 1 });
  expect(around(layerOf(frame(1, 1, 3, 2), hidden, cover), 1.5, 1.5)).toBe('1.0 1.0 3.0 2.0');
});

test('the box around a point contains smaller boxes in it', () => {
  expect(around(layerOf(frame(1, 1, 3, 2), frame(1.2, 1.2, 1.4, 1.4)), 2, 1.5)).toBe('1.0 1.0 3.0 2.0');
});

test('the box around a point of an L-shaped cell is its bounding box', () => {
  const outline = stroke([1, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 1]);
  expect(around(layerOf(outline), 1.5, 2.5)).toBe('1.0 1.0 3.0 3.0');
});

test('the box around a point leaks through an open side', () => {
  expect(around(layerOf(stroke([1, 1, 3, 1, 3, 2, 1, 2])), 2, 1.5)).toBe('leak');
});

test.each([
  [1, '1.0 1.0 3.0 2.0'],
  [2, '1.0 1.0 3.0 2.0'],
  [4, 'leak'],
])('the box around a point with a gap of %d pixels in its border is %s', (pixels, expected) => {
  const gap = pixels / 150;
  const open = stroke([2 + gap, 1, 3, 1, 3, 2, 1, 2, 1, 1, 2, 1]);
  expect(around(layerOf(open), 2, 1.5)).toBe(expected);
});

test('the box around a point is found from a seed on a glyph', () => {
  const glyph = fill(1.98, 1.48, 2.02, 1.52);
  expect(around(layerOf(frame(1, 1, 3, 2), glyph), 2, 1.5)).toBe('1.0 1.0 3.0 2.0');
});

test('the box around a point is not the inside of a letter', () => {
  const letter = frame(1.96, 1.46, 2.04, 1.54, { width: 0.01 });
  expect(around(layerOf(frame(1, 1, 3, 2), letter), 2, 1.5)).toBe('1.0 1.0 3.0 2.0');
});

test('the box around a point cannot be seen from the middle of a dark panel', () => {
  expect(around(layerOf(fill(1, 1, 3, 2, { luminance: 0.8 })), 2, 1.5)).toBe('nothing');
});

test('the box around a point is the panel itself at a threshold that makes it light', () => {
  const layer = layerOf(fill(0, 0, 4, 4, { luminance: 0.3 }), fill(1, 1, 3, 2, { luminance: 0.8 }));
  expect(around(layer, 2, 1.5, NOWHERE, 0.8)).toBe('1.0 1.0 3.0 2.0');
});

const shared = layerOf(frame(1, 1, 2, 2), frame(2, 1, 3, 2));

test('means the box on the far side from the anchor', () => {
  expect(around(shared, 2, 1.5, { x: 1, y: 0 })).toBe('2.0 1.0 3.0 2.0');
  expect(around(shared, 2, 1.5, { x: -1, y: 0 })).toBe('1.0 1.0 2.0 2.0');
});

test('a seed on a border that is the outer one leaks outwards', () => {
  expect(around(shared, 1, 1.5, { x: -1, y: 0 })).toBe('leak');
});

describe('the next box', () => {
  /** The box some steps from the one around a point. */
  function stepped(layer: InkLayer, x: number, y: number, direction: BoxDirection, steps = 1): string {
    let found = findBox(layer, { point: { x, y }, away: NOWHERE });
    for (let step = 0; step < steps && isBox(found); step++) found = nextBox(layer, found, direction);
    if (!isBox(found)) return found;
    return `${found.box.left.toFixed(1)} ${found.box.top.toFixed(1)}`;
  }

  const table = layerOf(
    frame(1, 1, 3, 3),
    stroke([2, 1, 2, 3]),
    stroke([1, 2, 3, 2]),
    ...cross(2.4, 2.4, 2.5, 2.5),
  );

  test.each([
    ['right', 1.5, 1.5, '2.0 1.0'],
    ['left', 2.5, 1.5, '1.0 1.0'],
    ['below', 1.5, 1.5, '1.0 2.0'],
    ['above', 1.5, 2.5, '1.0 1.0'],
  ] as const)('the next box lies %s', (direction, x, y, expected) => {
    expect(stepped(table, x, y, direction)).toBe(expected);
  });

  test('starts from the middle of the new box', () => {
    // A narrow cell above wide ones: from its own middle the second step would meet the left one.
    const staggered = layerOf(
      frame(1, 1, 1.6, 1.5),
      frame(1, 1.5, 3, 2),
      frame(1, 2, 1.7, 2.5),
      frame(1.7, 2, 3, 2.5),
    );
    expect(stepped(staggered, 1.3, 1.2, 'below', 2)).toBe('1.7 2.0');
  });

  test('past the edge of the table does not exist', () => {
    expect(stepped(table, 2.5, 1.5, 'right')).toBe('leak');
  });

  test('the next box must share a border', () => {
    expect(stepped(layerOf(frame(1, 1, 2, 2), frame(2.3, 1, 3.3, 2)), 1.5, 1.5, 'right')).not.toBe('2.3 1.0');
  });

  test('lies behind a double line, too', () => {
    expect(stepped(layerOf(frame(1, 1, 2, 2), frame(2.05, 1, 3, 2)), 1.5, 1.5, 'right')).not.toBe('1.0 1.0');
    const doubled = layerOf(frame(1, 1, 3, 2), stroke([1.95, 1, 1.95, 2]), stroke([2, 1, 2, 2]));
    expect(stepped(doubled, 1.5, 1.5, 'right')).toBe('2.0 1.0');
  });

  test('lies behind a thick border, but not behind a bar', () => {
    const divided = (width: number) => layerOf(frame(1, 1, 3, 2), stroke([2, 1, 2, 2], { width }));
    expect(stepped(divided(0.1), 1.5, 1.5, 'right')).toBe('2.1 1.0');
    expect(stepped(divided(0.3), 1.5, 1.5, 'right')).toBe('nothing');
  });
});
