import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaintedPath } from '../../../src/page/document/page-graphics.js';
import type { GreyBitmap } from '../../../src/page/ink/grey.js';
import { paintPaths, paintsBelow } from '../../../src/page/ink/paint.js';
import { fill, frame, stroke } from '../../support/paths.js';
import { processorTime } from '../../support/processor-time.js';

/** 1 pixel an inch makes coordinates pixels. */
function paint(paths: readonly PaintedPath[], width = 12, height = 8): GreyBitmap {
  return paintPaths(paths, { width, height }, 1)!.bitmap;
}

/** Rows of a bitmap: `#` black, `.` white, else the brightness. */
function picture({ width, height, data }: GreyBitmap): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from(data.subarray(y * width, (y + 1) * width), (v) =>
      v === 0 ? '#' : v === 255 ? '.' : '+',
    ).join(''),
  );
}

describe('fills', () => {
  test('paint exactly the pixels whose centres lie in the rectangles, by the even-odd rule in one or three', () => {
    const rectangle = fc
      .tuple(
        fc.double({ min: -3, max: 15, noNaN: true }),
        fc.double({ min: -3, max: 11, noNaN: true }),
        fc.double({ min: 1.3, max: 12, noNaN: true }),
        fc.double({ min: 1.3, max: 9, noNaN: true }),
      )
      .map(([x, y, w, h]) => ({ left: x, top: y, right: x + w, bottom: y + h }));
    fc.assert(
      fc.property(fc.array(rectangle, { minLength: 1, maxLength: 4 }), (rectangles) => {
        const subpaths = rectangles.flatMap(
          ({ left, top, right, bottom }) => fill(left, top, right, bottom).subpaths,
        );
        const black = { luminance: 0, alpha: 1 };
        const { data, width } = paint([{ subpaths, fill: black, evenOdd: true }]);
        const { data: wound } = paint([{ subpaths, fill: black }]);
        for (const [at, value] of data.entries()) {
          const x = (at % width) + 0.5;
          const y = Math.floor(at / width) + 0.5;
          const around = rectangles.filter(
            (r) => x >= r.left && x < r.right && y >= r.top && y < r.bottom,
          ).length;
          expect(value).toBe(around % 2 === 1 ? 0 : 255);
          expect(wound[at]).toBe(around > 0 ? 0 : 255);
        }
      }),
    );
  });

  test('fills of triangles agree with the test whether a point lies in a polygon', () => {
    const point = fc.tuple(fc.integer({ min: -40, max: 160 }), fc.integer({ min: -40, max: 120 }));
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        // Corners lie between pixel centres.
        const points = [a, b, c].map(([x, y]) => ({ x: x / 10 + 0.05, y: y / 10 + 0.05 }));
        const xs = points.map(({ x }) => x);
        const ys = points.map(({ y }) => y);
        fc.pre(Math.max(...xs) - Math.min(...xs) >= 1.2 && Math.max(...ys) - Math.min(...ys) >= 1.2);
        const bitmap = paint([
          { subpaths: [{ points, closed: true, curved: false }], fill: { luminance: 0, alpha: 1 } },
        ]);
        for (const [at, value] of bitmap.data.entries()) {
          const x = (at % bitmap.width) + 0.5;
          const y = Math.floor(at / bitmap.width) + 0.5;
          let inside = false;
          let nearest = Number.POSITIVE_INFINITY;
          for (let i = 0; i < 3; i++) {
            const p = points[i]!;
            const q = points[(i + 1) % 3]!;
            if (p.y > y === q.y > y) continue;
            const crossing = ((q.x - p.x) * (y - p.y)) / (q.y - p.y) + p.x;
            nearest = Math.min(nearest, Math.abs(crossing - x));
            if (x < crossing) inside = !inside;
          }
          // A centre on an edge may fall on either side of it.
          if (nearest < 1e-9) continue;
          expect(value).toBe(inside ? 0 : 255);
        }
      }),
    );
  });

  test('thinner than 1.2 pixels become a line of one pixel', () => {
    expect(picture(paint([fill(2, 3.2, 9, 3.3), fill(10.9, 1, 11, 6)], 12, 7))).toEqual([
      '............',
      '..........#.',
      '..........#.',
      '..#######.#.',
      '..........#.',
      '..........#.',
      '............',
    ]);
  });

  test('leave holes open that are wound the other way, and by the even-odd rule any', () => {
    const outer = fill(1, 1, 7, 6).subpaths;
    const inner = fill(3, 2, 5, 5).subpaths;
    const reversed = inner.map((subpath) => ({ ...subpath, points: subpath.points.toReversed() }));
    const paintWith = (hole: PaintedPath['subpaths'], rule: { readonly evenOdd?: true } = {}) =>
      picture(paint([{ subpaths: [...outer, ...hole], fill: { luminance: 0, alpha: 1 }, ...rule }], 8, 7));
    const open = ['........', '.######.', '.##..##.', '.##..##.', '.##..##.', '.######.', '........'];
    expect(paintWith(reversed)).toEqual(open);
    expect(paintWith(inner, { evenOdd: true })).toEqual(open);
    expect(paintWith(inner)).toEqual(open.map((row) => row.replace('..##.', '####.')));
  });
});

