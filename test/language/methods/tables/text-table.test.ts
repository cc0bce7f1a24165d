import { describe, expect, test } from 'vitest';
import { validateConfig } from '../../../../src/index.js';
import { cellLines, field, rowsOf, run } from './support.js';

const START = { text: 'Start', left: 1, top: 1 };
const COLUMNS = [
  { id: 'a', minX: 1, maxX: 3 },
  { id: 'b', minX: 3, maxX: 5 },
];

function table(members: object = {}) {
  return field({ id: 'textTable', columns: COLUMNS, ...members });
}

const ROWS = [
  ['one', '1'],
  ['two', ''],
  ['three', '3'],
];

describe('rows and columns', () => {
  test('each row of text is a row of the table', async () => {
    const { value } = await run(table(), [START, ...cellLines(ROWS)]);
    expect(rowsOf(value)).toEqual([
      ['one', '1'],
      ['two', null],
      ['three', '3'],
    ]);
  });

  test('half of a line in a column is enough, a touch is not', async () => {
    const lines = [
      START,
      { text: 'half', left: 2.5, top: 1.4, width: 1 },
      { text: 'touch', left: 2.9, top: 1.8, width: 1 },
      { text: 'wide', left: 0.2, top: 2.2, width: 5 },
    ];
    const { value } = await run(table(), lines);
    expect(rowsOf(value)).toEqual([
      ['half', 'half'],
      [null, 'touch'],
    ]);
  });

  test('coincident columns give one text twice, an empty column none', async () => {
    const columns = [
      { id: 'a', minX: 1, maxX: 3 },
      { id: 'n', minX: 1, maxX: 3, type: 'number' },
      { id: 'z', minX: 0, maxX: 0 },
    ];
    const { value } = await run(table({ columns }), [START, { text: 'berth 7', left: 1.1, top: 1.4 }]);
    expect(rowsOf(value)).toEqual([['berth 7', 7, null]]);
  });

  test('a line that lies in one column is cut where its words are those of two', async () => {
    const columns = [
      { id: 'part', minX: 1, maxX: 2.4 },
      { id: 'fee', minX: 3.05, maxX: 3.48 },
      { id: 'tax', minX: 3.48, maxX: 4.2 },
    ];
    const rows = [
      ['Nails', '0.00 15.00%'],
      ['Bolts', '1.50 25.00%'],
      ['Screws', '2.25 17.50%'],
      ['Hinges', '0.75 19.00%'],
    ];
    const { value } = await run(table({ columns }), [
      START,
      ...cellLines(rows, { lefts: [1.1, 3.1], pitch: 0.2 }),
    ]);
    expect(rowsOf(value)).toEqual(rows.map(([part, both]) => [part, ...both!.split(' ')]));
  });

  test('a text that reaches into the next column stays whole', async () => {
    const rows = [
      ['Rope for the big bell', '', '12.00'],
      ['Bell', '', '7.50'],
      ['Lamp', '', '9.25'],
      ['Chain', '', '3.10'],
    ];
    const columns = [
      { id: 'part', minX: 1, maxX: 2.3 },
      { id: 'note', minX: 2.3, maxX: 3 },
      { id: 'fee', minX: 4, maxX: 6 },
    ];
    const lines = [START, ...cellLines(rows, { lefts: [1.1, 2.5, 4.1], pitch: 0.2 })];
    expect(rowsOf((await run(table({ columns }), lines)).value)![0]).toEqual([rows[0]![0], null, '12.00']);
  });

  describe('lines that run over several columns', () => {
    const columns = [
      { id: 'part', minX: 1, maxX: 2.4 },
      { id: 'cost', minX: 3.4, maxX: 3.93 },
      { id: 'rate', minX: 3.93, maxX: 4.45 },
      { id: 'share', minX: 4.45, maxX: 5 },
    ];
    const rows = [
      ['Nails', '250', '12.50 17.00 31.10'],
      ['Bolts', '131', '75.10 31.40 20.30'],
      ['Screws', '184', '31.90 17.20 18.80'],
      ['Hinges', '142', '18.30 40.80 33.90'],
    ];
    const lines = [
      START,
      ...cellLines(rows, { lefts: [1.1, 2.5, 3.5], pitch: 0.2 }).map((line) =>
        line.left === 3.5 ? { ...line, width: 1.4 } : line,
      ),
    ];

    test('lines that run over several columns are cut at the columns where findTables sees a table', async () => {
      const { value } = await run(table({ columns }), lines);
      expect(rowsOf(value)).toEqual([
        ['Nails', '12.50', '17.00', '31.10'],
        ['Bolts', '75.10', '31.40', '20.30'],
        ['Screws', '31.90', '17.20', '18.80'],
        ['Hinges', '18.30', '40.80', '33.90'],
      ]);
    });

    test('lines that run over several columns are left out where it sees none', async () => {
      const prose = {
        text: 'The parts of the delivery are paid at these rates by each.',
        left: 1.1,
        top: 2.8,
      };
      const { value } = await run(table({ columns }), [...lines, prose]);
      expect(rowsOf(value)).toHaveLength(4);
    });

    test('lines are not cut inside a column, and are where the next one has words of theirs', async () => {
      const wide = [columns[0]!, { id: 'both', minX: 3.4, maxX: 4.5 }, columns[3]!];
      const { value } = await run(table({ columns: wide }), lines);
      expect(rowsOf(value)?.[0]).toEqual(['Nails', '12.50 17.00', '31.10']);
      const all = [columns[0]!, { id: 'all', minX: 3.4, maxX: 5 }, columns[3]!];
      expect(rowsOf((await run(table({ columns: all }), lines)).value)?.[0]?.[1]).toBe('12.50 17.00 31.10');
    });

    test('coincident columns share the parts', async () => {
      const twice = [...columns, { id: 'number', minX: 3.4, maxX: 3.93, type: 'number' }];
      const { value } = await run(table({ columns: twice }), lines);
      expect(rowsOf(value)?.[0]).toEqual(['Nails', '12.50', '17.00', '31.10', 12.5]);
    });
  });

  test('columns may count from the left edge of the anchor', async () => {
    const anchor = { text: 'Start', left: 2, top: 1 };
    const columns = [{ id: 'a', minX: -1, maxX: 1 }];
    const { value } = await run(table({ columns, columnsRelativeToAnchor: true }), [
      anchor,
      ...cellLines([['x', 'y']]),
    ]);
    expect(rowsOf(value)).toEqual([['x']]);
  });

  test('lines with jitter are in one row', async () => {
    const lines = [START, { text: 'x', left: 1.1, top: 1.4 }, { text: '7', left: 3.1, top: 1.455 }];
    expect(rowsOf((await run(table(), lines)).value)).toEqual([['x', '7']]);
  });
});

