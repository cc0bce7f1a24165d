/** A database and its transactions, for the parts of the store. */
import type { Tx } from '../../store.js';
import { StoreError } from '../../store-error.js';
import { Scopes } from '../scopes.js';
import { type Connections, connectionsOf, type SqlClient, type SqlPool } from './connections.js';
import { asStoreError, isConflict, isLost, isTaken, readOnly } from './errors.js';

/** Times that a transaction is tried when it meets others. */
const TRIES = 6;
/** Wait before the second try, in milliseconds; it doubles with each, and a random part of it is waited. */
const FIRST_PAUSE_MS = 10;

/** The tables of the store, without their prefix. */
const TABLES = [
  'meta',
  'document_types',
  'configs',
  'config_versions',
  'goldens',
  'extractions',
  'results',
  'events',
  'deliveries',
  'jobs',
  'batches',
  'classifications',
  'coverage_days',
  'keys',
  'tokens',
  'idempotency',
  'spreadsheets',
  'deletions',
  'duties',
  'audit',
] as const;
export type TableName = (typeof TABLES)[number];

/** Schemas that can be quoted without a thought. */
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/u;

export interface DatabaseOptions {
  /** A pool of `pg`, or any session that has `query`; of the latter all share the one. */
  readonly client: SqlPool | SqlClient;
  /** Schema of the tables; made by `migrate`. The search path's first when left out. */
  readonly schema?: string;
  /** SQL for the time that counts; tests set the clock with it. */
  readonly clock?: string;
}

/** A row as drivers give it. */
export type SqlRow = Readonly<Record<string, unknown>>;

interface OpenTx extends Tx {
  readonly client: SqlClient;
  open: boolean;
}

export class Database {
  readonly connections: Connections;
  readonly schema: string | null;
  /** SQL: the time, the same throughout a statement. */
  readonly now: string;
  readonly #transactions = new Scopes<OpenTx>();

  constructor(options: DatabaseOptions) {
    if (options.schema !== undefined && !SCHEMA.test(options.schema)) {
      throw new StoreError(
        'misuse',
        `The schema ${JSON.stringify(options.schema)} is not a plain name: a-z, 0-9 and _, at most 63 characters`,
      );
    }
    this.connections = connectionsOf(options.client);
    this.schema = options.schema ?? null;
    this.now = options.clock ?? 'statement_timestamp()';
  }

  /** The name of a table in SQL. */
  table(name: TableName): string {
    return this.name(name);
  }

  /** The name of anything that belongs to the store, in SQL. @param name without the prefix */
  name(name: string): string {
    return this.schema === null ? `al_${name}` : `"${this.schema}".al_${name}`;
  }

  /** SQL: the time, some milliseconds (a parameter) from now. */
  after(parameter: string): string {
    return `${this.now} + ${parameter}::double precision * interval '1 millisecond'`;
  }

  /**
   * SQL: true; where a statement by itself asks for it of a row that it changes, nobody waits until the change is on the
   * disk, which takes at most three times `wal_writer_delay` (0.6 s by default). In a transaction it has no effect: what
   * else belongs to that must be there once it has ended.
   *
   * It is for holds, which a crash of the database may undo: changes are lost in the order in which they were made, the
   * last ones first, so a hold is lost only with all that was done under it, and whoever comes next takes it again. It
   * is not for what counts attempts: a document that takes the machine down must have been counted before it is read.
   */
  unhurried(tx?: Tx): string {
    return tx === undefined ? `set_config('synchronous_commit', 'off', true) is not null` : 'true';
  }

  /**
   * Runs a statement, in a transaction or by itself. A statement by itself that meets others is tried again.
   * @throws StoreError
   */
  async run(tx: Tx | undefined, text: string, values: readonly unknown[] = []): Promise<SqlRow[]> {
    const client = this.#clientFor(tx);
    const bound = values.map(storable);
    try {
      const { rows } = client
        ? await client.query(text, bound)
        : await again(() => this.connections.query(text, bound));
      return rows as SqlRow[];
    } catch (error) {
      // Inside a transaction the error must keep its code, so that the whole can be tried again.
      throw client && isConflict(error) ? error : asStoreError(error);
    }
  }

