/** The store in PostgreSQL: rows through `pg`, or through anything else that has `query`. */
import { JOB_KINDS } from '../queue.js';
import type { Store } from '../store.js';
import { postgresAudit } from './postgres/audit.js';
import { postgresBatches } from './postgres/batches.js';
import { postgresClassifications } from './postgres/classifications.js';
import { postgresConfigs } from './postgres/configs.js';
import { postgresCoverage } from './postgres/coverage.js';
import { Database, type DatabaseOptions } from './postgres/database.js';
import { postgresDeletions } from './postgres/deletions.js';
import { postgresEvents } from './postgres/events.js';
import { postgresExtractions } from './postgres/extractions.js';
import { postgresGoldens } from './postgres/goldens.js';
import { postgresIdempotency } from './postgres/idempotency.js';
import { postgresKeys } from './postgres/keys.js';
import { migrate } from './postgres/migrations.js';
import { postgresSweep } from './postgres/sweep.js';
import { postgresTypes } from './postgres/types.js';
import { instant } from './postgres/values.js';

/** What the key of a kind of jobs that is paused begins with. */
const PAUSED = 'paused ';

/** How a store reaches its database. */
export type PostgresStoreOptions = DatabaseOptions;

/** A store in PostgreSQL, and what a queue in the same database needs to join its transactions. */
export interface PostgresStore extends Store {
  readonly database: Database;
}

/**
 * A store for services on more than one machine. PostgreSQL 13 or newer; the isolation of transactions is the
 * default, read committed. Call `migrate()` before the first use. The pool stays with whoever made it.
 *
 * @example
 * const store = postgresStore({ client: new pg.Pool({ connectionString }), schema: 'anchorline' });
 * await store.migrate();
 */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  const database = new Database(options);
  return {
    database,
    ...postgresTypes(database),
    ...postgresConfigs(database),
    ...postgresGoldens(database),
    ...postgresExtractions(database),
    ...postgresDeletions(database),
    ...postgresSweep(database),
    ...postgresCoverage(database),
    ...postgresEvents(database),
    ...postgresIdempotency(database),
    ...postgresBatches(database),
    ...postgresClassifications(database),
    ...postgresKeys(database),
    ...postgresAudit(database),
    transaction: (fn) => database.transaction(fn),
    migrate: () => migrate(database),
    pausedKinds: async (tx) => {
      const text = `select key from ${database.table('meta')} where key like '${PAUSED}%'`;
      const keys = (await database.run(tx, text)).map((row) => row['key']);
      return JOB_KINDS.filter((kind) => keys.includes(PAUSED + kind));
    },
    setPaused: async (kinds, isPaused, tx) => {
      const meta = database.table('meta');
      const text = isPaused
        ? `insert into ${meta} (key, value) select key, '' from unnest($1::text[]) key on conflict do nothing`
        : `delete from ${meta} where key = any ($1::text[])`;
      await database.run(tx, text, [kinds.map((kind) => PAUSED + kind)]);
    },
    now: async () => instant((await database.one(undefined, `select ${database.now} as now`))?.['now']),
    checkWritable: () => database.checkWritable(),
    close: async () => {},
  };
}