describe('rows of several lines', () => {
  const lines = [
    START,
    { text: 'New roof,', left: 1.1, top: 1.4 },
    { text: '9', left: 3.1, top: 1.4 },
    { text: 'slate', left: 1.1, top: 1.56 },
    { text: 'Gutters', left: 1.1, top: 1.85 },
  ];

  test('close lines join, all columns together', async () => {
    const { value } = await run(table({ detectMultipleLinesPerRow: true }), lines);
    expect(rowsOf(value)).toEqual([
      ['New roof, slate', '9'],
      ['Gutters', null],
    ]);
  });

  test('rows of several lines are separated by the gap that the author gives', async () => {
    const { value } = await run(table({ detectMultipleLinesPerRow: { maxGap: 0.2 } }), lines);
    expect(rowsOf(value)).toEqual([['New roof, slate Gutters', '9']]);
  });

  describe('all lines at one distance', () => {
    const columns = [
      { id: 'item', minX: 1, maxX: 2 },
      { id: 'text', minX: 2, maxX: 5 },
      { id: 'price', minX: 5, maxX: 7 },
    ];
    const items = [
      ['1', 'Mooring line', '40.00'],
      ['', 'three strands', ''],
      ['', '01.03.2026 - 31.03.2026', ''],
      ['2', 'Fender', '12.50'],
      ['', 'with lanyard', ''],
    ];
    const rows = [
      ['1', 'Mooring line three strands 01.03.2026 - 31.03.2026', '40.00'],
      ['2', 'Fender with lanyard', '12.50'],
    ];
    const given = async (own: readonly (readonly string[])[], pitch: number) => {
      const sketches = cellLines(own, { lefts: [1.1, 2.1, 5.1], pitch });
      const config = table({ columns, detectMultipleLinesPerRow: true });
      return rowsOf((await run(config, [START, ...sketches])).value);
    };

    test.each([0.16, 0.3])(
      'a row begins where the first column has a value, lines %d apart',
      async (pitch) => {
        expect(await given(items, pitch)).toEqual(rows);
      },
    );

    test('an entry whose first column is empty is a row of its own', async () => {
      const day = ['', 'Water', '3.00'];
      expect(await given([...items, day], 0.3)).toEqual([...rows, [null, ...day.slice(1)]]);
    });

    test('lines in several columns do not go on with one cell', async () => {
      const sparse = [...items, ['', 'Swan', 'north']];
      expect(await given(sparse, 0.3)).toHaveLength(sparse.length);
    });
  });

  test('a cell never goes on over a page', async () => {
    const next = [{ text: 'slate', left: 1.1, top: 0.1, page: 1 }];
    const { value } = await run(
      table({ detectMultipleLinesPerRow: { maxGap: 10 }, stop: { type: 'last' } }),
      [START, { text: 'New roof,', left: 1.1, top: 1.4 }, ...next],
    );
    expect(rowsOf(value)).toEqual([
      ['New roof,', null],
      ['slate', null],
    ]);
  });
});

