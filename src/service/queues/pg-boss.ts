/**
 * Jobs of pg-boss 10 on the store's database, in the store's transactions.
 *
 * pg-boss has leases of a length fixed at sending, and no tokens: its `expire_in` is set here with each lease, and
 * the times a job was taken serve as its token. Three of its ways differ from the other queues. A job that waits
 * keeps its time and priority when it is enqueued again. A job whose lease ran out, or was given back, may be beside
 * another of its kind and key; the second finds the work done. And accounts do not take turns.
 */
import { JOB_KINDS, type JobKind, type LeasedJob, type Queue } from '../queue.js';
import type { Tx } from '../store.js';
import { StoreError } from '../store-error.js';
import { asStoreError } from '../stores/postgres/errors.js';
import type { PostgresStore } from '../stores/postgres.js';
import { merged } from './merged.js';
import { checkJoin } from './postgres.js';
import { sizes } from './sizes.js';
import { Wakeup } from './wakeup.js';

/** Runs statements for pg-boss. */
export interface PgBossDb {
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

interface PgBossJob {
  readonly id: string;
  readonly data: object;
  readonly priority: number;
  readonly state: string;
  readonly retryCount: number;
  readonly startAfter: Date;
  readonly singletonKey: string | null;
}

interface PgBossInsert {
  readonly name: string;
  readonly data: object;
  readonly priority: number;
  readonly singletonKey: string;
  readonly startAfter?: string;
}

/** What is used of an instance of pg-boss 10. */
interface PgBossLike {
  createQueue(name: string, options: { name: string; policy: 'short'; retryLimit: number }): Promise<void>;
  insert(jobs: PgBossInsert[], options: { db?: PgBossDb }): Promise<unknown>;
  fetch(
    name: string,
    options: { batchSize: number; includeMetadata: true; priority: boolean },
  ): Promise<readonly PgBossJob[]>;
  getJobById(
    name: string,
    id: string,
    options: { db?: PgBossDb; includeArchive: boolean },
  ): Promise<PgBossJob | null>;
  deleteJob(name: string, id: string, options: { db?: PgBossDb }): Promise<unknown>;
  expire(): Promise<void>;
  getDb(): PgBossDb;
}

/** The pg-boss that holds the jobs, and the store that they belong to. */
export interface PgBossQueueOptions {
  /** Started, and on the database of the store. Who made it stops it. */
  readonly boss: PgBossLike;
  readonly store: PostgresStore;
  /** The schema that pg-boss was given; its default when left out. */
  readonly schema?: string;
  /** Jobs whose lease ran out are looked for at most this often, in milliseconds; a second when left out. */
  readonly expireEveryMs?: number;
}

const PREFIX = 'anchorline-';
/** How often a job may be taken again: leases that run out are no failures. The store counts attempts. */
const RETRY_LIMIT = 1_000_000;
const EXPIRE_EVERY_MS = 1_000;
const SCHEMA = /^[A-Za-z_]\w{0,49}$/u;

const nameOf = (kind: JobKind) => `${PREFIX}${kind}`;

/** Attempts that earlier rows of the same job had. */
function attemptsBefore(job: PgBossJob): number {
  return 'attempts' in job.data && typeof job.data.attempts === 'number' ? job.data.attempts : 0;
}

/** Errors of the database as callers know them; those inside a transaction are reported by the transaction. */
async function told<T>(tx: Tx | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw tx === undefined ? asStoreError(error) : error;
  }
}

function leasedJob(kind: JobKind, job: PgBossJob): LeasedJob {
  return {
    id: job.id,
    kind,
    key: job.singletonKey ?? '',
    runAt: job.startAfter.getTime(),
    priority: job.priority,
    token: String(job.retryCount),
    attempt: attemptsBefore(job) + job.retryCount + 1,
  };
}

/**
 * A queue on pg-boss. `boss.start()` makes its tables; `migrate` makes a queue a kind.
 *
 * @example
 * const boss = new PgBoss(url);
 * await boss.start();
 * createService({ keys, store, queue: pgBossQueue({ boss, store }) });
 */
