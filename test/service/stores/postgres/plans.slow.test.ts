/** Statements that run all the time, on tables that are large: by index, whatever is waiting or done. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListQuery } from '../../../../src/service/extraction-rows.js';
import { postgresQueue } from '../../../../src/service/queues/postgres.js';
import type { SqlClient, SqlPool } from '../../../../src/service/stores/postgres/connections.js';
import { LEASE_SETTINGS, leaseStatement } from '../../../../src/service/stores/postgres/lease-function.js';
import { migrations, SCHEMA_VERSION } from '../../../../src/service/stores/postgres/migrations.js';
import { postgresStore } from '../../../../src/service/stores/postgres.js';
import { newSchema, serverPool } from '../../../support/postgres.js';

const pool = await serverPool();
const DONE = 30_000;
const WAITING = 10_000;
const LATER = 10_000;
const SILENT = 5_000;
const ACCOUNT = 'a';
const SILENT_RECEIVERS = [{ account: ACCOUNT, host: 'silent.test' }];
const NOBODY = '99999999-9999-4999-8999-999999999999';
const DAY = 86_400_000;
/** Looks at pages that a lease may take. One look for each waiting job would be ten times as many. */
const PAGES_OF_A_LEASE = 1_000;

/** Gives the plans of the statements that reach the server, those of transactions too. */
function explaining(client: SqlPool, plans: string[]): SqlPool {
  const explainOn = (session: SqlClient) => async (text: string, values?: unknown[]) => {
    if (/^(?:begin|commit|rollback)$/u.test(text)) return session.query(text);
    const { rows } = await session.query(`explain ${text}`, values);
    plans.push(rows.map((row) => String(Object.values(row as object)[0])).join('\n'));
    return { rows: [] };
  };
  const connect = async () => {
    const session = await client.connect();
    return { query: explainOn(session), release: (destroy?: boolean) => session.release(destroy) };
  };
  return { query: explainOn(client), connect } as SqlPool;
}

