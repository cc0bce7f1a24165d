/**
 * Excel workbooks of the binary formats (XLS): Excel 97 to 2003 in full, and what Excel 5 and 95 and simple
 * exports write. They become what XLSX files become (chapter 1, 1.10): only the container and the records are
 * read here. Formulas, links, pictures, macros and embedded files are never touched.
 */
import { createCellFormatter } from '../cell-format.js';
import { isWithin } from '../containers.js';
import { damagedFile } from '../file-errors.js';
import type { Document } from '../model.js';
import { createCellCollector, layOutSheets, type Sheet } from '../sheet-layout.js';
import type { SpreadsheetLoadOptions } from '../spreadsheet.js';
import { documentOfPages } from '../synthetic-layout.js';
import { COMPOUND_FILE_START, openCompoundFile } from './compound-file.js';
import { readGlobals } from './globals.js';
import { readSheet } from './sheet.js';

/** Names of the stream that holds the workbook; files for both Excel 95 and 97 have both. */
const WORKBOOK_STREAMS = ['Workbook', 'Book'];

/**
 * Reads a workbook: one page or more for each worksheet, in workbook order, hidden ones included; charts,
 * macro sheets and dialogs have no page.
 * @throws DocumentError `invalid_document`, `password_required`, `unsupported_type` for a workbook of Excel 4
 *   or older, `too_large`, `too_many_pages`, `timed_out`, `aborted`
 */
export async function loadXls(bytes: Uint8Array, options: SpreadsheetLoadOptions): Promise<Document> {
  const stream = workbookStream(bytes);
  const globals = await readGlobals(stream, options);
  const reading = {
    ...options,
    globals,
    formatter: await createCellFormatter(globals.date1904),
    collector: createCellCollector(options.limits),
  };
  const sheets: Sheet[] = [];
  let read = 0;
  for (const { name, start } of globals.sheets) {
    const { cells, size } = await readSheet(stream, start, reading);
    read += size;
    if (read > stream.length) throw damagedFile('its sheets overlap');
    if (cells) sheets.push({ name, cells });
  }
  const pages = layOutSheets(sheets, options);
  return documentOfPages({ contentType: options.contentType, filename: options.filename, pages });
}

/** The stream with the records: inside a compound file, or, as simple exports write it, the file itself. */
function workbookStream(bytes: Uint8Array): Uint8Array {
  if (!isWithin(bytes, 0, COMPOUND_FILE_START)) return bytes;
  const file = openCompoundFile(bytes);
  for (const name of WORKBOOK_STREAMS) {
    const stream = file.stream(name);
    if (stream) return stream;
  }
  throw damagedFile('it holds no workbook');
}
