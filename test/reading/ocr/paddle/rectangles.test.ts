import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Point } from '../../../../src/page/document/geometry.js';
import {
  boxAround,
  convexHull,
  grown,
  placeIn,
  quarterTurned,
  smallestBox,
  type TurnedBox,
} from '../../../../src/reading/ocr/paddle/rectangles.js';

const corners = (box: TurnedBox): Point[] => {
  const place = placeIn(box);
  const { width, height } = box;
  return [
    place({ x: 0, y: 0 }),
    place({ x: width, y: 0 }),
    place({ x: width, y: height }),
    place({ x: 0, y: height }),
  ];
};

const boxes = fc.record({
  centre: fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) }),
  width: fc.integer({ min: 30, max: 400 }),
  height: fc.integer({ min: 2, max: 20 }),
  degrees: fc.integer({ min: -44, max: 44 }),
});

it('the smallest box around points is the box that they fill, at any angle', () => {
  fc.assert(
    fc.property(
      boxes,
      fc.array(
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      ),
      (box, inside) => {
        const place = placeIn(box);
        const points = [
          ...corners(box),
          ...inside.map(([x, y]) => place({ x: x * box.width, y: y * box.height })),
        ];
        const found = smallestBox(convexHull(points));
        expect(found.degrees).toBeCloseTo(box.degrees, 4);
        for (const member of ['width', 'height'] as const) expect(found[member]).toBeCloseTo(box[member], 4);
        expect(found.centre.x).toBeCloseTo(box.centre.x, 4);
        expect(found.centre.y).toBeCloseTo(box.centre.y, 4);
      },
    ),
  );
});

it('holds all points', () => {
  const point = fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -50, max: 50 }) });
  fc.assert(
    fc.property(fc.array(point, { minLength: 3 }), (points) => {
      const box = smallestBox(convexHull(points));
      const all = boxAround([...points, ...corners(box)], box.degrees);
      expect(all.width).toBeCloseTo(box.width, 6);
      expect(all.height).toBeCloseTo(box.height, 6);
    }),
  );
});

it('boxes grow on all sides, and stay where they are when they are seen from a side', () => {
  const box = { centre: { x: 10, y: 20 }, width: 6, height: 30, degrees: 0 };
  expect(grown(box, 2)).toEqual({ ...box, width: 10, height: 34 });
  const turned = quarterTurned(box, 90);
  const [first] = corners(turned);
  expect(turned).toEqual({ centre: box.centre, width: 30, height: 6, degrees: 90 });
  expect(first!.x).toBeCloseTo(13);
  expect(first!.y).toBeCloseTo(5);
});
