/** Statements that run all the time, on tables that are large: by index, whatever is waiting or done. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresQueue } from '../../../../src/service/queues/postgres.js';
import type { SqlPool } from '../../../../src/service/stores/postgres/connections.js';
import { migrations, SCHEMA_VERSION } from '../../../../src/service/stores/postgres/migrations.js';
import { postgresStore } from '../../../../src/service/stores/postgres.js';
import { newSchema, serverPool } from '../../../support/postgres.js';

const pool = await serverPool();
const DONE = 30_000;
const WAITING = 10_000;
const LATER = 10_000;
const ACCOUNT = 'a';

/** Gives the plans of the statements that reach the server. */
function explaining(client: SqlPool, plans: string[]): SqlPool {
  const explain = async (text: string, values?: unknown[]) => {
    const { rows } = await client.query(`explain ${text}`, values);
    plans.push(rows.map((row) => String(Object.values(row as object)[0])).join('\n'));
    return { rows: [] };
  };
  return { query: explain, connect: () => client.connect() } as SqlPool;
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
    await store.migrate();
    for (const name of ['extractions', 'jobs', 'deliveries']) await pool.query(`analyze ${t(name)}`);
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

  test('tables of the first version are brought to the newest', async () => {
    const { rows } = await pool.query(`select value from ${t('meta')} where key = 'schema_version'`);
    expect(rows).toEqual([{ value: String(SCHEMA_VERSION) }]);
    expect((await parts(pool).store.listExtractions(list)).length).toBe(50);
  });

  test.each<[string, (of: ReturnType<typeof parts>) => Promise<unknown>]>([
    ['jobs are leased', ({ queue }) => queue.lease({ ...lease, kinds: [...lease.kinds] })],
    ['what is stuck is found', ({ store }) => store.findStuck({ limit: 100, maxAttempts: 3 })],
    [
      'the inbox is listed',
      ({ store }) => store.listExtractions({ ...list, reviewStatuses: ['NEEDS_REVIEW'] }),
    ],
    ['failed ones are listed', ({ store }) => store.listExtractions({ ...list, statuses: ['FAILED'] })],
    ['the latest are listed', ({ store }) => store.listExtractions(list)],
  ])('%s without reading a large table', async (_title, work) => {
    expect(await plansOf(work)).not.toMatch(/Seq Scan on al_(?:extractions|jobs)/u);
  });

  test('a lease takes due jobs in the order of priority and time, past those of a later time', async () => {
    const { queue } = parts(pool);
    const jobs = await queue.lease({ ...lease, kinds: [...lease.kinds] });
    expect(jobs.map(({ key }) => key)).toEqual(['p1', 'p2', 'p3', 'p4']);
  });
});
