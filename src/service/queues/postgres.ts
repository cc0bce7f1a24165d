/** Jobs in a table of the store's database, in the store's transactions. */
import { MOST_COUNTED } from '../kept.js';
import { JOB_KINDS, type JobKind, type LeasedJob, type Queue } from '../queue.js';
import type { Tx } from '../store.js';
import { StoreError } from '../store-error.js';
import type { Database, SqlRow } from '../stores/postgres/database.js';
import { LEASE_FUNCTION } from '../stores/postgres/lease-function.js';
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

/** The store that jobs belong to, and how workers learn of them. */
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
 *
 * @example
 * const store = postgresStore({ client: pool });
 * createService({ keys, store, queue: postgresQueue({ store }) });
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
  // A job that is there again after a crash finds its work done.
  const drop = (tx?: Tx) => `delete from ${jobs} where ${held} and ${db.unhurried(tx)} returning 1`;
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
        where present.run_at > excluded.run_at or present.priority < excluded.priority
        returning 1`;
      await insert(db, tx, 'jobs', COLUMNS, given, rest, {
        columns: {},
        instead: { run_at: `greatest(run_at, ${db.now})` },
      });
      if (listener) await db.run(tx, 'select pg_notify($1, $2)', [CHANNEL, '']);
      wakeup.ring();
    },
    lease: async (o) => {
      const text = `select * from ${db.name(LEASE_FUNCTION)}($1, $2, $3, $4, $5) where ${db.unhurried()}`;
      const rows = await db.run(undefined, text, [[...o.kinds], o.limit, o.leaseMs, o.worker, cursor.last]);
      cursor.move(rows.map((row) => String(row['account'])));
      return rows.map(leasedJob);
    },
    extend: async (job, leaseMs) => {
      if (!isHeld(job)) return false;
      const text = `update ${jobs} set lease_until = ${db.after('$3')} where ${held} and ${db.unhurried()} returning 1`;
      return db.changed(undefined, text, [job.id, job.token, leaseMs]);
    },
    done: async (job, tx) => {
      checkJoin(db, tx);
      return isHeld(job) && db.changed(tx, drop(tx), [job.id, job.token]);
    },
    retry: async (job, o) => {
      if (!isHeld(job)) return false;
      const text = `update ${jobs} set state = 'ready', lease_token = null, lease_until = null, worker = null,
          run_at = ${db.after('$3')}, error = $4 where ${held} and ${db.unhurried()} returning 1`;
      const values = [job.id, job.token, o.delayMs, JSON.stringify(o.error)];
      const rows = await db.unlessTaken(undefined, text, values);
      if (rows !== null) return rows.length > 0;
      // One of the same kind and key waits already.
      return db.changed(undefined, drop(), [job.id, job.token]);
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
          select kind, (select count(*) from (select 1 ${of} order by run_at limit ${MOST_COUNTED}) due), 0,
            (select run_at ${of} order by run_at limit 1)
          from levels l where priority is not null
          union all
          select kind, count(*) filter (where ${lapsed}), count(*) filter (where ${leased}),
            min(run_at) filter (where ${lapsed})
          from ${jobs} where state = 'leased' group by kind
        ) select kind, least(sum(ready), ${MOST_COUNTED}) as ready, sum(leased) as leased,
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