test('strokes are at least one pixel wide', () => {
  expect(picture(paint([stroke([1, 2, 6, 2], { width: 0 })], 8, 4))).toEqual([
    '........',
    '........',
    '.#####..',
    '........',
  ]);
});

test('strokes are as wide as the pen', () => {
  expect(picture(paint([stroke([1, 3, 6, 3], { width: 2 })], 8, 6))).toEqual([
    '........',
    '........',
    '.#####..',
    '.#####..',
    '........',
    '........',
  ]);
});

test('strokes at a slant have no gap that light passes through by its sides', () => {
  const coordinate = fc.integer({ min: 0, max: 79 }).map((tenth) => tenth / 10);
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, coordinate, (x0, y0, x1, y1) => {
      const bitmap = paint([stroke([x0, y0, x1, y1], { width: 0.5 })], 8, 8);
      const dark = (x: number, y: number) =>
        x >= 0 && y >= 0 && x < 8 && y < 8 && bitmap.data[y * 8 + x] === 0;
      // Every dark pixel but the two ends has dark neighbours, by side or corner, on two sides.
      let lonely = 0;
      let count = 0;
      for (let y = 0; y < 8; y++) {
        for (let x = 0; x < 8; x++) {
          if (!dark(x, y)) continue;
          count++;
          let near = 0;
          for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) if ((dx !== 0 || dy !== 0) && dark(x + dx, y + dy)) near++;
          }
          if (near < 2) lonely++;
        }
      }
      expect(count).toBeGreaterThan(0);
      expect(lonely).toBeLessThanOrEqual(2);
    }),
  );
});

test('strokes close frames', () => {
  expect(picture(paint([frame(1.5, 1.5, 5.5, 4.5)], 8, 6))).toEqual([
    '........',
    '.#####..',
    '.#...#..',
    '.#...#..',
    '.#####..',
    '........',
  ]);
});

test('paint of later paths covers that of earlier ones', () => {
  const rule = stroke([0, 2, 8, 2], { width: 1 });
  expect(picture(paint([rule, fill(3, 0, 5, 4, { luminance: 1 })], 8, 4))[2]).toBe('###..###');
});

test('fainter than 0.3 is ignored, other is blended', () => {
  const bitmap = paint([fill(0, 0, 4, 4, { alpha: 0.29 }), fill(4, 0, 8, 4, { alpha: 0.5 })], 8, 4);
  expect([bitmap.data[0], bitmap.data[5]]).toEqual([255, 128]);
});

test('stays inside of its clip', () => {
  const clip = { left: 2, top: 1, right: 5, bottom: 3 };
  expect(picture(paint([{ ...fill(0, 0, 8, 4), clip }], 8, 4))).toEqual([
    '........',
    '..###...',
    '..###...',
    '........',
  ]);
});

