import { describe, expect, test } from 'vitest';
import type { GreyBitmap } from '../../src/document/ink/grey.js';
import { paintPaths } from '../../src/document/ink/paint.js';
import { deskew, pixelRulings, skewOf } from '../../src/document/pixel-rulings.js';
import { applyTransform } from '../../src/geometry.js';
import type { PaintedPath } from '../../src/pdf/engine.js';
import { fill, frame, stroke } from '../support/paths.js';

const PAGE = { width: 4, height: 3 };

function drawn(...paths: readonly PaintedPath[]): GreyBitmap {
  return paintPaths(paths, { width: 600, height: 450 }, 150)!;
}

function of(...paths: readonly PaintedPath[]): string[] {
  return pixelRulings(drawn(...paths), PAGE).map(
    ({ orientation, at, from, to }) =>
      `${orientation === 'horizontal' ? 'H' : 'V'} ${[at, from, to].map((n) => n.toFixed(1)).join(' ')}`,
  );
}

describe('rulings of pixels', () => {
  test('of a frame', () => {
    expect(of(frame(1, 1, 3, 2))).toEqual([
      'H 1.0 1.0 3.0',
      'H 2.0 1.0 3.0',
      'V 1.0 1.0 2.0',
      'V 3.0 1.0 2.0',
    ]);
  });

  test.each<[string, PaintedPath[], string[]]>([
    ['a short line', [stroke([1, 1, 1.25, 1])], []],
    [
      'a line on grey paper',
      [fill(0, 0, 4, 3, { luminance: 0.7 }), stroke([1, 1, 3, 1], { luminance: 0.4 })],
      ['H 1.0 1.0 3.0'],
    ],
    ['a line too light to see', [stroke([1, 1, 3, 1], { luminance: 0.95 })], []],
    ['a thick bar', [fill(1, 1, 3, 1.1)], []],
    ['a thick rule', [fill(1, 1, 3, 1.05)], ['H 1.0 1.0 3.0']],
    ['a line with small gaps', [stroke([1, 1, 2, 1]), stroke([2.013, 1, 3, 1])], ['H 1.0 1.0 3.0']],
    ['a slanted line', [stroke([1, 1, 3, 2])], []],
    [
      'a dotted line',
      Array.from({ length: 40 }, (_, i) => stroke([1 + i * 0.05, 1, 1.02 + i * 0.05, 1])),
      [],
    ],
    ['nothing', [], []],
  ])('%s', (_, paths, expected) => {
    expect(of(...paths)).toEqual(expected);
  });

  test('of a page that was scanned askew are those of the page turned straight', () => {
    const skew = 1.5;
    const back = deskew(PAGE, -skew);
    const points = [1, 1, 3, 1, 3, 2, 1, 2].flatMap((x, i, all) => {
      if (i % 2 === 1) return [];
      const turned = applyTransform(back, { x, y: all[i + 1]! });
      return [turned.x, turned.y];
    });
    const askew = stroke([...points, points[0]!, points[1]!], { width: 0.02 });
    const straight = pixelRulings(drawn(askew), PAGE, skew).map(({ at }) => at.toFixed(1));
    expect(straight).toEqual(['1.0', '2.0', '1.0', '3.0']);
  });
});

test('turning straight leaves the middle of a page where it is, and turns text level', () => {
  const map = deskew(PAGE, 10);
  const middle = applyTransform(map, { x: 2, y: 1.5 });
  expect([middle.x, middle.y].map((n) => n.toFixed(6))).toEqual(['2.000000', '1.500000']);
  const slope = Math.tan((10 * Math.PI) / 180);
  const end = applyTransform(map, { x: 3, y: 1.5 + slope });
  expect(end.y).toBeCloseTo(1.5);
});

test('the skew of a page is that of most of its text', () => {
  expect(
    skewOf([
      { angle: 0, text: 'short' },
      { angle: 0.7, text: 'a longer line' },
    ]),
  ).toBe(0.7);
  expect(skewOf([{ angle: 0.1, text: 'level' }])).toBe(0);
  expect(skewOf([{ angle: 90, text: 'upright' }])).toBe(0);
  expect(skewOf([])).toBe(0);
});
