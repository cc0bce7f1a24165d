/** A rate limit that processes share, in a table of PostgreSQL. */
import { SECOND_MS } from '../limits.js';
import { checkBucket, type RateLimiter, type TokenBucket } from './rate-limit.js';
import { Database, type DatabaseOptions } from './stores/postgres/database.js';

/** Calls after which buckets that are full again are forgotten. */
const FORGET_EVERY = 1_000;
/** Lock under which the table is made; any number that nobody else uses. */
const MIGRATION_LOCK = 6_148_914_692;

/**
 * The token buckets of `tokenBucket` for all processes together, by the clock of the database: one statement a call. The
 * table is not logged, so a crash of the database forgets who called.
 * @throws RangeError for numbers that are not above 0
 *
 * @example
 * const rateLimit = postgresTokenBucket({ client: pool, burst: 50, perSecond: 10 });
 * await rateLimit.migrate();
 * createService({ keys, store, queue, rateLimit });
 */
export function postgresTokenBucket(
  options: Pick<DatabaseOptions, 'client' | 'schema'> & TokenBucket,
): RateLimiter & { migrate(): Promise<void> } {
  const { burst, perSecond, client, schema } = options;
  checkBucket({ burst, perSecond });
  const database = new Database({ client, ...(schema !== undefined && { schema }) });
  const buckets = database.name('rate_limits');
  const interval = SECOND_MS / perSecond;
  const now = 'extract(epoch from clock_timestamp()) * 1000';
  /** Milliseconds since 1970 at which a bucket would be full if it were full now or is later. */
  const from = `greatest(b.full_at, ${now})`;
  let calls = 0;
  return {
    async migrate() {
      await database.run(
        undefined,
        `do $$ begin
          perform pg_advisory_xact_lock(${MIGRATION_LOCK});
          create unlogged table if not exists ${buckets} (key text primary key, full_at double precision not null);
        end $$`,
      );
    },
    async take(by, cost) {
      calls += 1;
      if (calls % FORGET_EVERY === 0) {
        await database.run(undefined, `delete from ${buckets} where full_at < ${now}`);
      }
      const values = [by, cost * interval, Math.max(0, burst - cost) * interval];
      const isTaken = await database.changed(
        undefined,
        `insert into ${buckets} as b (key, full_at) values ($1, ${now} + $2::double precision)
        on conflict (key) do update set full_at = ${from} + $2::double precision
        where ${from} - $3::double precision <= ${now} returning 1`,
        values,
      );
      if (isTaken) return { ok: true, retryAfterMs: 0 };
      const left = `select ${from} - $2::double precision - ${now} as left from ${buckets} b where key = $1`;
      const row = await database.one(undefined, left, [by, values[2]]);
      return { ok: false, retryAfterMs: Math.max(1, Math.ceil(Number(row?.['left'] ?? 0))) };
    },
  };
}
