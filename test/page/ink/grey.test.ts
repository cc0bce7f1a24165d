/** Drawings in grey. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { greyOf } from '../../../src/page/ink/grey.js';

/** Few colours, so that rows and neighbours are often equal; greys, others, and see-through ones. */
const pixel = fc.constantFrom(
  [0, 0, 0, 255],
  [255, 255, 255, 255],
  [90, 90, 90, 255],
  [200, 30, 60, 255],
  [90, 90, 90, 120],
  [10, 200, 250, 0],
);
const drawing = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) =>
    fc
      .array(fc.array(pixel, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 })
      .chain((rows) =>
        fc
          .array(fc.constantFrom(...rows), { minLength: height, maxLength: height })
          .map((chosen) => ({ width, height, dpi: 72, data: new Uint8ClampedArray(chosen.flat(2)) })),
      ),
  );

it('a grey bitmap is the luma of each pixel on white, and leaves the drawing as it is', () => {
  fc.assert(
    fc.property(drawing, (bitmap) => {
      const before = bitmap.data.slice();
      const { data, width, height, dpi } = greyOf(bitmap);
      expect([width, height, dpi]).toEqual([bitmap.width, bitmap.height, bitmap.dpi]);
      const expected = Array.from({ length: width * height }, (_, index) => {
        const [red, green, blue, opacity] = bitmap.data.subarray(
          index * 4,
          index * 4 + 4,
        ) as unknown as number[];
        const luma = 0.299 * red! + 0.587 * green! + 0.114 * blue!;
        return Math.round((luma * opacity!) / 255 + 255 * (1 - opacity! / 255));
      });
      expect([...data].every((value, index) => Math.abs(value - expected[index]!) <= 1)).toBe(true);
      expect(bitmap.data).toEqual(before);
    }),
  );
});

it('keeps all levels of grey', () => {
  const levels = Array.from({ length: 256 }, (_, level) => level);
  const data = new Uint8ClampedArray(levels.flatMap((level) => [level, level, level, 255]));
  expect([...greyOf({ width: 16, height: 16, dpi: 72, data }).data]).toEqual(levels);
});
