import { expect, test } from 'vitest';
import { documentFromLines } from '../../../../src/index.js';
import { boxPath } from '../../../../src/tools/report/inspection/marks.js';
import { pageMarks } from '../../../../src/tools/report/inspection/page-marks.js';
import { generatedTable } from '../../../page/tables/generated-table.js';

test('found tables are marked with their cells, whether or not they have walls', async () => {
  const { lines, cells, bounds } = generatedTable({
    seed: 5,
    columns: 4,
    rows: 6,
    walls: 'none',
    body: 'figures',
  });
  const [page] = documentFromLines(lines).pages;
  const { found, tables, rulings } = await pageMarks(page!, ['found', 'tables', 'rulings']);
  const [whole, ...parts] = found;
  expect(whole!.title).toMatch(/^7 rows, 4 columns, by alignment, confidence 0\.\d+$/u);
  expect(whole!.path.slice(0, 2)).toEqual(boxPath(bounds).slice(0, 2));
  expect(parts).toHaveLength(cells.length);
  expect(parts[0]).toMatchObject({ title: 'row 0, column 0', faint: true });
  expect([tables, rulings]).toEqual([[], []]);
});
