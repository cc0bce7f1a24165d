import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LineSketch } from '../../../../src/page/document/sketch.js';
import { fillTable } from '../../../../src/page/tables/walls/cells.js';
import { gridsOf } from '../../../../src/page/tables/walls/grid.js';
import { tablesIn } from '../../../../src/page/tables/walls/segmentation.js';
import { documentFromLines } from '../../../../src/reading/from-lines.js';
import { down, gridRulings } from '../../../support/grids.js';

const GRID = [...gridRulings([1, 3, 5], [1, 2, 3]).slice(0, 3), down(1, 1, 3), down(5, 1, 3), down(3, 2, 3)];

function fill(sketches: readonly LineSketch[], rulings = GRID) {
  const structure = tablesIn(gridsOf(rulings)[0]!, 'vector', 2)[0]!;
  const lines = documentFromLines(sketches).pages[0]!.lines;
  return { table: fillTable(structure, 0, lines), lines, structure };
}

describe('fillTable', () => {
  test('a line that crosses a wall is cut between words', () => {
    const { table } = fill([{ text: 'left part right part', left: 2.2, top: 2.4, width: 1.6 }]);
    expect(table.rows[1]!.map((cell) => cell?.text)).toEqual(['left part', 'right part']);
  });

  test('a word that runs across a wall is in the cell in which it begins, a figure in that of its middle', () => {
    const word = fill([{ text: 'Transportation', left: 2.7, top: 2.4, width: 1.2 }]).table;
    expect(word.rows[1]!.map((cell) => cell?.text)).toEqual(['Transportation', '']);
    const figure = fill([{ text: '1,234,567.00', left: 2.7, top: 2.4, width: 1.2 }]).table;
    expect(figure.rows[1]!.map((cell) => cell?.text)).toEqual(['', '1,234,567.00']);
  });

  test('a spanned cell is at the top left, the places it covers are null', () => {
    const { table } = fill([{ text: 'Heading', left: 2.7, top: 1.4 }]);
    expect(table.rows[0]).toEqual([
      expect.objectContaining({ text: 'Heading', colSpan: 2, rowSpan: 1 }),
      null,
    ]);
    expect(table.rows[0]![0]!.bounds).toEqual({ left: 1, top: 1, right: 5, bottom: 2 });
  });

  test('lines of a cell in reading order', () => {
    const { table } = fill([
      { text: 'three', left: 1.1, top: 2.5 },
      { text: 'two', left: 2, top: 2.22 },
      { text: 'one', left: 1.1, top: 2.2 },
    ]);
    expect(table.rows[1]![0]!.text).toBe('one two three');
  });

  test('text outside the table is left out', () => {
    const { table } = fill([
      { text: 'above', left: 2, top: 0.5 },
      { text: 'right of it', left: 5.2, top: 2.2 },
    ]);
    expect(table.rows.flat().map((cell) => cell?.text ?? '')).toEqual(['', '', '', '']);
  });

  test('every word is in at most one cell, and shuffled lines give the same table', () => {
    const sketch = fc.record({
      text: fc
        .array(fc.constantFrom('alpha', 'beta', 'gamma', '12'), { minLength: 1, maxLength: 5 })
        .map((words) => words.join(' ')),
      left: fc.double({ min: 0, max: 5, noNaN: true }),
      top: fc.double({ min: 0.5, max: 3.2, noNaN: true }),
      width: fc.double({ min: 0.2, max: 4, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc
          .array(sketch, { maxLength: 12 })
          .chain((lines) =>
            fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
          ),
        ([sketches, shuffled]) => {
          const { table, lines } = fill(sketches);
          const texts = (rows: typeof table.rows) => rows.map((row) => row.map((cell) => cell?.text));
          expect(texts(fill(shuffled).table.rows)).toEqual(texts(table.rows));
          const given = lines.flatMap(({ words }) => words).length;
          const placed = table.rows
            .flat()
            .flatMap((cell) => cell?.text.split(' ').filter(Boolean) ?? []).length;
          expect(placed).toBeLessThanOrEqual(given);
        },
      ),
      { numRuns: 200 },
    );
  });
});
