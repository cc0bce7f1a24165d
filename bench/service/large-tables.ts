/** The tables of a service that has run for long: rows that it made itself, many times over. */
import type { Site } from '../../test/service/processes/site.js';

/** How many extractions there are. */
export interface Sizes {
  /** Ended ones, with their results and events. */
  readonly finished: number;
  /** Ones whose documents wait for a worker, with their jobs. */
  readonly waiting: number;
}

/** Ids of rows that are there. */
export interface Known {
  readonly extractions: readonly string[];
  readonly batch: string;
  readonly type: string;
  readonly config: string;
}

/** Finished extractions lie so far apart that all were made in this many days. */
const DAYS = 90;
/** One finished extraction in so many is FAILED, waits for a review, was approved, or belongs to a batch. */
const SHARES = { failed: 200, inReview: 400, approved: 100, inBatch: 10 };
/** Extractions of a batch. */
const BATCH = 1_000;
/** Extractions that are read. */
const READ = 1_000;
/** Accounts whose turn half of the jobs count for; all rows belong to the account of the client. */
const OTHERS = 20;

/** Copies one finished extraction and one that waits, which the service has made, with other ids, times and statuses. */
export async function fill(site: Site, bytes: Uint8Array<ArrayBuffer>, sizes: Sizes): Promise<Known> {
  const finished = await make(site, bytes);
  await site.web.service.runPending();
  const waiting = await make(site, bytes);
  await withoutIndexes(site, async () => {
    await site.rows(batches(sizes.finished));
    await site.rows(finishedRows(finished, sizes.finished));
    await site.rows(waitingRows(waiting, sizes.waiting));
  });
  await site.rows(BATCH_MEMBERS);
  const tables = ['extractions', 'results', 'events', 'jobs', 'batches'];
  for (const table of tables) await site.rows(`vacuum (analyze) al_${table}`);
  const [known] = await site.rows<Known>(`select array_agg(id) as extractions, min(batch_id::text) as batch,
      min(type_ids[1]::text) as type, min(config_ids[1]::text) as config
    from (select * from al_extractions where batch_id is not null limit ${READ}) found`);
  return known!;
}

/** Makes rows while there are no indexes but those of keys, which takes a third of the time. */
async function withoutIndexes(site: Site, work: () => Promise<void>): Promise<void> {
  const { pool } = site.web;
  const { rows } = await pool.query(
    `select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition from pg_class c
      where relkind = 'i' and relnamespace = $1::regnamespace
        and not exists (select 1 from pg_constraint where conindid = c.oid)`,
    [site.setup.schema],
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await work();
  for (const { definition } of rows) await pool.query(definition);
}

/** An extraction whose document is uploaded. @returns its id */
async function make(site: Site, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const contentType = 'application/pdf';
  const { body } = await site.call('POST', '/generate_upload_url/invoices', { content_type: contentType });
  const put = { raw: bytes, headers: { 'content-type': contentType } };
  const { status } = await site.call('PUT', String(body['upload_url']), undefined, put);
  if (status !== 200) throw new Error(`the service answered ${status} to an upload`);
  return String(body['id']);
}

/** SQL: a UUID that follows from a text. */
export const idOf = (text: string) =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/** SQL: a row of a table as it is, but for some members. */
const copyOf = (row: string, members: string) =>
  `lateral jsonb_populate_record(${row}, jsonb_build_object(${members})) copy`;

const batches = (finished: number) => `insert into al_batches (id, account, created, body)
  select ${idOf(`'batch' || n`)}, 'acme', now() - interval '${DAYS} days', ''
  from generate_series(0, ${Math.floor(finished / SHARES.inBatch / BATCH)}) n`;

const BATCH_MEMBERS = `update al_batches b set body = json_build_object('description', null,
  'environment', 'production', 'keyId', null,
  'extractionIds', (select coalesce(json_agg(id), '[]') from al_extractions where batch_id = b.id))`;

const finishedRows = (id: string, count: number) => `with made as (
    insert into al_extractions select copy.* from al_extractions e, generate_series(1, ${count}) n, ${copyOf(
      'e',
      `'id', gen_random_uuid(), 'created', now() - n * interval '${(DAYS * 86_400) / count} seconds',
       'completed', now() - n * interval '${(DAYS * 86_400) / count} seconds',
       'coverage', case when n % ${SHARES.failed} = 0 then null else (n % 101) / 100.0 end,
       'status', case when n % ${SHARES.failed} = 0 then 'FAILED' else 'COMPLETE' end,
       'has_result', n % ${SHARES.failed} <> 0,
       'review', case when n % ${SHARES.inReview} = 1 then array['NEEDS_REVIEW']
         when n % ${SHARES.approved} = 2 then array['APPROVED'] else '{}' end,
       'batch_id', case when n % ${SHARES.inBatch} = 0
         then ${idOf(`'batch' || n / ${SHARES.inBatch * BATCH}`)} end`,
    )} where e.id = '${id}' returning id, has_result
  ), kept as (
    insert into al_results select copy.* from made m, al_results r, ${copyOf('r', `'extraction_id', m.id`)}
    where r.extraction_id = '${id}' and m.has_result
  )
  insert into al_events select copy.* from made m, al_events v, ${copyOf(
    'v',
    `'id', 'evt_' || m.id, 'extraction_id', m.id`,
  )} where v.extraction_id = '${id}'`;

const waitingRows = (id: string, count: number) => `with made as (
    insert into al_extractions select copy.* from al_extractions e, generate_series(1, ${count}) n, ${copyOf(
      'e',
      `'id', ${idOf(`'waiting' || n`)}`,
    )} where e.id = '${id}' returning id
  ), numbered as (select id, row_number() over () as n from made)
  insert into al_jobs overriding user value select copy.* from numbered m, al_jobs j, ${copyOf(
    'j',
    `'id', gen_random_uuid(), 'key', m.id,
      'account', case when n % 2 = 0 then 'acme' else 'other ' || n / 2 % ${OTHERS} end`,
  )} where j.key = '${id}'`;
