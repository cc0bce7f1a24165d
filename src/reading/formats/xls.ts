import { defineReader } from './define.js';

export const xls = defineReader({
  types: {
    'application/vnd.ms-excel': {
      name: 'an Excel workbook of the old binary format',
      extensions: ['xls'],
      signature: {
        compound: ['workbook', 'book'],
        // Without a container they begin with a BOF record: of Excel 5 and later in three lengths, of 4, 3, 2.
        starts: [
          '\x09\x08\x06\0',
          '\x09\x08\x08\0',
          '\x09\x08\x10\0',
          '\x09\x04\x06\0',
          '\x09\x02\x06\0',
          '\x09\0\x04\0',
        ],
      },
    },
  },
  load: async (...file) => (await import('../sheet/binary/xls.js')).loadXls(...file),
  hasSheets: true,
});
