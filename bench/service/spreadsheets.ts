/**
 * A spreadsheet of a large batch: the peak of memory, and how long the service leaves others waiting meanwhile. Each
 * result holds one table, of which the service makes a sheet.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openSite, type Site } from '../../test/service/processes/site.js';
import { SERVER_URL } from '../../test/support/postgres.js';
import { builtModule } from '../built.js';
import { bytes, config } from './invoices.js';
import { idOf } from './large-tables.js';

export interface SpreadsheetsOptions {
  readonly results: number;
  /** Size of each result, as it is stored. */
  readonly bytes: number;
  readonly format: 'xlsx' | 'csv';
}

const MEBIBYTE = 1024 * 1024;
const NANOSECONDS = 1e6;
const SECOND = 1_000;

/** Makes one extraction, and others with its result. @returns their ids */
async function fill(site: Site, { results, bytes: size }: SpreadsheetsOptions): Promise<readonly string[]> {
  await site.makeType('invoices', config);
  const id = await site.upload('invoices', bytes, 'application/pdf');
  await site.web.service.runPending();
  const values = JSON.stringify({ parsed_document: valuesOf(size) });
  await site.rows(`update al_results set result = '${values}' where extraction_id = '${id}'`);
  await site.rows(`with made as (
      insert into al_extractions select copy.* from al_extractions e, generate_series(2, ${results}) n,
        lateral jsonb_populate_record(e, jsonb_build_object('id', ${idOf('n::text')})) copy
      where e.id = '${id}' returning id
    ) insert into al_results select copy.* from made m, al_results r,
      lateral jsonb_populate_record(r, jsonb_build_object('extraction_id', m.id)) copy
    where r.extraction_id = '${id}'`);
  return (await site.rows<{ id: string }>('select id from al_extractions order by id')).map((row) => row.id);
}

/** Some fields, and a table that makes up the size. */
function valuesOf(size: number): object {
  const cell = (row: number, column: number) => ({ type: 'string', value: `row ${row}, column ${column}` });
  const rows = Array.from({ length: Math.round(size / 240) }, (_, row) => row);
  const columns = ['position', 'article', 'quantity', 'price', 'total'].map((id, column) => ({
    id,
    values: rows.map((row) => cell(row, column)),
  }));
  return { total: { type: 'currency', value: 4200, unit: '$' }, place: cell(0, 0), items: { columns } };
}

/** Measures and prints. */
export async function measureSpreadsheets(options: SpreadsheetsOptions): Promise<void> {
  const limits = {
    maxSpreadsheetIds: options.results,
    maxSpreadsheetBytes: 2 * options.results * options.bytes,
  };
  const site = await openSite({ library: builtModule('service/index.js'), databaseUrl: SERVER_URL, limits });
  try {
    const ids = await fill(site, options);
    const before = process.resourceUsage().maxRSS / 1024;
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const begun = performance.now();
    const operation = options.format === 'xlsx' ? 'excel' : 'csv';
    const { status } = await site.call('GET', `/generate_${operation}/${ids.join(',')}`);
    const seconds = (performance.now() - begun) / SECOND;
    delay.disable();
    if (status !== 200) throw new Error(`the service answered ${status}`);
    const [file] = await site.rows<{ size: string }>(
      `select size from al_blobs where key like '%/spreadsheets/%'`,
    );
    console.log(
      [
        `${options.format}, ${(Number(file!.size) / MEBIBYTE).toFixed(1)} MiB, in ${seconds.toFixed(1)} s`,
        `memory ${before.toFixed(0)} MiB before, ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB at its peak`,
        `others waited for ${(delay.max / NANOSECONDS).toFixed(0)} ms at most, 99 %: ${(delay.percentile(99) / NANOSECONDS).toFixed(0)} ms`,
      ].join('\n'),
    );
  } finally {
    await site.close();
  }
}
