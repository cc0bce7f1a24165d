/** What only a server with several sessions can show: races, lost connections, locks. Skipped where none answers. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { postgresQueue } from '../../src/service/queues/postgres.js';
import type { Tx } from '../../src/service/store.js';
import { SCHEMA_VERSION } from '../../src/service/stores/postgres/migrations.js';
import { postgresStore } from '../../src/service/stores/postgres.js';
import { javaScript } from '../support/javascript.js';
import { newSchema, SERVER_URL, serverPool } from '../support/postgres.js';
import { START, schemaBackend } from './contracts/backends.js';
import {
  ACCOUNT,
  complete,
  document,
  event,
  failed,
  id,
  LEASE,
  RESULT,
  typeRow,
  upload,
} from './contracts/samples.js';

const admin = await serverPool();
const run = promisify(execFile);

/** A promise, and what resolves it. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe.skipIf(!admin)('PostgreSQL', async () => {
  if (!admin) return;
  const backend = await schemaBackend(admin, () => admin.end());
  const { schema } = backend;
  const pools: pg.Pool[] = [];
  /** A store on a pool of its own, as another process would have it. */
  const another = (options: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({ connectionString: SERVER_URL, max: 6, ...options });
    pools.push(pool);
    return postgresStore({ client: pool, schema, clock: backend.clock });
  };
  let a: ReturnType<typeof another>;
  let b: ReturnType<typeof another>;
  beforeEach(async () => {
    await backend.open();
    a = another();
    b = another();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(pools.splice(0).map((pool) => pool.end()));
  });
  afterAll(() => backend.close());

  const later = (minutes: number) =>
    admin.query(`update ${schema}.clock set at = at + $1 * interval '1 minute'`, [minutes]);

  const queued = async (n: number) => {
    const rows = Array.from({ length: n }, () => upload());
    await a.insertExtractions(rows);
    await Promise.all(rows.map((row) => a.attachDocument(row.id, document())));
    return rows.map((row) => row.id);
  };

  test('many who claim from two processes have each row once', async () => {
    const ids = await queued(20);
    const claims = await Promise.all(
      [a, b, a, b].flatMap((store) => ids.map((each) => store.claim(each, LEASE))),
    );
    const won = claims.filter((claim) => claim !== null);
    expect(won.map((claim) => claim.row.id).sort()).toEqual([...ids].sort());
    expect(won.map((claim) => claim.attempt)).toEqual(ids.map(() => 1));
  });

  test('one of two who attach bytes has it in PostgreSQL', async () => {
    const rows = Array.from({ length: 20 }, () => upload());
    await a.insertExtractions(rows);
    const answers = await Promise.all(
      rows.map((row) => Promise.all([a, b].map((store) => store.attachDocument(row.id, document())))),
    );
    expect(answers.map((pair) => pair.sort())).toEqual(rows.map(() => ['not_waiting', 'ok']));
  });

  test('an expired address and a late upload: one of them', async () => {
    const rows = Array.from({ length: 20 }, () => upload({ upload: { expires: 1, presignedKey: null } }));
    await a.insertExtractions(rows);
    for (const row of rows) {
      const [attached, ended] = await Promise.all([
        a.attachDocument(row.id, document()),
        b.finish(row.id, { because: 'upload_expired' }, failed()),
      ]);
      expect([attached === 'ok', ended].filter(Boolean)).toHaveLength(1);
      const { phase } = (await a.getExtraction(null, row.id))!;
      expect(phase).toBe(ended ? 'done' : 'queued');
    }
  });

  test('one of two who finish has it in PostgreSQL, with its result', async () => {
    const ids = await queued(10);
    for (const each of ids) {
      const { token } = (await a.claim(each, LEASE))!;
      const outcomes = ['{"n":1}', '{"n":2}'].map((result) => complete({ result }));
      const finished = await Promise.all(
        [a, b].map((store, i) => store.finish(each, { token }, outcomes[i]!)),
      );
      expect(finished.filter(Boolean)).toHaveLength(1);
      expect((await a.getResult(each))?.result).toBe(outcomes[finished.indexOf(true)]?.result);
    }
  });

  test('two sweeps at once find different rows', async () => {
    const ids = await queued(6);
    await later(10);
    const both = gate();
    let inside = 0;
    const sweep = (store: typeof a) =>
      store.transaction(async (tx) => {
        const rows = await store.findStuck({ limit: 3, maxAttempts: 3 }, tx);
        if (++inside === 2) both.open();
        await both.opened;
        return rows.map((row) => row.id);
      });
    const [first, second] = await Promise.all([sweep(a), sweep(b)]);
    expect([...first, ...second].sort()).toEqual([...ids].sort());
  });

  test('the clocks of workers do not count', async () => {
    const [row] = await queued(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2050, 0, 1) });
    const claim = (await a.claim(row!, LEASE))!;
    vi.useRealTimers();
    expect(claim.leaseUntil).toBe(START + LEASE.leaseMs);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2050, 0, 1) });
    expect(await b.claim(row!, LEASE)).toBeNull();
    expect(await a.renew(row!, claim.token, LEASE.leaseMs)).toBe(true);
  });

  test('tables are made once by processes that start at once', async () => {
    const fresh = newSchema();
    const child = new URL('./contracts/migrate-child.ts', import.meta.url);
    const program = fileURLToPath((await javaScript())(child));
    const process_ = () => run(process.execPath, [program, SERVER_URL, fresh]);
    const here = () => postgresStore({ client: admin, schema: fresh }).migrate();
    try {
      await Promise.all([process_(), process_(), here(), here(), here()]);
      const { rows } = await admin.query(`select value from ${fresh}.al_meta`);
      expect(rows).toEqual([{ value: String(SCHEMA_VERSION) }]);
      await admin.query(`update ${fresh}.al_meta set value = '999'`);
      await expect(here()).rejects.toMatchObject({ name: 'StoreError', code: 'schema' });
    } finally {
      await admin.query(`drop schema ${fresh} cascade`);
    }
  });

  test('tables of an older version that a newer one has been at are brought up to date again', async () => {
    const fresh = newSchema();
    const store = postgresStore({ client: admin, schema: fresh });
    try {
      await store.migrate();
      const entry = { account: ACCOUNT, at: 1, action: 'key.created', subject: 'k', name: null } as const;
      await store.insertAudit({ ...entry, keyId: 'host', keyName: 'host', details: {} });
      await admin.query(`update ${fresh}.al_meta set value = '6' where key = 'schema_version'`);
      await store.migrate();
      const { rows } = await admin.query(`select value from ${fresh}.al_meta`);
      expect(rows).toEqual([{ value: String(SCHEMA_VERSION) }]);
      expect(await store.listAudit({ account: ACCOUNT, limit: 2 })).toHaveLength(1);
    } finally {
      await admin.query(`drop schema ${fresh} cascade`);
    }
  });

  test('the error of a PostgreSQL without tables says what to do', async () => {
    const store = postgresStore({ client: admin, schema: 'not_there' });
    await expect(store.listTypes(ACCOUNT)).rejects.toMatchObject({ code: 'schema' });
    await expect(store.listTypes(ACCOUNT)).rejects.toThrow('migrate');
  });

  describe('with a session that is killed', () => {
    const name = `al_${randomUUID()}`;
    const kill = async () => {
      const text = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1`;
      return (await admin.query(text, [name])).rows.length;
    };

    test('a transaction leaves nothing behind, and the next goes well', async () => {
      const store = another({ application_name: name, max: 1 });
      const rows = [upload(), upload()];
      const lost = store.transaction(async (tx) => {
        await store.insertExtractions([rows[0]!], tx);
        expect(await kill()).toBe(1);
        await store.insertExtractions([rows[1]!], tx);
      });
      await expect(lost).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
      await store.now();
      expect(
        await store.getExtractions(
          ACCOUNT,
          rows.map((row) => row.id),
        ),
      ).toEqual([]);
      await store.insertExtractions(rows);
      expect(
        await store.getExtractions(
          ACCOUNT,
          rows.map((row) => row.id),
        ),
      ).toHaveLength(2);
    });

    test('its error is heard from the moment it opens, and costs no process', async () => {
      const pool = new pg.Pool({ connectionString: SERVER_URL });
      pools.push(pool);
      postgresStore({ client: pool, schema });
      const session = await pool.connect();
      // Nobody else listens while a session is out: without a listener this would throw.
      expect(session.emit('error', new Error('terminating connection'))).toBe(true);
      session.release(true);
    });

    test('an idle one is replaced', async () => {
      const store = another({ application_name: name, max: 1 });
      await store.now();
      expect(await kill()).toBe(1);
      // The pool hears of it when the socket closes, which may be after the next call.
      await store.now().catch((error: unknown) => {
        expect(error).toMatchObject({ name: 'StoreError', code: 'unavailable' });
      });
      await store.now();
    });

    test('a worker that listens is woken again', async () => {
      const queue = postgresQueue({ store: another({ application_name: name, max: 1 }) });
      const other = postgresQueue({ store: b, listen: true });
      const never = new AbortController();
      const woken = async () => {
        // Jobs come until the notice of one is heard: the session that listens is made meanwhile.
        let heard = false;
        const waits = queue.wait!(never.signal, 25_000).then(() => {
          heard = true;
        });
        while (!heard) {
          await other.enqueue([{ kind: 'process', key: id() }]);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        await waits;
      };
      await woken();
      expect(await kill()).toBe(1);
      await woken();
      await woken();
      await queue.close();
      await other.close();
    });
  });

  test('a session that may only read is replaced, and the next write goes well', async () => {
    const pool = new pg.Pool({ connectionString: SERVER_URL, max: 1 });
    pools.push(pool);
    const store = postgresStore({ client: pool, schema, clock: backend.clock });
    const readOnly = () => pool.query('set default_transaction_read_only = on');
    const writes = [
      () => store.insertExtractions([upload()]),
      () => store.transaction((tx) => store.insertExtractions([upload()], tx)),
      () => store.checkWritable(),
    ];
    for (const write of writes) {
      await readOnly();
      await expect(write()).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
      await write();
    }
  });

  test('a pooler that gives each transaction another session is found out by migrate', async () => {
    const sessions = [await admin.connect(), await admin.connect()];
    // The lock is taken in one session, and given back in the other.
    const query = (text: string, values?: unknown[]) =>
      sessions[text.includes('pg_advisory_unlock') ? 1 : 0]!.query(text, values as never);
    const pooled = postgresStore({ client: { query }, schema });
    await expect(pooled.migrate()).rejects.toMatchObject({
      code: 'misuse',
      message: expect.stringContaining('past the pooler'),
    });
    for (const session of sessions) session.release(true);
  });

  test('an unreachable server is distinguished', async () => {
    const store = another({ connectionString: 'postgres://postgres@127.0.0.1:1/test' });
    await expect(store.now()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.transaction(async () => {})).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.migrate()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('transactions that lock each other out are tried again', async () => {
    const types = [typeRow({ name: 'aaa' }), typeRow({ name: 'bbb' })];
    for (const type of types) await a.insertType(type);
    const met = gate();
    let tries = 0;
    const change = (store: typeof a, order: readonly number[]) =>
      store.transaction(async (tx: Tx) => {
        await store.updateType(ACCOUNT, types[order[0]!]!.id, { schema: { by: order[0]! } }, tx);
        if (++tries === 2) met.open();
        await met.opened;
        await store.updateType(ACCOUNT, types[order[1]!]!.id, { schema: { by: order[0]! } }, tx);
      });
    await Promise.all([change(a, [0, 1]), change(b, [1, 0])]);
    expect(tries).toBeGreaterThan(2);
    const after = await a.listTypes(ACCOUNT);
    expect(after[0]?.schema).toEqual(after[1]?.schema);
  });

  test('transactions that cannot be put in an order are tried again', async () => {
    const store = another({ options: '-c default_transaction_isolation=serializable' });
    const type = typeRow({ schema: { n: 0 } });
    await store.insertType(type);
    const both = gate();
    let tries = 0;
    const add = () =>
      store.transaction(async (tx) => {
        // Both transactions see the same state before either one locks the row.
        await store.listTypes(ACCOUNT, tx);
        if (++tries === 2) both.open();
        await both.opened;
        const row = await store.getType(ACCOUNT, { id: type.id }, tx);
        await store.updateType(ACCOUNT, type.id, { schema: { n: Number(row?.schema['n']) + 1 } }, tx);
      });
    await Promise.all([add(), add()]);
    expect(tries).toBe(3);
    expect((await store.getType(ACCOUNT, { id: type.id }))?.schema).toEqual({ n: 2 });
  });

  test('a transaction that always meets others is given up', async () => {
    const conflict = () =>
      store.transaction((tx) => Promise.reject(Object.assign(new Error('x'), { code: '40001', tx })));
    const store = another();
    await expect(conflict()).rejects.toMatchObject({ name: 'StoreError', code: 'conflict' });
  });

  test('a request that another process answers is busy, then done', async () => {
    const key = { account: ACCOUNT, route: 'POST /', key: 'k' };
    const response = { subject: null, status: 200, body: RESULT };
    const [taken, asked] = [gate(), gate()];
    const answer = a.transaction(async (tx) => {
      expect(await a.idempotent(key, 'h', tx)).toEqual({ state: 'new' });
      taken.open();
      await asked.opened;
      await a.saveIdempotent(key, response, tx);
    });
    await taken.opened;
    expect(await b.transaction((tx) => b.idempotent(key, 'h', tx))).toEqual({ state: 'busy' });
    asked.open();
    await answer;
    expect(await b.transaction((tx) => b.idempotent(key, 'h', tx))).toEqual({ state: 'done', response });
  });

  test('a push is made by one worker at a time', async () => {
    const ids = await queued(8);
    for (const each of ids) await a.insertEvent(event(each));
    const claims = await Promise.all(
      Array.from({ length: 16 }, (_, i) => (i % 2 ? a : b).claimDelivery({ leaseMs: 60_000 })),
    );
    const rest = await Promise.all(ids.map(() => a.claimDelivery({ leaseMs: 60_000 })));
    const held = [...claims, ...rest].flatMap((claim) => (claim ? [claim.row.extractionId] : []));
    expect(held.sort()).toEqual([...ids].sort());
  });

  test('jobs leased by two processes are each leased once', async () => {
    const queues = [a, b].map((store) => postgresQueue({ store, listen: false }));
    const keys = Array.from({ length: 60 }, () => id());
    await queues[0]!.enqueue(keys.map((key) => ({ kind: 'process' as const, key })));
    const lease = async (queue: (typeof queues)[number]) => {
      const seen: string[] = [];
      for (;;) {
        const jobs = await queue.lease({ kinds: ['process'], limit: 3, leaseMs: 60_000, worker: 'w' });
        if (jobs.length === 0) return seen;
        seen.push(...jobs.map((job) => job.key));
      }
    };
    const seen = await Promise.all([...queues, ...queues].map(lease));
    expect(seen.flat().sort()).toEqual([...keys].sort());
  });

  test('whatever dies on the way, each extraction is finished once and reported once', async () => {
    const ids = await queued(30);
    const stores = [a, b];
    const queues = stores.map((store) => postgresQueue({ store, listen: false }));
    await queues[0]!.enqueue(ids.map((key) => ({ kind: 'process' as const, key })));
    // Two of three attempts die: before the result is written, or in its transaction.
    let turns = 0;
    const work = async (store: typeof a, queue: (typeof queues)[number]) => {
      for (;;) {
        const [job] = await queue.lease({ kinds: ['process'], limit: 1, leaseMs: 60_000, worker: 'w' });
        if (!job) return;
        const claim = await store.claim(job.key, { ...LEASE, maxAttempts: 100 });
        const fate = turns++ % 3;
        if (!claim || fate === 0) continue;
        const finish = store.transaction(async (tx) => {
          if (!(await store.finish(job.key, { token: claim.token }, complete(), tx))) return;
          await store.insertEvent(event(job.key), tx);
          await queue.done(job, tx);
          if (fate === 1) throw new Error('died');
        });
        await finish.catch((error: unknown) => expect(error).toMatchObject({ message: 'died' }));
      }
    };
    for (let round = 0; round < 40; round++) {
      await Promise.all([0, 1, 0, 1].map((i) => work(stores[i]!, queues[i]!)));
      // All leases run out.
      await later(2);
    }
    const rows = await a.getExtractions(ACCOUNT, ids);
    expect(rows.map((row) => row.status)).toEqual(ids.map(() => 'COMPLETE'));
    for (const each of ids) {
      expect((await a.listDeliveries(each)).map((row) => row.sequence)).toEqual([1]);
    }
    expect((await queues[0]!.size()).process).toEqual({ ready: 0, leased: 0, oldestMs: 0 });
  });
});
