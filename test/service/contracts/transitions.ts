/** The life cycle as a table: every transition from every state, and what it answers. */
import { beforeAll, expect, test } from 'vitest';
import type { Outcome, WithoutLease } from '../../../src/service/extraction-rows.js';
import type { Store } from '../../../src/service/store.js';
import type { Harness } from './backends.js';
import { approval, complete, document, failed, fetched, LEASE, NOBODY, sync, upload } from './samples.js';

/** A row brought into a state, and the token that holds it, or held it. */
interface Placed {
  readonly id: string;
  readonly token: string;
}

/** Longer than any lease and any expiry of these tests, and all that is granted beyond. */
const LONG = 3_600_000;

async function claimed(store: Store, id: string): Promise<Placed> {
  const claim = await store.claim(id, LEASE);
  return { id, token: claim!.token };
}

async function queued(store: Store): Promise<string> {
  const row = upload();
  await store.insertExtractions([row]);
  expect(await store.attachDocument(row.id, document())).toBe('ok');
  return row.id;
}

async function running(store: Store): Promise<Placed> {
  return claimed(store, await queued(store));
}

async function exhausted(h: Harness): Promise<Placed> {
  const id = await queued(h.store);
  let placed: Placed = { id, token: NOBODY };
  for (let i = 0; i < LEASE.maxAttempts; i++) {
    placed = await claimed(h.store, id);
    await h.advance(LONG);
  }
  return placed;
}

async function finished(store: Store, outcome: Outcome): Promise<Placed> {
  const placed = await running(store);
  expect(await store.finish(placed.id, { token: placed.token }, outcome)).toBe(true);
  return placed;
}

/** Each way into a state. */
const STATES = {
  waiting: async ({ store, now }: Harness) => {
    const row = upload({ upload: { expires: now() + LONG, presignedKey: null } });
    await store.insertExtractions([row]);
    return { id: row.id, token: NOBODY };
  },
  'waiting, expired': async ({ store, now, advance }: Harness) => {
    const row = upload({ upload: { expires: now() + 1_000, presignedKey: null } });
    await store.insertExtractions([row]);
    await advance(LONG);
    return { id: row.id, token: NOBODY };
  },
  'to fetch': async ({ store }: Harness) => {
    const row = fetched();
    await store.insertExtractions([row]);
    return { id: row.id, token: NOBODY };
  },
  fetching: async ({ store }: Harness) => {
    const row = fetched();
    await store.insertExtractions([row]);
    return claimed(store, row.id);
  },
  'fetching, lapsed': async ({ store, advance }: Harness) => {
    const row = fetched();
    await store.insertExtractions([row]);
    const placed = await claimed(store, row.id);
    await advance(LONG);
    return placed;
  },
  queued: async ({ store }: Harness) => ({ id: await queued(store), token: NOBODY }),
  running: ({ store }: Harness) => running(store),
  'running, lapsed': async ({ store, advance }: Harness) => {
    const placed = await running(store);
    await advance(LONG);
    return placed;
  },
  'running, exhausted': (h: Harness) => exhausted(h),
  sync: async ({ store }: Harness) => {
    const { row, token } = await store.insertLeased(sync(), LEASE);
    return { id: row.id, token };
  },
  'sync, lapsed': async ({ store, advance }: Harness) => {
    const { row, token } = await store.insertLeased(sync(), LEASE);
    await advance(LONG);
    return { id: row.id, token };
  },
  complete: ({ store }: Harness) => finished(store, complete()),
  'complete, reviewed': async ({ store }: Harness) => {
    const placed = await finished(store, complete());
    expect(await store.review(placed.id, 1, approval())).toBe(true);
    return placed;
  },
  failed: ({ store }: Harness) => finished(store, failed()),
} satisfies Record<string, (h: Harness) => Promise<Placed>>;
type State = keyof typeof STATES;

/** How far a row is after a transition. */
type After = 'queued' | 'running' | 'awaiting_fetch' | 'COMPLETE' | 'FAILED' | 'same';

interface Transition {
  readonly name: string;
  /** Does it, and says whether the store took it. */
  readonly go: (store: Store, placed: Placed) => Promise<boolean>;
  /** The states it is legal from, and where it leads. */
  readonly legal: Partial<Record<State, After>>;
}

const without =
  (by: WithoutLease, outcome = failed()) =>
  (store: Store, { id }: Placed) =>
    store.finish(id, by, outcome);

const HELD = ['running', 'running, lapsed', 'running, exhausted', 'sync', 'sync, lapsed'] as const;
const FETCHING = ['fetching', 'fetching, lapsed'] as const;

