/** The queue on pg-boss keeps the contract of queues, in PGlite and on a server. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import PgBoss from 'pg-boss';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PgBossDb, pgBossQueue } from '../../src/service/queues/pg-boss.js';
import { serverPool } from '../support/postgres.js';
import { type Backend, schemaBackend } from './contracts/backends.js';
import { queueContract } from './contracts/queue-contract.js';

interface Site {
  readonly db: PgBossDb;
  readonly backend: Awaited<ReturnType<typeof schemaBackend>>;
}

async function pgliteSite(): Promise<Site> {
  const database = await PGlite.create();
  let last = 0;
  const executeSql: PgBossDb['executeSql'] = async (text, values) => {
    // pg-boss orders jobs by the database's clock, and takes those of earlier moments only; PGlite's counts whole ms.
    while (Date.now() === last) await pause(1);
    last = Date.now();
    // Several statements at once are only for the simple protocol, which takes no values.
    if (values === undefined || values.length === 0) {
      const results = await database.exec(text);
      return { rows: results.at(-1)?.rows ?? [] };
    }
    return database.query(text, values);
  };
  return { db: { executeSql }, backend: await schemaBackend(database, () => database.close()) };
}

async function serverSite(): Promise<Site | null> {
  const pool = await serverPool();
  if (!pool) return null;
  const executeSql: PgBossDb['executeSql'] = (text, values) => pool.query(text, values);
  return { db: { executeSql }, backend: await schemaBackend(pool, () => pool.end()) };
}

const server = await serverSite();
const sites = { PGlite: await pgliteSite(), ...(server ? { PostgreSQL: server } : {}) };

describe.each(Object.entries(sites))('pg-boss on %s', (_name, { db, backend }) => {
  const schema = `boss_${randomUUID().replaceAll('-', '')}`;
  const boss = new PgBoss({ db, schema, supervise: false, schedule: false });
  beforeAll(async () => {
    await boss.start();
    const { store } = await backend.open();
    await pgBossQueue({ boss, schema, store: backend.newStore() }).migrate?.();
    expect(store).toBeDefined();
  });
  afterAll(async () => {
    await boss.stop({ graceful: false, wait: false });
    await db.executeSql(`drop schema ${schema} cascade`, []);
    await (backend as Backend).close();
  });

  const open = async () => {
    await backend.open();
    await db.executeSql(`delete from ${schema}.job`, []);
    const store = backend.newStore();
    // pg-boss asks the database for the time: what is stored goes back instead.
    const advance = async (ms: number) => {
      const past = `- ${ms} * interval '1 millisecond'`;
      await db.executeSql(
        `update ${schema}.job set start_after = start_after ${past}, started_on = started_on ${past},
          created_on = created_on ${past}`,
        [],
      );
    };
    return {
      store,
      queue: pgBossQueue({ boss, schema, store, expireEveryMs: 0 }),
      now: () => Date.now(),
      advance,
    };
  };
  queueContract(open, { pullsForward: false, mergesRetries: false, takesTurns: false });

  test('the schema must be a plain name', () => {
    expect(() => pgBossQueue({ boss, store: backend.newStore(), schema: 'a"b' })).toThrow('plain name');
  });
});
