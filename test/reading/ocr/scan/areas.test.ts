import { expect, it } from 'vitest';
import { areasIn, darkAreas, darkSample } from '../../../../src/reading/ocr/scan/areas.js';

/** A picture whose dark pixels are marked. */
function pictureOf(rows: readonly string[]) {
  const data = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 0 : 255));
  return { width: rows[0]!.length, height: rows.length, dpi: 100, data };
}

const SIGNS = pictureOf(['..#..#', '.#....', '....##', '....##']);

it('dark pixels hang together by their corners, too, and come from the top', () => {
  expect(darkAreas(darkSample(SIGNS, 1))).toMatchObject([
    { left: 1, top: 0, right: 3, bottom: 2, area: 2 },
    { left: 5, top: 0, right: 6, bottom: 1, area: 1 },
    { left: 4, top: 2, right: 6, bottom: 4, area: 4 },
  ]);
});

it('the areas of a part are in its pixels, and none lies outside of the picture', () => {
  expect(areasIn({ left: 3.4, top: 1.2, right: 9, bottom: 9 }, SIGNS)).toMatchObject([
    { left: 1, top: 1, right: 3, bottom: 3, area: 4 },
  ]);
  expect(areasIn({ left: 7, top: 0, right: 9, bottom: 2 }, SIGNS)).toEqual([]);
});
