/**
 * Excel workbooks (XLSX, XLSM): chapter 1, 1.10. The parts are read by this library itself, as a stream and
 * counted, for three reasons: general readers unpack and keep whole sheets without a bound; they hand out raw
 * values, where the language wants what the sheet displays; and a sheet needs only its cells, strings and
 * number formats. Formulas, links, pictures, macros and embedded files are never touched.
 */
import { DocumentError } from '../errors.js';
import type { Limits } from '../limits.js';
import { createCellFormatter } from './cell-format.js';
import type { Interrupt } from './interrupt.js';
import type { Document } from './model.js';
import { openPackage, relatedPart } from './office-package.js';
import { createCellCollector, layOutSheets, type Sheet } from './sheet-layout.js';
import { documentOfPages } from './synthetic-layout.js';
import { readNumberFormats, readSharedStrings, readWorkbook } from './workbook.js';
import { readWorksheet } from './worksheet.js';

export interface SpreadsheetLoadOptions extends Interrupt {
  readonly limits: Limits;
  readonly contentType: string;
  readonly filename?: string | undefined;
}

/** Day 0 of the two calendars: 30 December 1899, so that days from March 1900 on are right, and 1904. */
const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

/**
 * Reads a workbook: one page or more for each worksheet, in workbook order, hidden ones included; sheets that
 * only hold a chart have no cells and no page.
 * @throws DocumentError `invalid_document`, `unsupported_type` for a binary workbook (XLSB), `too_large`,
 *   `too_many_pages`, `timed_out`, `aborted`
 */
export async function loadSpreadsheet(bytes: Uint8Array, options: SpreadsheetLoadOptions): Promise<Document> {
  const file = await openPackage(bytes, 'xl/workbook.xml', options);
  if (file.main.endsWith('.bin')) {
    throw new DocumentError(
      'unsupported_type',
      'The document is a binary Excel workbook (XLSB), which cannot be read here. Save it as XLSX first.',
    );
  }
  const { archive } = file;
  const workbook = await readWorkbook(archive, file.main, options);
  const { date1904 } = workbook;
  const reading = {
    ...options,
    strings: await readSharedStrings(archive, relatedPart(file, 'sharedStrings'), options),
    formats: await readNumberFormats(archive, relatedPart(file, 'styles'), options),
    formatter: await createCellFormatter(date1904),
    collector: createCellCollector(options.limits),
    dayZero: date1904 ? DAY_ZERO_1904 : DAY_ZERO_1900,
  };
  const sheets: Sheet[] = [];
  for (const { name, relationship } of workbook.sheets) {
    const part = file.related.find(({ id, type }) => id === relationship && type === 'worksheet')?.target;
    if (part !== undefined) sheets.push({ name, cells: await readWorksheet(archive, part, reading) });
  }
  const pages = layOutSheets(sheets, options);
  return documentOfPages({ contentType: options.contentType, filename: options.filename, pages });
}
