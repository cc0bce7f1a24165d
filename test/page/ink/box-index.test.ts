import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BoxIndex } from '../../../src/page/ink/box-index.js';

test('finds every item that a box touches', () => {
  const place = fc.double({ min: -20, max: 20, noNaN: true });
  const side = fc.double({ min: 0, max: 3, noNaN: true });
  const box = fc
    .tuple(place, place, side, side)
    .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }));
  fc.assert(
    fc.property(fc.array(box), box, (boxes, wanted) => {
      const near = new Set(
        new BoxIndex(
          0.5,
          boxes.map((outer) => ({ outer })),
        )
          .near(wanted)
          .map(({ outer }) => outer),
      );
      for (const each of boxes) {
        const touches =
          each.left <= wanted.right &&
          wanted.left <= each.right &&
          each.top <= wanted.bottom &&
          wanted.top <= each.bottom;
        if (touches) expect(near.has(each)).toBe(true);
      }
    }),
  );
});
