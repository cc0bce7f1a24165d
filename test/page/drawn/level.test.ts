import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyTransform } from '../../../src/page/document/geometry.js';
import type { Bitmap, PageGraphics } from '../../../src/page/document/page-graphics.js';
import { levelMove } from '../../../src/page/drawn/level.js';

const PAGE = { width: 8.5, height: 11 };
const DPI = 20;

/** A row of ink that hangs, drawn as dots. */
function hanging(degrees: number): Bitmap {
  const [width, height] = [PAGE.width * DPI, PAGE.height * DPI];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const slope = Math.tan((degrees * Math.PI) / 180);
  for (let x = 30; x < 140; x++) {
    const y = Math.round(110 + (x - 85) * slope);
    for (const row of [y - 1, y, y + 1]) data.fill(0, (row * width + x) * 4, (row * width + x) * 4 + 3);
  }
  return { width, height, dpi: DPI, data };
}

it('levelling makes rows level, about the middle of the page', () => {
  fc.assert(
    fc.property(fc.double({ min: -10, max: 10, noNaN: true }), (degrees) => {
      const { transform, width, height } = levelMove(PAGE, degrees);
      expect({ width, height }).toEqual(PAGE);
      const middle = { x: PAGE.width / 2, y: PAGE.height / 2 };
      const along = (degrees * Math.PI) / 180;
      const further = { x: middle.x + 3 * Math.cos(along), y: middle.y + 3 * Math.sin(along) };
      expect(applyTransform(transform, middle).y).toBeCloseTo(middle.y);
      expect(applyTransform(transform, further).y).toBeCloseTo(middle.y);
      expect(applyTransform(transform, further).x).toBeCloseTo(middle.x + 3);
    }),
  );
});

it('levelling draws the page as its coordinates say, on white', async () => {
  const graphics = { raster: async () => hanging(5) } as unknown as PageGraphics;
  const drawn = await levelMove(PAGE, 5).draw(graphics, { dpi: DPI });
  const inkAt = (x: number, y: number) => drawn.data[(y * drawn.width + x) * 4]!;
  for (let x = 40; x < 130; x++) expect(inkAt(x, 110)).toBeLessThan(100);
  expect([inkAt(0, 0), inkAt(40, 104), inkAt(130, 116)]).toEqual([255, 255, 255]);
});

it('levelling draws no picture finer than it is, and as large as it is asked to', async () => {
  const asked: number[] = [];
  const graphics = {
    raster: async ({ dpi }: { dpi: number }) => {
      asked.push(dpi);
      return hanging(5);
    },
  } as unknown as PageGraphics;
  const move = levelMove(PAGE, 5, DPI);
  const drawn = await move.draw(graphics, { dpi: 2 * DPI });
  await move.draw(graphics, { dpi: DPI / 2 });
  expect(asked).toEqual([DPI, DPI / 2]);
  expect([drawn.width, drawn.height, drawn.dpi]).toEqual([
    PAGE.width * 2 * DPI,
    PAGE.height * 2 * DPI,
    2 * DPI,
  ]);
  const inkAt = (x: number, y: number) => drawn.data[(y * drawn.width + x) * 4]!;
  for (let x = 80; x < 260; x++) expect(inkAt(x, 221)).toBeLessThan(100);
});
