/** What the sweep looks for, in PostgreSQL. */
import {
  CLASSIFICATION_KEPT_MS,
  DELIVERY_KEPT_MS,
  type Instant,
  SPREADSHEET_KEPT_MS,
  type StuckRow,
  TOKEN_KEPT_MS,
} from '../../rows.js';
import type { SweepStore, Tx } from '../../store.js';
import { free, interrupted, pastUpload, unqueued } from './conditions.js';
import type { Database, SqlRow, TableName } from './database.js';
import { dropSpreadsheets } from './deletions.js';
import { count, instant, isUuid, stamp, textOrNull } from './values.js';

/** A row that is stuck, and since when. */
interface Stuck {
  readonly row: StuckRow;
  readonly since: Instant;
}

function stuckOf(row: SqlRow): Stuck {
  const { kind, id, account, reason } = row as unknown as StuckRow;
  return { row: { kind, id, account, reason }, since: instant(row['since']) };
}

/** Since when a row that may have been held is not worked on. */
const HELD_SINCE = 'coalesce(lease_until, idle_since)';

/** How stuck rows of a table are found; `$2` is the number of attempts after which nobody tries again. */
interface StuckQuery {
  readonly table: string;
  readonly columns: string;
  readonly ways: readonly { readonly where: string; readonly since: string }[];
}

