import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnsAboveSpanning,
  columnsAndSpanning,
  MAX_COLUMNS,
} from '../../../src/language/fields/columns.js';
import type { LineSketch } from '../../../src/page/document/sketch.js';
import { scopeOfLines } from '../../support/lines.js';
import { at, EVERYTHING, problems, run } from './support.js';

/** A line from left to right edge at a top. */
function span(
  text: string,
  left: number,
  right: number,
  top: number,
  more: Partial<LineSketch> = {},
): LineSketch {
  return { text, left, top, width: right - left, ...more };
}

const GRID = [
  span('A', 1, 2, 1),
  span('B', 3, 4, 1),
  span('C', 5, 6, 1),
  span('a', 1, 2.2, 1.3),
  span('b', 3, 3.5, 1.3),
  span('c', 5, 5.2, 1.3),
  span('wide', 1, 5.5, 1.6),
  span('d', 1, 1.5, 1.9),
];

const FIRST = { match: { type: 'equals', text: 'A', isCaseSensitive: true } };

/** The texts of the sections that a vertical range cuts, lines joined by spaces. */
async function cut(lines: LineSketch[], range: object): Promise<string[]> {
  const field = {
    id: 's',
    type: 'sections',
    range: { direction: 'vertical', anchor: FIRST, ...range },
    fields: [EVERYTHING],
  };
  const { values } = await run(lines, { fields: [field] });
  return (values['s'] as { all: string }[]).map(({ all }) => all);
}

it.each<[string, object, string[]]>([
  ['down to the first line across several', {}, ['A a', 'B b', 'C c']],
  ['with a stop across several', { stop: 'wide' }, ['A a wide', 'B b wide', 'C c wide']],
  ['with a stop below', { stop: { type: 'equals', text: 'd' } }, ['A a wide d', 'B b wide', 'C c wide']],
  ['with a stop that is absent', { stop: 'absent' }, ['A a wide d', 'B b wide', 'C c wide']],
  ['one of them, the others kept', { columnSelection: [1] }, ['A B C a b c']],
  ['a range of them, one ignored', { columnSelection: [[1, -1]], ignoredColumns: [0] }, ['B b', 'C c']],
  ['from one on', { columnSelection: [[1]], ignoredColumns: [0] }, ['B b', 'C c']],
  ['the last', { columnSelection: [-1], ignoredColumns: [0, 1] }, ['C c']],
  ['all but the last', { ignoredColumns: [-1] }, ['A a', 'B b']],
  ['in any order and twice', { columnSelection: [2, 0, [0, 0]], ignoredColumns: [1] }, ['A a', 'C c']],
  ['that do not exist', { columnSelection: [7, [2, 1], -9] }, []],
  ['closer than the gap', { minColumnGap: 1.5 }, ['A B C a b c wide d']],
  ['under filters of lines', { lineFilters: { type: 'includes', text: 'wide' } }, ['A a d', 'B b', 'C c']],
  ['below an offset', { offsetY: 0.3 }, ['a', 'b', 'c']],
  ['of an anchor that is absent', { anchor: 'absent' }, []],
])('vertical sections form columns %s', async (_title, range, expected) => {
  expect(await cut(GRID, range)).toEqual(expected);
});

it('columns may overlap, with a negative gap', async () => {
  const lines = [span('A', 1, 2.1, 1), span('B', 2, 3, 1), span('a', 1, 1.4, 1.3), span('b', 2.05, 3, 1.3)];
  expect(await cut(lines, {})).toEqual(['A B a b']);
  expect(await cut(lines, { minColumnGap: -0.2 })).toEqual(['A a', 'B b']);
});

it('columns go on over a page break', async () => {
  const lines = [...GRID.slice(0, 3), span('e', 3, 3.4, 1, { page: 1 })];
  expect(await cut(lines, {})).toEqual(['A', 'B e', 'C']);
});

it('join narrow columns under a cell of their row, not under a closing sentence', async () => {
  const lines = [
    span('A', 1, 2, 1),
    span('Plan', 3, 5, 1),
    span('low', 3, 3.5, 1.3),
    span('high', 4.4, 5, 1.3),
    span('closing words over all', 1, 5, 1.6),
    span('end', 1, 1.5, 1.9),
  ];
  const words = 'closing words over all';
  expect(await cut(lines, { stop: 'end' })).toEqual([`A ${words} end`, `Plan low high ${words}`]);
});

it('columns of lines alone in their rows are recognised by the narrow ones', async () => {
  const lines = [span('A over both', 1, 5, 1), span('x', 1, 2, 1.3), span('y', 4, 5, 1.6)];
  const range = { anchor: 'over', stop: 'absent' };
  expect(await cut(lines, range)).toEqual(['A over both x', 'A over both y']);
});

it('drop the row of the line that ends them', async () => {
  const lines = [...GRID.slice(0, 3), span('x', 5.6, 6, 1.59), ...GRID.slice(6)];
  expect(await cut(lines, {})).toEqual(['A', 'B', 'C']);
});

it('columns are in a parent that is a band', async () => {
  const lower = GRID.map((line) => ({ ...line, top: line.top + 4 }));
  const bands = [at('Band', 1, 0.5), ...GRID, at('Band', 1, 4.5), ...lower];
  const columns = {
    id: 'columns',
    type: 'sections',
    range: { direction: 'vertical', anchor: { type: 'regex', pattern: '.+' }, offsetY: 0.3 },
    fields: [EVERYTHING],
  };
  const { values } = await run(bands, {
    fields: [{ id: 'bands', type: 'sections', range: { anchor: 'band' }, fields: [columns] }],
  });
  const three = [{ all: 'A a' }, { all: 'B b' }, { all: 'C c' }];
  expect(values['bands']).toEqual([{ columns: three }, { columns: three }]);
});

