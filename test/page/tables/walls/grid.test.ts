import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ruling } from '../../../../src/page/drawn/rulings.js';
import { type Grid, gridsOf, indexBelow, OUTSIDE } from '../../../../src/page/tables/walls/grid.js';
import { across, down, gridRulings } from '../../../support/grids.js';
import { processorTime } from '../../../support/processor-time.js';

/** The owner of each elementary cell, row by row. */
function owners({ xs, ys, owners: all }: Grid): number[][] {
  const columns = xs.length - 1;
  return Array.from({ length: ys.length - 1 }, (_, row) => [
    ...all.slice(row * columns, (row + 1) * columns),
  ]);
}

describe('gridsOf', () => {
  test('finds each cell of a full grid', () => {
    const [grid, ...more] = gridsOf(gridRulings([1, 3, 5], [1, 2, 3, 4]));
    expect(more).toEqual([]);
    expect(grid!.xs).toEqual([1, 3, 5]);
    expect(grid!.ys).toEqual([1, 2, 3, 4]);
    expect(grid!.cells).toHaveLength(6);
    expect(owners(grid!)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ]);
  });

  test('a missing wall joins cells, also over two columns', () => {
    const rulings = [...gridRulings([1, 5], [1, 2, 3]), down(3, 2, 3)];
    expect(owners(gridsOf(rulings)[0]!)).toEqual([
      [0, 0],
      [1, 2],
    ]);
  });

  test('a wall covers 80 % of its edge', () => {
    const walled = [...gridRulings([1, 5], [1, 2]), down(3, 1, 1.81)];
    const open = [...gridRulings([1, 5], [1, 2]), down(3, 1, 1.79)];
    expect(gridsOf(walled)[0]!.cells).toHaveLength(2);
    expect(gridsOf(open)[0]!.cells).toHaveLength(1);
  });

  test('rulings that end 0.05 apart still cross', () => {
    const near = [across(1, 1.05, 5), across(2, 1, 4.95), down(1, 1.05, 2), down(5, 1, 1.95)];
    expect(gridsOf(near)[0]?.cells).toHaveLength(1);
    const apart = near.map((ruling) =>
      ruling.orientation === 'vertical' ? { ...ruling, at: ruling.at + 10 } : ruling,
    );
    expect(gridsOf(apart)).toEqual([]);
  });

  test('places that are open to the outside are no cells', () => {
    const rulings = [
      across(1, 1, 5),
      across(2, 1, 5),
      across(3, 1, 5),
      down(1, 1, 3),
      down(3, 1, 3),
      down(5, 1, 2),
    ];
    expect(owners(gridsOf(rulings)[0]!)).toEqual([
      [0, 1],
      [2, OUTSIDE],
    ]);
  });

  test('an L of three places is cut into rows', () => {
    const rulings = [
      across(1, 1, 5),
      across(3, 1, 5),
      across(2, 3, 5),
      down(1, 1, 3),
      down(5, 1, 3),
      down(3, 1, 2),
    ];
    // Left column is open downwards into the lower right place.
    expect(owners(gridsOf(rulings)[0]!)).toEqual([
      [0, 1],
      [2, 2],
    ]);
  });

  test('tables that do not touch are two grids, from the top', () => {
    const grids = gridsOf([...gridRulings([1, 3, 5], [6, 7, 8]), ...gridRulings([1, 5], [1, 2, 3])]);
    expect(grids.map(({ ys }) => ys[0])).toEqual([1, 6]);
  });

  test('owners are rectangles, whatever is drawn, and the order of rulings does not matter', () => {
    const place = fc.integer({ min: 0, max: 6 });
    const ruling = fc
      .record({
        orientation: fc.constantFrom('horizontal' as const, 'vertical' as const),
        at: place,
        a: place,
        b: place,
      })
      .filter(({ a, b }) => a !== b)
      .map(
        ({ orientation, at, a, b }): Ruling => ({
          orientation,
          at,
          from: Math.min(a, b),
          to: Math.max(a, b),
        }),
      );
    fc.assert(
      fc.property(
        fc
          .array(ruling, { maxLength: 30 })
          .chain((rulings) =>
            fc.tuple(fc.constant(rulings), fc.shuffledSubarray(rulings, { minLength: rulings.length })),
          ),
        ([rulings, shuffled]) => {
          const grids = gridsOf(rulings);
          expect(gridsOf(shuffled)).toEqual(grids);
          for (const grid of grids) {
            for (const [id, { top, bottom, left, right }] of grid.cells.entries()) {
              const own = owners(grid).map((row) => row.map((owner) => owner === id));
              const count = own.flat().filter(Boolean).length;
              expect(count).toBe((bottom - top + 1) * (right - left + 1));
              for (let row = top; row <= bottom; row += 1) {
                expect(own[row]!.slice(left, right + 1).every(Boolean)).toBe(true);
              }
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('2,000 rulings of each direction take no more than a second', () => {
    const lines = Array.from({ length: 2_000 }, (_, i) => i * 0.04);
    const started = processorTime();
    // Too fine for a grid: 4 million places.
    expect(gridsOf(gridRulings(lines, lines))).toEqual([]);
    expect(processorTime() - started).toBeLessThan(2_000);
  });

  test('a table of 10,000 rows is one grid', () => {
    const ys = Array.from({ length: 10_001 }, (_, i) => i * 0.2);
    const started = processorTime();
    expect(gridsOf(gridRulings([1, 2, 3, 4], ys))[0]!.cells).toHaveLength(30_000);
    expect(processorTime() - started).toBeLessThan(2_000);
  });
});

test('indexBelow finds the last coordinate that is not greater', () => {
  expect([0.5, 1, 1.5, 3, 9].map((at) => indexBelow([1, 2, 3], at))).toEqual([-1, 0, 0, 2, 2]);
});