export function pgBossQueue(options: PgBossQueueOptions): Queue {
  const { boss, store, schema = 'pgboss', expireEveryMs = EXPIRE_EVERY_MS } = options;
  if (!SCHEMA.test(schema))
    throw new StoreError('misuse', `The schema ${JSON.stringify(schema)} is not a plain name`);
  const { database } = store;
  const table = `${schema}.job`;
  const wakeup = new Wakeup();
  let expired = 0;

  const dbOf = (tx: Tx | undefined): { db?: PgBossDb } => {
    checkJoin(database, tx);
    if (!tx) return {};
    const executeSql: PgBossDb['executeSql'] = async (text, values) => {
      const { rows } = await database.clientOf(tx).query(text, values);
      return { rows: [...rows] };
    };
    return { db: { executeSql } };
  };

  /** Makes leases end some time from now; jobs that were taken by others since stay as they are. */
  const lengthen = async (name: string, jobs: readonly { id: string; token: string }[], leaseMs: number) => {
    const text = `update ${table} j
      set expire_in = (now() - j.started_on) + $3::double precision * interval '1 millisecond'
      from json_to_recordset($2::json) as given (id uuid, token integer)
      where j.name = $1 and j.id = given.id and j.state = 'active' and j.retry_count = given.token returning j.id`;
    const values = [name, JSON.stringify(jobs.map(({ id, token }) => ({ id, token }))), leaseMs];
    const { rows } = await told(undefined, () => boss.getDb().executeSql(text, values));
    return rows.length > 0;
  };

  /** Takes a job away, if its holder still has it. */
  const remove = async (job: LeasedJob, tx: Tx) => {
    const name = nameOf(job.kind);
    const lock = `select 1 from ${table} where name = $1 and id = $2 for update`;
    await database.run(tx, lock, [name, job.id]);
    const known = await boss.getJobById(name, job.id, { ...dbOf(tx), includeArchive: false });
    if (known?.state !== 'active' || String(known.retryCount) !== job.token) return false;
    await boss.deleteJob(name, job.id, dbOf(tx));
    return true;
  };

  const expire = async () => {
    const now = Date.now();
    if (now - expired < expireEveryMs) return;
    expired = now;
    await told(undefined, () => boss.expire());
  };

  return {
    joins: store,
    enqueue: async (inputs, tx) => {
      const jobs = merged(inputs).map(
        (job): PgBossInsert => ({
          name: `${PREFIX}${job.kind}`,
          data: {},
          priority: job.priority,
          singletonKey: job.key,
          ...(job.runAt === null ? {} : { startAfter: new Date(job.runAt).toISOString() }),
        }),
      );
      if (jobs.length > 0) await told(tx, () => boss.insert(jobs, dbOf(tx)));
      wakeup.ring();
    },
    lease: async (o) => {
      await expire();
      const leased: LeasedJob[] = [];
      for (const kind of o.kinds) {
        const batchSize = o.limit - leased.length;
        if (batchSize === 0) break;
        const fetched = await boss.fetch(nameOf(kind), { batchSize, includeMetadata: true, priority: true });
        // They come in no order.
        const ordered = [...fetched].sort(
          (a, b) => b.priority - a.priority || a.startAfter.getTime() - b.startAfter.getTime(),
        );
        const jobs = ordered.map((job) => leasedJob(kind, job));
        if (jobs.length > 0) await lengthen(nameOf(kind), jobs, o.leaseMs);
        leased.push(...jobs);
      }
      return leased;
    },
    extend: (job, leaseMs) => lengthen(nameOf(job.kind), [job], leaseMs),
    done: (job, tx) => {
      checkJoin(database, tx);
      return database.within(tx, (own) => remove(job, own));
    },
    retry: (job, o) =>
      database.transaction(async (tx) => {
        if (!(await remove(job, tx))) return false;
        const again: PgBossInsert = {
          name: nameOf(job.kind),
          // Its JSON is `jsonb`, which refuses U+0000.
          data: { attempts: job.attempt, error: o.error.replaceAll('\0', '\uFFFD') },
          priority: job.priority ?? 0,
          singletonKey: job.key,
          // An interval, so that the clock of the database counts.
          startAfter: `${o.delayMs} milliseconds`,
        };
        await boss.insert([again], dbOf(tx));
        return true;
      }),
    wait: (signal, maxMs) => wakeup.wait(signal, maxMs),
    size: async () => {
      const lapsed = 'started_on + expire_in < now()';
      const waits = "state in ('created', 'retry') and start_after <= now()";
      const ready = `((${waits}) or (state = 'active' and ${lapsed}))`;
      const text = `select name, count(*) filter (where ${ready}) as ready,
          count(*) filter (where state = 'active' and not (${lapsed})) as leased,
          coalesce(extract(epoch from now() - min(start_after) filter (where ${ready})) * 1000, 0) as oldest_ms
        from ${table} where name = any ($1::text[]) group by name`;
      const { rows } = await told(undefined, () => boss.getDb().executeSql(text, [JOB_KINDS.map(nameOf)]));
      return sizes(
        (rows as Readonly<Record<string, unknown>>[]).map((row) => ({
          kind: String(row['name']).slice(PREFIX.length),
          ready: Number(row['ready']),
          leased: Number(row['leased']),
          oldestMs: Number(row['oldest_ms']),
        })),
      );
    },
    migrate: async () => {
      for (const kind of JOB_KINDS) {
        await boss.createQueue(nameOf(kind), {
          name: nameOf(kind),
          policy: 'short',
          retryLimit: RETRY_LIMIT,
        });
      }
    },
    close: async () => wakeup.ring(),
  };
}
