import { describe, expect, test } from 'vitest';
import type { Ruling } from '../../../../src/page/drawn/rulings.js';
import { gridsOf } from '../../../../src/page/tables/walls/grid.js';
import { tablesIn } from '../../../../src/page/tables/walls/segmentation.js';
import { across, down, gridRulings } from '../../../support/grids.js';

function tables(rulings: readonly Ruling[], columnCount?: number) {
  return gridsOf(rulings).flatMap((grid) => tablesIn(grid, 'vector', columnCount));
}

/** Walls at 1, 3, 5 in the second and third row, at 1 and 5 in the first, and at 1, 2, 5 in the fourth. */
const SKETCH = [...gridRulings([1, 5], [1, 2, 3, 4, 5]), down(3, 2, 4), down(2, 4, 5)];

describe('tablesIn', () => {
  test('a row of one cell belongs to the table, a row with other boundaries ends it', () => {
    const [table, ...more] = tables(
      SKETCH.filter(({ at, orientation }) => orientation === 'horizontal' || at !== 2),
      2,
    );
    expect(more).toEqual([]);
    expect(table!.xs).toEqual([1, 3, 5]);
    const [first, second] = tables(SKETCH, 2);
    expect(first!.ys).toEqual([1, 2, 3, 4]);
    expect(first!.cells[0]).toEqual({ top: 0, bottom: 0, left: 0, right: 1 });
    expect(first!.cells).toHaveLength(5);
    expect(second).toMatchObject({ xs: [1, 2, 5], ys: [4, 5] });
  });

  test('tablesIn gives only tables of the wanted width', () => {
    expect(tables(SKETCH, 3)).toEqual([]);
    expect(tables(gridRulings([1, 2, 3, 4], [1, 2, 3]), 3)).toHaveLength(1);
  });

  test('tablesIn grows the rows of most cells first, where no width is given', () => {
    const rulings = [...gridRulings([1, 5], [1, 2, 3, 4]), down(3, 1, 4), down(2, 2, 3), down(4, 2, 3)];
    expect(tables(rulings).map(({ xs, ys }) => ({ xs, ys }))).toEqual([
      { xs: [1, 2, 3, 4, 5], ys: [1, 2, 3, 4] },
    ]);
  });

  test('a narrower table under a frame has its own outer edges', () => {
    const rulings = [...gridRulings([1, 7], [1, 2]), ...gridRulings([1, 3, 5], [2, 3, 4])];
    expect(tables(rulings, 2)).toMatchObject([{ xs: [1, 3, 5], ys: [2, 3, 4] }]);
  });

  test('a row with a hole belongs to no table', () => {
    const rulings = [across(1, 1, 7), across(2, 1, 7), ...[1, 3, 5, 7].map((x) => down(x, 1, 2))];
    const holed = [
      ...rulings,
      across(3, 1, 3),
      across(3, 5, 7),
      down(1, 2, 3),
      down(3, 2, 3),
      down(5, 2, 3),
      down(7, 2, 3),
    ];
    expect(tables(holed, 3).map(({ ys }) => ys)).toEqual([[1, 2]]);
  });

  test('rows that no wall of the table divides are one', () => {
    // A short stroke across a wall, as of an underlined word.
    const rulings = [...gridRulings([1, 3, 5], [1, 2, 3]), across(1.5, 2.9, 3.2)];
    expect(tables(rulings, 2).map(({ ys }) => ys)).toEqual([[1, 2, 3]]);
  });

  test('cells may span over rows', () => {
    const rulings = [...gridRulings([1, 5], [1, 3]), down(3, 1, 3), across(2, 3, 5)];
    expect(tables(rulings, 2)[0]!.cells).toContainEqual({ top: 0, bottom: 1, left: 0, right: 0 });
  });
});