  /** The first row of a statement, or null. */
  async one(tx: Tx | undefined, text: string, values: readonly unknown[] = []): Promise<SqlRow | null> {
    return (await this.run(tx, text, values))[0] ?? null;
  }

  /** Whether a statement with `returning` changed a row. */
  async changed(tx: Tx | undefined, text: string, values: readonly unknown[] = []): Promise<boolean> {
    return (await this.run(tx, text, values)).length > 0;
  }

  /** A statement that may break a unique key. @returns its rows, or null when it would have */
  async unlessTaken(tx: Tx | undefined, text: string, values: readonly unknown[]): Promise<SqlRow[] | null> {
    const taken = (error: unknown) => {
      if (error instanceof StoreError && isTaken(error.cause)) return null;
      throw error;
    };
    if (tx === undefined) return this.run(tx, text, values).catch(taken);
    // An error would end the whole transaction.
    await this.run(tx, 'savepoint al_unless_taken');
    try {
      const rows = await this.run(tx, text, values);
      await this.run(tx, 'release savepoint al_unless_taken');
      return rows;
    } catch (error) {
      const none = taken(error);
      await this.run(tx, 'rollback to savepoint al_unless_taken');
      return none;
    }
  }

  /** Runs a function in a transaction, again when it meets others. @throws StoreError */
  async transaction<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    this.#clientFor(undefined);
    try {
      return await again(() => this.connections.use((client) => this.#once(client, fn), isLost));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** Asks a session whether it may write; one that may not is closed. @throws StoreError `unavailable` */
  async checkWritable(): Promise<void> {
    const check = async (client: SqlClient) => {
      const { rows } = await client.query(`select current_setting('transaction_read_only') as read_only`);
      if ((rows as { read_only: string }[])[0]?.read_only === 'on') throw readOnly();
    };
    try {
      await this.connections.use(check, () => true);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** The work in the given transaction, or in one of its own. */
  within<T>(tx: Tx | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
    return tx === undefined ? this.transaction(work) : work(tx);
  }

  /** The session of a transaction, for those who join it. */
  clientOf(tx: Tx): SqlClient {
    return this.#clientOf(tx);
  }

  #once<T>(client: SqlClient, fn: (tx: Tx) => Promise<T>): Promise<T> {
    const tx: OpenTx = { store: this, client, open: true };
    return this.#transactions.within(tx, async () => {
      await client.query('begin');
      try {
        const done = await fn(tx);
        await client.query('commit');
        return done;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw lostBehind(error);
      } finally {
        tx.open = false;
      }
    });
  }

  /** The session of the transaction; null for a statement by itself. */
  #clientFor(tx: Tx | undefined): SqlClient | null {
    if (tx !== undefined) return this.#clientOf(tx);
    if (this.#transactions.current()?.open) {
      // It would wait for rows that the transaction holds, or for its session.
      throw new StoreError('misuse', 'A call inside of a transaction must be given its tx');
    }
    return null;
  }

  #clientOf(tx: Tx): SqlClient {
    if (tx.store !== this) throw new StoreError('misuse', 'The transaction is one of another store');
    const { client, open } = tx as OpenTx;
    if (!open) throw new StoreError('misuse', 'The transaction has ended');
    return client;
  }
}

/** The driver's error where the session was lost: its session must not go back to the pool. */
function lostBehind(error: unknown): unknown {
  return error instanceof StoreError && error.code === 'unavailable' ? (error.cause ?? error) : error;
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || tries === TRIES) throw error;
      const pause = FIRST_PAUSE_MS * 2 ** (tries - 1) * Math.random();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** Text columns cannot hold U+0000. Names that have one are unknown; what may have one is stored as JSON. */
function storable(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}
