/** Databases that tests run on: PGlite in this process always, a server where one answers. */
import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { QueryClient } from '../../../src/service/blobs/postgres.js';

const SERVER = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';

/** A database with an empty schema. */
export interface TestDatabase {
  readonly client: QueryClient;
  readonly schema: string;
  /** Takes the schema away. */
  close(): Promise<void>;
}

/** Whether the server answers; without one only PGlite is tested. */
export async function serverAnswers(): Promise<boolean> {
  const client = new pg.Client({ connectionString: SERVER, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (process.env.DATABASE_URL !== undefined) throw error;
    return false;
  }
}

/** A database of the server, with connections of its own. */
export async function serverDatabase(): Promise<TestDatabase> {
  const pool = new pg.Pool({ connectionString: SERVER, max: 4 });
  const schema = newSchema();
  await pool.query(`create schema "${schema}"`);
  return {
    client: pool,
    schema,
    async close() {
      await pool.query(`drop schema "${schema}" cascade`);
      await pool.end();
    },
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

function newSchema(): string {
  return `blobs_${randomUUID().replaceAll('-', '')}`;
}
