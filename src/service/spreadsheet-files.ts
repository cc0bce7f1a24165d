/** Spreadsheets as files that links lead to. */
import type { SpreadsheetExtraction } from '../report/sheets.js';
import { spreadsheet } from '../report/spreadsheet.js';
import { SpreadsheetTooLargeError } from '../report/xlsx.js';
import { ServiceError } from './errors.js';
import type { Extraction } from './schemas/extractions.js';

export type SpreadsheetFormat = 'xlsx' | 'csv';

/** Media types of spreadsheets. */
export const SPREADSHEET_TYPES: Readonly<Record<SpreadsheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** A spreadsheet of complete extractions. @throws ServiceError `too_large` */
export function makeSpreadsheet(extractions: readonly Extraction[], format: SpreadsheetFormat): Uint8Array {
  try {
    // Values are what extractions made of them.
    return spreadsheet(extractions as unknown as readonly SpreadsheetExtraction[], { format });
  } catch (error) {
    if (!(error instanceof SpreadsheetTooLargeError)) throw error;
    throw new ServiceError('too_large', error.message, { cause: error });
  }
}
