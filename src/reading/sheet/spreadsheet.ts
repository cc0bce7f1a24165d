/**
 * Excel workbooks (XLSX, XLSM, and XLSB by way of `binary/`). The parts are read by this library itself, as a stream and
 * counted, for three reasons: general readers unpack and keep whole sheets without a bound; they hand out raw
 * values, where the language wants what the sheet displays; and a sheet needs only its cells, strings and
 * number formats. Formulas, links, pictures, macros and embedded files are never touched.
 */
// See docs/language/01-document-anchors-fields.md#110-file-types

import type { Document } from '../../page/document/model.js';
import { openPackage, relatedPart } from '../office/office-package.js';
import type { ReaderOptions } from '../options.js';
import { documentOfPages } from '../synthetic-layout.js';
import { createCellFormatter } from './cell-format.js';
import { createCellCollector, formulaWarnings, layOutSheets, type Sheet } from './sheet-layout.js';
import { readNumberFormats, readSharedStrings, readWorkbook } from './workbook.js';
import { readWorksheet } from './worksheet.js';

/** Day 0 of the two calendars: 30 December 1899, so that days from March 1900 on are right, and 1904. */
const DAY_ZERO_1900 = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

/**
 * Reads a workbook: one page or more for each worksheet, in workbook order, hidden ones included; sheets that
 * only hold a chart have no cells and no page.
 * @throws DocumentError `invalid_document`, `password_required`, `too_large`, `too_many_pages`, `timed_out`,
 *   `aborted`
 */
export async function loadSpreadsheet(
  bytes: Uint8Array,
  options: ReaderOptions,
  contentType: string,
): Promise<Document> {
  const file = await openPackage(bytes, 'xl/workbook.xml', options);
  if (file.main.endsWith('.bin'))
    return (await import('./binary/xlsb.js')).loadXlsb(file, options, contentType);
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
  const worksheets = file.related.filter(({ type }) => type === 'worksheet');
  const parts = new Map(worksheets.reverse().map(({ id, target }) => [id, target]));
  const sheets: Sheet[] = [];
  for (const { name, relationship } of workbook.sheets) {
    const part = parts.get(relationship);
    if (part !== undefined) sheets.push({ name, ...(await readWorksheet(archive, part, reading)) });
  }
  const pages = await layOutSheets(sheets, options);
  const warnings = formulaWarnings(sheets);
  return documentOfPages({ contentType, filename: options.filename, pages, warnings });
}
