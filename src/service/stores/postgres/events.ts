/** Events and deliveries in PostgreSQL. */
import { MOST_COUNTED } from '../../kept.js';
import type { AttemptRow, DeliveryRow } from '../../rows.js';
import type { EventStore } from '../../store.js';
import { StoreError } from '../../store-error.js';
import { free } from './conditions.js';
import type { Database, SqlRow } from './database.js';
import { count, instantOrNull, isUuid, json, newUuid, parsed, stamp } from './values.js';

/** Pushes that are due which one claim looks at before it looks for other receivers. */
const FIRST_DUE = 200;
/** Pushes that it chooses from: others may just be taking some. */
const CHOICE = 8;

/** The attempts at a delivery, a line each. */
export function attemptsOf(row: SqlRow): AttemptRow[] {
  const lines = String(row['attempts']).split('\n').filter(Boolean);
  return lines.map((line) => parsed(line));
}

/** SQL: whether neither account (`$2`) nor receiver (`$3`) of a row has enough under way. A host holds no blank. */
const hasPlaces = (of: string) =>
  `${of}.account <> all ($2::text[]) and ${of}.host || ' ' || ${of}.account <> all ($3::text[])`;

function deliveryRow(row: SqlRow): DeliveryRow {
  return {
    id: String(row['id']),
    account: String(row['account']),
    extractionId: String(row['extraction_id']),
    eventId: String(row['event_id']),
    event: row['event'] as DeliveryRow['event'],
    sequence: count(row['sequence']),
    url: String(row['url']),
    state: row['state'] as DeliveryRow['state'],
    nextAttemptAt: instantOrNull(row['next_attempt_at']),
    attempts: attemptsOf(row),
    seriesStart: count(row['series_start']),
    ended: instantOrNull(row['ended']),
  };
}

