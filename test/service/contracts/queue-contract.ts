/** What every queue must do. */
import { beforeEach, expect, test } from 'vitest';
import type { JobKind, Queue } from '../../../src/service/queue.js';
import type { Store } from '../../../src/service/store.js';
import { memoryStore } from '../../../src/service/stores/memory.js';
import { upload } from './samples.js';

export interface QueueHarness {
  readonly queue: Queue;
  readonly store: Store;
  now(): number;
  advance(ms: number): Promise<void>;
}

/** What a queue does beyond the least that is asked. */
export interface QueueTraits {
  /** A waiting job takes the earlier time and the higher priority when it is enqueued again. */
  readonly pullsForward: boolean;
  /** A job that is given back goes when another of its kind and key waits. */
  readonly mergesRetries: boolean;
  /** Accounts take turns. */
  readonly takesTurns: boolean;
}

const MINUTE = 60_000;
const KINDS: readonly JobKind[] = ['fetch', 'process', 'classify', 'deliver', 'golden'];

/** Runs the contract. @param open gives an empty queue, and the store it joins */
export function queueContract(open: () => Promise<QueueHarness>, traits: QueueTraits): void {
  let h: QueueHarness;
  let queue: Queue;
  beforeEach(async () => {
    h = await open();
    queue = h.queue;
  });

  const lease = (limit = 9, kinds: readonly JobKind[] = ['process']) =>
    queue.lease({ kinds, limit, leaseMs: MINUTE, worker: 'w' });
  const keys = async (limit = 9) => (await lease(limit)).map((job) => job.key);
  const job = (key: string, over = {}) => ({ kind: 'process' as const, key, ...over });

  test('jobs are leased once, in their order, by kind', async () => {
    await queue.enqueue([job('a')]);
    await queue.enqueue([job('b', { priority: 5 }), { kind: 'fetch', key: 'c' }]);
    await queue.enqueue([job('d')]);
    const [first] = await lease(1);
    expect(first).toMatchObject({ kind: 'process', key: 'b', priority: 5, attempt: 1 });
    expect(await keys(1)).toEqual(['a']);
    expect(await keys()).toEqual(['d']);
    expect(await keys()).toEqual([]);
    expect((await lease(9, KINDS)).map(({ kind, key }) => [kind, key])).toEqual([['fetch', 'c']]);
  });

  if (traits.takesTurns) {
    test('an account that comes late does not wait behind all jobs of another', async () => {
      const of = (account: string, count: number, over = {}) =>
        Array.from({ length: count }, (_, i) => job(`${account}${i + 1}`, { account, ...over }));
      await queue.enqueue(of('a', 20));
      await h.advance(1_000);
      await queue.enqueue([...of('b', 2), ...of('c', 3)]);
      await queue.enqueue([job('later', { account: 'd', runAt: h.now() + MINUTE })]);
      const order: string[] = [];
      for (let i = 0; i < 8; i += 1) order.push(...(await keys(1)));
      expect(order.map((key) => key[0]).join('')).toBe('abcabcac');
      expect([...(await keys(2))].sort().map((key) => key[0])).toEqual(['a', 'a']);
      await queue.enqueue(of('b', 1));
      const pair = await keys(2);
      expect(pair.map((key) => key[0]).sort()).toEqual(['a', 'b']);
    });

    test('an account has its own jobs in their order, those of a higher priority before all turns', async () => {
      await queue.enqueue([job('x', { account: 'b', priority: 1 }), job('y', { account: 'b', priority: 1 })]);
      for (const key of ['1', '2', '3']) await queue.enqueue([job(key, { account: 'a' })]);
      expect([await keys(1), await keys(1)].flat().sort()).toEqual(['x', 'y']);
      expect([await keys(1), await keys(1), await keys(1)].flat()).toEqual(['1', '2', '3']);
    });

    test('more accounts than one lease looks at all have their turn', async () => {
      const names = Array.from({ length: 40 }, (_, i) => `account ${String(i).padStart(2, '0')}`);
      await queue.enqueue(
        names.flatMap((account) => [job(`${account} 1`, { account }), job(`${account} 2`, { account })]),
      );
      const first: string[] = [];
      for (let i = 0; i < 20; i += 1) first.push(...(await keys(2)));
      expect(new Set(first.map((key) => key.slice(0, 10))).size).toBe(40);
    });

    test('jobs that are due are found behind accounts that have later ones only', async () => {
      const later = Array.from({ length: 40 }, (_, i) =>
        job(`later ${i}`, { account: `a${String(i).padStart(2, '0')}`, runAt: h.now() + MINUTE }),
      );
      await queue.enqueue([...later, job('due', { account: 'z' })]);
      expect(await keys()).toEqual(['due']);
    });
  }

  test('nothing is enqueued for nothing', async () => {
    await queue.enqueue([]);
    expect(await lease(9, KINDS)).toEqual([]);
  });

  test('a kind and key wait once', async () => {
    await queue.enqueue([job('a'), job('a'), { kind: 'fetch', key: 'a' }]);
    await queue.enqueue([job('a')]);
    const jobs = await lease(9, ['process', 'fetch']);
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(['fetch', 'process']);
  });

  test('while one is held, one more waits', async () => {
    await queue.enqueue([job('a')]);
    const [held] = await lease();
    await queue.enqueue([job('a')]);
    await queue.enqueue([job('a')]);
    expect(await queue.done(held!)).toBe(true);
    expect(await keys()).toEqual(['a']);
    expect(await keys()).toEqual([]);
  });

  test('a job waits for its time', async () => {
    await queue.enqueue([job('a', { runAt: h.now() + 10 * MINUTE }), job('b', { runAt: 1 })]);
    const [past] = await lease();
    expect(past?.key).toBe('b');
    await queue.done(past!);
    await h.advance(10 * MINUTE + 1_000);
    expect(await keys()).toEqual(['a']);
  });

  test.runIf(traits.pullsForward)(
    'a job that comes again brings the earlier time and the higher priority',
    async () => {
      await queue.enqueue([
        job('a', { runAt: h.now() + 10 * MINUTE, priority: 1 }),
        job('b', { priority: 2 }),
      ]);
      await queue.enqueue([job('a', { priority: 3 })]);
      expect(await keys()).toEqual(['a', 'b']);
      await queue.enqueue([job('c')]);
      await queue.enqueue([job('c', { runAt: h.now() + 10 * MINUTE })]);
      expect(await keys()).toEqual(['c']);
    },
  );

  test('a held job is ended by its holder only', async () => {
    await queue.enqueue([job('a')]);
    const [held] = await lease();
    expect(await queue.done({ ...held!, token: '77' })).toBe(false);
    expect(await queue.retry({ ...held!, token: '77' }, { delayMs: 0, error: 'x' })).toBe(false);
    expect(await queue.extend({ ...held!, token: '77' }, MINUTE)).toBe(false);
    expect(await queue.done(held!)).toBe(true);
    expect(await queue.done(held!)).toBe(false);
    expect(await queue.extend(held!, MINUTE)).toBe(false);
    expect(await queue.retry(held!, { delayMs: 0, error: 'x' })).toBe(false);
  });

  test('a lapsed lease is leased again, an extended one is not', async () => {
    await queue.enqueue([job('a')]);
    await queue.enqueue([job('b')]);
    const [a] = await lease(1);
    const [b] = await lease(1);
    await h.advance(MINUTE - 10_000);
    expect(await queue.extend(b!, MINUTE)).toBe(true);
    await h.advance(20_000);
    const again = await lease();
    expect(again).toMatchObject([{ key: 'a', attempt: 2, id: a!.id }]);
    expect(await queue.done(a!)).toBe(false);
    expect(await queue.extend(a!, MINUTE)).toBe(false);
    expect(await queue.done(again[0]!)).toBe(true);
    expect(await queue.done(b!)).toBe(true);
  });

  test('a job that is given back comes again after its delay', async () => {
    await queue.enqueue([job('a')]);
    const [first] = await lease();
    expect(await queue.retry(first!, { delayMs: 5 * MINUTE, error: 'down\u0000' })).toBe(true);
    expect(await keys()).toEqual([]);
    await h.advance(5 * MINUTE + 1_000);
    const [second] = await lease();
    expect(second).toMatchObject({ key: 'a', attempt: 2 });
    expect(await queue.done(second!)).toBe(true);
  });

  test.runIf(traits.mergesRetries)('a job that is given back goes when another waits', async () => {
    await queue.enqueue([job('a')]);
    const [first] = await lease();
    await queue.enqueue([job('a')]);
    expect(await queue.retry(first!, { delayMs: 0, error: 'x' })).toBe(true);
    expect(await keys()).toEqual(['a']);
    expect(await keys()).toEqual([]);
  });

  test('jobs come and go with the transaction of the store', async () => {
    const { store } = h;
    expect(queue.joins).toBe(store);
    const row = upload();
    const make = (fail: boolean) =>
      store.transaction(async (tx) => {
        await store.insertExtractions([row], tx);
        await queue.enqueue([job(row.id)], tx);
        if (fail) throw new Error('no');
      });
    await expect(make(true)).rejects.toThrow('no');
    expect(await keys()).toEqual([]);
    await make(false);
    const [held] = await lease();
    const failure = store.transaction(async (tx) => {
      expect(await queue.done(held!, tx)).toBe(true);
      throw new Error('no');
    });
    await expect(failure).rejects.toThrow('no');
    expect(await queue.extend(held!, MINUTE)).toBe(true);
    await store.transaction(async (tx) => {
      expect(await queue.done(held!, tx)).toBe(true);
    });
    expect(await queue.extend(held!, MINUTE)).toBe(false);
    await memoryStore().transaction(async (tx) => {
      await expect(queue.enqueue([job('x')], tx)).rejects.toMatchObject({ code: 'misuse' });
    });
  });

  test('sizes are told', async () => {
    await queue.enqueue([
      job('a'),
      job('b'),
      job('c', { runAt: h.now() + 10 * MINUTE }),
      { kind: 'golden', key: 'g' },
    ]);
    await h.advance(5_000);
    await lease(1);
    const sizes = await queue.size();
    expect(Object.keys(sizes)).toEqual(KINDS);
    expect(sizes.process).toMatchObject({ ready: 1, leased: 1 });
    expect(sizes.process.oldestMs).toBeGreaterThan(4_000);
    expect(sizes.golden).toMatchObject({ ready: 1, leased: 0 });
    expect(sizes.fetch).toEqual({ ready: 0, leased: 0, oldestMs: 0 });
  });

  test('who waits is woken by a job, by the signal, and by time', async () => {
    // Longer than the test may take: a wait that nothing wakes fails it.
    const long = 600_000;
    const ended: string[] = [];
    const waiting = async (by: string, signal: AbortSignal, ms: number) => {
      if (!queue.wait) throw new Error('This queue has no wait');
      await queue.wait(signal, ms);
      ended.push(by);
    };
    const never = new AbortController();
    const woken = waiting('a job', never.signal, long);
    expect(ended).toEqual([]);
    await queue.enqueue([job('a')]);
    await woken;
    await waiting('time', never.signal, 1);
    const stopped = new AbortController();
    const stop = waiting('a signal', stopped.signal, long);
    expect(ended).toEqual(['a job', 'time']);
    stopped.abort();
    await stop;
    await waiting('a signal from before', stopped.signal, long);
    expect(ended).toEqual(['a job', 'time', 'a signal', 'a signal from before']);
  });
}