it('keep labels for every section', async () => {
  const lines = [
    span('Fruit', 1, 1.6, 1),
    span('Apple', 2, 2.6, 1),
    span('Pear', 3, 3.5, 1),
    span('Weight', 1, 1.7, 1.3),
    span('100', 2, 2.3, 1.3),
    span('200', 3, 3.3, 1.3),
  ];
  const right = (id: string) => ({ id, anchor: id, method: { id: 'row', position: 'right' } });
  const field = {
    id: 's',
    type: 'sections',
    range: { direction: 'vertical', anchor: 'fruit', columnSelection: [[1, -1]] },
    fields: [right('fruit'), right('weight')],
  };
  const { values } = await run(lines, { fields: [field] });
  expect(values['s']).toEqual([
    { fruit: 'Apple', weight: '100' },
    { fruit: 'Pear', weight: '200' },
  ]);
});

it('columns are traced with their sides', async () => {
  const field = { id: 's', type: 'sections', range: { direction: 'vertical', anchor: FIRST }, fields: [] };
  const { trace } = await run(GRID, { fields: [field] }, { trace: true });
  expect(trace?.['s']?.[0]?.sections?.[0]?.brackets).toEqual([
    { page: 0, top: 1, bottom: 1.439, left: 1, right: 2.2 },
  ]);
});

describe('the grammar of ranges', () => {
  const vertical = (more: object) => ({
    fields: [
      { id: 's', type: 'sections', range: { direction: 'vertical', anchor: 'a', ...more }, fields: [] },
    ],
  });
  const horizontal = (more: object) => ({
    fields: [{ id: 's', type: 'sections', range: { anchor: 'a', ...more }, fields: [] }],
  });

  it.each([
    ['requireStop', true],
    ['externalRange', { anchor: 'b', stop: 'c' }],
  ])('the grammar of ranges has %s for horizontal ranges only', (name, value) => {
    expect(problems(vertical({ [name]: value }))).toEqual([
      `fields[0].range.${name}: only for direction horizontal`,
    ]);
  });

  it.each([
    ['minColumnGap', 1],
    ['columnSelection', [1]],
    ['ignoredColumns', [1]],
    ['lineFilters', []],
  ])('the grammar of ranges has %s for vertical ranges only', (name, value) => {
    expect(problems(horizontal({ [name]: value }))).toEqual([
      `fields[0].range.${name}: only for direction vertical`,
    ]);
  });

  it.each<[object, string]>([
    [vertical({ columnSelection: [['a']] }), 'fields[0].range.columnSelection[0]'],
    [vertical({ columnSelection: [[0, 1, 2]] }), 'fields[0].range.columnSelection[0]'],
    [vertical({ columnSelection: [1.5] }), 'fields[0].range.columnSelection[0]'],
    [vertical({ ignoredColumns: ['a'] }), 'fields[0].range.ignoredColumns[0]'],
    [vertical({ tolerance: -1 }), 'fields[0].range.tolerance'],
    [horizontal({ tolerance: -1 }), 'fields[0].range.tolerance'],
    [horizontal({ requireStop: true }), 'fields[0].range.stop: is required when requireStop is true'],
    [horizontal({ direction: 'diagonal' }), 'fields[0].range.direction: unknown direction "diagonal"'],
    [horizontal({ columns: 1 }), 'fields[0].range.columns: unknown member'],
  ])('the grammar of ranges: %j', (config, expected) => {
    const found = problems(config);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(expected);
  });

  it('takes negative column numbers', () => {
    expect(problems(vertical({ ignoredColumns: [-1], columnSelection: [-2, [0, -1], [1]] }))).toEqual([]);
  });
});

describe('column finding', () => {
  const lines = fc
    .array(
      fc.record({
        left: fc.integer({ min: 0, max: 60 }),
        width: fc.integer({ min: 1, max: 20 }),
        top: fc.integer({ min: 0, max: 40 }),
      }),
      { maxLength: 40 },
    )
    .map(
      (boxes) =>
        scopeOfLines(
          boxes.map(({ left, width, top }) => ({
            text: 'x',
            left: left / 10,
            width: width / 10,
            top: top / 4,
          })),
        ).lines,
    );
  const options = { gap: 0, tolerance: 0.08 };

  it('gives each line to one column, or to all', () => {
    fc.assert(
      fc.property(lines, (band) => {
        const { columns, spanning } = columnsAndSpanning(band, options)!;
        const given = [...columns.flatMap((column) => column.lines), ...spanning];
        expect(new Set(given)).toEqual(new Set(band));
        expect(given).toHaveLength(band.length);
        for (const { left, right, lines: own } of columns) {
          for (const line of own) expect(line.left >= left && line.right <= right).toBe(true);
        }
      }),
    );
  });

  it('gives columns that do not touch, from left to right', () => {
    fc.assert(
      fc.property(lines, (band) => {
        const { columns } = columnsAboveSpanning(band, options)!;
        for (const [i, column] of columns.entries()) {
          const next = columns[i + 1];
          if (next) expect(column.right).toBeLessThanOrEqual(next.left);
        }
      }),
    );
  });

  it('gives up on more columns than any table has', async () => {
    const many = Array.from({ length: MAX_COLUMNS + 5 }, (_, i) => span('A', i, i + 0.5, 1));
    const range = { direction: 'vertical', anchor: 'a' };
    const { values, errors } = await run(many, {
      fields: [{ id: 's', type: 'sections', range, fields: [] }],
    });
    expect(values['s']).toBeNull();
    expect(errors).toMatchObject([
      { field_id: 's', message: `the range has more than ${MAX_COLUMNS} columns` },
    ]);
  });
});
