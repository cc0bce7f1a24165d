import { describe, expect, test } from 'vitest';
import { documentFromLines, extract, parseConfig } from '../../../src/index.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import { type GivenTable, objectsOf, tableOf } from '../../../src/run/extraction/answers.js';
import { answersByField, distil, scripted } from '../../../src/tools/models/index.js';
import type { RunFields } from '../../../src/tools/models/prove.js';
import { triedRows } from '../../../src/tools/models/prove-rows.js';
import type { RowSample } from '../../../src/tools/models/row-sample.js';

type Vehicle = readonly [vin: string, year: string, driver: string];

const IDS = ['vin', 'year', 'driver'];
const run: RunFields = async (document, config) => (await extract(document, config)).parsed_document;

const FLEETS: readonly (readonly Vehicle[])[] = [
  [
    ['1HGCM826', '2019', 'Ada Lorne'],
    ['5FNRL180', '2021', 'Ben Frost'],
    ['WBA3A5C5', '2016', 'Cy Marsh'],
  ],
  [
    ['JT3HN86R', '2012', 'Dee Holm'],
    ['1FTFW1ET', '2023', 'Eva Reed'],
  ],
  [
    ['3VWFE21C', '2008', 'Flo Hart'],
    ['2T1BURHE', '2017', 'Gus Vale'],
    ['4T1BE46K', '2011', 'Hal Stone'],
  ],
];

/** A schedule on which each vehicle is a block; a text that is not printed is empty. */
function schedule(fleet: readonly Vehicle[]) {
  const end = 2 + fleet.length * 1.4;
  return documentFromLines([
    { text: 'Harbour Insurance', left: 1, top: 0.5 },
    { text: 'Schedule of cars', left: 1, top: 1 },
    ...fleet.flatMap(([vin, year, driver], i) => [
      { text: `Vehicle ${i + 1}`, left: 1, top: 2 + i * 1.4 },
      { text: 'VIN', left: 1, top: 2.3 + i * 1.4 },
      ...(vin === '' ? [] : [{ text: vin, left: 3, top: 2.3 + i * 1.4 }]),
      { text: 'Model year', left: 1, top: 2.6 + i * 1.4 },
      ...(year === '' ? [] : [{ text: year, left: 3, top: 2.6 + i * 1.4 }]),
      { text: `Main driver: ${driver}`, left: 1, top: 2.9 + i * 1.4 },
    ]),
    { text: 'Signed for the insurer', left: 1, top: end },
    { text: 'Year 2024', left: 3, top: end + 0.4 },
  ]);
}

function answered(fleet: readonly Vehicle[]): GivenTable {
  return { columns: IDS.map((id, i) => ({ id, values: fleet.map((row) => ({ value: row[i]! })) })) };
}

const asked = {
  id: 'vehicles',
  kind: 'rows' as const,
  description: 'vehicles',
  columns: IDS.map((id) => ({ id, type: undefined })),
};
const samples = FLEETS.map(
  (fleet, i): RowSample => ({ name: `${i}.pdf`, document: schedule(fleet), rows: answered(fleet) }),
);
const tried = (all: readonly RowSample[]) => triedRows(asked, all, [2], builtInLanguage().types, run);

describe('sections for rows that are printed as blocks', () => {
  test('sections are proven on all samples, and end before what is behind the last block', async () => {
    const found = await tried(samples);
    expect(found).toMatchObject({ columns: IDS, whole: [0, 1, 2] });
    expect(found!.field).toMatchObject({
      type: 'sections',
      range: { anchor: 'Vehicle', stop: 'Signed for the insurer' },
      fields: IDS.map((id) => ({ id })),
    });
  });

  test('sections give null for a value that is not printed, and not that of another block', async () => {
    const { field } = (await tried(samples))!;
    const unseen: readonly Vehicle[] = [
      ['9BWAB45U', '', 'Ida Moss'],
      ['', '2014', 'Jon Birch'],
    ];
    const given = await run(schedule(unseen), { fields: [{ id: 'vehicles', ...field }] } as never);
    expect(given['vehicles']).toMatchObject([
      { vin: { value: '9BWAB45U' }, year: null, driver: { value: 'Ida Moss' } },
      { vin: null, year: { value: '2014' }, driver: { value: 'Jon Birch' } },
    ]);
  });

  test('sections outlive single cells that the model has mistaken', async () => {
    const slipped = FLEETS[0]!.map((row, i): Vehicle => (i === 0 ? ['5FNRL180', row[1], row[2]] : row));
    const found = await tried([{ ...samples[0]!, rows: answered(slipped) }, ...samples.slice(1)]);
    expect(found!.columns).toEqual(IDS);
    expect(found!.disagreements).toMatchObject([{ sample: '0.pdf', column: 'vin', row: 0 }]);
  });

  test('sections are not proven where a sample that was held out has another number of blocks than rows', async () => {
    const fewer = answered(FLEETS[2]!.slice(0, 2));
    const found = await tried([...samples.slice(0, 2), { ...samples[2]!, rows: fewer }]);
    expect(found.field).toBeUndefined();
    expect(found.left).toEqual(IDS.map((column) => ({ column, because: 'rows' })));
  });

  test('blocks of a form that are not filled in are no rows', async () => {
    const blank: Vehicle = ['', '', ''];
    const forms = FLEETS.map((fleet) => [...fleet, blank, blank].slice(0, 4));
    forms[1] = [FLEETS[1]![0]!, blank, FLEETS[1]![1]!, blank];
    const found = await tried(samples.map((sample, i) => ({ ...sample, document: schedule(forms[i]!) })));
    expect(found).toMatchObject({ columns: IDS, whole: [0, 1, 2] });
    expect(found.field).toMatchObject({ requiredFields: ['vin'] });
    const given = await run(schedule(forms[1]!), { fields: [{ id: 'vehicles', ...found.field }] } as never);
    expect(given['vehicles']).toMatchObject([{ vin: { value: 'JT3HN86R' } }, { vin: { value: '1FTFW1ET' } }]);
  });

  test('rows that are in no table, and that no caption begins, are reported as such', async () => {
    const letters = samples.map((sample, i) => {
      const text = FLEETS[i]!.map((row) => row.join(' or ')).join(', then ');
      return { ...sample, document: documentFromLines([{ text, left: 1, top: 1 }]) };
    });
    const { field, left } = await tried(letters);
    expect(field).toBeUndefined();
    expect(left).toEqual(IDS.map((column) => ({ column, because: 'noRows' })));
  });
});

