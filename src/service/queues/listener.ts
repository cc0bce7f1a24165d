/** Hears of new jobs: a session that listens rings a bell. Polling does the same, only later. */
import type { PooledSqlClient, SqlPool } from '../stores/postgres/connections.js';
import type { Wakeup } from './wakeup.js';

/** Wait before a lost session is replaced, in milliseconds. */
const RECONNECT_MS = 1_000;

export class Listener {
  readonly #pool: SqlPool;
  readonly #channel: string;
  readonly #wakeup: Wakeup;
  #session: PooledSqlClient | null = null;
  #opening = false;
  #closed = false;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** @param channel a plain name */
  constructor(pool: SqlPool, channel: string, wakeup: Wakeup) {
    this.#pool = pool;
    this.#channel = channel;
    this.#wakeup = wakeup;
  }

  /** Begins to listen, if it does not already; does not wait for it. */
  start(): void {
    if (this.#closed || this.#opening || this.#session || this.#again) return;
    this.#opening = true;
    this.#open()
      .catch(() => this.#later())
      .finally(() => {
        this.#opening = false;
      });
  }

  /** Gives the session back. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#again);
    this.#session?.release(true);
    this.#session = null;
  }

  async #open(): Promise<void> {
    const session = await this.#pool.connect();
    const lost = () => {
      if (this.#session !== session) return;
      this.#session = null;
      session.release(true);
      this.#later();
    };
    try {
      session.on?.('notification', () => this.#wakeup.ring());
      session.on?.('error', lost);
      session.on?.('end', lost);
      await session.query(`listen ${this.#channel}`);
    } catch (error) {
      session.release(true);
      throw error;
    }
    if (this.#closed) session.release(true);
    else this.#session = session;
  }

  #later(): void {
    if (this.#closed) return;
    this.#again = setTimeout(() => {
      this.#again = undefined;
      this.start();
    }, RECONNECT_MS);
    this.#again.unref();
    // What was missed meanwhile is looked for.
    this.#wakeup.ring();
  }
}
