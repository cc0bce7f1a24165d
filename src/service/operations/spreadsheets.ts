/** Results as spreadsheets. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { ServiceContext } from '../context.js';
import { invalidRequest, serviceError } from '../errors.js';
import type { ExtractionRow, ResultRow } from '../extraction-rows.js';
import { fileAddress } from '../links.js';
import { type Call, type CallOptions, calledAs, defineOperation } from '../operation.js';
import { isPortfolio, shownExtraction, storedResult } from '../render.js';
import { commaListOf, rowId } from '../schemas/common.js';
import { link } from '../schemas/extractions.js';
import { type SpreadsheetFormat, type SpreadsheetResults, storeSpreadsheet } from '../spreadsheet-files.js';
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
  as: calledAs('extractions.excel', (ids: readonly string[], options?: CallOptions) => ({
    params: { ids },
    options,
  })),
  summary: 'An Excel workbook of some extractions',
  path: '/generate_excel/{ids}',
  run: ({ context, call, params }) => spreadsheetLink(context, call, params.ids, 'xlsx'),
});

export const generateCsv = defineOperation({
  ...common,
  id: 'generateCsv',
  as: calledAs('extractions.csv', (ids: readonly string[], options?: CallOptions) => ({
    params: { ids },
    options,
  })),
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

/** What the results were that a spreadsheet has begun to show are others by now. */
class ResultChanged extends Error {
  override readonly name = 'ResultChanged';
}

/** Times that a spreadsheet is begun where reviewers go on correcting what it shows. */
const MOST_TRIES = 3;

/**
 * Makes a spreadsheet of complete extractions and keeps it for as long as its address works. A few are made at once in
 * a process; accounts take turns.
 * @throws ServiceError `spreadsheet_too_large`, `too_large`, `not_found`; `unavailable` where results do not stay
 */
export async function spreadsheetOf(
  context: ServiceContext,
  call: Call,
  rows: readonly ExtractionRow[],
  format: SpreadsheetFormat,
): Promise<string> {
  const { store, blobs } = context;
  const key = `${call.account}/spreadsheets/${context.newId()}`;
  await context.spreadsheets.within(call.account, call.signal, async () => {
    await store.insertSpreadsheet({ key, extractionIds: rows.map(({ id }) => id) });
    for (let tries = 1; ; tries++) {
      try {
        await storeSpreadsheet(blobs, key, resultsOf(context, call, rows), format);
        return;
      } catch (error) {
        if (!(error instanceof ResultChanged)) throw error;
        if (tries === MOST_TRIES) throw serviceError('unavailable', undefined, { cause: error });
      }
    }
  });
  // An extraction of it was erased meanwhile, perhaps before the blob was there to be deleted.
  if (!(await store.hasSpreadsheet(key))) {
    await blobs.delete(key);
    throw serviceError('not_found');
  }
  return fileAddress(context, call.base, { kind: format, key });
}

/** Extractions with their results, which are read one by one each time and must be the same ones as the first time. */
function resultsOf(
  { store, limits: { maxSpreadsheetBytes: max } }: ServiceContext,
  { signal }: Call,
  rows: readonly ExtractionRow[],
): SpreadsheetResults {
  const digests: string[] = [];
  return {
    count: rows.length,
    hasPortfolio: rows.some(isPortfolio),
    /** @throws ServiceError `spreadsheet_too_large`; ResultChanged; the reason of the signal */
    async *read() {
      let bytes = 0;
      for (const [i, row] of rows.entries()) {
        signal.throwIfAborted();
        const result = await store.getResult(row.id);
        if (result) bytes += Buffer.byteLength(result.result);
        if (bytes > max) throw serviceError('spreadsheet_too_large', { max });
        const digest = digestOf(result);
        digests[i] ??= digest;
        if (digests[i] !== digest) throw new ResultChanged(`The result of ${row.id} has changed.`);
        yield shownExtraction(row, storedResult(result), 'snake');
      }
    },
  };
}

function digestOf(result: ResultRow | null): string {
  return createHash('sha256')
    .update(result?.result ?? '')
    .digest('base64');
}
