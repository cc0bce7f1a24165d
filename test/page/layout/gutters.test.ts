import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../../src/page/document/geometry.js';
import { largestGutter, TooMuchWork, WorkBudget } from '../../../src/page/layout/gutters.js';

/** Area of the largest gutter, straight from the definition. */
function largestArea(boxes: readonly Box[], minimum: number): number | undefined {
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  let largest: number | undefined;
  for (const { right: x0 } of boxes) {
    for (const { left: x1 } of boxes.filter((box) => box.left > x0)) {
      const blockers = boxes.filter((box) => box.left < x1 && box.right > x0);
      const edges = [top, bottom, ...blockers.flatMap((box) => [box.top, box.bottom])].sort((a, b) => a - b);
      for (const [i, y0] of edges.entries()) {
        for (const y1 of edges.slice(i + 1)) {
          if (y1 <= y0 || blockers.some((box) => box.top < y1 && box.bottom > y0)) continue;
          const beside = boxes.filter((box) => box.top < y1 && box.bottom > y0);
          if (!beside.some((box) => box.right <= x0) || !beside.some((box) => box.left >= x1)) continue;
          const from = Math.max(y0, Math.min(...beside.map((box) => box.top)));
          const to = Math.min(y1, Math.max(...beside.map((box) => box.bottom)));
          const area = (x1 - x0) * (to - from);
          if (area > 0 && area >= minimum && area > (largest ?? 0)) largest = area;
        }
      }
    }
  }
  return largest;
}

const boxes = fc.array(
  fc.tuple(...[8, 8, 3, 3].map((max) => fc.integer({ min: 0, max }))).map(
    ([left = 0, top = 0, width = 0, height = 0]): Box => ({
      left,
      top,
      right: left + width + 1,
      bottom: top + height + 1,
    }),
  ),
  { maxLength: 12 },
);

describe('largestGutter', () => {
  it('finds the largest area that the definition allows', () => {
    fc.assert(
      fc.property(boxes, fc.constantFrom(0, 1, 6), (given, minimum) => {
        const gutter = largestGutter(given, { minimumArea: minimum }, new WorkBudget(1e9));
        expect(gutter?.area).toBe(largestArea(given, minimum));
      }),
      { numRuns: 500 },
    );
  });

  it('largestGutter is crossed by no box and does not depend on their order', () => {
    fc.assert(
      fc.property(boxes, fc.nat(), (given, seed) => {
        const gutter = largestGutter(given, { minimumArea: 0 }, new WorkBudget(1e9));
        const turned = [
          ...given.slice(seed % (given.length || 1)),
          ...given.slice(0, seed % (given.length || 1)),
        ];
        expect(largestGutter(turned, { minimumArea: 0 }, new WorkBudget(1e9))).toEqual(gutter);
        if (!gutter) return;
        const crosses = (box: Box) =>
          box.left < gutter.right &&
          box.right > gutter.left &&
          box.top < gutter.bottom &&
          box.bottom > gutter.top;
        expect(given.some(crosses)).toBe(false);
      }),
    );
  });

  it('stops when its budget is spent', () => {
    const row = [0, 2, 4].map((left) => ({ left, right: left + 1, top: 0, bottom: 1 }));
    expect(() => largestGutter(row, { minimumArea: 0 }, new WorkBudget(2))).toThrow(TooMuchWork);
  });
});
