/** Jobs in a table of the store's database, in the store's transactions. */
import { JOB_KINDS, type JobKind, type LeasedJob, type Queue } from '../queue.js';
import type { Tx } from '../store.js';
import { StoreError } from '../store-error.js';
import type { Database, SqlRow } from '../stores/postgres/database.js';
import { insert } from '../stores/postgres/rows.js';
import { count, instant, isUuid, stamp } from '../stores/postgres/values.js';
import type { PostgresStore } from '../stores/postgres.js';
import { AccountCursor } from './account-cursor.js';
import { Listener } from './listener.js';
import { merged } from './merged.js';
import { sizes } from './sizes.js';
import { Wakeup } from './wakeup.js';

/** The channel of notices; databases have their own. */
const CHANNEL = 'al_jobs';

const COLUMNS = {
  kind: 'text',
  key: 'text',
  priority: 'smallint',
  account: 'text',
  run_at: 'timestamptz',
  state: 'text',
};

/** Accounts whose turn may be next that one lease looks at, of each kind and priority. */
const TURNS = 16;
/** Kinds and priorities that it looks at, the highest first. */
const RANGES = 32;
/** Jobs that it chooses from, for each that is wanted: others may just be taking some. */
const CHOICE = 8;

/** Jobs of a kind that `size` counts at most, so that it takes no longer the more there are. */
const COUNTED = 10_000;

export interface PostgresQueueOptions {
  /** The store whose transactions the jobs join, and whose `migrate` makes their table. */
  readonly store: PostgresStore;
  /** Whether waiting workers are woken by notices, which takes one session of the pool; true where there is a pool. */
  readonly listen?: boolean;
}

function leasedJob(row: SqlRow): LeasedJob {
  return {
    id: String(row['id']),
    kind: row['kind'] as JobKind,
    key: String(row['key']),
    runAt: instant(row['run_at']),
    priority: count(row['priority']),
    token: String(row['lease_token']),
    attempt: count(row['attempt']),
  };
}

/** The transaction must be one of the store that the queue joins. */
export function checkJoin(database: Database, tx: Tx | undefined): void {
  if (tx && tx.store !== database) {
    throw new StoreError('misuse', 'The queue does not join transactions of this store');
  }
}

/**
 * The queue of services with more than one process. Notices wake waiting workers; those that are lost only make them
 * wait for their next look.
 */