const schema = {
  type: 'object',
  properties: {
    vehicles: {
      type: 'array',
      items: { type: 'object', properties: Object.fromEntries(IDS.map((id) => [id, { type: 'string' }])) },
    },
  },
};

/** A model that knows some fleets, as options. */
function withModel(fleets: readonly (readonly Vehicle[])[]) {
  const model = scripted((request) => {
    const shown = JSON.stringify(request.messages);
    const fleet = fleets.find(([first]) => shown.includes(first![0]))!;
    const rows = fleet.map((row) => [...row]);
    return answersByField({ vehicles: rows, vehicles_rows: rows })(request);
  });
  return { llm: { providers: { 'open-ai': model } } };
}

test('a config that is distilled reads blocks by itself, and its cases hold what it gives', async () => {
  const [found] = await distil(
    FLEETS.map((fleet, i) => ({ name: `${i}.pdf`, document: schedule(fleet) })),
    schema,
    { ...withModel(FLEETS), strict: true },
  );
  expect(found!.config).not.toContain('computed_fields');
  expect(found!.fields).toMatchObject([{ id: 'vehicles', by: 'layout', columns: IDS }]);
  const { parsed_document } = await extract(schedule(FLEETS[1]!), found!.config);
  expect(parsed_document).toEqual(found!.expected['1.pdf']);
  expect(parsed_document['vehicles']).toMatchObject([
    { vin: { value: 'JT3HN86R' } },
    { vin: { value: '1FTFW1ET' } },
  ]);
});

test('rows have one shape, whether sections find them or the model behind these is asked', async () => {
  const [found] = await distil(
    FLEETS.map((fleet, i) => ({ name: `${i}.pdf`, document: schedule(fleet) })),
    schema,
    withModel(FLEETS),
  );
  const letter = documentFromLines([
    { text: 'Our cars are KL1TD566 of 2010, driven by Kai Moor,', left: 1, top: 1 },
    { text: 'and JN8AZ2NE of 2015, driven by Lea Dunn.', left: 1, top: 1.3 },
  ]);
  const cars: readonly Vehicle[] = [
    ['KL1TD566', '2010', 'Kai Moor'],
    ['JN8AZ2NE', '2015', 'Lea Dunn'],
  ];
  const { fingerprint: _, ...config } = parseConfig(found!.config);
  const asked = await extract(letter, config, undefined, withModel([cars]));
  expect(asked.usage?.fallbacks).toEqual(['vehicles_rows']);
  expect(Object.keys(asked.parsed_document)).toEqual(['vehicles']);
  expect(asked.parsed_document['vehicles']).toMatchObject(
    cars.map(([vin, year, driver]) => ({
      vin: { value: vin },
      year: { value: year },
      driver: { value: driver },
    })),
  );
  const read = await extract(schedule(FLEETS[1]!), config, undefined, withModel([]));
  expect(read.usage?.fallbacks).toEqual([]);
  expect(read.parsed_document).toEqual(found!.expected['1.pdf']);
});

test('rows are held under an id that nothing else has', async () => {
  const count = { vehicles_rows: { type: 'string' } };
  const model = scripted((request) => {
    const shown = JSON.stringify(request.messages);
    const fleet = FLEETS.find(([first]) => shown.includes(first![0]))!;
    return answersByField({ vehicles: fleet.map((row) => [...row]), vehicles_rows: 'two' })(request);
  });
  const [found] = await distil(
    FLEETS.map((fleet, i) => ({ name: `${i}.pdf`, document: schedule(fleet) })),
    { ...schema, properties: { ...schema.properties, ...count } },
    { llm: { providers: { 'open-ai': model } } },
  );
  const { computed_fields: computed } = parseConfig(found!.config);
  expect(computed).toMatchObject([
    { id: 'vehicles', method: { source_ids: ['vehicles_rows_'] } },
    { id: 'vehicles_hidden', method: { source_ids: ['vehicles_rows_'] } },
  ]);
});

test('rows are one thing as columns and as objects', () => {
  const table = answered(FLEETS[0]!);
  const rows = objectsOf(table);
  expect(rows[1]).toEqual({
    vin: { value: '5FNRL180' },
    year: { value: '2021' },
    driver: { value: 'Ben Frost' },
  });
  expect(tableOf(rows)).toEqual(table);
  expect(tableOf([{ value: 'a list of values', type: 'string' }])).toBeUndefined();
  expect(tableOf([])).toBeUndefined();
});
