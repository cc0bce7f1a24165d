/** Results as spreadsheets. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { utf8 } from '../bytes.js';
import type { ServiceContext } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';
import { fileAddress } from '../links.js';
import { type Call, defineOperation } from '../operation.js';
import { shownExtraction, storedResult } from '../render.js';
import type { ExtractionRow } from '../rows.js';
import { commaListOf, rowId } from '../schemas/common.js';
import { type Extraction, link } from '../schemas/extractions.js';
import { makeSpreadsheet, SPREADSHEET_TYPES, type SpreadsheetFormat } from '../spreadsheet-files.js';
import { extractionsById } from './lookups.js';

const common = {
  tag: 'Spreadsheets',
  method: 'GET',
  access: { scope: 'read' },
  environments: 'rows',
  params: z.object({ ids: commaListOf(rowId) }),
  response: link,
  errors: ['not_found', 'not_complete', 'too_large', 'spreadsheet_too_large'],
  cost: ({ params }: { readonly params: { readonly ids: readonly string[] } }) => params.ids.length,
} as const;

export const generateExcel = defineOperation({
  ...common,
  id: 'generateExcel',
  summary: 'An Excel workbook of some extractions',
  path: '/generate_excel/{ids}',
  run: ({ context, call, params }) => spreadsheetLink(context, call, params.ids, 'xlsx'),
});

export const generateCsv = defineOperation({
  ...common,
  id: 'generateCsv',
  summary: 'A CSV file of some extractions',
  path: '/generate_csv/{ids}',
  run: ({ context, call, params }) => spreadsheetLink(context, call, params.ids, 'csv'),
});

async function spreadsheetLink(
  context: ServiceContext,
  call: Call,
  ids: readonly string[],
  format: SpreadsheetFormat,
): Promise<{ url: string }> {
  const { maxSpreadsheetIds: max } = context.limits;
  if (ids.length > max) throw invalidRequest({ path: 'ids', message: `must have at most ${max} items` });
  const rows = await extractionsById(context, call, ids);
  const known = new Set(rows.map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw serviceError('not_found');
  const open = rows.find(({ status }) => status !== 'COMPLETE');
  if (open) throw serviceError('not_complete', { id: open.id });
  return { url: await spreadsheetOf(context, call, rows, format) };
}

/** Makes a spreadsheet of complete extractions and keeps it for as long as its address works. */
export async function spreadsheetOf(
  context: ServiceContext,
  call: Call,
  rows: readonly ExtractionRow[],
  format: SpreadsheetFormat,
): Promise<string> {
  const { store, blobs } = context;
  const key = `${call.account}/spreadsheets/${context.newId()}`;
  await store.insertSpreadsheet({ key, extractionIds: rows.map(({ id }) => id) });
  const extractions = await withResults(context, rows);
  await blobs.put(key, makeSpreadsheet(extractions, format), { contentType: SPREADSHEET_TYPES[format] });
  // An extraction of it was erased meanwhile, perhaps before the blob was there to be deleted.
  if (!(await store.hasSpreadsheet(key))) {
    await blobs.delete(key);
    throw serviceError('not_found');
  }
  return fileAddress(context, call.base, { kind: format, key });
}

/**
 * Extractions with their results, read one by one so that no more than the limit is held. Other requests get their
 * turn after each, also where the store answers without waiting.
 * @throws ServiceError `spreadsheet_too_large`
 */
async function withResults(
  { store, limits: { maxSpreadsheetBytes: max } }: ServiceContext,
  rows: readonly ExtractionRow[],
): Promise<Extraction[]> {
  const extractions: Extraction[] = [];
  let bytes = 0;
  for (const row of rows) {
    const result = await store.getResult(row.id);
    if (result) bytes += utf8(result.result).byteLength;
    if (bytes > max) throw serviceError('spreadsheet_too_large', { max });
    extractions.push(shownExtraction(row, storedResult(result), 'snake'));
    await setImmediate();
  }
  return extractions;
}
