/** Results of extractions as a spreadsheet. */
// See docs/language/09-service.md#913-spreadsheets
import { csvBytes } from './csv.js';
import { type SpreadsheetExtraction, sheetsOf } from './sheets.js';
import { xlsxBytes } from './xlsx.js';

/** How a spreadsheet is written. */
export type SpreadsheetOptions =
  | {
      readonly format: 'xlsx';
      /** Make cells of dates that spreadsheets count with, and show percentages with %; default false, which gives text and plain numbers. */
      readonly cellFormats?: boolean;
    }
  | {
      readonly format: 'csv';
      /** Put the full name of each sheet above it, but for the first; default true. */
      readonly blockTitles?: boolean;
      /** Put an apostrophe before text that spreadsheets would take for a formula; default true. */
      readonly guardFormulas?: boolean;
    };

/**
 * Writes the values of extractions into a workbook, or into one CSV file with the sheets below each other: one row a
 * document, and a sheet for each value that has rows of its own. The same extractions give the same bytes.
 * @param extractions complete extractions, in the order of the rows
 * @throws SpreadsheetTooLargeError when a workbook cannot hold that much
 */
export function spreadsheet(
  extractions: readonly SpreadsheetExtraction[],
  options: SpreadsheetOptions,
): Uint8Array {
  const sheets = sheetsOf(extractions);
  if (options.format === 'xlsx') return xlsxBytes(sheets, options);
  const { blockTitles = true, guardFormulas = true } = options;
  return csvBytes(sheets, { blockTitles, guardFormulas });
}
