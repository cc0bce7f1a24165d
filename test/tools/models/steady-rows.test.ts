import { describe, expect, test } from 'vitest';
import { documentFromLines, extract } from '../../../src/index.js';
import { type RunFields, tablesIn } from '../../../src/tools/models/prove.js';
import { steadyRows } from '../../../src/tools/models/steady-rows.js';

const rows = [
  ['Oak', '12'],
  ['Pine', '8'],
  ['Glue', '7'],
] as const;
const document = documentFromLines([
  { text: 'Article', left: 1, top: 1 },
  { text: 'Price', left: 4, top: 1 },
  ...rows.flatMap(([article, price], i) => [
    { text: article, left: 1, top: 1.3 + i * 0.25 },
    { text: price, left: 4, top: 1.3 + i * 0.25 },
  ]),
  { text: 'Total', left: 1, top: 2.4 },
  { text: '27', left: 4, top: 2.4 },
]);
const columns = [
  { id: 'article', minX: 0.9, maxX: 3 },
  { id: 'price', minX: 3.9, maxX: 5 },
];
const field = (members: object) => ({
  type: 'table',
  anchor: 'Article',
  method: { id: 'textTable', columns, ...members },
});
const run: RunFields = async (on, config) => (await extract(on, config)).parsed_document;

async function areSteady(fields: readonly object[]): Promise<readonly boolean[]> {
  const named = fields.map((each, i) => ({ id: `f${i}`, ...each }));
  const values = await run(document, { verbosity: 1, fields: named } as never);
  const tables = fields.map((_, i) => tablesIn([values[`f${i}`]]));
  return steadyRows(
    fields.map((each, i) => ({ field: each, tables: tables[i]! })),
    [document],
    run,
  );
}

describe('steadyRows', () => {
  test('a table that ends at a caption holds the rows that are left', async () => {
    expect(await areSteady([field({ stop: 'Total' })])).toEqual([true]);
  });

  test('a table that counts its rows takes what is below them, and is unsteady', async () => {
    expect(await areSteady([field({ stopOnRow: 2 }), field({ stopOnRow: -2 })])).toEqual([false, true]);
  });
});