function from(states: readonly State[], after: After): Partial<Record<State, After>> {
  return Object.fromEntries(states.map((state) => [state, after]));
}

const TRANSITIONS: readonly Transition[] = [
  {
    name: 'T4 attachDocument',
    go: async (store, { id }) => (await store.attachDocument(id, document())) === 'ok',
    legal: from(['waiting', 'waiting, expired'], 'queued'),
  },
  {
    name: 'T5 markFetched',
    go: (store, { id, token }) => store.markFetched(id, token, document()),
    legal: from(FETCHING, 'running'),
  },
  {
    name: 'T6 claim',
    go: async (store, { id }) => (await store.claim(id, LEASE)) !== null,
    legal: {
      ...from(['queued', 'running, lapsed'], 'running'),
      ...from(['to fetch', 'fetching, lapsed'], 'awaiting_fetch'),
    },
  },
  {
    name: 'renew',
    go: (store, { id, token }) => store.renew(id, token, 1_000),
    legal: from([...HELD, ...FETCHING], 'same'),
  },
  {
    name: 'T7 finish COMPLETE',
    go: (store, { id, token }) => store.finish(id, { token }, complete()),
    legal: from(HELD, 'COMPLETE'),
  },
  {
    name: 'T8 finish FAILED',
    go: (store, { id, token }) => store.finish(id, { token }, failed()),
    legal: from([...HELD, ...FETCHING], 'FAILED'),
  },
  {
    name: 'T8 finish without a lease',
    go: without({ because: 'permanent' }),
    legal: from(
      [
        'waiting',
        'waiting, expired',
        'to fetch',
        'fetching, lapsed',
        'queued',
        'running, lapsed',
        'running, exhausted',
        'sync, lapsed',
      ],
      'FAILED',
    ),
  },
  {
    name: 'T9 finish: address expired',
    go: without({ because: 'upload_expired' }),
    legal: from(['waiting, expired'], 'FAILED'),
  },
  {
    name: 'T10 release',
    go: (store, { id, token }) => store.release(id, token, { refund: true }),
    legal: {
      ...from(['running', 'running, lapsed', 'running, exhausted'], 'queued'),
      ...from(FETCHING, 'awaiting_fetch'),
    },
  },
  {
    name: 'T11 finish: interrupted',
    go: without({ because: 'interrupted', maxAttempts: LEASE.maxAttempts }),
    legal: from(['running, exhausted', 'sync, lapsed'], 'FAILED'),
  },
  {
    name: 'T12 review',
    go: (store, { id }) => store.review(id, 1, approval()),
    legal: from(['complete'], 'COMPLETE'),
  },
  {
    name: 'T14 openReview',
    go: (store, { id }) => store.openReview(id, 1, approval({ reviewStatuses: ['NEEDS_REVIEW'] })),
    legal: from(['complete'], 'COMPLETE'),
  },
  {
    name: 'COMPLETE without a lease',
    go: without({ because: 'permanent' }, complete()),
    legal: {},
  },
  {
    name: "another's token",
    go: async (store, { id }) => {
      const answers = [
        await store.renew(id, NOBODY, 1_000),
        await store.release(id, NOBODY, { refund: false }),
        await store.markFetched(id, NOBODY, document()),
        await store.finish(id, { token: NOBODY }, complete()),
        await store.finish(id, { token: 'no token at all' }, failed()),
      ];
      return answers.some(Boolean);
    },
    legal: {},
  },
  {
    name: 'erase',
    go: (store, { id }) => store.erase(id, { document: true, result: true, given: true }),
    legal: { ...from(['complete', 'complete, reviewed'], 'COMPLETE'), ...from(['failed'], 'FAILED') },
  },
];

export function transitionContract(open: () => Promise<Harness>): void {
  const cases = TRANSITIONS.flatMap((transition) =>
    (Object.keys(STATES) as State[]).map((state) => ({
      transition,
      state,
      title: `${transition.name} from ${state}`,
      after: transition.legal[state],
    })),
  );
  // The rows of one test are of no concern to the next.
  let harness: Harness;
  beforeAll(async () => {
    harness = await open();
  });
  test.each(cases)('$title: $after', async ({ transition, state, after }) => {
    const placed = await STATES[state](harness);
    const before = await harness.store.getExtraction(null, placed.id);
    const taken = await transition.go(harness.store, placed);
    const row = await harness.store.getExtraction(null, placed.id);
    expect(taken).toBe(after !== undefined);
    if (after === undefined) expect(row).toEqual(before);
    else if (after === 'same') expect(row?.phase).toBe(before?.phase);
    else expect([row?.phase, row?.status]).toContain(after);
  });
}