describe.skipIf(!pool)('PostgreSQL', () => {
  if (!pool) return;
  const schema = newSchema();
  const t = (name: string) => `"${schema}".al_${name}`;
  beforeAll(async () => {
    const store = postgresStore({ client: pool, schema });
    // What the first version made, with data in it, is what the second one finds.
    await pool.query(`create schema "${schema}"`);
    await pool.query(`create table ${t('meta')} (key text primary key, value text not null)`);
    for (const statement of migrations[0]!.statements(store.database)) await pool.query(statement);
    await pool.query(`insert into ${t('meta')} values ('schema_version', '1')`);
    await pool.query(`insert into ${t('extractions')} (id, account, created, origin, phase, status, environment,
        request, type_ids, config_ids, upload, completed, attempts, idle_since, coverage, review)
      select gen_random_uuid(), '${ACCOUNT}', now() - n * interval '1 second', 'upload', 'done',
        case when n % 500 = 0 then 'FAILED' else 'COMPLETE' end, 'production', '{}', '{}', '{}', true,
        now(), 1, now(), (n % 100) / 100.0, case when n % 400 = 0 then array['NEEDS_REVIEW'] else '{}' end
      from generate_series(1, ${DONE}) n`);
    await pool.query(`insert into ${t('extractions')} (id, account, created, origin, phase, status, environment,
        request, type_ids, config_ids, upload, attempts, idle_since)
      select gen_random_uuid(), '${ACCOUNT}', now(), 'upload', 'queued', 'PROCESSING', 'production', '{}', '{}',
        '{}', true, 0, now() from generate_series(1, ${WAITING}) n`);
    await pool.query(`insert into ${t('jobs')} (kind, key, priority, run_at, state)
      select 'process', 'p' || n, 0, now() - interval '1 minute', 'ready' from generate_series(1, ${WAITING}) n
      union all select 'deliver', 'd' || n, 1, now() + interval '1 hour', 'ready' from generate_series(1, ${LATER}) n`);
    // A receiver that does not answer has all of the pushes that are due for longest, but for one.
    await pool.query(`with row as (select id, n from (select id, row_number() over () n from ${t('extractions')}
        where phase = 'done') rows where n <= ${SILENT + 1}),
      event as (insert into ${t('events')} (id, account, extraction_id, sequence, name, created, body, pushed)
        select 'evt_' || id, '${ACCOUNT}', id, 1, 'extraction.complete', now(), '{}', true from row)
      insert into ${t('deliveries')} (id, account, extraction_id, event_id, event, sequence, url, host, state,
        next_attempt_at)
      select gen_random_uuid(), '${ACCOUNT}', id, 'evt_' || id, 'extraction.complete', 1,
        'https://' || host || '/', host, 'pending', now() - (${SILENT + 1} - n) * interval '1 second'
      from row, lateral (select case when n <= ${SILENT} then 'silent.test' else 'other.test' end as host) h`);
    await store.migrate();
    for (const name of ['extractions', 'jobs', 'events', 'deliveries'])
      await pool.query(`analyze ${t(name)}`);
  });
  afterAll(async () => {
    await pool.query(`drop schema "${schema}" cascade`);
    await pool.end();
  });

  /** The plans of what is done with a store and its queue. */
  async function plansOf(work: (of: ReturnType<typeof parts>) => Promise<unknown>): Promise<string> {
    const plans: string[] = [];
    await work(parts(explaining(pool!, plans)));
    expect(plans.length).toBeGreaterThan(0);
    return plans.join('\n\n');
  }
  const parts = (client: SqlPool) => {
    const store = postgresStore({ client, schema });
    return { store, queue: postgresQueue({ store, listen: false }) };
  };
  const lease = { kinds: ['fetch', 'process', 'deliver'] as const, limit: 4, leaseMs: 60_000, worker: 'w' };
  const list = { account: ACCOUNT, from: 0, to: Date.UTC(2100, 0), limit: 50 };

  const indexes = async (): Promise<{ name: string; valid: boolean }[]> => {
    const text = `select c.relname as name, i.indisvalid as valid from pg_index i
      join pg_class c on c.oid = i.indexrelid where c.relnamespace = $1::regnamespace order by 1`;
    return (await pool.query(text, [schema])).rows;
  };

  test('tables of the first version are brought to the newest, with what is in them', async () => {
    const { rows } = await pool.query(`select value from ${t('meta')} where key = 'schema_version'`);
    expect(rows).toEqual([{ value: String(SCHEMA_VERSION) }]);
    expect((await parts(pool).store.listExtractions(list)).length).toBe(50);
    // As tables that were made at once.
    const fresh = postgresStore({ client: pool, schema: newSchema() });
    await fresh.migrate();
    const { rows: made } = await pool.query(
      'select indexname as name from pg_indexes where schemaname = $1 order by 1',
      [fresh.database.schema],
    );
    await pool.query(`drop schema "${fresh.database.schema}" cascade`);
    expect((await indexes()).map(({ name }) => name)).toEqual(made.map(({ name }) => name));
  });

  test('tables that change all the time are cleaned up often, also those that were made before', async () => {
    const { rows } = await pool.query(
      `select relname as name, reloptions as options from pg_class
        where relnamespace = $1::regnamespace and reloptions is not null order by 1`,
      [schema],
    );
    const options = expect.arrayContaining(['autovacuum_vacuum_scale_factor=0.02']);
    expect(rows).toEqual(['al_deliveries', 'al_extractions', 'al_jobs'].map((name) => ({ name, options })));
  });

  test('an index that was cut off while it was made is made again, one that is there stays', async () => {
    const before = await indexes();
    expect(before.filter(({ valid }) => !valid)).toEqual([]);
    await pool.query(`drop index "${schema}".al_extractions_open`);
    // Two rows of one account keep a unique index from being finished, which leaves it behind unusable.
    await pool
      .query(`create unique index concurrently al_extractions_open on ${t('extractions')} (account)`)
      .catch(() => undefined);
    expect((await indexes()).filter(({ valid }) => !valid)).toEqual([
      { name: 'al_extractions_open', valid: false },
    ]);
    await parts(pool).store.migrate();
    expect(await indexes()).toEqual(before);
  });

  const days = { documentsBefore: Date.now() - 30 * DAY, resultsBefore: Date.now() - 300 * DAY };
  test.each<[string, (of: ReturnType<typeof parts>) => Promise<unknown>]>([
    ['jobs are counted', ({ queue }) => queue.size()],
    ['what is stuck is found', ({ store }) => store.findStuck({ limit: 100, maxAttempts: 3 })],
    [
      'a push is claimed',
      ({ store }) => store.claimDelivery({ leaseMs: 1, exceptReceivers: SILENT_RECEIVERS }),
    ],
    ['the next push is found', ({ store }) => store.nextDeliveryAt()],
    ['addresses of blob stores are looked at', ({ store }) => store.listPresigned({ limit: 100 })],
    ['blobs of nobody are found', ({ store }) => store.unreferenced(['a/b', 'a/c'])],
    ['what is kept for a time is found', ({ store }) => store.findRetired({ ...days, limit: 100 })],
    ['rows whose time is over are deleted', ({ store }) => store.deleteEnded({ before: 1, limit: 100 })],
    ['what is past its time is purged', ({ store }) => store.purge({ limit: 100 })],
    ['batches are counted', ({ store }) => store.countBatch(NOBODY)],
    ['a row is read', ({ store }) => store.getExtraction(ACCOUNT, NOBODY)],
    ['rows are read', ({ store }) => store.getExtractions(ACCOUNT, [NOBODY])],
    ['a result is read', ({ store }) => store.getResult(NOBODY)],
    ['a row is claimed', ({ store }) => store.claim(NOBODY, { leaseMs: 1, worker: 'w', maxAttempts: 3 })],
    ['deliveries are counted', ({ store }) => store.countDeliveries()],
    ['deliveries are listed', ({ store }) => store.listDeliveries(NOBODY)],
    ['the latest are listed', ({ store }) => store.listExtractions(list)],
    ['failed ones are listed', ({ store }) => store.listExtractions({ ...list, statuses: ['FAILED'] })],
    [
      'open ones are listed',
      ({ store }) => store.listExtractions({ ...list, statuses: ['WAITING', 'PROCESSING'] }),
    ],
    [
      'the inbox is listed',
      ({ store }) => store.listExtractions({ ...list, reviewStatuses: ['NEEDS_REVIEW'] }),
    ],
    [
      'approved ones are listed',
      ({ store }) => store.listExtractions({ ...list, reviewStatuses: ['APPROVED', 'REJECTED'] }),
    ],
    [
      'those of development are listed',
      ({ store }) => store.listExtractions({ ...list, environments: ['development'] }),
    ],
    [
      'those of low coverage are listed',
      ({ store }) => store.listExtractions({ ...list, maxCoverage: 0.001 }),
    ],
    ['those of a type are listed', ({ store }) => store.listExtractions({ ...list, typeIds: [NOBODY] })],
    ['those of a config are listed', ({ store }) => store.listExtractions({ ...list, configIds: [NOBODY] })],
  ])('PostgreSQL: %s without reading a large table', async (_title, work) => {
    expect(await plansOf(work)).not.toMatch(/Seq Scan on al_(?:extractions|jobs|events|deliveries|results)/u);
  });

  test('a list of few reads few', async () => {
    const plan = await plansOf(({ store }) => store.listExtractions({ ...list, minCoverage: 0.995 }));
    expect(plan).toContain('al_extractions_coverage');
    const open = await plansOf(({ store }) =>
      store.listExtractions({ ...list, environments: ['development'] }),
    );
    expect(open).toContain('al_extractions_development');
  });

  test.each<[string, Partial<ListQuery>]>([
    ['al_extractions_ended_listed', { statuses: ['COMPLETE'] }],
    ['al_extractions_ended_listed', { maxCoverage: 0.5 }],
    ['al_extractions_with_config', { configIds: [NOBODY] }],
  ])('PostgreSQL: %s: a list of what has ended passes over nothing that waits', async (index, filter) => {
    // All that waits is newer than what has ended.
    const { rows } = await pool.query(
      `select count(*)::int as waiting from ${t('extractions')} where phase = 'queued' and account = '${ACCOUNT}'`,
    );
    expect(rows).toEqual([{ waiting: WAITING }]);
    expect(await plansOf(({ store }) => store.listExtractions({ ...list, ...filter }))).toContain(index);
  });

  test('those that nobody came for are found in the order of their index', async () => {
    const plan = await plansOf(({ store }) => store.findStuck({ limit: 100, maxAttempts: 3 }));
    expect(plan).toContain('al_extractions_idle ');
    expect(plan).toContain('al_extractions_series ');
  });

  test('a size counts jobs up to a bound, and none of a later time', async () => {
    const { queue } = parts(pool);
    await pool.query(`insert into ${t('jobs')} (kind, key, priority, run_at, state)
      values ('process', 'over the bound', 1, now() - interval '1 hour', 'ready')`);
    const { process, deliver } = await queue.size();
    await pool.query(`delete from ${t('jobs')} where key = 'over the bound'`);
    expect(process).toMatchObject({ ready: 10_000, leased: 0 });
    expect(process.oldestMs).toBeGreaterThan(3_500_000);
    expect(deliver).toEqual({ ready: 0, leased: 0, oldestMs: 0 });
  });

  test('pushes of a receiver that does not answer hold up no others', async () => {
    const { store } = parts(pool);
    const claimed = await store.claimDelivery({ leaseMs: 60_000, exceptReceivers: SILENT_RECEIVERS });
    expect(claimed?.row.url).toBe('https://other.test/');
    expect(await store.claimDelivery({ leaseMs: 60_000, exceptReceivers: SILENT_RECEIVERS })).toBeNull();
    const silent = await store.claimDelivery({ leaseMs: 60_000 });
    expect(silent?.row.url).toBe('https://silent.test/');
    expect(await store.nextDeliveryAt()).toBeLessThan(Date.now());
  });

  // The function keeps its plan, so it is made in one state of the table and run in another, which no statistics show.
  test.each([
    ['new', []],
    ['empty', ['truncate JOBS', 'vacuum analyze JOBS']],
    ['worked off', ['FILL', 'delete from JOBS', 'vacuum (analyze, truncate off) JOBS']],
    [
      'leased',
      [
        'FILL',
        `update JOBS set state = 'leased', lease_until = now() + interval '1 hour'`,
        'vacuum (analyze, truncate off) JOBS',
      ],
    ],
  ])(
    'a lease that was planned while the table was %s reads little when it is full',
    async (_state, steps) => {
      const store = postgresStore({ client: pool, schema: newSchema() });
      await store.migrate();
      const jobs = store.database.table('jobs');
      const fill = `insert into ${jobs} (kind, key, priority, account, run_at, state)
      select 'process', gen_random_uuid(), 0, 'account ' || n % 30, now() - interval '1 minute', 'ready'
      from generate_series(1, ${WAITING}) n`;
      const session = await pool.connect();
      try {
        for (const step of steps) await session.query(step.replace('FILL', fill).replace('JOBS', jobs));
        for (const [name, value] of Object.entries(LEASE_SETTINGS)) {
          await session.query('select set_config($1, $2, false)', [name, value]);
        }
        const types = 'text[], integer, double precision, text, text';
        await session.query(`prepare lease (${types}) as ${leaseStatement(store.database)}`);
        const execute = `execute lease (array['fetch', 'process', 'deliver'], 4, 60000, 'w', 'account 7')`;
        await session.query(execute);
        await session.query(fill);
        const { rows } = await session.query(`explain (analyze, buffers) ${execute}`);
        const plan = rows.map((row) => String(Object.values(row)[0])).join('\n');
        expect(plan).not.toContain('Seq Scan');
        expect(plan).toMatch(/actual time=\S+ rows=4/u);
        const [, hit] = plan.match(/Buffers: shared hit=(\d+)/u)!;
        expect(Number(hit)).toBeLessThan(PAGES_OF_A_LEASE);
      } finally {
        session.release(true);
        await pool.query(`drop schema "${store.database.schema}" cascade`);
      }
    },
  );

  test('a lease takes due jobs in the order of priority and time, past those of a later time', async () => {
    const { queue } = parts(pool);
    const jobs = await queue.lease({ ...lease, kinds: [...lease.kinds] });
    expect(jobs.map(({ key }) => key)).toEqual(['p1', 'p2', 'p3', 'p4']);
  });
});