describe('extent', () => {
  const lines = [START, ...cellLines(ROWS), ...cellLines([['later', '4']], { page: 1 })];

  test('a table reaches to the end of the page without a stop, or with one that is not there', async () => {
    expect(rowsOf((await run(table(), lines)).value)).toHaveLength(3);
    expect(rowsOf((await run(table({ stop: 'nowhere' }), lines)).value)).toHaveLength(3);
  });

  test('a table reaches to the stop, also on a later page', async () => {
    expect(rowsOf((await run(table({ stop: 'three' }), lines)).value)).toHaveLength(2);
    expect(rowsOf((await run(table({ stop: 'later' }), lines)).value)).toHaveLength(3);
    expect(rowsOf((await run(table({ stop: { type: 'last' } }), lines)).value)).toHaveLength(4);
  });

  test('a number of inches from its start', async () => {
    expect(rowsOf((await run(table({ stop: 0.8 }), lines)).value)).toEqual([
      ['one', '1'],
      ['two', null],
    ]);
  });

  test('a table begins below the anchor, or set off from there', async () => {
    const beside = { text: 'beside', left: 3.1, top: 1 };
    expect(rowsOf((await run(table(), [beside, ...lines])).value)).toHaveLength(3);
    expect(rowsOf((await run(table({ offsetY: -0.2 }), [beside, ...lines])).value)![0]).toEqual([
      null,
      'beside',
    ]);
    expect(rowsOf((await run(table({ offsetY: 0.6 }), lines)).value)).toHaveLength(2);
  });
});

