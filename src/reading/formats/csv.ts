import { defineReader } from './define.js';

export const csv = defineReader({
  types: {
    'text/csv': {
      name: 'a CSV file',
      extensions: ['csv', 'tsv'],
      aliases: ['application/csv', 'text/comma-separated-values', 'text/tab-separated-values'],
    },
  },
  load: async (bytes, options) => (await import('../sheet/csv.js')).loadCsv(bytes, options),
  hasSheets: true,
});
