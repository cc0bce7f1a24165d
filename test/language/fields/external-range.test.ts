import { expect, it } from 'vitest';
import { processorTime } from '../../support/processor-time.js';
import { at, column, EVERYTHING, problems, run } from './support.js';

const TABLE = [
  at('Qty', 3, 1),
  at('Price', 5, 1),
  at('7 nuts', 1, 1.2),
  at('9 bolts', 1, 1.4),
  at('End', 1, 2),
];
const ROWS = { type: 'regex', pattern: '^\\d' };
const HEADINGS = { anchor: 'qty', anchorIsAbsolute: true, stop: '7 nuts' };

async function texts(
  lines: ReturnType<typeof at>[],
  externalRange: object,
  more: object = {},
): Promise<unknown> {
  const field = {
    id: 's',
    type: 'sections',
    range: { anchor: ROWS, stop: 'end', stopOffsetY: -0.2, externalRange, ...more },
    fields: [EVERYTHING],
  };
  const { values } = await run(lines, { fields: [field] });
  return (values['s'] as { all: string }[]).map(({ all }) => all);
}

it('an external range above each section is searched upwards', async () => {
  const external = {
    anchor: { type: 'equals', text: 'Qty', reverse: true },
    stop: { type: 'first' },
    offsetY: -0.02,
    stopOffsetY: 0.02,
  };
  expect(await texts(TABLE, external)).toEqual(['Qty Price 7 nuts', 'Qty Price 9 bolts']);
  expect(
    problems({
      fields: [{ id: 's', type: 'sections', range: { anchor: ROWS, externalRange: external }, fields: [] }],
    }),
  ).toEqual([]);
});

it('takes the nearest above, so that sections may have different ones', async () => {
  const lines = [...TABLE.slice(0, 3), at('Qty', 4, 1.3), ...TABLE.slice(3)];
  const external = { anchor: { type: 'equals', text: 'Qty', reverse: true }, stop: ROWS };
  expect(await texts(lines, external)).toEqual(['Qty Price 7 nuts Qty', 'Qty 9 bolts']);
});

it('an external range is the band around its anchor line where the stop matches that, too', async () => {
  const heading = { type: 'equals', text: 'Qty' };
  const external = { anchor: { ...heading, reverse: true }, stop: heading };
  const band = { offsetY: -0.1, stopOffsetY: 0.1 };
  expect(await texts(TABLE, { ...external, ...band })).toEqual(['Qty Price 7 nuts', 'Qty Price 9 bolts']);
  const pages = [...TABLE, ...TABLE.map((line) => ({ ...line, page: 1 }))];
  expect(await texts(pages, { ...external, ...band })).toEqual([
    'Qty Price 7 nuts',
    'Qty Price 9 bolts',
    'Qty Price 7 nuts',
    'Qty Price 9 bolts',
  ]);
});

it('goes on to a later stop where the offsets leave no band', async () => {
  const heading = { type: 'equals', text: 'Qty' };
  const external = { anchor: { ...heading, reverse: true }, stop: heading };
  expect(await texts(TABLE, external)).toEqual(['7 nuts', '9 bolts']);
  const lines = [at('Unit', 1, 0.8), at('Qty', 3, 0.9), ...TABLE.slice(2), at('Qty', 3, 2.4)];
  expect(await texts(lines, external)).toEqual(['Qty 7 nuts 9 bolts End', 'Qty 7 nuts 9 bolts End']);
});

it('an external range below each section is searched downwards', async () => {
  const lines = [...TABLE, at('Note', 1, 3), at('Last', 1, 4)];
  expect(await texts(lines, { anchor: 'note', stop: 'last' })).toEqual(['7 nuts Note', '9 bolts Note']);
});

it('an external range may be one for all, and ends before the row of its stop', async () => {
  expect(await texts(TABLE, HEADINGS)).toEqual(['Qty Price 7 nuts', 'Qty Price 9 bolts']);
});

it.each([
  ['anchor', { ...HEADINGS, anchor: 'absent' }],
  ['stop', { ...HEADINGS, stop: 'absent' }],
])('an external range without its %s adds nothing', async (_title, external) => {
  expect(await texts(TABLE, external)).toEqual(['7 nuts', '9 bolts']);
});

