import { describe, expect, test } from 'vitest';
import { applyTransform, turnAboutMiddle } from '../../../src/page/document/geometry.js';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import { pixelRulings, pixelSkew, skewOf } from '../../../src/page/drawn/pixel-rulings.js';
import type { GreyBitmap } from '../../../src/page/ink/grey.js';
import { paintPaths } from '../../../src/page/ink/paint.js';
import { fill, frame, stroke } from '../../support/paths.js';

const PAGE = { width: 4, height: 3 };

function drawn(...paths: readonly PaintedPath[]): GreyBitmap {
  return paintPaths(paths, { width: 600, height: 450 }, 150)!.bitmap;
}

function of(...paths: readonly PaintedPath[]): string[] {
  return pixelRulings(drawn(...paths), PAGE).map(
    ({ orientation, at, from, to }) =>
      `${orientation === 'horizontal' ? 'H' : 'V'} ${[at, from, to].map((n) => n.toFixed(1)).join(' ')}`,
  );
}

test('rulings of pixels are found in a frame', () => {
  expect(of(frame(1, 1, 3, 2))).toEqual(['H 1.0 1.0 3.0', 'H 2.0 1.0 3.0', 'V 1.0 1.0 2.0', 'V 3.0 1.0 2.0']);
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
  ['a dotted line', Array.from({ length: 40 }, (_, i) => stroke([1 + i * 0.05, 1, 1.02 + i * 0.05, 1])), []],
  ['nothing', [], []],
])('rulings are found in pixels: %s', (_, paths, expected) => {
  expect(of(...paths)).toEqual(expected);
});

test('rulings of pixels of a page that was scanned askew are those of the page turned straight', () => {
  const skew = 1.5;
  const back = turnAboutMiddle(PAGE, skew);
  const points = [1, 1, 3, 1, 3, 2, 1, 2].flatMap((x, i, all) => {
    if (i % 2 === 1) return [];
    const turned = applyTransform(back, { x, y: all[i + 1]! });
    return [turned.x, turned.y];
  });
  const askew = stroke([...points, points[0]!, points[1]!], { width: 0.02 });
  const straight = pixelRulings(drawn(askew), PAGE, skew).map(({ at }) => at.toFixed(1));
  expect(straight).toEqual(['1.0', '2.0', '1.0', '3.0']);
});

/** Dark pixels along the edges of a grid that was scanned askew, one pixel thick as a scanner sets them. */
function scannedGrid(degrees: number, xs: readonly number[], ys: readonly number[], dark = 0): GreyBitmap {
  const size = { width: 1050, height: 750, dpi: 150 };
  const data = new Uint8Array(size.width * size.height).fill(255);
  const back = turnAboutMiddle({ width: 7, height: 5 }, degrees);
  const dot = (x: number, y: number) => {
    const at = applyTransform(back, { x, y });
    data[Math.floor(at.y * 150) * size.width + Math.floor(at.x * 150)] = dark;
  };
  for (const y of ys) for (let x = xs[0]!; x <= xs.at(-1)!; x += 0.001) dot(x, y);
  for (const x of xs) for (let y = ys[0]!; y <= ys.at(-1)!; y += 0.001) dot(x, y);
  return { ...size, data };
}

describe('thin rulings of a crooked scan', () => {
  const page = { width: 7, height: 5 };
  const xs = [0.5, 2, 3.5, 5, 6.5];
  const ys = [1, 1.5, 2, 2.5, 3, 4];

  test.each([-1, -0.6, -0.3, -0.1, 0, 0.15, 0.2, 0.4, 0.7, 1])(
    'thin rulings of a crooked scan of %d degrees come out whole',
    (degrees) => {
      const scan = scannedGrid(degrees, xs, ys);
      const rulings = pixelRulings(scan, page, pixelSkew(scan));
      for (const [orientation, places, [from, to]] of [
        ['horizontal', ys, [0.5, 6.5]],
        ['vertical', xs, [1, 4]],
      ] as const) {
        const found = rulings.filter((ruling) => ruling.orientation === orientation);
        expect(found.length).toBe(places.length);
        for (const [index, ruling] of found.entries()) {
          expect(Math.abs(ruling.at - places[index]!)).toBeLessThan(0.03);
          expect(Math.abs(ruling.from - from)).toBeLessThan(0.05);
          expect(Math.abs(ruling.to - to)).toBeLessThan(0.05);
        }
      }
    },
  );

  test('show its angle, also when they are faint', () => {
    for (const degrees of [-0.8, -0.3, 0.3, 0.8]) {
      expect(Math.abs(pixelSkew(scannedGrid(degrees, xs, ys, 190)) - degrees)).toBeLessThan(0.15);
    }
    expect(pixelSkew(scannedGrid(0, xs, ys))).toBe(0);
    expect(pixelSkew(scannedGrid(0, [], []))).toBe(0);
  });
});

test('turning straight leaves the middle of a page where it is, and turns text level', () => {
  const map = turnAboutMiddle(PAGE, -10);
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
