import { defineType } from './definition.js';

/** Marks a field whose method gives a table; text alone is not one. */
// See docs/language/04-types.md#419-table
export const table = defineType({
  id: 'table',
  summary: 'The result of a table method',
  plain: true,
  unfit: {
    typeFilters: 'lines of text hold no tables',
    columns: 'a cell holds no table',
    nested: 'tables come from methods, not from text',
  },
  options: () => ({}),
  compile: () => ({ candidates: () => [] }),
  examples: [{ title: 'Text is not a table', lines: ['Item Quantity'], result: null }],
});
