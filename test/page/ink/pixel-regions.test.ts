import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GreyBitmap, rowBands, spreadDark } from '../../../src/page/ink/grey.js';
import { type Connecting, type PixelRegion, PixelRegions } from '../../../src/page/ink/pixel-regions.js';
import { processorTime } from '../../support/processor-time.js';

const LIGHT = 128;

function bitmapOf(rows: readonly string[]): GreyBitmap {
  const data = Uint8Array.from(rows.join(''), (pixel) => (pixel === '#' ? 0 : 255));
  return { width: rows[0]!.length, height: rows.length, dpi: 1, data };
}

const randomBitmap = fc
  .tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 10 }))
  .chain(([width, height]) =>
    fc
      .array(fc.constantFrom(0, 0, 255), { minLength: width * height, maxLength: width * height })
      .map((pixels): GreyBitmap => ({ width, height, dpi: 1, data: Uint8Array.from(pixels) })),
  );

/** Region of each pixel by flooding, -1 for pixels of the other kind. */
function flood({ width, height, data }: GreyBitmap, connecting: Connecting): number[] {
  const wanted = (at: number) => (connecting === 'light' ? data[at]! >= LIGHT : data[at]! < LIGHT);
  const labels = Array.from({ length: data.length }, () => -1);
  let next = 0;
  for (let start = 0; start < data.length; start++) {
    if (labels[start] !== -1 || !wanted(start)) continue;
    const open = [start];
    labels[start] = next;
    while (open.length > 0) {
      const at = open.pop()!;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          if (connecting === 'light' && dx !== 0 && dy !== 0) continue;
          const x = (at % width) + dx;
          const y = Math.floor(at / width) + dy;
          const to = y * width + x;
          if (x < 0 || y < 0 || x >= width || y >= height || labels[to] !== -1 || !wanted(to)) continue;
          labels[to] = next;
          open.push(to);
        }
      }
    }
    next++;
  }
  return labels;
}

describe.each(['light', 'dark'] as const)('connected %s pixels', (connecting) => {
  test('regions of pixels are the same as by flooding: every such pixel is in one region, others in none', () => {
    fc.assert(
      fc.property(randomBitmap, (bitmap) => {
        const regions = new PixelRegions(bitmap, LIGHT, connecting);
        const expected = flood(bitmap, connecting);
        expect(regions.count).toBe(Math.max(-1, ...expected) + 1);
        for (const [at, label] of expected.entries()) {
          const region = regions.at(at % bitmap.width, Math.floor(at / bitmap.width));
          expect(region?.id ?? -1).toBe(label);
        }
      }),
    );
  });

  test('regions of pixels are the same made of those between', () => {
    fc.assert(
      fc.property(randomBitmap, (bitmap) => {
        const regions = new PixelRegions(bitmap, LIGHT, connecting);
        const others = new PixelRegions(bitmap, LIGHT, connecting === 'light' ? 'dark' : 'light');
        const made = new PixelRegions(bitmap, LIGHT, connecting, rowBands(bitmap), others);
        expect([...made.regions()]).toEqual([...regions.regions()]);
        for (let at = 0; at < bitmap.data.length; at++) {
          const [x, y] = [at % bitmap.width, Math.floor(at / bitmap.width)];
          expect(made.idAt(x, y)).toBe(regions.idAt(x, y));
        }
      }),
    );
  });

  test('regions of pixels can be asked for by the lengths of their sides', () => {
    fc.assert(
      fc.property(randomBitmap, (bitmap) => {
        const regions = new PixelRegions(bitmap, LIGHT, connecting);
        const sides = ({ left, top, right, bottom }: PixelRegion) => [right - left, bottom - top];
        const expected = [...regions.regions()].filter((each) =>
          sides(each).every((side) => side >= 2 && side <= 3),
        );
        expect([...regions.regions(2, 3)]).toEqual(expected);
      }),
    );
  });

  test('know their area, their extent, and whether they reach the edge', () => {
    fc.assert(
      fc.property(randomBitmap, (bitmap) => {
        const { width, height } = bitmap;
        const labels = flood(bitmap, connecting);
        for (const region of new PixelRegions(bitmap, LIGHT, connecting).regions()) {
          const own = labels.flatMap((label, at) => (label === region.id ? [at] : []));
          const xs = own.map((at) => at % width);
          const ys = own.map((at) => Math.floor(at / width));
          const [left, top, right, bottom] = [
            Math.min(...xs),
            Math.min(...ys),
            Math.max(...xs) + 1,
            Math.max(...ys) + 1,
          ];
          const touchesEdge = left === 0 || top === 0 || right === width || bottom === height;
          expect(region).toEqual({ id: region.id, area: own.length, left, top, right, bottom, touchesEdge });
        }
      }),
    );
  });
});

test('dark corners block light', () => {
  const regions = new PixelRegions(bitmapOf(['.#', '#.']), LIGHT, 'light');
  expect(regions.count).toBe(2);
});

test('dark is connected over corners', () => {
  const regions = new PixelRegions(bitmapOf(['.#', '#.']), LIGHT, 'dark');
  expect(regions.count).toBe(1);
});

test('nothing is off the page', () => {
  const regions = new PixelRegions(bitmapOf(['..']), LIGHT, 'light');
  expect([regions.at(-1, 0), regions.at(2, 0), regions.at(0, 1), regions.at(0, -1)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('bands are the longest stretches of equal rows', () => {
  fc.assert(
    fc.property(randomBitmap, fc.integer({ min: 1, max: 3 }), ({ width, height, dpi, data }, times) => {
      const rows = Array.from({ length: height }, (_, y) => [...data.subarray(y * width, (y + 1) * width)]);
      const repeated = rows.flatMap((row) => Array.from({ length: times }, () => row));
      const tall = { width, height: height * times, dpi, data: Uint8Array.from(repeated.flat()) };
      const starts = repeated.flatMap((row, y) =>
        y > 0 && String(row) === String(repeated[y - 1]) ? [] : [y],
      );
      expect([...rowBands(tall)]).toEqual([...starts, height * times]);
    }),
  );
});

test('spreading dark takes the darkest of each neighbourhood', () => {
  fc.assert(
    fc.property(randomBitmap, (bitmap) => {
      const { width, height, data } = bitmap;
      const spread = spreadDark(bitmap, new Uint8Array(data.length));
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          let least = 255;
          for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
            for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
              least = Math.min(least, data[v * width + u]!);
            }
          }
          expect(spread[y * width + x]).toBe(least);
        }
      }
    }),
  );
});

test('a checkerboard of a letter page is labelled in bounded time', () => {
  const [width, height] = [1275, 1650];
  const data = Uint8Array.from({ length: width * height }, (_, at) =>
    ((at % width) + Math.floor(at / width)) % 2 === 0 ? 0 : 255,
  );
  const started = processorTime();
  const regions = new PixelRegions({ width, height, dpi: 150, data }, LIGHT, 'light');
  expect(regions.count).toBe((width * height) / 2);
  expect(processorTime() - started).toBeLessThan(5_000);
});