export function postgresEvents(db: Database): EventStore {
  const deliveries = db.table('deliveries');
  const events = db.table('events');
  // One look into an index a row: as a join it would be worked out for all rows that are pending.
  const isHead = `d.sequence = (select min(e.sequence) from ${deliveries} e
    where e.extraction_id = d.extraction_id and e.state = 'pending')`;
  return {
    insertEvent: async (event, tx) => {
      const { id, account, extractionId, name, push } = event;
      // The row lock gives events of one extraction their order.
      const text = `with counted as (
          update ${db.table('extractions')} set event_count = event_count + 1 where id = $1::uuid
          returning event_count as sequence
        ), made as (
          insert into ${events} (id, account, extraction_id, sequence, name, created, body, pushed)
          select $2, $3, $1::uuid, sequence, $4, $5::timestamptz, $6, $7::uuid is not null from counted
        ), pushed as (
          insert into ${deliveries} (id, account, extraction_id, event_id, event, sequence, url, host, state,
            next_attempt_at)
          select $7::uuid, $3, $1::uuid, $2, $4, sequence, $8, $9, 'pending', ${db.now} from counted
          where $7::uuid is not null
        ) select sequence from counted`;
      const values = [
        extractionId,
        id,
        account,
        name,
        stamp(event.created),
        event.body,
        push && newUuid(push.deliveryId),
        push?.url ?? null,
        push && new URL(push.url).host,
      ];
      const row = isUuid(extractionId) ? await db.one(tx, text, values) : null;
      if (!row) throw new StoreError('misuse', `There is no extraction ${extractionId}`);
      return count(row['sequence']);
    },
    claimDelivery: async (o, tx) => {
      // Mostly one of the first that are due. Where all of those are of receivers that have enough under way, or
      // wait for others of their extraction, the first ones of each other receiver are looked at.
      const columns = 'id, extraction_id, sequence, account, host, next_attempt_at, lease_until';
      const due = `state = 'pending' and next_attempt_at <= ${db.now}`;
      const lock = (
        ids: string,
      ) => `select id from ${deliveries} where id = any (array(select id from ${ids}))
        and ${due} and ${free(db)} order by next_attempt_at, id limit 1 for update skip locked`;
      const text = `with recursive first as (
          select ${columns} from ${deliveries} where ${due} order by next_attempt_at limit ${FIRST_DUE}
        ), near as (
          select id from first d where ${free(db)} and ${hasPlaces('d')} and ${isHead}
          order by next_attempt_at, id limit ${CHOICE}
        ), nearest as (${lock('near')}), places (account, host) as (
          (select account, host from ${deliveries}
            where state = 'pending' and not exists (select 1 from nearest)
              and (select count(*) from first) = ${FIRST_DUE}
            order by account, host limit 1)
          union all
          select further.* from places p cross join lateral (select account, host from ${deliveries}
            where state = 'pending' and (account, host) > (p.account, p.host)
            order by account, host limit 1) further
        ), far as (
          select found.* from places p cross join lateral (select id, next_attempt_at from ${deliveries} d
            where ${due} and account = p.account and host = p.host and ${free(db)} and ${isHead}
            order by next_attempt_at, id limit ${CHOICE}) found
          where ${hasPlaces('p')} order by next_attempt_at, id limit ${CHOICE}
        ), farthest as (${lock('far')})
        update ${deliveries} c set lease_token = gen_random_uuid(), lease_until = ${db.after('$1')}
        from (select id from nearest union all select id from farthest) due
        where c.id = due.id and ${db.unhurried(tx)} returning c.*,
          (select body from ${events} where id = c.event_id) as body, (select request::json->>'traceparent'
            from ${db.table('extractions')} where id = c.extraction_id) as traceparent`;
      const receivers = (o.exceptReceivers ?? []).map(({ account, host }) => `${host} ${account}`);
      const row = await db.one(tx, text, [o.leaseMs, [...(o.exceptAccounts ?? [])], receivers]);
      if (!row) return null;
      return {
        row: deliveryRow(row),
        token: String(row['lease_token']),
        body: String(row['body'] ?? ''),
        ...(row['traceparent'] != null && { traceparent: String(row['traceparent']) }),
      };
    },
    recordAttempt: async (id, token, attempt, next, tx) => {
      if (!isUuid(id) || !isUuid(token)) return false;
      const text = `update ${deliveries} set attempts = attempts || $3 || E'\\n',
          attempts_made = attempts_made + 1, state = $4,
          next_attempt_at = case when $4 = 'pending' then ${db.after('$5')} end,
          ended = case when $4 = 'pending' then null else ${db.now} end,
          lease_token = null, lease_until = null
        where id = $1 and state = 'pending' and lease_token = $2::uuid returning id`;
      const delayMs = next.state === 'pending' ? next.delayMs : 0;
      return db.changed(tx, text, [id, token, json(attempt), next.state, delayMs]);
    },
    countDeliveries: async (tx) => {
      // In the order of an index of those alone: most deliveries have arrived.
      const of = (state: string, order: string) => `(select count(*) from (select 1 from ${deliveries}
        where state = '${state}' order by ${order} limit ${MOST_COUNTED}) s)`;
      const text = `select ${of('pending', 'next_attempt_at')} as pending, ${of('dead', 'id')} as dead`;
      const row = await db.one(tx, text);
      return { pending: count(row?.['pending']), dead: count(row?.['dead']) };
    },
    nextDeliveryAt: async (tx) => {
      // Those that are held are few; of the others the first one in the order of an index counts.
      const text = `select least(
          (select d.next_attempt_at from ${deliveries} d
            where d.state = 'pending' and d.lease_token is null and ${isHead}
            order by d.next_attempt_at limit 1),
          (select min(greatest(d.next_attempt_at, d.lease_until)) from ${deliveries} d
            where d.state = 'pending' and d.lease_token is not null and ${isHead})) as at`;
      return instantOrNull((await db.one(tx, text))?.['at']);
    },
    listDeliveries: async (extractionId, tx) => {
      if (!isUuid(extractionId)) return [];
      const text = `select * from ${deliveries} where extraction_id = $1 order by sequence`;
      return (await db.run(tx, text, [extractionId])).map(deliveryRow);
    },
    getDelivery: async (account, id, tx) => {
      if (!isUuid(id)) return null;
      const text = `select * from ${deliveries} where account = $1 and id = $2`;
      const row = await db.one(tx, text, [account, id]);
      return row && deliveryRow(row);
    },
    redeliver: (account, id, tx) =>
      db.within(tx, async (own) => {
        if (!isUuid(id)) return null;
        const found = `select d.state, e.body is null as gone from ${deliveries} d
          join ${events} e on e.id = d.event_id where d.account = $1 and d.id = $2 for update of d`;
        const row = await db.one(own, found, [account, id]);
        if (!row) return null;
        if (row['state'] === 'pending') return 'pending';
        if (row['gone'] === true) return 'gone';
        const text = `update ${deliveries} set state = 'pending', next_attempt_at = ${db.now},
            series_start = attempts_made, ended = null where id = $1`;
        await db.run(own, text, [id]);
        return 'ok';
      }),
  };
}
