/** How many pushes a process makes at once. */
import { expect, test } from 'vitest';
import type { ServiceContext } from '../../src/service/context.js';
import { Deliveries } from '../../src/service/processing/deliveries.js';

const SIGNAL = new AbortController().signal;

/** Deliveries over a store with so many due pushes to one host, whose receiver never answers. */
function pushing(due: number) {
  let left = due;
  let claims = 0;
  const context = {
    limits: { pushMs: 1_000 },
    secrets: { webhooks: () => [] },
    clock: { now: () => 0, sleep: () => new Promise<void>(() => undefined) },
    random: () => new Uint8Array(1),
    policy: {},
    queue: { enqueue: async () => undefined },
    fetch: () => new Promise(() => undefined),
    store: {
      async claimDelivery({ exceptHosts }: { readonly exceptHosts: readonly string[] }) {
        await Promise.resolve();
        if (left === 0 || exceptHosts.includes('receiver.example')) return null;
        left -= 1;
        claims += 1;
        const row = { id: `d${claims}`, url: 'https://receiver.example/', attempts: [], seriesStart: 0 };
        return { row, token: 1, body: '{}' };
      },
      recordAttempt: async () => false,
    },
    // As much of a context as pushes use.
  } as unknown as ServiceContext;
  return new Deliveries(context);
}

test('two calls at once start no more pushes to a host than one does', async () => {
  const deliveries = pushing(10);
  expect(await Promise.all([deliveries.start(SIGNAL), deliveries.start(SIGNAL)])).toEqual([4, 0]);
  expect(deliveries.count).toBe(4);
});

test('without a push under way, waiting for one ends at once', async () => {
  await pushing(0).one();
});
