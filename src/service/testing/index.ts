/**
 * `anchorline/service/testing`: what every queue must do, for whoever writes one, as cases for any test runner.
 *
 * @example
 * for (const { name, run } of queueContract(async () => ({ queue, now: Date.now, advance: sleep, unitMs: 2_000 }))) {
 *   test(name, run);
 * }
 */
import assert from 'node:assert/strict';
import type { JobInput, JobKind, LeasedJob, Queue } from '../queue.js';
import { StoreError } from '../store-error.js';
import { memoryStore } from '../stores/memory.js';

/** A queue under test, and its time. */
export interface QueueUnderTest {
  /** Without any job. */
  readonly queue: Queue;
  /** The time that the queue goes by, in milliseconds since 1970. */
  now(): number;
  /** Lets time pass: by a clock that the test sets, or by waiting. */
  advance(milliseconds: number): Promise<void>;
  /** Length of a lease in the cases, in milliseconds; default a minute. Shorter where time is waited for. */
  readonly unitMs?: number;
}

/** What a queue does beyond the least that is asked of one; what is left out it does. */
export interface QueueTraits {
  /** It joins the transactions of a store. */
  readonly joins?: boolean;
  /** It has `wait`, which new jobs end. */
  readonly wakes?: boolean;
  /** Leases have the length that is asked for, and can be made longer. */
  readonly leasesByLength?: boolean;
  /** Jobs of a higher priority go first. */
  readonly knowsPriorities?: boolean;
  /** A waiting job takes the earlier time and the higher priority when it is enqueued again. */
  readonly pullsForward?: boolean;
  /** A job that is given back goes when another of its kind and key waits. */
  readonly mergesRetries?: boolean;
  /** Accounts take turns. */
  readonly takesTurns?: boolean;
  /** There is one job of a kind and key that waits. */
  readonly waitsOnce?: boolean;
  /** Sizes distinguish what waits, and for how long, from what is held. */
  readonly countsHeld?: boolean;
  /** Sizes leave out jobs whose time has not come. */
  readonly countsDue?: boolean;
}

/** A case: it rejects where the queue does not do as it must. */
export interface ContractCase {
  readonly name: string;
  run(): Promise<void>;
}

const MINUTE = 60_000;
const KINDS: readonly JobKind[] = ['fetch', 'process', 'classify', 'deliver', 'golden', 'verify'];

const job = (key: string, over: Partial<JobInput> = {}): JobInput => ({ kind: 'process', key, ...over });

/** What the cases do with a queue. */
class Trial {
  readonly queue: Queue;
  readonly now: () => number;
  readonly advance: (milliseconds: number) => Promise<void>;
  readonly unit: number;

  constructor({ queue, now, advance, unitMs = MINUTE }: QueueUnderTest) {
    this.queue = queue;
    this.now = now;
    this.advance = advance;
    this.unit = unitMs;
  }

  lease(limit = 9, kinds: readonly JobKind[] = ['process']): Promise<LeasedJob[]> {
    return this.queue.lease({ kinds, limit, leaseMs: this.unit, worker: 'w' });
  }

  async keys(limit = 9, kinds?: readonly JobKind[]): Promise<string[]> {
    return (await this.lease(limit, kinds)).map(({ key }) => key);
  }

  async one(): Promise<LeasedJob> {
    const [leased, ...others] = await this.lease();
    assert.ok(leased, 'a job was to be had');
    assert.deepEqual(others, []);
    return leased;
  }
}

type Run = (trial: Trial) => Promise<void>;

