/** How many pushes a process makes at once, and whose. */
import { expect, test } from 'vitest';
import type { ServiceContext } from '../../src/service/context.js';
import { Deliveries } from '../../src/service/processing/deliveries.js';
import { SharedTime } from '../../src/service/shared-time.js';
import type { Store } from '../../src/service/store.js';
import { noTelemetry } from '../../src/service/telemetry.js';

const SIGNAL = new AbortController().signal;

/** A push that is due: its account, and the host of its receiver. */
type Due = readonly [account: string, host: string];

/** Deliveries over a store with pushes that are due, the first for longest, whose receivers never answer. */
function pushing(due: readonly Due[]) {
  let left = [...due];
  const claimed: string[] = [];
  const claimDelivery: Store['claimDelivery'] = async ({ exceptAccounts = [], exceptReceivers = [] }) => {
    await Promise.resolve();
    const next = left.find(
      ([account, host]) =>
        !exceptAccounts.includes(account) &&
        !exceptReceivers.some((each) => each.account === account && each.host === host),
    );
    if (!next) return null;
    left = left.filter((each) => each !== next);
    const [account, host] = next;
    claimed.push(account);
    const row = { id: `d${claimed.length}`, account, url: `https://${host}/`, attempts: [], seriesStart: 0 };
    // As much of a claim as pushes use.
    return { row, token: '1', body: '{}' } as never;
  };
  const clock = { now: () => 0, sleep: () => new Promise<void>(() => undefined) };
  const context = {
    limits: { pushMs: 1_000 },
    secrets: { webhooks: () => [] },
    clock,
    time: new SharedTime({ now: async () => 0 }, clock),
    random: () => new Uint8Array(1),
    policy: {},
    queue: { enqueue: async () => undefined },
    fetch: () => new Promise(() => undefined),
    store: { claimDelivery, recordAttempt: async () => false },
    telemetry: noTelemetry,
    // As much of a context as pushes use.
  } as unknown as ServiceContext;
  const counts = () =>
    Object.fromEntries(
      [...new Set(claimed)].map((name) => [name, claimed.filter((each) => each === name).length]),
    );
  return { deliveries: new Deliveries(context), counts };
}

const many = (account: string, count: number, host: (i: number) => string): Due[] =>
  Array.from({ length: count }, (_, i) => [account, host(i)]);

test('two calls at once start no more pushes to a receiver than one does', async () => {
  const { deliveries } = pushing(many('a', 10, () => 'receiver.example'));
  expect(await Promise.all([deliveries.start(SIGNAL), deliveries.start(SIGNAL)])).toEqual([4, 0]);
  expect(deliveries.count).toBe(4);
});

test('a host that several accounts have their pushes sent to has places for each', async () => {
  const shared = () => 'hooks.example';
  const { deliveries, counts } = pushing([...many('a', 10, shared), ...many('b', 10, shared)]);
  await deliveries.start(SIGNAL);
  expect(counts()).toEqual({ a: 4, b: 4 });
});

test('an account has half of the places at most, whatever host names it has; others find some', async () => {
  const { deliveries, counts } = pushing([
    ...many('a', 100, (i) => `a${i}.example`),
    ...many('b', 100, (i) => `b${i}.example`),
    ...many('c', 100, (i) => `c${i}.example`),
    ...many('d', 1, () => 'd.example'),
  ]);
  await deliveries.start(SIGNAL);
  expect(counts()).toEqual({ a: 16, b: 8, c: 4, d: 1 });
});

test('many pushes at once are no leak of listeners, of which Node would warn', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', onWarning);
  const { deliveries } = pushing(Array.from({ length: 32 }, (_, i) => [`${i}`, `${i}.example`]));
  await deliveries.start(new AbortController().signal);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});

test('waiting for a push ends at once without one under way, and not before one that is under way', async () => {
  const isOver = async (due: readonly Due[]) => {
    const { deliveries } = pushing(due);
    await deliveries.start(SIGNAL);
    let isOver = false;
    void deliveries.one().then(() => {
      isOver = true;
    });
    // By then all that waits for nothing has run.
    await new Promise((resolve) => setImmediate(resolve));
    return isOver;
  };
  expect(await isOver([])).toBe(true);
  expect(await isOver([['a', 'receiver.example']])).toBe(false);
});
