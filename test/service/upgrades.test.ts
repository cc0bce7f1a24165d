/** What the page on upgrades says of the tables. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Database } from '../../src/service/stores/postgres/database.js';
import { migrations } from '../../src/service/stores/postgres/migrations.js';

/** Steps that statements of earlier versions do not notice. */
const ADDS =
  /^(?:create (?:table|(?:unique )?index) |create or replace function|create function|alter table \S+ (?:add column .*(?:default| text$)|set \())/u;

test('the page on upgrades has every version of the tables', () => {
  const page = readFileSync(new URL('../../docs/guides/upgrades.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| (\d+) \|/gmu)].map(([, version]) => Number(version));
  expect(listed).toEqual(migrations.map(({ version }) => version));
});

test('versions of the tables only add, and those from 7 on can be made again', () => {
  const db = new Database({ client: { query: async () => ({ rows: [] }) } });
  for (const { version, statements } of migrations) {
    for (const statement of statements(db)) {
      expect(statement).toMatch(ADDS);
      if (version >= 7) expect(statement).toMatch(/ if not exists |^create or replace /u);
    }
  }
});
