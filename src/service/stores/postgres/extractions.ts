/** Extractions in PostgreSQL: each change of phase is one statement that decides by itself. */
import type { Claim, Outcome, ReviewChange, WithoutLease } from '../../extraction-rows.js';
import type { ExtractionStore, Tx } from '../../store.js';
import { withoutAnswer, withoutGiven, withoutValues } from '../erased.js';
import { free, heldBy, IN_SERIES, interrupted, pastUpload } from './conditions.js';
import type { Database, SqlRow } from './database.js';
import { deleteLater, dropSpreadsheets, lockErasures } from './deletions.js';
import { attemptsOf } from './events.js';
import { COLUMNS, extractionRow, newColumns } from './extraction-row.js';
import { listStatement } from './lists.js';
import { insert, locked } from './rows.js';
import { isUuid, json, parsed, textOrNull, uuids } from './values.js';

/** Parameters of `finish` that come after those of all outcomes. */
const FIRST_OWN = 10;

function claimOf(row: SqlRow): Claim {
  const claimed = extractionRow(row);
  const { token, until } = claimed.lease!;
  return { row: claimed, token, attempt: claimed.attempts, leaseUntil: until };
}

/** Who may end a row, as a condition and its parameter. */
function mayFinish(
  db: Database,
  by: { token: string } | WithoutLease,
  outcome: Outcome,
): readonly [condition: string, ...values: unknown[]] {
  const own = `$${FIRST_OWN}`;
  if ('token' in by) {
    const only = outcome.status === 'COMPLETE' ? ` and phase = 'running'` : '';
    return [`${heldBy(own)}${only}`, by.token];
  }
  if (by.because === 'upload_expired') return [pastUpload(db)];
  if (by.because === 'interrupted') return [interrupted(db, own), by.maxAttempts];
  return [`phase <> 'done' and ${free(db)}`];
}

/** Which rows a change of a review may take, and what it keeps of their results. */
interface ReviewKind {
  readonly where: string;
  readonly keeps: string;
}
const REVIEW: ReviewKind = {
  where: `'NEEDS_REVIEW' = any (review)`,
  keeps: 'original = coalesce(r.original, r.result),',
};
const OPENING: ReviewKind = { where: `not (review && array['APPROVED', 'REJECTED'])`, keeps: '' };

