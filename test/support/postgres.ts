/** The PostgreSQL server that tests use, where one answers, and schemas of their own in it. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Where the server is. */
export const SERVER_URL = process.env.DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/test';

/** How long the server may take to answer, in milliseconds. */
const CONNECT_MS = 3_000;
/** Sessions of one test file. All files together stay below the 100 that a server gives by default. */
const SESSIONS = 12;

/** A pool on the server, or null, with a message, where none answers: tests that need one are skipped then. */
export async function serverPool(): Promise<pg.Pool | null> {
  const pool = new pg.Pool({
    connectionString: SERVER_URL,
    max: SESSIONS,
    connectionTimeoutMillis: CONNECT_MS,
  });
  try {
    await pool.query('select 1');
    return pool;
  } catch (error) {
    await pool.end();
    const shown = SERVER_URL.replace(/:[^:@/]*@/u, ':…@');
    console.warn(`No PostgreSQL answers at ${shown}, its tests are skipped: ${error}`);
    return null;
  }
}

/** The name of a schema that nobody else uses. */
export function newSchema(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}
