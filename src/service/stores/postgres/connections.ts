/** Ways to a database: pools of `pg`, or anything that has `query`, such as a PGlite database. */
import { Turns } from '../turns.js';

interface SqlResult {
  readonly rows: readonly unknown[];
}

/** One session of a database. */
export interface SqlClient {
  query(text: string, values?: unknown[]): Promise<SqlResult>;
}

/** A session that goes back to its pool; with `true` it is closed instead. */
export interface PooledSqlClient extends SqlClient {
  release(destroy?: boolean): void;
  on?(event: 'notification' | 'error' | 'end', listener: () => void): unknown;
}

/** What is used of a pool of `pg`. */
export interface SqlPool extends SqlClient {
  connect(): Promise<PooledSqlClient>;
  on?: {
    (event: 'error', listener: (error: Error) => void): unknown;
    (event: 'connect', listener: (client: PooledSqlClient) => void): unknown;
  };
}

/** Sessions for single statements, and for several in a row. */
export interface Connections {
  /** A statement in whichever session. */
  query(text: string, values: unknown[]): Promise<SqlResult>;
  /** Some work that has a session to itself. The session is closed where `broken` says so of what the work throws. */
  use<T>(work: (client: SqlClient) => Promise<T>, broken: (error: unknown) => boolean): Promise<T>;
  /** The pool, where there is one: sessions that stay out, such as those that listen. */
  readonly pool: SqlPool | null;
}

/** A pool, or a single session that all take turns in. */
export function connectionsOf(client: SqlPool | SqlClient): Connections {
  return 'connect' in client ? pooled(client) : single(client);
}

/** Pools and sessions whose errors are heard. */
const heard = new WeakSet<object>();

/**
 * Errors of sessions that no call waits on end the process unless someone listens. Nothing is to be done about them:
 * the pool replaces idle sessions, and of those in use the next call fails.
 */
function hearErrors(source: { on?(event: 'error', listener: () => void): unknown }): void {
  if (heard.has(source)) return;
  heard.add(source);
  source.on?.('error', () => {});
}

function pooled(pool: SqlPool): Connections {
  // A session may end in the moment it opens, before whoever asked for it holds it.
  if (!heard.has(pool)) pool.on?.('connect', hearErrors);
  hearErrors(pool);
  return {
    pool,
    query: (text, values) => pool.query(text, values),
    use: async (work, broken) => {
      const client = await pool.connect();
      let destroy = false;
      try {
        return await work(client);
      } catch (error) {
        destroy = broken(error);
        throw error;
      } finally {
        client.release(destroy);
      }
    },
  };
}

/** Turns of sessions that are not pooled: who shares a session shares its turns. */
const turnsOf = new WeakMap<SqlClient, Turns>();

function single(client: SqlClient): Connections {
  const turns = turnsOf.get(client) ?? new Turns();
  turnsOf.set(client, turns);
  return {
    pool: null,
    query: (text, values) => turns.take(() => client.query(text, values)),
    use: (work) => turns.take(() => work(client)),
  };
}
