/** A service on PostgreSQL as each of several processes makes it, from the same setup. */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../../src/service/clock.js';
import type { Blobs, Queue, ServiceLimits, ServiceOptions } from '../../../src/service/index.js';

import { NATS, REDIS } from '../../support/ports.js';

/** What processes of one service agree on. It goes to child processes as JSON. */
export interface Setup {
  /** URL of the module `service/index.js`: of the source, or of a build. */
  readonly library: string;
  readonly databaseUrl: string;
  /** Schema of all tables. */
  readonly schema: string;
  readonly limits: Partial<ServiceLimits>;
  readonly urlSecrets: readonly string[];
  /** Those of all accounts. */
  readonly webhookSecrets: readonly string[];
  /** Documents that a worker takes at once. */
  readonly concurrency: number;
  /** How long reading a stored document takes at least, in ms: a process that is killed shall be at work. */
  readonly paceMs: number;
  /** The directory of blobs; without one they are in the database. */
  readonly directory?: string | undefined;
  /** A file that lies there as long as there is no room for blobs. */
  readonly fullFile?: string | undefined;
  /** Where jobs are; default in the database. */
  readonly engine?: 'redis' | 'nats' | undefined;
  /** By how much the clock of the process is ahead of the machine's, in ms. */
  readonly aheadMs?: number;
}

/** Sessions of a process. */
const SESSIONS = 6;

/** A service of this process, with its pool. */
export async function openService(setup: Setup, options: Partial<ServiceOptions> = {}) {
  const library: typeof import('../../../src/service/index.js') = await import(setup.library);
  const {
    createService,
    directoryBlobs,
    postgresBlobs,
    postgresQueue,
    postgresStore,
    silentLogger,
    storeKeys,
  } = library;
  const { databaseUrl, schema, limits, urlSecrets, webhookSecrets, paceMs, aheadMs = 0 } = setup;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: SESSIONS, application_name: schema });
  const store = postgresStore({ client: pool, schema });
  const engine = await queueOn(library, setup);
  const queue = engine?.queue ?? postgresQueue({ store });
  const ownBlobs = postgresBlobs(pool, { schema });
  const blobs: Blobs = setup.directory === undefined ? ownBlobs : directoryBlobs(setup.directory);
  const keys = storeKeys(store);
  const service = createService({
    keys,
    store,
    queue,
    blobs: {
      ...blobs,
      get: async (key) => {
        if (paceMs > 0) await pause(paceMs);
        return blobs.get(key);
      },
      put: async (key, data, meta) => {
        if (setup.fullFile !== undefined && existsSync(setup.fullFile)) {
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        }
        return blobs.put(key, data, meta);
      },
    },
    secrets: { urls: urlSecrets, webhooks: () => webhookSecrets },
    limits,
    policy: { allowHosts: ['127.0.0.1'] },
    log: silentLogger,
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
    ...options,
  });
  return {
    service,
    keys,
    queue,
    pool,
    /** Makes the tables. */
    migrate: async () => {
      await store.migrate();
      await ownBlobs.migrate();
      await queue.migrate?.();
    },
    close: async () => {
      await service.close();
      await queue.close();
      await engine?.close();
      await store.close();
      await pool.end();
    },
  };
}

/** The queue of a setup on an engine of others, and what ends its connection. */
async function queueOn(
  { bullQueue, jetStreamQueue }: typeof import('../../../src/service/index.js'),
  { engine, schema }: Setup,
): Promise<{ readonly queue: Queue; close(): Promise<unknown> } | undefined> {
  if (engine === 'redis') {
    const bullmq = await import('bullmq');
    const connection = { host: '127.0.0.1', port: REDIS };
    const queue = bullQueue({ bullmq, connection, prefix: schema, stalledEveryMs: 500 });
    return { queue, close: async () => undefined };
  }
  if (engine === 'nats') {
    const { connect } = await import('@nats-io/transport-node');
    const connection = await connect({ port: NATS });
    return {
      queue: jetStreamQueue({ connection, stream: schema }),
      close: () => connection.close(),
    };
  }
  return undefined;
}