const ALWAYS: Readonly<Record<string, Run>> = {
  'jobs are leased once, in their order, by kind': async (t) => {
    await t.queue.enqueue([job('a')]);
    await t.queue.enqueue([{ kind: 'fetch', key: 'c' }]);
    await t.queue.enqueue([job('d')]);
    const [first] = await t.lease(1);
    assert.deepEqual([first?.kind, first?.key, first?.attempt], ['process', 'a', 1]);
    assert.deepEqual(await t.keys(1), ['d']);
    assert.deepEqual(await t.keys(), []);
    const rest = await t.lease(9, KINDS);
    assert.deepEqual(
      rest.map(({ kind, key }) => [kind, key]),
      [['fetch', 'c']],
    );
  },
  'nothing is enqueued for nothing': async (t) => {
    await t.queue.enqueue([]);
    assert.deepEqual(await t.lease(9, KINDS), []);
  },
  'workers that lease at once have each job once': async (t) => {
    const all = Array.from({ length: 40 }, (_, i) => `k${i}`);
    await t.queue.enqueue(all.map((key) => job(key)));
    const had = await Promise.all(Array.from({ length: 8 }, () => t.keys(10)));
    assert.deepEqual([...had.flat(), ...(await t.keys(40))].sort(), all.sort());
  },
  'while one is held, one more waits': async (t) => {
    await t.queue.enqueue([job('a')]);
    const held = await t.one();
    await t.queue.enqueue([job('a')]);
    assert.equal(await t.queue.done(held), true);
    assert.deepEqual(await t.keys(), ['a']);
    assert.deepEqual(await t.keys(), []);
  },
  'a job waits for its time': async (t) => {
    await t.queue.enqueue([job('a', { runAt: t.now() + 2 * t.unit }), job('b', { runAt: 1 })]);
    const past = await t.one();
    assert.equal(past.key, 'b');
    await t.queue.done(past);
    await t.advance(2.2 * t.unit);
    assert.deepEqual(await t.keys(), ['a']);
  },
  'a held job is ended by its holder only': async (t) => {
    await t.queue.enqueue([job('a')]);
    const held = await t.one();
    const other = { ...held, token: '77' };
    assert.equal(await t.queue.done(other), false);
    assert.equal(await t.queue.retry(other, { delayMs: 0, error: 'x' }), false);
    assert.equal(await t.queue.extend(other, t.unit), false);
    assert.equal(await t.queue.done(held), true);
    assert.equal(await t.queue.done(held), false);
    assert.equal(await t.queue.extend(held, t.unit), false);
    assert.equal(await t.queue.retry(held, { delayMs: 0, error: 'x' }), false);
  },
  'a job that is given back comes again after its delay': async (t) => {
    await t.queue.enqueue([job('a')]);
    assert.equal(await t.queue.retry(await t.one(), { delayMs: 2 * t.unit, error: 'down\u0000' }), true);
    assert.deepEqual(await t.keys(), []);
    await t.advance(2.2 * t.unit);
    const second = await t.one();
    assert.deepEqual([second.key, second.attempt], ['a', 2]);
    assert.equal(await t.queue.done(second), true);
  },
  'a job that is given back at once comes at once': async (t) => {
    await t.queue.enqueue([job('a')]);
    await t.queue.retry(await t.one(), { delayMs: 0, error: 'x' });
    await t.advance(t.unit / 10);
    assert.deepEqual(await t.keys(), ['a']);
  },
  'keys of any characters come back as they were': async (t) => {
    const given = ['a.b', '*', '> x', 'é😀', 'a/b:c'];
    await t.queue.enqueue(given.map((key) => job(key)));
    assert.deepEqual((await t.keys()).sort(), [...given].sort());
  },
};

