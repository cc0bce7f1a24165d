/** What the sweep looks for, in PostgreSQL. */

import type { StuckRow } from '../../extraction-rows.js';
import { CLASSIFICATION_KEPT_MS, DELIVERY_KEPT_MS, SPREADSHEET_KEPT_MS, TOKEN_KEPT_MS } from '../../kept.js';
import type { SweepStore, Tx } from '../../store.js';
import { free, interrupted, pastUpload, unqueued } from './conditions.js';
import type { Database, SqlRow, TableName } from './database.js';
import { dropSpreadsheets, lockErasures } from './deletions.js';
import { count, instant, isUuid, stamp, textOrNull } from './values.js';

function stuckOf(row: SqlRow): StuckRow {
  const { kind, id, account, reason } = row as unknown as StuckRow;
  return { kind, id, account, reason, since: instant(row['since']) };
}

/** Since when a row that may have been held is not worked on. */
const HELD_SINCE = 'coalesce(lease_until, idle_since)';

/** How stuck rows of a table are found; `$2` is the number of attempts after which nobody tries again. */
interface StuckQuery {
  readonly table: string;
  readonly columns: string;
  readonly ways: readonly { readonly where: string; readonly since: string; readonly isOver: boolean }[];
}

export function postgresSweep(db: Database): SweepStore {
  const extractions = db.table('extractions');
  const classifications = db.table('classifications');

  /** Stuck rows of a table: each of the ways to be stuck by its own index, so that rows which are done are never read. */
  const stuck = async (
    { table, columns, ways: all }: StuckQuery,
    o: Parameters<SweepStore['findStuck']>[0],
    tx: Tx | undefined,
  ) => {
    const ways = all.filter(({ isOver }) => o.isOver === undefined || o.isOver === isOver);
    const lock = tx === undefined ? '' : 'for no key update skip locked';
    const past = o.after && [stamp(o.after.since), o.after.id];
    const found = ways.map(
      ({ where, since }, index) => `way_${index} as (select ${columns}, ${since} as since from ${table}
        where ${where} ${past ? `and (${since}, id) > ($3::timestamptz, $4::uuid)` : ''} order by ${since}, id limit $1::integer ${lock})`,
    );
    const either = ways.map((_way, index) => `select * from way_${index}`).join(' union ');
    const text = `with ${found.join(', ')} select * from (${either}) stuck order by since, id limit $1::integer`;
    return (await db.run(tx, text, [o.limit, o.maxAttempts, ...(past ?? [])])).map(stuckOf);
  };
  const over = interrupted(db, '$2');
  const stuckExtractions: StuckQuery = {
    table: extractions,
    columns: `id, account, case when phase = 'awaiting_fetch' then 'fetch' else 'process' end as kind,
      case when phase = 'awaiting_upload' then 'upload_expired' when ${over} then 'interrupted'
        when lease_token is not null then 'lease_expired' else 'unqueued' end as reason`,
    ways: [
      { where: pastUpload(db), since: 'upload_expires', isOver: true },
      { where: over, since: HELD_SINCE, isOver: true },
      {
        where: `phase in ('running', 'awaiting_fetch') and lease_until < ${db.now} and not ${over}`,
        since: 'lease_until',
        isOver: false,
      },
      {
        where: `phase in ('queued', 'awaiting_fetch') and ${unqueued(db)} and not ${over}`,
        since: 'idle_since',
        isOver: false,
      },
    ],
  };
  const stuckClassifications: StuckQuery = {
    table: classifications,
    columns: `id, account, 'classify' as kind, case when attempts >= $2::integer then 'interrupted'
      when lease_token is not null then 'lease_expired' else 'unqueued' end as reason`,
    ways: [
      {
        where: `phase <> 'done' and ${free(db)} and attempts >= $2::integer`,
        since: HELD_SINCE,
        isOver: true,
      },
      {
        where: `phase <> 'done' and ${free(db)} and attempts < $2::integer
          and (lease_token is not null or ${unqueued(db)})`,
        since: HELD_SINCE,
        isOver: false,
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
      found.sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
      return found.slice(0, o.limit);
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
      // Each by its index, up to its time: what holds the one for longer than the other is not read again and again.
      const due = (condition: string) => `(select id from ${extractions} where phase = 'done' and ${condition}
        order by completed, id limit $1::integer)`;
      const text = `select id, account, case when ${document} then blob_key end as blob_key,
          coalesce(${result}, false) as result
        from ${extractions} where id in (${due(document)} union ${due(result)}) and phase = 'done'
        order by completed, id limit $1::integer`;
      const rows = await db.run(tx, text, [o.limit, stamp(o.documentsBefore), stamp(o.resultsBefore)]);
      return rows.map((row) => ({
        id: String(row['id']),
        account: String(row['account']),
        blobKey: textOrNull(row['blob_key']),
        result: row['result'] === true,
      }));
    },
    deleteEnded: (o, tx) =>
      db.within(tx, async (own) => {
        await lockErasures(db, own, 'erasing');
        const values = [o.limit, stamp(o.before)];
        const ended = `with gone as (delete from ${extractions} where id = any (array(
              select id from ${extractions} where phase = 'done' and completed < $2::timestamptz
              order by completed, id limit $1::integer for update skip locked))
            returning id, blob_key, presigned_key),
          noted as (insert into ${db.table('deletions')} (blob_key, extraction_id)
            select key, id from gone, unnest(array[blob_key, presigned_key]) key where key is not null
            on conflict do nothing),
          responses as (delete from ${db.table('idempotency')}
            where subject = any (array(select id::text from gone)))
          select id from gone`;
        const ids = (await db.run(own, ended, values)).map((row) => String(row['id']));
        if (ids.length > 0) await dropSpreadsheets(db, own, 'extraction_ids && $1::uuid[]', 'null', [ids]);
        const batches = db.table('batches');
        const empty = `delete from ${batches} where id = any (array(
            select id from ${batches} b where created < $2::timestamptz
              and not exists (select 1 from ${extractions} where batch_id = b.id)
            order by created limit $1::integer for update skip locked))
          returning id`;
        return Math.max(ids.length, (await db.run(own, empty, values)).length);
      }),
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
    takeDuty: (duty, o, tx) => {
      const text = `insert into ${db.table('duties')} as d (name, holder, until)
          values ($1, $2, ${db.after('$3')})
        on conflict (name) do update set holder = excluded.holder, until = excluded.until
          where d.holder = excluded.holder or d.until <= ${db.now}
        returning name`;
      return db.changed(tx, text, [duty, o.holder, o.leaseMs]);
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
