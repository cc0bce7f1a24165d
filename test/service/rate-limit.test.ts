import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tokenBucket } from '../../src/service/rate-limit.js';
import { harness, INVOICE, ORIGIN, TestClock, totalConfig, typeWith, uploaded } from './harness.js';

describe('a token bucket', () => {
  test('lets a burst through, then so many a second', async () => {
    let now = 0;
    const limiter = tokenBucket({ burst: 2, perSecond: 4, now: () => now });
    expect(await limiter.take('a', 1)).toEqual({ ok: true, retryAfterMs: 0 });
    expect(await limiter.take('a', 1)).toEqual({ ok: true, retryAfterMs: 0 });
    expect(await limiter.take('a', 1)).toEqual({ ok: false, retryAfterMs: 250 });
    expect(await limiter.take('b', 1)).toEqual({ ok: true, retryAfterMs: 0 });
    now = 249;
    expect(await limiter.take('a', 1)).toEqual({ ok: false, retryAfterMs: 1 });
    now = 250;
    expect(await limiter.take('a', 1)).toEqual({ ok: true, retryAfterMs: 0 });
  });

  test('a token bucket is as good as its word about when to try again, and never lets more through', async () => {
    const calls = fc.array(fc.record({ wait: fc.nat(3000), cost: fc.constantFrom(1, 2, 5, 50) }));
    await fc.assert(
      fc.asyncProperty(calls, async (steps) => {
        let now = 0;
        let spent = 0;
        const limiter = tokenBucket({ burst: 10, perSecond: 2, now: () => now });
        for (const { wait, cost } of steps) {
          now += wait;
          const first = await limiter.take('a', cost);
          now += first.retryAfterMs;
          if (!first.ok) expect(await limiter.take('a', cost)).toEqual({ ok: true, retryAfterMs: 0 });
          // What was too much for the bucket is made up for before the next call.
          expect(spent + Math.min(cost, 10)).toBeLessThanOrEqual(10 + (now / 1000) * 2 + 1e-6);
          spent += cost;
        }
      }),
    );
  });

  test('lets a call through that costs more than it holds, and none until that is made up for', async () => {
    let now = 0;
    const limiter = tokenBucket({ burst: 10, perSecond: 1, now: () => now });
    await limiter.take('a', 1);
    expect(await limiter.take('a', 100)).toEqual({ ok: false, retryAfterMs: 1_000 });
    now = 1_000;
    expect(await limiter.take('a', 100)).toEqual({ ok: true, retryAfterMs: 0 });
    expect(await limiter.take('a', 1)).toEqual({ ok: false, retryAfterMs: 91_000 });
    now = 92_000;
    expect(await limiter.take('a', 1)).toEqual({ ok: true, retryAfterMs: 0 });
  });

  test('gives nothing for a clock that is set back', async () => {
    let now = 10_000;
    const limiter = tokenBucket({ burst: 1, perSecond: 1, now: () => now });
    await limiter.take('a', 1);
    now = 0;
    expect((await limiter.take('a', 1)).ok).toBe(false);
    now = 10_000;
    expect((await limiter.take('a', 1)).ok).toBe(false);
  });

  test('forgets who called longest ago when there are too many', async () => {
    const limiter = tokenBucket({ burst: 1, perSecond: 1, keys: 2, now: () => 0 });
    for (const key of ['a', 'b', 'a', 'c']) await limiter.take(key, 1);
    expect((await limiter.take('a', 1)).ok).toBe(false);
    expect((await limiter.take('b', 1)).ok).toBe(true);
  });

  test.each([{ burst: 0 }, { perSecond: Number.NaN }, { keys: -1 }])(
    'a token bucket is not made with %j',
    (wrong) => {
      expect(() => tokenBucket({ burst: 1, perSecond: 1, ...wrong })).toThrow(RangeError);
    },
  );
});

test('calls count as many as they ask for', async () => {
  const costs: number[] = [];
  const rateLimit = {
    take: async (_key: string, cost: number) => {
      costs.push(cost);
      return { ok: cost < 4, retryAfterMs: 1_000 };
    },
  };
  const h = await harness({ rateLimit });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const [a, b] = [await uploaded(h, 'invoices', INVOICE), await uploaded(h, 'invoices', INVOICE)];
  const counted = async (method: string, path: string, body?: object) => {
    costs.length = 0;
    const { status, body: answer } = await h.call(method, path, body && { body });
    return [status, costs, answer] as const;
  };
  const batch = (count: number) =>
    counted('POST', '/extract/batch', { docType: 'invoices', documentNames: Array(count).fill('a.pdf') });
  const [status, , id] = await batch(3);
  expect([status, costs]).toEqual([200, [3]]);
  expect(await counted('GET', `/extract/batch/upload_urls/${id}/1/2`)).toMatchObject([200, [2], {}]);
  expect(await counted('GET', `/extract/batch/upload_urls/${id}/2/0`)).toMatchObject([400, [1], {}]);
  expect(await counted('GET', `/generate_csv/${a},${b}`)).toMatchObject([200, [2], {}]);
  expect(await counted('GET', `/documents/${a}`)).toMatchObject([200, [1], {}]);
  expect((await batch(4)).slice(0, 2)).toEqual([429, [4]]);
});

const setup = async () => {
  const clock = new TestClock();
  const h = await harness({ clock, rateLimit: tokenBucket({ burst: 3, perSecond: 1, now: clock.now }) });
  const type = await h.service.documentTypes.create({ name: 'invoices', schema: {} });
  const given = async (name: string): Promise<string> =>
    `${ORIGIN}${(await h.service.goldens.create(type.id, { name })).upload_url}`;
  const put = async (url: string, raw: string) => {
    const headers = { 'content-type': 'text/plain' };
    const { status, headers: answered } = await h.call('PUT', url, { key: null, raw, headers });
    return [status, answered.get('retry-after')];
  };
  return { h, given, put, type };
};

test('take as many calls as a key may make, each for itself', async () => {
  const { h, given, put } = await setup();
  const [one, other] = [await given('one'), await given('other')];
  expect(await put(one, INVOICE)).toEqual([200, null]);
  expect(await put(one, INVOICE)).toEqual([200, null]);
  expect(await put(one, 'Total: 1')).toEqual([409, null]);
  expect(await put(one, INVOICE)).toEqual([429, '1']);
  expect(await put(other, INVOICE)).toEqual([200, null]);
  h.clock.turn(1_000);
  expect(await put(one, INVOICE)).toEqual([200, null]);
});

test('signed addresses are counted by what they are about, whatever address of it is used', async () => {
  const { h, given, put, type } = await setup();
  await put(await given('one'), INVOICE);
  const get = async () => {
    h.clock.turn(1);
    const [golden] = await h.service.goldens.list(type.id);
    return (await h.call('GET', `${ORIGIN}${golden!.download_url}`, { key: null })).status;
  };
  expect([await get(), await get(), await get()]).toEqual([200, 200, 429]);
});

test('signed addresses that are worth nothing count as one', async () => {
  const { h, put } = await setup();
  const forged = (name: string) => put(`${ORIGIN}/v0/uploads/${name}.${name}`, INVOICE);
  for (const name of ['a', 'b', 'c']) expect(await forged(name)).toEqual([403, null]);
  expect(await forged('d')).toEqual([429, '1']);
  expect((await h.call('GET', '/health', { key: null })).status).toBe(200);
});