describe('row rules', () => {
  const long = [
    START,
    ...cellLines([
      ['Name', 'Days'],
      ['Ahlers', '12'],
      ['Boers', 'none'],
      ['', ''],
      ['Total', '12'],
    ]),
  ];

  test('a window of rows is kept', async () => {
    expect(rowsOf((await run(table({ startOnRow: 1, stopOnRow: 2 }), long)).value)).toEqual([
      ['Ahlers', '12'],
      ['Boers', 'none'],
    ]);
    expect(rowsOf((await run(table({ startOnRow: 2, stopOnRow: -1 }), long)).value)).toHaveLength(2);
    const beyond = await run(table({ startOnRow: 9 }), long);
    expect(beyond.value).toBeNull();
    expect(beyond.reason).toContain('startOnRow');
  });

  test('rows without their required cells are left out', async () => {
    const columns = [COLUMNS[0], { ...COLUMNS[1], type: 'number', isRequired: true }];
    expect(rowsOf((await run(table({ columns }), long)).value)).toEqual([
      ['Ahlers', 12],
      ['Total', 12],
    ]);
    const none = [COLUMNS[0], { ...COLUMNS[1], type: 'date', isRequired: true }];
    const omitted = await run(table({ columns: none }), long);
    expect(omitted.value).toBeNull();
    expect(omitted.reason).toContain('"b"');
  });

  test('headings that later pages repeat go with all that is above them', async () => {
    const heading = ['Name', 'Days'];
    const lines = [
      START,
      ...cellLines([heading, ['Ahlers', '12']]),
      ...cellLines(
        [
          ['Harbour office', 'p. 2'],
          ['NAME', 'Days'],
          ['Boers', '7'],
        ],
        { page: 1 },
      ),
      ...cellLines([['Cassens', '3']], { page: 2 }),
    ];
    const { value } = await run(table({ stop: { type: 'last' } }), lines);
    expect(rowsOf(value)).toEqual([heading, ['Ahlers', '12'], ['Boers', '7'], ['Cassens', '3']]);
  });

  test.each([
    ['an amount', ['Sum', '10.00'], ['Rent', 'due'], {}],
    ['a number that the column reads', ['Nails', '12'], ['Screws', 'none'], { type: 'number' }],
    ['a year like those above it', ['Ahlers', '2019'], ['Boers', '2021'], {}],
  ])('a first row with %s is no heading that a later page repeats', async (_, first, other, members) => {
    const columns = [COLUMNS[0], { ...COLUMNS[1], ...members }];
    const lines = [START, ...cellLines([first, other]), ...cellLines([other, first, other], { page: 1 })];
    const { value } = await run(table({ columns, stop: { type: 'last' } }), lines);
    expect(rowsOf(value)).toHaveLength(5);
  });

  test('a heading with digits is one, whatever numbers are in the head of the page', async () => {
    const heading = ['Name', 'Day 1'];
    const next = cellLines([['Harbour office', 'Page 2'], heading, ['Boers', '7']], { page: 1 });
    const lines = [START, ...cellLines([heading, ['Ahlers', '12']]), ...next];
    const { value } = await run(table({ stop: { type: 'last' } }), lines);
    expect(rowsOf(value)).toEqual([heading, ['Ahlers', '12'], ['Boers', '7']]);
  });

  test('filters of words and types act on cells, those of lines on lines', async () => {
    const lines = [
      START,
      ...cellLines([
        ['Ahlers jr.', '12'],
        ['Boers', '05/03/2021'],
      ]),
    ];
    const filters = {
      wordFilters: ['jr.'],
      typeFilters: ['date'],
      lineFilters: { type: 'equals', text: '12' },
    };
    expect(rowsOf((await run(table(filters), lines)).value)).toEqual([
      ['Ahlers', null],
      ['Boers', null],
    ]);
  });

  test('a tiebreaker chooses inside a cell, and the text of a cell is joined before it is typed', async () => {
    const columns = [{ id: 'a', minX: 1, maxX: 3, type: { id: 'custom', pattern: '\\D+' } }];
    const stacked = [START, { text: 'Bank', left: 1.1, top: 1.4 }, { text: '1234', left: 1.1, top: 1.56 }];
    expect(
      (await run(table({ columns, detectMultipleLinesPerRow: true }), stacked)).value!.columns[0]!.values,
    ).toEqual([{ source: 'Bank ', value: 'Bank ', type: 'string' }]);
    const numbers = [{ id: 'a', minX: 1, maxX: 3, type: 'number' }];
    const two = [START, { text: '3 of 17', left: 1.1, top: 1.4 }];
    expect(rowsOf((await run(table({ columns: numbers, tiebreaker: '>' }), two)).value)).toEqual([[17]]);
  });
});

test('verbosity shows the lines of each cell', async () => {
  const { value } = await run(table(), [START, ...cellLines([['one', '']])], [], 1);
  expect(value).not.toHaveProperty('lines');
  expect(value!.columns[0]!.values[0]).toMatchObject({ value: 'one', lines: [{ text: 'one', page: 0 }] });
});