const BY_TRAIT: Readonly<Record<keyof QueueTraits, Readonly<Record<string, Run>>>> = {
  countsHeld: {
    'sizes of all kinds are counted': async (t) => {
      await t.queue.enqueue([job('a')]);
      await t.queue.enqueue([job('b')]);
      await t.queue.enqueue([{ kind: 'golden', key: 'g' }]);
      await t.advance(t.unit / 10);
      await t.lease(1);
      const sizes = await t.queue.size();
      assert.deepEqual(Object.keys(sizes), KINDS);
      assert.deepEqual([sizes.process.ready, sizes.process.leased], [1, 1]);
      assert.ok(sizes.process.oldestMs >= t.unit / 20, `the oldest waits ${sizes.process.oldestMs} ms`);
      assert.deepEqual([sizes.golden.ready, sizes.golden.leased], [1, 0]);
      assert.deepEqual(sizes.fetch, { ready: 0, leased: 0, oldestMs: 0 });
    },
  },
  leasesByLength: {
    'a lapsed lease is leased again, an extended one is not': async (t) => {
      await t.queue.enqueue([job('a')]);
      await t.queue.enqueue([job('b')]);
      const [a] = await t.lease(1);
      const [b] = await t.lease(1);
      await t.advance(0.6 * t.unit);
      assert.equal(await t.queue.extend(b!, t.unit), true);
      await t.advance(0.8 * t.unit);
      const again = await t.one();
      assert.deepEqual([again.key, again.attempt, again.id], ['a', 2, a!.id]);
      assert.equal(await t.queue.done(a!), false);
      assert.equal(await t.queue.extend(a!, t.unit), false);
      assert.equal(await t.queue.done(again), true);
    },
  },
  joins: {
    'jobs come and go with the transaction of the store': async (t) => {
      const { queue, unit } = t;
      const store = queue.joins!;
      const make = (fail: boolean) =>
        store.transaction(async (tx) => {
          await queue.enqueue([job('a')], tx);
          if (fail) throw new Error('no');
        });
      await assert.rejects(make(true), /no/u);
      assert.deepEqual(await t.keys(), []);
      await make(false);
      const [held] = await t.lease();
      const failure = store.transaction(async (tx) => {
        assert.equal(await queue.done(held!, tx), true);
        throw new Error('no');
      });
      await assert.rejects(failure, /no/u);
      assert.equal(await queue.extend(held!, unit), true);
      await store.transaction(async (tx) => {
        assert.equal(await queue.done(held!, tx), true);
      });
      assert.equal(await queue.extend(held!, unit), false);
      await memoryStore().transaction(async (tx) => {
        await assert.rejects(
          queue.enqueue([job('x')], tx),
          (error) => error instanceof StoreError && error.code === 'misuse',
        );
      });
    },
  },
  wakes: {
    'who waits is woken by a job, by the signal, and by time': async (t) => {
      // Longer than a test may take: a wait that nothing wakes fails it.
      const long = 600_000;
      const wait = (signal: AbortSignal, ms: number) => t.queue.wait!(signal, ms);
      const never = new AbortController().signal;
      const woken = wait(never, long);
      await t.queue.enqueue([job('a')]);
      await woken;
      // Others may have been told of the job, too.
      await wait(never, 1);
      await wait(never, 1);
      const stopped = new AbortController();
      const stop = wait(stopped.signal, long);
      stopped.abort();
      await stop;
      await wait(stopped.signal, long);
    },
  },
  knowsPriorities: {
    'jobs of a higher priority go first, those of one in their order': async (t) => {
      for (const [key, priority] of Object.entries({ a: 0, b: 5, c: -32_768, d: 0, e: 32_767 })) {
        await t.queue.enqueue([job(key, { priority })]);
      }
      const order = [
        ...(await t.lease(1)),
        ...(await t.lease(1)),
        ...(await t.lease(1)),
        ...(await t.lease()),
      ];
      assert.deepEqual(
        order.map(({ key, priority }) => [key, priority]),
        [
          ['e', 32_767],
          ['b', 5],
          ['a', 0],
          ['d', 0],
          ['c', -32_768],
        ],
      );
    },
  },
  waitsOnce: {
    'a kind and key wait once': async (t) => {
      await t.queue.enqueue([job('a'), job('a'), { kind: 'fetch', key: 'a' }]);
      await t.queue.enqueue([job('a')]);
      const jobs = await t.lease(9, ['process', 'fetch']);
      assert.deepEqual(jobs.map(({ kind }) => kind).sort(), ['fetch', 'process']);
    },
  },
  pullsForward: {
    'a job that comes again brings the earlier time and the higher priority': async (t) => {
      const later = t.now() + 2 * t.unit;
      await t.queue.enqueue([job('a', { runAt: later, priority: 1 }), job('b', { priority: 2 })]);
      await t.queue.enqueue([job('a', { priority: 3 })]);
      assert.deepEqual(await t.keys(), ['a', 'b']);
      await t.queue.enqueue([job('c')]);
      await t.queue.enqueue([job('c', { runAt: later })]);
      assert.deepEqual(await t.keys(), ['c']);
    },
  },
  mergesRetries: {
    'a job that is given back goes when another waits': async (t) => {
      await t.queue.enqueue([job('a')]);
      const first = await t.one();
      await t.queue.enqueue([job('a')]);
      assert.equal(await t.queue.retry(first, { delayMs: 0, error: 'x' }), true);
      assert.deepEqual(await t.keys(), ['a']);
      assert.deepEqual(await t.keys(), []);
    },
  },
  countsDue: {
    'sizes leave out what is not due': async (t) => {
      await t.queue.enqueue([job('a'), job('b', { runAt: t.now() + 10 * t.unit })]);
      assert.equal((await t.queue.size()).process.ready, 1);
    },
  },
  takesTurns: {
    'an account that comes late does not wait behind all jobs of another': async (t) => {
      const of = (account: string, count: number) =>
        Array.from({ length: count }, (_, i) => job(`${account}${i + 1}`, { account }));
      await t.queue.enqueue(of('a', 20));
      await t.advance(t.unit / 60);
      await t.queue.enqueue([...of('b', 2), ...of('c', 3)]);
      await t.queue.enqueue([job('later', { account: 'd', runAt: t.now() + t.unit })]);
      const order: string[] = [];
      for (let i = 0; i < 8; i += 1) order.push(...(await t.keys(1)));
      assert.equal(order.map((key) => key[0]).join(''), 'abcabcac');
      assert.deepEqual(
        [...(await t.keys(2))].sort().map((key) => key[0]),
        ['a', 'a'],
      );
      await t.queue.enqueue(of('b', 1));
      const pair = await t.keys(2);
      assert.deepEqual(pair.map((key) => key[0]).sort(), ['a', 'b']);
    },
    'an account has its own jobs in their order, those of a higher priority before all turns': async (t) => {
      const urgent = { account: 'b', priority: 1 };
      await t.queue.enqueue([job('x', urgent), job('y', urgent)]);
      for (const key of ['1', '2', '3']) await t.queue.enqueue([job(key, { account: 'a' })]);
      assert.deepEqual([...(await t.keys(1)), ...(await t.keys(1))].sort(), ['x', 'y']);
      const own = [...(await t.keys(1)), ...(await t.keys(1)), ...(await t.keys(1))];
      assert.deepEqual(own, ['1', '2', '3']);
    },
    'more accounts than one lease looks at all have their turn': async (t) => {
      const names = Array.from({ length: 40 }, (_, i) => `account ${String(i).padStart(2, '0')}`);
      await t.queue.enqueue(
        names.flatMap((account) => [job(`${account} 1`, { account }), job(`${account} 2`, { account })]),
      );
      const first: string[] = [];
      for (let i = 0; i < 20; i += 1) first.push(...(await t.keys(2)));
      assert.equal(new Set(first.map((key) => key.slice(0, 10))).size, 40);
    },
    'jobs that are due are found behind accounts that have later ones only': async (t) => {
      const later = Array.from({ length: 40 }, (_, i) =>
        job(`later ${i}`, { account: `a${String(i).padStart(2, '0')}`, runAt: t.now() + t.unit }),
      );
      await t.queue.enqueue([...later, job('due', { account: 'z' })]);
      assert.deepEqual(await t.keys(), ['due']);
    },
  },
};

/**
 * The cases that a queue must pass.
 * @param open gives an empty queue, a new one for each case
 * @param traits what the queue does not do, as false
 *
 * @example
 * for (const { name, run } of queueContract(open, { takesTurns: false })) test(name, run);
 */
export function queueContract(
  open: () => Promise<QueueUnderTest>,
  traits: QueueTraits = {},
): readonly ContractCase[] {
  const own = (Object.keys(BY_TRAIT) as (keyof QueueTraits)[]).filter((trait) => traits[trait] !== false);
  const cases = {
    ...ALWAYS,
    ...Object.assign({}, ...own.map((trait) => BY_TRAIT[trait])),
  } as Readonly<Record<string, Run>>;
  return Object.entries(cases).map(([name, run]) => ({
    name,
    run: async () => run(new Trial(await open())),
  }));
}
