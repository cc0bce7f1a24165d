/** Members that are accepted and have no effect are reported, when a config is checked and when it runs. */
import { expect, test } from 'vitest';
import { documentFromLines, extract, validateConfig } from '../../../src/index.js';

const anchored = (method: object, more: object = {}) => ({ id: 'value', anchor: 'start', method, ...more });
const TABLE = { columns: [{ id: 'a', index: 0 }], columnCount: 2, detectTableStructureOnly: true };
const HEADED = { columns: [{ id: 'a', terms: ['a'] }], detectTableStructureOnly: false };

test.each<[string, object, string[]]>([
  [
    'checkbox',
    anchored({ id: 'checkbox', position: 'left', wordFilters: ['x'], sortLines: 'readingOrderLeftToRight' }),
    ['wordFilters', 'sortLines'],
  ],
  [
    'nearestCheckbox',
    anchored({ id: 'nearestCheckbox', position: 'left', tiebreaker: 'first' }),
    ['tiebreaker'],
  ],
  [
    'signature',
    anchored({
      id: 'signature',
      start: 'below',
      offsetX: 0,
      offsetY: 0,
      width: 1,
      height: 1,
      lineFilters: [],
    }),
    ['lineFilters'],
  ],
  [
    'documentRange',
    anchored(
      {
        id: 'documentRange',
        includeImages: true,
        whitespaceFilter: 'all',
        xRangeFilter: { start: 'left', offsetX: 0, width: 1 },
      },
      { type: 'images' },
    ),
    ['whitespaceFilter'],
  ],
  ['fixedTable', anchored({ id: 'fixedTable', ...TABLE }), ['detectTableStructureOnly']],
  ['table', anchored({ id: 'table', ...HEADED }), ['detectTableStructureOnly']],
  ['invoice', anchored({ id: 'invoice', ...HEADED }), ['detectTableStructureOnly']],
])('members without effect are reported for %s', async (_, field, members) => {
  const paths = members.map((member) => `fields[0].method.${member}`);
  const found = validateConfig({ fields: [field] }).filter(({ code }) => code === 'ignored_member');
  expect(found.map(({ path }) => path.at(-1))).toEqual(members);
  const { warnings } = await extract(
    documentFromLines([{ text: 'Start', left: 1, top: 1 }]),
    JSON.stringify({ fields: [field] }),
  );
  expect(warnings.filter(({ code }) => code === 'IGNORED_MEMBER').map(({ path }) => path)).toEqual(paths);
});

test('a member without effect is reported once a run, however many sections the field runs in', async () => {
  const lines = [1, 2, 3].map((top) => ({ text: 'Start', left: 1, top }));
  const fields = [anchored({ id: 'checkbox', position: 'left', wordFilters: ['x'] })];
  const section = { id: 's', type: 'sections', range: { anchor: 'start' }, fields };
  const { warnings } = await extract(documentFromLines(lines), JSON.stringify({ fields: [section] }));
  expect(warnings.filter(({ code }) => code === 'IGNORED_MEMBER')).toHaveLength(1);
});