describe('validation', () => {
  const problems = (method: object, extra: object = {}) =>
    validateConfig({ fields: [field(method, extra)] }).map(
      ({ path, severity, message }) => `${severity} ${path.join('.')} ${message}`,
    );

  test.each([
    [{ columns: [] }, /^error fields\.0\.method\.columns /],
    [{ columns: [{ minX: 1, maxX: 2 }] }, /^error fields\.0\.method\.columns\.0\.id is required/],
    [{ columns: [{ id: 'a', minX: 1 }] }, /^error fields\.0\.method\.columns\.0\.maxX is required/],
    [{ columns: [{ id: 'a', minX: 2, maxX: 1 }] }, /^error fields\.0\.method\.columns\.0\.maxX /],
    [{ columns: [{ ...COLUMNS[0], type: 'table' }] }, /^error fields\.0\.method\.columns\.0\.type /],
    [{ columns: [{ ...COLUMNS[0], type: 'images' }] }, /^error fields\.0\.method\.columns\.0\.type /],
    [{ columns: COLUMNS, startOnRow: -1 }, /^warning fields\.0\.method\.startOnRow /],
    [{ columns: COLUMNS, startOnRow: 3, stopOnRow: 2 }, /^error fields\.0\.method\.stopOnRow /],
    [{ columns: COLUMNS, stopOnRow: 0.5 }, /^warning fields\.0\.method\.stopOnRow /],
    [{ columns: COLUMNS, stop: 0 }, /^error fields\.0\.method\.stop/],
    [
      { columns: COLUMNS, detectMultipleLinesPerRow: { maxGap: -1 } },
      /^error fields\.0\.method\.detectMultipleLinesPerRow/,
    ],
    [{ columns: COLUMNS, columnCount: 2 }, /^error fields\.0\.method\.columnCount unknown member/],
    [{ columns: [COLUMNS[0], COLUMNS[0]] }, /^warning fields\.0\.method\.columns\.1\.id /],
  ])('a config of text tables is refused: %j', (members, expected) => {
    expect(problems({ id: 'textTable', ...members })).toEqual(
      expect.arrayContaining([expect.stringMatching(expected)]),
    );
  });

  test('types that do not go with a table are warned of', () => {
    expect(problems({ id: 'textTable', columns: COLUMNS }, { type: 'currency' })).toEqual([
      expect.stringMatching(/^warning fields\.0\.type .*taken as table/),
    ]);
    expect(problems({ id: 'passthrough' }, { type: 'table' })).toEqual([
      expect.stringMatching(/^warning fields\.0\.type .*null/),
    ]);
    expect(problems({ id: 'textTable', columns: COLUMNS }, { type: 'table' })).toEqual([]);
  });
});

describe('the trace', () => {
  test('reports all rows, where they are and why some are left out', async () => {
    const columns = [COLUMNS[0], { ...COLUMNS[1], type: 'number', isRequired: true }];
    const lines = [START, ...cellLines([...ROWS, ['four', 'none'], ['five', '5']])];
    const { table: traced, value } = await run(table({ columns, startOnRow: 1 }), lines);
    expect(rowsOf(value)).toEqual([
      ['three', 3],
      ['five', 5],
    ]);
    expect(traced?.rows.map(({ cells, reason }) => [cells[0], reason])).toEqual([
      ['one', 'not between startOnRow and stopOnRow'],
      ['two', 'the required column "b" is empty'],
      ['three', undefined],
      ['four', 'no number in the text of the required column "b"'],
      ['five', undefined],
    ]);
    expect(traced?.rows[0]).toMatchObject({ page: 0, top: 1.4, bottom: 1.539 });
    expect(traced?.columns).toEqual([
      { id: 'a', page: 0, left: 1, right: 3 },
      { id: 'b', page: 0, left: 3, right: 5 },
    ]);
  });

  test('reports the rows of a table without a value, too', async () => {
    const columns = [{ ...COLUMNS[0], type: 'date', isRequired: true }];
    const { table: traced, value } = await run(table({ columns }), [START, ...cellLines([['one'], ['two']])]);
    expect(value).toBeNull();
    expect(traced?.rows.map(({ reason }) => reason)).toEqual([
      'no date in the text of the required column "a"',
      'no date in the text of the required column "a"',
    ]);
  });
});
