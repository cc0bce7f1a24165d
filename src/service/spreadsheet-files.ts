/** Spreadsheets as files that links lead to. */

import { Turns } from '../foundation/async/interrupt.js';
import type { Extent, SpreadsheetExtraction } from '../run/spreadsheet/sheets.js';
import { csvPasses, type Pass, workbookPasses } from '../run/spreadsheet/spreadsheet.js';
import { SpreadsheetTooLargeError } from '../run/spreadsheet/xlsx.js';
import type { Blobs } from './blobs.js';
import { ServiceError } from './errors.js';
import type { Extraction } from './schemas/extractions.js';
import { streamBy } from './streams.js';
import { zipped } from './zipped.js';

export type SpreadsheetFormat = 'xlsx' | 'csv';

/** Media types of spreadsheets. */
export const SPREADSHEET_TYPES: Readonly<Record<SpreadsheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** What a spreadsheet is made of. */
export interface SpreadsheetResults extends Extent {
  /** Gives the extractions, the same ones each time. */
  read(): AsyncIterable<Extraction>;
}

/**
 * Writes a spreadsheet of complete extractions into the store of blobs while they are read, one by one.
 * @throws ServiceError `too_large`; what `read` throws; then nothing is stored
 */
export async function storeSpreadsheet(
  blobs: Blobs,
  key: string,
  results: SpreadsheetResults,
  format: SpreadsheetFormat,
): Promise<void> {
  const pieces =
    format === 'xlsx'
      ? zipped(stepsOf(workbookPasses(results, { format }), results))
      : stepsOf(csvPasses(results, { format }), results);
  let failure: unknown;
  const next = async () => {
    try {
      return (await pieces.next()).value ?? undefined;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    const stream = streamBy(next, async () => {
      await pieces.return();
    });
    await blobs.put(key, stream, { contentType: SPREADSHEET_TYPES[format] });
  } catch (error) {
    await pieces.return();
    // Clients of storages wrap what a stream throws.
    const cause = failure ?? error;
    if (!(cause instanceof SpreadsheetTooLargeError)) throw cause;
    throw new ServiceError('too_large', cause.message, { cause });
  }
}

/** Longest time that writing keeps the process to itself, but for one result, in milliseconds: requests wait for it. */
const STEP_MILLISECONDS = 10;

/** Goes through all extractions as often as the passes want, a result at a time; other work of the process has its turn. */
async function* stepsOf<Step>(
  passes: Iterable<Pass<Step>>,
  results: SpreadsheetResults,
): AsyncGenerator<Step, void, undefined> {
  const turns = new Turns({}, STEP_MILLISECONDS);
  async function* inTurns(steps: Iterable<Step>): AsyncGenerator<Step, void, undefined> {
    for (const step of steps) {
      yield step;
      await turns.next();
    }
    await turns.next();
  }
  for (const { begin, each, end } of passes) {
    yield* inTurns(begin());
    // Values are what extractions made of them.
    for await (const extraction of results.read()) {
      yield* inTurns(each(extraction as unknown as SpreadsheetExtraction));
    }
    yield* inTurns(end());
  }
}
