/** Where the contracts of stores and queues run: memory, PGlite in this process, and a PostgreSQL server. */
import { PGlite } from '@electric-sql/pglite';
import type { Queue } from '../../../src/service/queue.js';
import { memoryQueue } from '../../../src/service/queues/memory.js';
import { postgresQueue } from '../../../src/service/queues/postgres.js';
import type { Store } from '../../../src/service/store.js';
import { memoryStore } from '../../../src/service/stores/memory.js';
import type { SqlClient, SqlPool } from '../../../src/service/stores/postgres/connections.js';
import { type PostgresStore, postgresStore } from '../../../src/service/stores/postgres.js';
import { newSchema } from '../../support/postgres.js';

/** An empty store, its queue, and its clock. */
export interface Harness {
  readonly store: Store;
  readonly queue: Queue;
  /** The store's clock. */
  now(): number;
  /** Sets the store's clock forward. */
  advance(ms: number): Promise<void>;
}

export interface Backend {
  /** Empties what is there and gives a new store on it. */
  open(): Promise<Harness>;
  close(): Promise<void>;
}

/** What the clocks of all stores show at first. They stop there until they are set. */
export const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

export function memoryBackend(): Backend {
  return {
    open: async () => {
      let time = START;
      const store = memoryStore({ now: () => time });
      return {
        store,
        queue: memoryQueue(store),
        now: () => time,
        advance: async (ms) => {
          time += ms;
        },
      };
    },
    close: async () => {},
  };
}

/** A schema of its own in some database, with a clock that tests set. */
export async function schemaBackend(
  client: SqlPool | SqlClient,
  end: () => Promise<void>,
): Promise<Backend & { readonly schema: string; readonly clock: string; newStore(): PostgresStore }> {
  const schema = newSchema();
  const clock = `(select at from ${schema}.clock)`;
  const newStore = () => postgresStore({ client, schema, clock });
  await newStore().migrate();
  await client.query(`create table ${schema}.clock (at timestamptz(3) not null)`);
  await client.query(`insert into ${schema}.clock values (now())`);
  // What refers to these goes with them; deleting few rows is quicker than truncating many tables.
  const roots = ['document_types', 'extractions', 'jobs', 'batches', 'classifications'];
  const rest = [
    'coverage_days',
    'keys',
    'tokens',
    'idempotency',
    'spreadsheets',
    'deletions',
    'duties',
    'audit',
  ];
  const deletes = [...roots, ...rest].map((name) => `${name} as (delete from ${schema}.al_${name})`);
  const empty = `with ${deletes.join(', ')} update ${schema}.clock set at = $1`;
  return {
    schema,
    clock,
    newStore,
    open: async () => {
      await client.query(empty, [new Date(START).toISOString()]);
      let time = START;
      const store = newStore();
      return {
        store,
        queue: postgresQueue({ store, listen: false }),
        now: () => time,
        advance: async (ms) => {
          time += ms;
          await client.query(`update ${schema}.clock set at = $1`, [new Date(time).toISOString()]);
        },
      };
    },
    close: async () => {
      await client.query(`drop schema ${schema} cascade`);
      await end();
    },
  };
}

export async function pgliteBackend(): Promise<Backend> {
  const database = await PGlite.create();
  return schemaBackend(database, () => database.close());
}
