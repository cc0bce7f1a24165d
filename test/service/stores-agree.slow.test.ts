/** Random sequences of calls: the store in memory answers like the one in a database. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Environment } from '../../src/service/api-keys.js';
import type { Claim, ReviewStatus } from '../../src/service/extraction-rows.js';
import type { JobKind, LeasedJob } from '../../src/service/queue.js';
import { type Backend, type Harness, memoryBackend, pgliteBackend, START } from './contracts/backends.js';
import {
  ACCOUNT,
  approval,
  CREATED,
  complete,
  configRow,
  document,
  event,
  failed,
  fetched,
  goldenRow,
  NOBODY,
  sync,
  typeRow,
  upload,
  versionRow,
} from './contracts/samples.js';

const backends: readonly Backend[] = [memoryBackend(), await pgliteBackend()];
afterAll(() => Promise.all(backends.map((backend) => backend.close())));

/** A UUID of a number, so that calls meet each other's rows. */
const uuid = (kind: number, n: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const typeId = (n: number) => uuid(1, n);
const configId = (n: number) => uuid(2, n);
const rowId = (n: number) => uuid(3, n);
const goldenId = (n: number) => uuid(4, n);

/** A store under test, and what it gave out that is not the same twice: tokens and ids of jobs. */
interface Run extends Harness {
  readonly claims: { id: string; token: string }[];
  readonly pushes: { id: string; token: string }[];
  readonly jobs: LeasedJob[];
}

type Command = (run: Run) => Promise<unknown>;

const small = fc.nat({ max: 3 });
const name = fc.constantFrom('aaa', 'bbb', 'ccc');
/** How far back: what was given out last is asked for most. */
const token = fc.nat({ max: 4 });
const kind = fc.constantFrom<JobKind>('fetch', 'process');
const environment = fc.constantFrom<Environment>('production', 'development');
const LEASE_MS = 60_000;
const ALL = { account: ACCOUNT, from: 0, to: CREATED + 9, limit: 99 };
const ATTEMPT = { at: CREATED, durationMs: 1 };

/** A row and the token of an earlier claim on it, or that of nobody. */
const held = (run: Run, n: number) => run.claims.at(-1 - n) ?? { id: rowId(n), token: NOBODY };
/** A document that is the same in both stores. */
const bytes = (n: number) => document({ blobKey: `default/${n}` });

async function claimed(run: Run, claim: Promise<Claim | null>): Promise<unknown> {
  const given = await claim;
  if (given) run.claims.push({ id: given.row.id, token: given.token });
  return given;
}

/** The life of extractions. */
const lives: readonly fc.Arbitrary<Command>[] = [
  fc.tuple(small, fc.boolean(), environment).map(([n, expires, env]) => ({ store }) => {
    const row = upload({ id: rowId(n), created: CREATED + (n % 2), typeIds: [typeId(n)] });
    const until = { expires: expires ? START + 1_000 : null, presignedKey: null };
    return store.insertExtractions([
      { ...row, upload: until, request: { ...row.request, environment: env } },
    ]);
  }),
  small.map(
    (n) =>
      ({ store }) =>
        store.insertExtractions([fetched({ id: rowId(n), typeIds: [typeId(n)] })]),
  ),
  small.map((n) => (run) => {
    const row = sync({ id: rowId(n), typeIds: [], document: bytes(n) });
    return claimed(run, run.store.insertLeased(row, { leaseMs: LEASE_MS, worker: 'w' }));
  }),
  small.map(
    (n) =>
      ({ store }) =>
        store.attachDocument(rowId(n), bytes(n)),
  ),
  small.map(
    (n) => (run) =>
      claimed(run, run.store.claim(rowId(n), { leaseMs: LEASE_MS, worker: 'w', maxAttempts: 2 })),
  ),
  fc.tuple(small, token).map(([n, t]) => (run) => {
    const { id, token: by } = held(run, t);
    return run.store.markFetched(id, by, bytes(n));
  }),
  token.map((t) => (run) => {
    const { id, token: by } = held(run, t);
    return run.store.renew(id, by, LEASE_MS);
  }),
  fc.tuple(token, fc.boolean()).map(([t, refund]) => (run) => {
    const { id, token: by } = held(run, t);
    return run.store.release(id, by, { refund, delayMs: refund ? 0 : 10_000 });
  }),
  fc
    .tuple(token, fc.constantFrom<(ReviewStatus | null)[]>([], ['NEEDS_REVIEW'], [null, 'NEEDS_REVIEW']))
    .map(([t, reviewStatuses]) => (run) => {
      const { id, token: by } = held(run, t);
      return run.store.finish(id, { token: by }, complete({ reviewStatuses }));
    }),
  token.map((t) => (run) => {
    const { id, token: by } = held(run, t);
    return run.store.finish(id, { token: by }, failed());
  }),
  fc
    .tuple(
      small,
      fc.constantFrom(
        { because: 'upload_expired' } as const,
        { because: 'interrupted', maxAttempts: 2 } as const,
        { because: 'permanent' } as const,
      ),
    )
    .map(
      ([n, by]) =>
        ({ store }) =>
          store.finish(rowId(n), by, failed()),
    ),
  fc.tuple(token, fc.constantFrom(1, 1, 2)).map(
    ([t, version]) =>
      (run) =>
        run.store.review(held(run, t).id, version, approval()),
  ),
];

/** All else. */
const others: readonly fc.Arbitrary<Command>[] = [
  fc.constantFrom(1_000, 61_000, 301_000, 90_000_000).map((ms) => (run) => run.advance(ms)),
  fc.tuple(small, name).map(
    ([n, to]) =>
      ({ store }) =>
        store.insertType(typeRow({ id: typeId(n), name: to })),
  ),
  fc.tuple(small, name).map(
    ([n, to]) =>
      ({ store }) =>
        store.updateType(ACCOUNT, typeId(n), { name: to }),
  ),
  small.map(
    (n) =>
      ({ store }) =>
        store.deleteType(ACCOUNT, typeId(n)),
  ),
  fc.tuple(small, small, name).map(([n, of, to]) => ({ store }) => {
    const row = configRow(typeId(of), { id: configId(n), name: to });
    return store.insertConfig(row, [versionRow(row.id)]);
  }),
  fc.tuple(small, small, small, name).map(([n, of, counter, to]) => ({ store }) => {
    const id = `v${counter + 2}`;
    const row = configRow(typeId(of), { id: configId(n), name: to, versions: [{ id, created: CREATED }] });
    return store.changeConfig(row.id, { counter }, row, versionRow(row.id, { id }));
  }),
  small.map(
    (n) =>
      ({ store }) =>
        store.getVersions(configId(n), ['v1', 'v2', 'v3', 'v4']),
  ),
  small.map(
    (n) =>
      ({ store }) =>
        store.deleteConfig(configId(n)),
  ),
  fc.tuple(small, small, name).map(
    ([n, of, to]) =>
      ({ store }) =>
        store.insertGolden(goldenRow(typeId(of), { id: goldenId(n), name: to, configId: configId(of) })),
  ),
  fc.tuple(small, name).map(
    ([n, to]) =>
      ({ store }) =>
        store.changeGolden(goldenId(n), { name: to }),
  ),
  small.map(
    (n) =>
      ({ store }) =>
        store.attachGolden(goldenId(n), bytes(n)),
  ),
  fc.tuple(small, fc.boolean(), fc.boolean()).map(
    ([n, doc, result]) =>
      ({ store }) =>
        store.erase(rowId(n), { document: doc, result, given: result }),
  ),
  fc.tuple(small, fc.nat({ max: 9 })).map(
    ([n, key]) =>
      ({ store }) =>
        store.insertSpreadsheet({ key: `s${key}`, extractionIds: [rowId(n), rowId(0)] }),
  ),
  fc.nat({ max: 9 }).map(
    (key) =>
      ({ store }) =>
        store.hasSpreadsheet(`s${key}`),
  ),
  fc.tuple(small, fc.boolean()).map(
    ([n, isAny]) =>
      async ({ store }) =>
        [...(await store.takeDeletions({ limit: 99, ...(!isAny && { extractionId: rowId(n) }) }))].sort(),
  ),
  fc.nat({ max: 9 }).map(
    (key) =>
      ({ store }) =>
        store.dropDeletions([`s${key}`, `default/${key}`]),
  ),
  fc.tuple(small, fc.nat()).map(([n, e]) => ({ store }) => {
    const push = { deliveryId: uuid(5, e), url: `https://h${n}.example/x` };
    return store.insertEvent(event(rowId(n), { id: `evt_${e}`, push }));
  }),
  small.map((n) => async (run) => {
    const exceptReceivers = [{ account: ACCOUNT, host: `h${n}.example` }];
    const claim = await run.store.claimDelivery({ leaseMs: LEASE_MS, exceptReceivers });
    if (claim) run.pushes.push({ id: claim.row.id, token: claim.token });
    return claim;
  }),
  fc.tuple(token, fc.constantFrom('pending', 'delivered', 'dead')).map(([t, state]) => async (run) => {
    const push = run.pushes.at(-1 - t);
    if (!push) return null;
    const next =
      state === 'pending' ? ({ state, delayMs: 5_000 } as const) : ({ state } as { state: 'dead' });
    return run.store.recordAttempt(push.id, push.token, ATTEMPT, next);
  }),
  token.map((t) => async (run) => {
    const push = run.pushes.at(-1 - t);
    return push ? run.store.redeliver(ACCOUNT, push.id) : null;
  }),
  fc.tuple(small, environment).map(([n, env]) => ({ store }) => {
    const key = { account: ACCOUNT, environment: env, configId: configId(n), configName: `c${n}` };
    return store.addCoverage('2026-01-02', { ...key, typeId: typeId(n), typeName: 't' }, n);
  }),
  fc.tuple(small, name).map(
    ([n, hash]) =>
      ({ store }) =>
        store.idempotent({ account: ACCOUNT, route: '/', key: String(n) }, hash),
  ),
  small.map(
    (n) =>
      ({ store }) =>
        store.saveIdempotent(
          { account: ACCOUNT, route: '/', key: String(n) },
          { subject: rowId(n), status: 200, body: '{}' },
        ),
  ),
  small.map(
    (n) =>
      ({ store }) =>
        store.dropIdempotent({ account: ACCOUNT, route: '/', key: String(n) }),
  ),
  fc.nat({ max: 2 }).map(
    (limit) =>
      ({ store }) =>
        store.purge({ limit }),
  ),
  fc.tuple(fc.array(fc.tuple(kind, small), { maxLength: 3 }), small).map(
    ([given, priority]) =>
      ({ queue, now }) =>
        queue.enqueue(
          given.map(([each, n]) => ({
            kind: each,
            key: String(n),
            priority,
            runAt: now() + (priority - 1) * 30_000,
          })),
        ),
  ),
  fc.nat({ max: 2 }).map((limit) => async (run) => {
    const jobs = await run.queue.lease({
      kinds: ['fetch', 'process'],
      limit,
      leaseMs: LEASE_MS,
      worker: 'w',
    });
    run.jobs.push(...jobs);
    return jobs;
  }),
  fc.tuple(token, fc.constantFrom('done', 'retry', 'extend')).map(([t, what]) => async (run) => {
    const job = run.jobs.at(-1 - t);
    if (!job) return null;
    if (what === 'done') return run.queue.done(job);
    if (what === 'extend') return run.queue.extend(job, LEASE_MS);
    return run.queue.retry(job, { delayMs: 5_000, error: 'x' });
  }),
];

/** All that can be read. */
async function everything({ store, queue }: Run): Promise<unknown> {
  const ids = [0, 1, 2, 3];
  return {
    types: await store.listTypes(ACCOUNT),
    configs: await Promise.all(ids.map((n) => store.listConfigs(typeId(n)))),
    goldens: await Promise.all(ids.map((n) => store.listGoldens(typeId(n)))),
    rows: await store.listExtractions(ALL),
    results: await Promise.all(ids.map((n) => store.getResult(rowId(n)))),
    deliveries: await Promise.all(ids.map((n) => store.listDeliveries(rowId(n)))),
    next: await store.nextDeliveryAt(),
    stuck: await store.findStuck({ limit: 99, maxAttempts: 2 }),
    retired: await store.findRetired({ documentsBefore: 9e12, resultsBefore: 9e12, limit: 99 }),
    unreferenced: await store.unreferenced(ids.map((n) => `default/${n}`)),
    coverage: await store.readCoverage({ account: ACCOUNT, from: '2026-01-01', to: '2026-12-31' }),
    size: await queue.size(),
  };
}

/** What is drawn again in each store: tokens, and ids of jobs. */
const DRAWN = new Set(['token']);

function comparable(value: unknown): unknown {
  const text = JSON.stringify(value, (key, each: unknown) => {
    if (DRAWN.has(key)) return 'drawn';
    const job = typeof each === 'object' && each !== null && 'attempt' in each && 'kind' in each;
    return job ? { ...each, id: 'drawn' } : each;
  });
  return JSON.parse(text);
}

/** What a command answers, or that it is refused. */
async function answer(command: Command, run: Run): Promise<unknown> {
  try {
    return comparable((await command(run)) ?? null);
  } catch (error) {
    return error instanceof Error ? error.name : 'thrown';
  }
}

test('memory and PGlite answer alike', async () => {
  const sequences = fc.array(fc.oneof(fc.oneof(...lives), fc.oneof(...others)), {
    minLength: 20,
    maxLength: 90,
    size: 'max',
  });
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      const runs: Run[] = [];
      for (const backend of backends)
        runs.push({ ...(await backend.open()), claims: [], pushes: [], jobs: [] });
      for (const command of sequence) {
        const [memory, database] = [await answer(command, runs[0]!), await answer(command, runs[1]!)];
        expect(memory).toEqual(database);
      }
      const [memory, database] = await Promise.all(runs.map(everything));
      for (const { status, reviewVersion } of await runs[0]!.store.listExtractions(ALL)) {
        reached.add(status);
        if (reviewVersion > 1) reached.add('reviewed');
      }
      expect(comparable(memory)).toEqual(comparable(database));
    }),
    { numRuns: 70 },
  );
  // The sequences get somewhere.
  const ends = ['COMPLETE', 'FAILED', 'PROCESSING', 'WAITING', 'reviewed'];
  expect([...reached].sort()).toEqual(ends);
}, 300_000);
