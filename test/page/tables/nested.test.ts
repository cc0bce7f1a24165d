import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentFromLines, type FoundTable, findTables } from '../../../src/index.js';
import { packedTables, unpackedTables } from '../../../src/run/workers/sent-tables.js';
import { HARD_KINDS, hardTables } from './generated-hard.js';
import { gridOf } from './generated-pages.js';

const register = new Uint8Array(
  readFileSync(new URL('../../../fixtures/documents/nested-table.pdf', import.meta.url)),
);

const innerOf = ({ cells }: FoundTable) =>
  cells.flatMap(({ row, column, tables = [] }) =>
    tables.map((table) => ({ row, column, grid: gridOf(table) })),
  );

const STORES = [
  ['Article', 'Length', 'Price'],
  ['Hemp rope', '12.00', '40.50'],
  ['Sisal rope', '30.00', '21.75'],
];
const CHAIN = [
  ['Article', 'Length', 'Price'],
  ['Chain', '8.50', '96.00'],
];

test('the tables in cells are found where they are asked for', async () => {
  const [table, ...others] = await findTables(register, { nested: true });
  expect(others).toEqual([]);
  expect(gridOf(table!)).toEqual([
    ['Ship', 'Stores'],
    ['Swan', STORES.flat().join(' ')],
    ['Heron', 'none'],
    ['Gull', CHAIN.flat().join(' ')],
  ]);
  expect(innerOf(table!)).toEqual([
    { row: 1, column: 1, grid: STORES },
    { row: 3, column: 1, grid: CHAIN },
  ]);
});

test('they are left out where they are not asked for', async () => {
  const [table] = await findTables(register);
  expect(gridOf(table!)).toHaveLength(4);
  expect(innerOf(table!)).toEqual([]);
});

test('they come out of a worker as they went in', async () => {
  const tables = await findTables(register, { nested: true });
  const sent = unpackedTables(structuredClone(packedTables(tables)));
  expect(sent.map(innerOf)).toEqual(tables.map(innerOf));
  const lines = ([table]: readonly FoundTable[]) =>
    table!.cells[3]!.tables![0]!.cells.flatMap((cell) =>
      cell.lines.map(({ text, left }) => ({ text, left })),
    );
  expect(lines(sent)).toEqual(lines(tables));
});

test('tables without tables in their cells are the same with the option', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(HARD_KINDS)),
      fc.integer({ min: 1, max: 1000 }),
      async (kind, seed) => {
        const { lines, paths } = hardTables(kind, seed);
        const [plain, nested] = await Promise.all([
          findTables(documentFromLines(lines, paths)),
          findTables(documentFromLines(lines, paths), { nested: true }),
        ]);
        expect(nested.map(gridOf)).toEqual(plain.map(gridOf));
        expect(nested.flatMap(innerOf)).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});
