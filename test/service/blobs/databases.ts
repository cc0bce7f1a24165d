/** Databases that tests run on: PGlite in this process always, a server where one answers. */
import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import type { QueryClient } from '../../../src/service/blobs/postgres.js';
import { newSchema } from '../../support/postgres.js';

/** A database with an empty schema. */
export interface TestDatabase {
  readonly client: QueryClient;
  readonly schema: string;
  /** Takes the schema away. */
  close(): Promise<void>;
}

/** A database of the server. The pool stays with whoever made it. */
export async function serverDatabase(pool: pg.Pool): Promise<TestDatabase> {
  const schema = newSchema();
  await pool.query(`create schema "${schema}"`);
  return {
    client: pool,
    schema,
    close: async () => void (await pool.query(`drop schema "${schema}" cascade`)),
  };
}

let embedded: Promise<PGlite> | undefined;

/** A database in this process; its start takes a while, so that all tests of a file share one. */
export async function embeddedDatabase(): Promise<TestDatabase> {
  embedded ??= PGlite.create();
  const client = await embedded;
  const schema = newSchema();
  await client.exec(`create schema "${schema}"`);
  return { client, schema, close: async () => void (await client.exec(`drop schema "${schema}" cascade`)) };
}

/** Ends what the tests of a file shared. */
export async function closeEmbedded(): Promise<void> {
  await (await embedded)?.close();
}
