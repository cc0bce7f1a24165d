import { type Archive, defineReader } from './define.js';

const isBinary = ({ has }: Archive) => has('xl/workbook.bin');
const hasMacros = (archive: Archive) => archive.has('xl/vbaProject.bin') && !isBinary(archive);

export const workbook = defineReader({
  types: {
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
      name: 'an Excel workbook',
      extensions: ['xlsx', 'xltx'],
      signature: {
        archive: (archive) => archive.has('xl/') && !isBinary(archive) && !hasMacros(archive),
      },
    },
    'application/vnd.ms-excel.sheet.macroenabled.12': {
      name: 'an Excel workbook with macros',
      extensions: ['xlsm', 'xltm'],
      usual: 'application/vnd.ms-excel.sheet.macroEnabled.12',
      signature: { archive: hasMacros },
      passesFor: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
    'application/vnd.ms-excel.sheet.binary.macroenabled.12': {
      name: 'a binary Excel workbook',
      extensions: ['xlsb'],
      usual: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
      signature: { archive: isBinary },
    },
  },
  load: async (...file) => (await import('../sheet/spreadsheet.js')).loadSpreadsheet(...file),
  hasSheets: true,
});