export function postgresExtractions(db: Database): ExtractionStore {
  const extractions = db.table('extractions');
  const results = db.table('results');

  async function changeReview(
    id: string,
    expectVersion: number,
    { summary, reviewStatuses, result, entry }: ReviewChange,
    { where, keeps }: ReviewKind,
    tx: Tx | undefined,
  ): Promise<boolean> {
    if (!isUuid(id)) return false;
    const text = `with reviewed as (
        update ${extractions} set summary = $3, coverage = $4::double precision, review = $5::text[],
          review_version = review_version + 1
        where id = $1 and status = 'COMPLETE' and review_version = $2::integer and has_result
          and ${where} returning id
      ), kept as (
        update ${results} r set ${keeps} result = $6, reviews = r.reviews || $7 || E'\\n'
        from reviewed where r.extraction_id = reviewed.id
      ) select id from reviewed`;
    const values = [
      id,
      expectVersion,
      json(summary),
      summary.coverage,
      [...reviewStatuses],
      result,
      json(entry),
    ];
    return db.changed(tx, text, values);
  }

  return {
    insertExtractions: async (rows, tx) => {
      if (rows.length === 0) return;
      const computed = { columns: { attempts: '0', idle_since: db.now } };
      await insert(db, tx, 'extractions', COLUMNS, rows.map(newColumns), '', computed);
    },
    insertLeased: async (row, o, tx) => {
      const columns = {
        attempts: '1',
        idle_since: db.now,
        uploaded: db.now,
        processing_started: db.now,
        lease_token: 'gen_random_uuid()',
        lease_until: db.after('$2'),
        worker: '$3',
      };
      const computed = { columns, values: [o.leaseMs, o.worker] };
      const rows = await insert(db, tx, 'extractions', COLUMNS, [newColumns(row)], 'returning *', computed);
      return claimOf(rows[0]!);
    },
    getExtraction: async (account, id, tx) => {
      if (!isUuid(id)) return null;
      const text = `select * from ${extractions} where id = $1 and ($2::text is null or account = $2) ${locked(tx)}`;
      const row = await db.one(tx, text, [id, account]);
      return row && extractionRow(row);
    },
    getExtractions: async (account, ids, tx) => {
      const text = `select * from ${extractions} where account = $1 and id = any ($2::uuid[])`;
      const rows = (await db.run(tx, text, [account, uuids(ids)])).map(extractionRow);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    getResult: async (id, tx) => {
      if (!isUuid(id)) return null;
      const row = await db.one(tx, `select * from ${results} where extraction_id = $1 ${locked(tx)}`, [id]);
      if (!row) return null;
      const lines = String(row['reviews']).split('\n').filter(Boolean);
      return {
        result: String(row['result']),
        original: textOrNull(row['original']),
        reviews: lines.map((line) => parsed(line)),
      };
    },
    listExtractions: async (query, tx) => {
      const { text, values } = listStatement(db, query);
      return (await db.run(tx, text, values)).map(extractionRow);
    },
    attachDocument: async (id, document, tx) => {
      if (!isUuid(id)) return 'not_waiting';
      const text = `update ${extractions} set phase = 'queued', status = 'PROCESSING', blob_key = $2,
          document = $3, uploaded = ${db.now}, idle_since = ${db.now}
        where id = $1 and phase = 'awaiting_upload' returning id`;
      return (await db.changed(tx, text, [id, document.blobKey, json(document)])) ? 'ok' : 'not_waiting';
    },
    claim: async (id, o, tx) => {
      if (!isUuid(id)) return null;
      const text = `update ${extractions} set
          phase = case when phase = 'queued' then 'running' else phase end,
          lease_token = coalesce($5::uuid, gen_random_uuid()), lease_until = ${db.after('$2')}, worker = $3,
          attempts = attempts + 1,
          processing_started = case when phase = 'awaiting_fetch' then processing_started
            else coalesce(processing_started, ${db.now}) end
        where id = $1 and origin <> 'sync' and ${IN_SERIES} < $4::integer
          and phase in ('queued', 'running', 'awaiting_fetch') and ${free(db)} returning *`;
      const row = await db.one(tx, text, [id, o.leaseMs, o.worker, o.maxAttempts, o.token ?? null]);
      return row && claimOf(row);
    },
    markFetched: async (id, token, document, tx) => {
      if (!isUuid(id) || !isUuid(token)) return false;
      const text = `update ${extractions} set phase = 'running', status = 'PROCESSING', blob_key = $3,
          document = $4, document_url = null, uploaded = ${db.now},
          processing_started = coalesce(processing_started, ${db.now})
        where id = $1 and phase = 'awaiting_fetch' and lease_token = $2 returning id`;
      return db.changed(tx, text, [id, token, document.blobKey, json(document)]);
    },
    renew: async (id, token, leaseMs, tx) => {
      if (!isUuid(id) || !isUuid(token)) return false;
      const text = `update ${extractions} set lease_until = ${db.after('$3')}
        where id = $1 and ${heldBy('$2')} and ${db.unhurried(tx)} returning id`;
      return db.changed(tx, text, [id, token, leaseMs]);
    },
    release: async (id, token, o, tx) => {
      if (!isUuid(id) || !isUuid(token)) return false;
      const text = `update ${extractions} set
          phase = case when phase = 'running' then 'queued' else phase end,
          lease_token = null, lease_until = null, worker = null,
          attempts = attempts - $3::integer, idle_since = ${db.after('$4')}
        where id = $1 and origin <> 'sync' and ${heldBy('$2')} returning id`;
      return db.changed(tx, text, [id, token, o.refund ? 1 : 0, o.delayMs ?? 0]);
    },
    finish: async (id, by, outcome, tx) => {
      if (!isUuid(id) || ('token' in by && !isUuid(by.token))) return false;
      if (outcome.status === 'COMPLETE' && !('token' in by)) return false;
      const [condition, ...own] = mayFinish(db, by, outcome);
      const text = `with finished as (
          update ${extractions} set phase = 'done', status = $2, completed = ${db.now},
            lease_token = null, lease_until = null, worker = null, document_url = null,
            summary = $3, coverage = $4::double precision, type_ids = coalesce($5::uuid[], type_ids),
            config_ids = $6::uuid[], review = $7::text[], review_version = $8::integer,
            has_result = $9::text is not null
          where id = $1 and ${condition} returning id
        ), kept as (
          insert into ${results} (extraction_id, result) select id, $9 from finished where $9 is not null
        ) select id from finished`;
      return db.changed(tx, text, [
        id,
        outcome.status,
        json(outcome.summary),
        outcome.summary.coverage,
        outcome.typeIds ? [...outcome.typeIds] : null,
        [...outcome.configIds],
        [...outcome.reviewStatuses],
        outcome.status === 'COMPLETE' ? 1 : 0,
        outcome.result,
        ...own,
      ]);
    },
    retry: async (id, tx) => {
      if (!isUuid(id)) return false;
      const text = `update ${extractions} set phase = 'queued', status = 'PROCESSING', series_start = attempts,
          processing_started = null, completed = null, summary = null, idle_since = ${db.now}
        where id = $1 and status = 'FAILED' and blob_key is not null and erased is null
          and origin <> 'sync' returning id`;
      return db.changed(tx, text, [id]);
    },
    review: (id, expectVersion, change, tx) => changeReview(id, expectVersion, change, REVIEW, tx),
    openReview: (id, expectVersion, change, tx) => changeReview(id, expectVersion, change, OPENING, tx),
    deleteExtraction: async (id, tx) => {
      const text = `delete from ${extractions} where id = $1 and phase = 'done' returning id`;
      return isUuid(id) && db.changed(tx, text, [id]);
    },
    erase: (id, what, tx) =>
      db.within(tx, async (own) => {
        if (!isUuid(id)) return false;
        await lockErasures(db, own, 'erasing');
        const found = `select * from ${extractions} where id = $1 and phase = 'done' for no key update`;
        const row = await db.one(own, found, [id]);
        if (!row) return false;
        const { request, summary } = extractionRow(row);
        const text = `update ${extractions} set erased = coalesce(erased, ${db.now}), summary = $2, request = $3,
            document = case when $4 then null else document end,
            blob_key = case when $4 then null else blob_key end,
            presigned_key = case when $4 then null else presigned_key end,
            extra_data = case when $5 then null else extra_data end,
            has_result = has_result and not $6
          where id = $1`;
        const shorn = what.result && summary ? withoutValues(summary) : summary;
        const asked = what.given ? withoutGiven(request) : request;
        await db.run(own, text, [id, json(shorn), json(asked), what.document, what.given, what.result]);
        if (what.document) {
          const keys = [textOrNull(row['blob_key']), textOrNull(row['presigned_key'])];
          await deleteLater(db, own, keys, id);
        }
        if (what.result) await eraseResult(db, own, id);
        if (what.result || what.given) {
          await db.run(own, `delete from ${db.table('idempotency')} where subject = $1`, [id]);
        }
        return true;
      }),
  };
}

/** Takes away the result, and all that was made of it. */
async function eraseResult(db: Database, tx: Tx, id: string): Promise<void> {
  const deliveries = db.table('deliveries');
  await db.run(tx, `delete from ${db.table('results')} where extraction_id = $1`, [id]);
  await db.run(tx, `update ${db.table('events')} set body = null where extraction_id = $1`, [id]);
  const dead = `update ${deliveries} set state = 'dead', next_attempt_at = null, lease_token = null,
      lease_until = null, ended = ${db.now} where extraction_id = $1 and state = 'pending'`;
  await db.run(tx, dead, [id]);
  const tried = `select id, attempts from ${deliveries} where extraction_id = $1 and attempts <> '' for update`;
  for (const row of await db.run(tx, tried, [id])) {
    const lines = attemptsOf(row).map((attempt) => `${json(withoutAnswer(attempt))}\n`);
    await db.run(tx, `update ${deliveries} set attempts = $2 where id = $1`, [row['id'], lines.join('')]);
  }
  await dropSpreadsheets(db, tx, 'extraction_ids @> array[$1::uuid]', '$1::uuid', [id]);
}