export function postgresSweep(db: Database): SweepStore {
  const extractions = db.table('extractions');
  const classifications = db.table('classifications');

  /** Stuck rows of a table: each of the ways to be stuck by its own index, so that rows which are done are never read. */
  const stuck = async (
    { table, columns, ways }: StuckQuery,
    o: { limit: number; maxAttempts: number },
    tx: Tx | undefined,
  ) => {
    const lock = tx === undefined ? '' : 'for no key update skip locked';
    const found = ways.map(
      ({ where, since }, index) => `way_${index} as (select ${columns}, ${since} as since from ${table}
        where ${where} order by ${since}, id limit $1::integer ${lock})`,
    );
    const all = ways.map((_way, index) => `select * from way_${index}`).join(' union ');
    const text = `with ${found.join(', ')} select * from (${all}) stuck order by since, id limit $1::integer`;
    return (await db.run(tx, text, [o.limit, o.maxAttempts])).map(stuckOf);
  };
  const stuckExtractions: StuckQuery = {
    table: extractions,
    columns: `id, account, case when phase = 'awaiting_fetch' then 'fetch' else 'process' end as kind,
      case when phase = 'awaiting_upload' then 'upload_expired'
        when ${interrupted(db, '$2')} then 'interrupted'
        when lease_token is not null then 'lease_expired' else 'unqueued' end as reason`,
    ways: [
      { where: pastUpload(db), since: 'upload_expires' },
      { where: interrupted(db, '$2'), since: HELD_SINCE },
      { where: `phase in ('running', 'awaiting_fetch') and lease_until < ${db.now}`, since: 'lease_until' },
      { where: `phase in ('queued', 'awaiting_fetch') and ${unqueued(db)}`, since: 'idle_since' },
    ],
  };
  const stuckClassifications: StuckQuery = {
    table: classifications,
    columns: `id, account, 'classify' as kind, case when attempts >= $2::integer then 'interrupted'
      when lease_token is not null then 'lease_expired' else 'unqueued' end as reason`,
    ways: [
      {
        where: `phase <> 'done' and ${free(db)}
          and (attempts >= $2::integer or lease_token is not null or ${unqueued(db)})`,
        since: HELD_SINCE,
      },
    ],
  };

  /** Deletes what a condition holds of, at most some rows. @returns how many went */
  const remove = async (tx: Tx | undefined, table: TableName, where: string, limit: number) => {
    const name = db.table(table);
    const text = `delete from ${name} where ctid = any (array(
      select ctid from ${name} where ${where} limit $1::integer for update skip locked)) returning 1`;
    return (await db.run(tx, text, [limit])).length;
  };
  const past = (column: string, keptMs: number) =>
    `${column} < ${db.now} - interval '${keptMs} milliseconds'`;

  return {
    findStuck: async (o, tx) => {
      const found = [
        ...(await stuck(stuckExtractions, o, tx)),
        ...(await stuck(stuckClassifications, o, tx)),
      ];
      found.sort((a, b) => a.since - b.since || (a.row.id < b.row.id ? -1 : 1));
      return found.slice(0, o.limit).map(({ row }) => row);
    },
    listPresigned: async (o, tx) => {
      const after = o.after !== undefined && isUuid(o.after) ? o.after : null;
      const text = `select id, account, presigned_key from ${extractions}
        where phase = 'awaiting_upload' and presigned_key is not null and ($2::uuid is null or id > $2::uuid)
        order by id limit $1::integer`;
      const rows = await db.run(tx, text, [o.limit, after]);
      return rows.map((row) => ({
        id: String(row['id']),
        account: String(row['account']),
        key: String(row['presigned_key']),
      }));
    },
    findRetired: async (o, tx) => {
      const document = `(blob_key is not null and completed < $2::timestamptz)`;
      const result = `(has_result and completed < $3::timestamptz)`;
      const text = `select id, account, case when ${document} then blob_key end as blob_key,
          coalesce(${result}, false) as result
        from ${extractions} where phase = 'done' and (${document} or ${result})
        order by completed, id limit $1::integer`;
      const rows = await db.run(tx, text, [o.limit, stamp(o.documentsBefore), stamp(o.resultsBefore)]);
      return rows.map((row) => ({
        id: String(row['id']),
        account: String(row['account']),
        blobKey: textOrNull(row['blob_key']),
        result: row['result'] === true,
      }));
    },
    unreferenced: async (keys, tx) => {
      if (keys.length === 0) return [];
      const goldens = db.table('goldens');
      const text = `select key from json_array_elements_text($1::json) as given (key)
        where not exists (select 1 from ${extractions} where blob_key = key)
          and not exists (select 1 from ${extractions} where phase = 'awaiting_upload' and presigned_key = key)
          and not exists (select 1 from ${classifications} where blob_key = key)
          and not exists (select 1 from ${db.table('spreadsheets')} where blob_key = key)
          and not exists (select 1 from ${goldens} where blob_key = key or thumbnail_key = key)`;
      const rows = await db.run(tx, text, [JSON.stringify(keys)]);
      const free = new Set(rows.map((row) => String(row['key'])));
      return keys.filter((key) => free.has(key));
    },
    purge: async (o, tx) => {
      // Events go first: their deliveries go with them.
      const deliveries = db.table('deliveries');
      const gone = await db.one(
        tx,
        `with old as (select id, event_id from ${deliveries} where ${past('ended', DELIVERY_KEPT_MS)}
            limit $1::integer for update skip locked),
          gone as (delete from ${db.table('events')} where id in (select event_id from old) returning id)
        select count(*) as deliveries from gone`,
        [o.limit],
      );
      await remove(tx, 'events', `not pushed and ${past('created', DELIVERY_KEPT_MS)}`, o.limit);
      return {
        spreadsheets: await dropSpreadsheets(
          db,
          tx,
          `blob_key = any (array(select blob_key from ${db.table('spreadsheets')}
            where ${past('created', SPREADSHEET_KEPT_MS)} limit $1::integer for update skip locked))`,
          'null',
          [o.limit],
        ),
        idempotency: await remove(tx, 'idempotency', past('until', 0), o.limit),
        deliveries: count(gone?.['deliveries']),
        tokens: await remove(tx, 'tokens', past('expires', TOKEN_KEPT_MS), o.limit),
        classifications: await remove(
          tx,
          'classifications',
          `phase = 'done' and ${past('completed', CLASSIFICATION_KEPT_MS)}`,
          o.limit,
        ),
      };
    },
  };
}
