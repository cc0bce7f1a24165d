import { defineReader } from './define.js';

export const pdf = defineReader({
  types: {
    'application/pdf': {
      name: 'a PDF',
      extensions: ['pdf'],
      aliases: ['application/x-pdf'],
      signature: { within: '%PDF-' },
    },
  },
  load: async (bytes, options) => (await import('../pdf/pdf.js')).loadPdf(bytes, options),
  open: async (bytes, options) => (await import('../pdf/pdf.js')).openPdf(bytes, options),
});
