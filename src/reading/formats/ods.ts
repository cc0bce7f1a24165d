import { defineReader } from './define.js';

const TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

export const ods = defineReader({
  types: {
    [TYPE]: {
      name: 'an OpenDocument spreadsheet',
      extensions: ['ods', 'ots'],
      signature: { archive: ({ mimetype }) => mimetype.startsWith(TYPE) },
    },
  },
  load: async (...file) => (await import('../sheet/ods.js')).loadOds(...file),
  hasSheets: true,
});
