/** Spreadsheets that are written while results are read, one by one. */
import ExcelJS from 'exceljs';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { SpreadsheetExtraction } from '../../src/run/spreadsheet/sheets.js';
import { spreadsheet } from '../../src/run/spreadsheet/spreadsheet.js';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import type { Extraction } from '../../src/service/schemas/extractions.js';
import { storeSpreadsheet } from '../../src/service/spreadsheet-files.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { bytesOf, chunksOf } from '../../src/service/streams.js';
import { harness, INVOICE, totalConfig, typeWith, uploaded } from './harness.js';

const text = (value: string) => ({ type: 'string', value });

/** Extractions with sheets of their own, of which some have names that differ at their ends only. */
const EXTRACTIONS: readonly SpreadsheetExtraction[] = Array.from({ length: 40 }, (_, n) => ({
  id: `e${n}`,
  parsed_document: {
    total: { type: 'currency', value: n, unit: n % 3 === 0 ? '$' : '€' },
    [`only_${n % 5}`]: text(`"ü", ${n}`),
    positions_of_the_statement_of_account: [
      { article: text('x'.repeat(n * 100)), parts: [{ no: text('1') }, { no: text('2') }] },
      { article: text('=1+1'), parts: [{ no: text('3') }] },
    ],
    lines: { columns: [{ id: 'a', values: [text('1'), null, text('3')] }] },
  },
}));

const resultsOf = (extractions: readonly SpreadsheetExtraction[], onRead = () => {}) => ({
  count: extractions.length,
  hasPortfolio: false,
  async *read() {
    for (const extraction of extractions) {
      onRead();
      yield extraction as unknown as Extraction;
    }
  },
});

async function stored(format: 'xlsx' | 'csv', extractions = EXTRACTIONS) {
  const blobs = memoryBlobs();
  await storeSpreadsheet(blobs, 'a/b', resultsOf(extractions), format);
  return bytesOf((await blobs.get('a/b'))!);
}

test('a CSV file has the bytes that it has when all results are at hand', async () => {
  const wanted = spreadsheet(EXTRACTIONS, { format: 'csv' });
  expect(Buffer.compare(await stored('csv'), wanted)).toBe(0);
});

test('a workbook has the parts that it has when all results are at hand, and opens', async () => {
  const bytes = await stored('xlsx');
  const wanted = unzipSync(spreadsheet(EXTRACTIONS, { format: 'xlsx' }));
  const found = unzipSync(bytes);
  expect(Object.keys(found)).toEqual(Object.keys(wanted));
  for (const [path, part] of Object.entries(wanted)) {
    expect(Buffer.compare(found[path]!, part), path).toBe(0);
  }
  expect(Buffer.compare(await stored('xlsx'), bytes)).toBe(0);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes.buffer);
  // The fields; of each extraction two groups, the parts of both sections, and a table.
  expect(workbook.worksheets).toHaveLength(1 + 40 * 4);
  const [fields] = workbook.worksheets;
  expect(fields!.rowCount).toBe(41);
  const wantedLink = 'SHEET: doc_39_positions_of_the_statement_of_account';
  expect(JSON.stringify(fields!.getRow(41).values)).toContain(wantedLink);
});

test.each(['xlsx', 'csv'] as const)(
  'results are read as fast as the store takes the file, %s',
  async (format) => {
    const failing = new Error('the disk is full');
    let read = 0;
    const large = {
      id: 'e',
      parsed_document: { list: Array.from({ length: 2_000 }, () => text('some text')) },
    };
    const many = Array.from({ length: 50 }, () => large);
    const put = async (_key: string, data: Uint8Array | ReadableStream<Uint8Array>) => {
      for await (const _chunk of chunksOf(data as ReadableStream<Uint8Array>)) {
        if (read > (format === 'csv' ? 100 : 0)) throw failing;
      }
      return { size: 0 };
    };
    const results = resultsOf(many, () => {
      read += 1;
    });
    await expect(storeSpreadsheet({ ...memoryBlobs(), put }, 'a/b', results, format)).rejects.toBe(failing);
    // A CSV file goes through all of them for its headings and for its rows of fields.
    expect(read).toBeLessThan((format === 'csv' ? 100 : 0) + 25);
  },
);

test.each(['xlsx', 'csv'] as const)('others have their turn between two results, %s', async (format) => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  let read = 0;
  let longest = 0;
  let seen = 0;
  const few = EXTRACTIONS.slice(0, 10);
  const results = resultsOf(few, () => {
    longest = turns === seen ? longest + 1 : 0;
    seen = turns;
    read += 1;
    // What a large result takes.
    for (const begun = performance.now(); performance.now() - begun < 12; );
  });
  await storeSpreadsheet(memoryBlobs(), 'a/b', results, format);
  isOver = true;
  expect(read).toBeGreaterThanOrEqual(2 * few.length);
  expect(longest).toBeLessThanOrEqual(1);
});

/** A service whose results are corrected whenever they have been read so many times. */
async function corrected(times: number) {
  const store = memoryStore();
  let reads = 0;
  const getResult: typeof store.getResult = async (id, tx) => {
    const result = await store.getResult(id, tx);
    // Each try ends with the second read of the first result, which is the one that differs.
    const corrections = Math.min(Math.floor(reads++ / 2), times);
    return result && { ...result, result: result.result.replaceAll('4200', String(4200 + corrections)) };
  };
  const blobs = memoryBlobs();
  const h = await harness({ store: { ...store, getResult }, queue: memoryQueue(store), blobs });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const id = await uploaded(h, 'invoices', INVOICE);
  reads = 1;
  return { h, id, blobs };
}

test('a result that is corrected while a spreadsheet is written is shown as it is then', async () => {
  const { h, id } = await corrected(2);
  const { body, status } = await h.call('GET', `/generate_csv/${id}`);
  expect(status).toBe(200);
  expect((await h.call('GET', body.url, { key: null })).text).toBe('total\r\n4202\r\n');
});

test('results that do not stay are answered with 503, and no file is kept', async () => {
  const { h, id, blobs } = await corrected(100);
  const { status, body } = await h.call('GET', `/generate_excel/${id}`);
  expect([status, body.error.code]).toEqual([503, 'unavailable']);
  const kept: string[] = [];
  for await (const key of blobs.list!('', 0)) kept.push(key);
  expect(kept.filter((key) => key.includes('spreadsheets'))).toEqual([]);
});
