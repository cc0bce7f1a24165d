import { expect, it } from 'vitest';
import { type TextMap, textAreas } from '../../../../src/reading/ocr/paddle/areas.js';
import { placeIn, type TurnedBox } from '../../../../src/reading/ocr/paddle/rectangles.js';

/** A map on which text is certain in some boxes. */
function mapOf(boxes: readonly TurnedBox[], probability = 0.9): TextMap {
  const [width, height] = [400, 300];
  const data = new Float32Array(width * height);
  for (const box of boxes) {
    const place = placeIn(box);
    for (let y = 0; y < box.height; y += 0.5) {
      for (let x = 0; x < box.width; x += 0.5) {
        const at = place({ x, y });
        data[Math.floor(at.y) * width + Math.floor(at.x)] = probability;
      }
    }
  }
  return { width, height, data };
}
const row = (x: number, y: number, width: number, height = 10, degrees = 0): TurnedBox => ({
  centre: { x, y },
  width,
  height,
  degrees,
});

it('grow by 1.5 times their area over their outline', () => {
  const [area, ...more] = textAreas(mapOf([row(200, 100, 150)]));
  expect(more).toEqual([]);
  const by = (150 * 10 * 1.5) / (2 * (150 + 10));
  expect(area).toMatchObject({ centre: { x: 200, y: 100 }, degrees: 0 });
  expect(area!.width).toBeCloseTo(150 + 2 * by, 0);
  expect(area!.height).toBeCloseTo(10 + 2 * by, 0);
});

it('areas of text are none where the network is unsure, or too small', () => {
  expect(textAreas(mapOf([row(200, 100, 150)], 0.5))).toEqual([]);
  expect(textAreas(mapOf([row(200, 100, 150, 2)]))).toEqual([]);
  expect(textAreas(mapOf([]))).toEqual([]);
});

it('lie as their page does: short ones as the long ones show', () => {
  const areas = textAreas(mapOf([row(200, 60, 300, 8, 5), row(200, 120, 300, 8, 5), row(60, 250, 24, 9, 0)]));
  expect(areas).toHaveLength(3);
  for (const { degrees } of areas) expect(Math.abs(degrees - 5)).toBeLessThan(0.5);
});

it('keep a direction of their own where it is clear', () => {
  const areas = textAreas(mapOf([row(250, 40, 250), row(100, 180, 140, 8, 30)]));
  expect(areas.map(({ degrees }) => Math.round(degrees))).toEqual([0, 30]);
});

it('areas of text are level on a page that hangs by less than its pixels show', () => {
  const areas = textAreas(mapOf([row(200, 100, 380, 10, 0.2)]));
  expect(areas.map(({ degrees }) => degrees)).toEqual([0]);
});

it('areas of text are upright beside level ones', () => {
  const [level, upright] = textAreas(mapOf([row(250, 40, 250), row(40, 180, 10, 140)]));
  expect(level!.degrees).toBe(0);
  expect(upright!.height).toBeGreaterThan(4 * upright!.width);
});