export function postgresQueue(options: PostgresQueueOptions): Queue {
  const { store } = options;
  const db = store.database;
  const jobs = db.table('jobs');
  const wakeup = new Wakeup();
  const cursor = new AccountCursor();
  const { pool } = db.connections;
  const listener = pool && options.listen !== false ? new Listener(pool, CHANNEL, wakeup) : null;

  const held = `id = $1 and state = 'leased' and lease_token = $2::uuid`;
  const drop = `delete from ${jobs} where ${held} returning 1`;
  /** SQL: priorities of waiting jobs, the highest first, of each of the kinds in `$1`; a null ends each. */
  const levels = `levels (kind, priority) as (
          select kind, (select max(priority) from ${jobs} where state = 'ready' and kind = given.kind)
          from unnest($1::text[]) as given (kind)
          union all
          select kind, (select max(priority) from ${jobs}
            where state = 'ready' and kind = l.kind and priority < l.priority)
          from levels l where priority is not null
        )`;
  const isHeld = (job: LeasedJob) => isUuid(job.id) && isUuid(job.token);

  return {
    joins: store,
    enqueue: async (inputs, tx) => {
      checkJoin(db, tx);
      const given = merged(inputs).map(({ runAt, ...job }) => ({
        ...job,
        run_at: stamp(runAt),
        state: 'ready',
      }));
      if (given.length === 0) return;
      const rest = `on conflict (kind, key) where state = 'ready' do update
        set run_at = least(present.run_at, excluded.run_at),
          priority = greatest(present.priority, excluded.priority)
        returning 1`;
      await insert(db, tx, 'jobs', COLUMNS, given, rest, {
        columns: {},
        instead: { run_at: `greatest(run_at, ${db.now})` },
      });
      if (listener) await db.run(tx, 'select pg_notify($1, $2)', [CHANNEL, '']);
      wakeup.ring();
    },
    lease: async (o) => {
      // Each kind and priority is a range of the index that ends with the jobs whose time has come, so that those
      // which wait for a later time are never read, however many there are. In each of them, the accounts whose turn is
      // next give their first jobs. Where those have none that is due, the ones that are due for longest are taken.
      const text = `with recursive ${levels}, ranges as (
          select kind, priority from levels where priority is not null order by priority desc limit ${RANGES}
        ), turns (kind, priority, lap, account, step) as (
          select r.kind, r.priority, start.lap, (select min(account) from ${jobs}
            where state = 'ready' and kind = r.kind and priority = r.priority and account >= start.account), 1
          from ranges r cross join (values (0, $5::text || E'\\x01'), (1, '')) as start (lap, account)
          union all
          select kind, priority, lap, (select min(account) from ${jobs}
            where state = 'ready' and kind = t.kind and priority = t.priority and account > t.account), step + 1
          from turns t where account is not null and step < ${TURNS} and (lap = 0 or account <= $5)
        ), own as (
          select found.*, t.priority, t.lap, row_number() over (
            partition by t.priority, t.account order by found.run_at, found.position) as turn
          from (select * from turns where lap = 0 or account <= $5) t cross join lateral (
            select id, account, run_at, position from ${jobs}
            where state = 'ready' and kind = t.kind and priority = t.priority and account = t.account
              and run_at <= ${db.now} order by run_at, position limit $2::integer) found
        ), oldest as (
          select found.*, r.priority, 2 as lap, null::bigint as turn from ranges r cross join lateral (
            select id, account, run_at, position from ${jobs}
            where state = 'ready' and kind = r.kind and priority = r.priority and run_at <= ${db.now}
            order by run_at, position limit $2::integer) found
        ), candidates as (
          select id, min(turn) as turn, min(lap) as lap from (select * from own union all select * from oldest) found
          group by id, priority, account, run_at, position
          order by priority desc, min(turn), min(lap), account, run_at, position limit $2::integer * ${CHOICE}
        ), due as (
          select j.id, j.priority, c.turn, c.lap, j.account, j.run_at, j.position
          from candidates c join ${jobs} j on j.id = c.id
          where j.state = 'ready' and j.run_at <= ${db.now}
          order by j.priority desc, c.turn, c.lap, j.account, j.run_at, j.position
          limit $2::integer for update of j skip locked
        ), lapsed as (
          select id, priority, 0 as turn, 0 as lap, '' as account, run_at, position from ${jobs}
          where state = 'leased' and lease_until < ${db.now} and kind = any ($1::text[])
          order by lease_until limit $2::integer for update skip locked
        ), chosen as (
          select id from (select * from due union all select * from lapsed) taken
          order by priority desc, turn, lap, account, run_at, position limit $2::integer
        ), leased as (
          update ${jobs} j set state = 'leased', lease_token = gen_random_uuid(),
            lease_until = ${db.after('$3')}, worker = $4, attempt = attempt + 1
          from chosen where j.id = chosen.id returning j.*
        ) select * from leased order by priority desc, run_at, position`;
      const rows = await db.run(undefined, text, [[...o.kinds], o.limit, o.leaseMs, o.worker, cursor.last]);
      cursor.move(rows.map((row) => String(row['account'])));
      return rows.map(leasedJob);
    },
    extend: async (job, leaseMs) => {
      if (!isHeld(job)) return false;
      const text = `update ${jobs} set lease_until = ${db.after('$3')} where ${held} returning 1`;
      return db.changed(undefined, text, [job.id, job.token, leaseMs]);
    },
    done: async (job, tx) => {
      checkJoin(db, tx);
      return isHeld(job) && db.changed(tx, drop, [job.id, job.token]);
    },
    retry: async (job, o) => {
      if (!isHeld(job)) return false;
      const text = `update ${jobs} set state = 'ready', lease_token = null, lease_until = null, worker = null,
          run_at = ${db.after('$3')}, error = $4 where ${held} returning 1`;
      const values = [job.id, job.token, o.delayMs, JSON.stringify(o.error)];
      const rows = await db.unlessTaken(undefined, text, values);
      if (rows !== null) return rows.length > 0;
      // One of the same kind and key waits already.
      return db.changed(undefined, drop, [job.id, job.token]);
    },
    wait: (signal, maxMs) => {
      listener?.start();
      return wakeup.wait(signal, maxMs);
    },
    size: async () => {
      // Each kind and priority by the index of due jobs, and no more of them than the bound.
      const of = `from ${jobs} where state = 'ready' and kind = l.kind and priority = l.priority
          and run_at <= ${db.now}`;
      const lapsed = `state = 'leased' and lease_until < ${db.now}`;
      const leased = `state = 'leased' and lease_until >= ${db.now}`;
      const text = `with recursive ${levels}, found (kind, ready, leased, oldest) as (
          select kind, (select count(*) from (select 1 ${of} order by run_at limit ${COUNTED}) due), 0,
            (select run_at ${of} order by run_at limit 1)
          from levels l where priority is not null
          union all
          select kind, count(*) filter (where ${lapsed}), count(*) filter (where ${leased}),
            min(run_at) filter (where ${lapsed})
          from ${jobs} where state = 'leased' group by kind
        ) select kind, least(sum(ready), ${COUNTED}) as ready, sum(leased) as leased,
          coalesce(extract(epoch from ${db.now} - min(oldest)) * 1000, 0) as oldest_ms
        from found group by kind`;
      const rows = await db.run(undefined, text, [[...JOB_KINDS]]);
      return sizes(
        rows.map((row) => ({
          kind: String(row['kind']),
          ready: count(row['ready']),
          leased: count(row['leased']),
          oldestMs: count(row['oldest_ms']),
        })),
      );
    },
    migrate: () => store.migrate(),
    close: async () => {
      listener?.close();
      wakeup.ring();
    },
  };
}