test('paint of a frame with a thick pen leaves its inside to the inner edge', () => {
  expect(picture(paint([frame(2, 2, 7, 6, { width: 2 })], 9, 8))[4]).toBe('.##...##.');
});

test('what is known of blank pixels and of the darkest paint bounds what is there', () => {
  const side = fc.integer({ min: -2, max: 14 });
  const paths = fc.array(
    fc
      .record({
        box: fc.tuple(side, side, side, side),
        luminance: fc.double({ min: 0, max: 1, noNaN: true }),
        alpha: fc.double({ min: 0, max: 1, noNaN: true }),
        filled: fc.boolean(),
      })
      .map(({ box: [left, top, right, bottom], filled, ...paint }) =>
        filled ? fill(left, top, right, bottom, paint) : stroke([left, top, right, bottom], paint),
      ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(paths, fc.integer({ min: 0, max: 255 }), (painted, light) => {
      const { bitmap, blank } = paintPaths(painted, { width: 40, height: 30 }, 1)!;
      expect(bitmap.data.filter((luma) => luma === 255).length).toBeGreaterThanOrEqual(blank);
      if (!paintsBelow(painted, light)) expect(Math.min(...bitmap.data)).toBeGreaterThanOrEqual(light);
    }),
  );
  expect(paintPaths([], { width: 40, height: 30 }, 1)).toMatchObject({ blank: 1200 });
});

test('paint counts as dark by its brightness, fill and stroke each, where it is painted at all', () => {
  const dark = { luminance: 0.5, alpha: 1 };
  expect(paintsBelow([fill(0, 0, 1, 1, dark)], 128)).toBe(false);
  expect(paintsBelow([fill(0, 0, 1, 1, dark)], 129)).toBe(true);
  expect(paintsBelow([stroke([0, 0, 1, 1], dark)], 129)).toBe(true);
  expect(paintsBelow([fill(0, 0, 1, 1, { ...dark, alpha: 0.1 })], 129)).toBe(false);
  expect(paintsBelow([], 255)).toBe(false);
});

test('hostile pages with more paint than a page can need are given up in bounded time', () => {
  const everything = fill(0, 0, 8.5, 11);
  const started = processorTime();
  const paths = Array.from({ length: 100_000 }, () => everything);
  expect(paintPaths(paths, { width: 1275, height: 1650 }, 150)).toBeUndefined();
  expect(processorTime() - started).toBeLessThan(10_000);
});

test('hostile pages with one endless thick line are given up before it ends', () => {
  const corners = Array.from({ length: 400_000 }, (_, i) => [i % 2 === 0 ? 0 : 8.5, 5.5]).flat();
  expect(paintPaths([stroke(corners, { width: 11 })], { width: 1275, height: 1650 }, 150)).toBeUndefined();
});

test('hostile pages with a coordinate that is no number are given up as well', () => {
  const everything = fill(0, 0, 8.5, 11);
  const paths = [stroke([Number.NaN, 1, 2, 1]), ...Array.from({ length: 1000 }, () => everything)];
  expect(paintPaths(paths, { width: 1275, height: 1650 }, 150)).toBeUndefined();
});

test('hostile pages with 100,000 small paths are painted', () => {
  const paths = Array.from({ length: 100_000 }, (_, i) =>
    frame(i % 8, i % 10, (i % 8) + 0.1, (i % 10) + 0.1),
  );
  expect(paintPaths(paths, { width: 1275, height: 1650 }, 150)).toBeDefined();
});

test('hostile pages with absurd coordinates do not fail', () => {
  const far = 1e300;
  const paths = [
    stroke([-far, 4, far, 4]),
    stroke([-far, -far, far, far], { width: far }),
    fill(-far, -far, far, far, { luminance: 0.5 }),
    stroke([Number.NaN, 1, 2, 2]),
  ];
  expect(paint(paths).data).toHaveLength(96);
});