it.each([
  ['a sequence', ['qty', 'price'].map((text) => ({ type: 'includes', text })), 'Price 7 nuts'],
  ['an anchor with a start', { start: 'price', match: { type: 'regex', pattern: '.' } }, 'Price 7 nuts'],
])('begins at %s', async (_title, anchor, first) => {
  const found = (await texts(TABLE, { ...HEADINGS, anchor, offsetY: 0 })) as string[];
  // Tops decide, so the whole row of the headings comes along.
  expect(found[0]).toBe(`Qty ${first}`);
});

it('adds lines once when they are in the section already', async () => {
  const external = { anchor: '7 nuts', anchorIsAbsolute: true, stop: 'end' };
  expect(await texts(TABLE, external)).toEqual(['7 nuts 9 bolts', '7 nuts 9 bolts']);
});

it('an external range is no part of what sections inside are cut from, but may be added to them', async () => {
  const inner = (externalRange?: object) => ({
    id: 'inner',
    type: 'sections',
    range: { anchor: { type: 'regex', pattern: '.' }, ...(externalRange && { externalRange }) },
    fields: [EVERYTHING],
  });
  const outer = (field: object) => ({
    fields: [
      { id: 's', type: 'sections', range: { anchor: ROWS, externalRange: HEADINGS }, fields: [field] },
    ],
  });
  const own = await run(TABLE, outer(inner()));
  expect(own.values['s']).toEqual([
    { inner: [{ all: '7 nuts' }] },
    { inner: [{ all: '9 bolts' }, { all: 'End' }] },
  ]);
  const added = await run(TABLE, outer(inner(HEADINGS)));
  expect(added.values['s']).toMatchObject([{ inner: [{ all: 'Qty Price 7 nuts' }] }, {}]);
});

it('leaves firstInSection to the lines of the section', async () => {
  const head = (id: string) => ({ id, anchor: { type: id }, method: { id: 'passthrough' } });
  const field = {
    id: 's',
    type: 'sections',
    range: { anchor: ROWS, externalRange: HEADINGS },
    fields: [head('first'), head('firstInSection')],
  };
  const { values } = await run(TABLE, { fields: [field] });
  expect(values['s']).toEqual([
    { first: 'Qty', firstInSection: '7 nuts' },
    { first: 'Qty', firstInSection: '9 bolts' },
  ]);
});

it('an external range by names of anchors follows what they mean where the group is', async () => {
  const define = (name: string, anchor: string) => ({ type: 'anchorDefinition', name, anchor });
  const field = (id: string) => ({
    id,
    type: 'sections',
    range: {
      anchor: ROWS,
      stop: 'end',
      stopOffsetY: -0.2,
      externalRange: { ...HEADINGS, anchor: { ref: 'head' }, stop: { ref: 'stop' } },
    },
    fields: [EVERYTHING],
  });
  const { values, errors } = await run(TABLE, {
    fields: [
      field('before'),
      define('stop', '7 nuts'),
      define('head', 'qty'),
      field('headings'),
      define('head', 'end'),
      field('none'),
    ],
  });
  expect(values).toEqual({
    before: null,
    headings: [{ all: 'Qty Price 7 nuts' }, { all: 'Qty Price 9 bolts' }],
    none: [{ all: '7 nuts' }, { all: '9 bolts' }],
  });
  expect(errors).toMatchObject([{ field_id: 'before' }]);
});

it('an external range is found in linear time', async () => {
  const rows = Array.from({ length: 5_000 }, (_, i) => ({ [`${i} row`]: i / 100 }));
  const lines = column(Object.assign({}, ...rows));
  const field = {
    id: 's',
    type: 'sections',
    range: {
      anchor: ROWS,
      tolerance: 0,
      externalRange: { anchor: ['absent'].map((text) => ({ type: 'includes', text })), stop: 'absent' },
    },
    fields: [],
  };
  const begun = processorTime();
  const { values } = await run(lines, { fields: [field] });
  expect(values['s']).toHaveLength(5_000);
  expect(processorTime() - begun).toBeLessThan(2_000);
});
