/** Rate limits that processes share. Each is skipped where nothing answers. */
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { postgresTokenBucket } from '../../src/service/postgres-rate-limit.js';
import type { RateLimiter, TokenBucket } from '../../src/service/rate-limit.js';
import { redisTokenBucket } from '../../src/service/redis-rate-limit.js';
import { answers, REDIS } from '../support/ports.js';
import { newSchema, serverPool } from '../support/postgres.js';

const pool = await serverPool();
const redis = (await answers(REDIS)) ? new Redis(REDIS, '127.0.0.1') : undefined;
const schema = newSchema();
await pool?.query(`create schema ${schema}`);

afterAll(async () => {
  await pool?.query(`drop schema if exists ${schema} cascade`);
  await pool?.end();
  const keys = (await redis?.keys(`${schema}:*`)) ?? [];
  if (keys.length > 0) await redis?.del(keys);
  redis?.disconnect();
});

/** Makes the limiter of a process. */
type Make = (bucket: TokenBucket) => Promise<RateLimiter>;
const makers: [string, Make][] = [];
if (pool) {
  makers.push([
    'PostgreSQL',
    async (bucket) => {
      const limiter = postgresTokenBucket({ client: pool, schema, ...bucket });
      await limiter.migrate();
      return limiter;
    },
  ]);
}
if (redis) {
  makers.push(['Redis', async (bucket) => redisTokenBucket({ client: redis, prefix: schema, ...bucket })]);
}

describe.skipIf(makers.length === 0).each(makers)('a rate limit in %s', (_name, make) => {
  test('processes share what they let through, each key for itself', async () => {
    const bucket = { burst: 10, perSecond: 0.01 };
    const [one, other] = await Promise.all([make(bucket), make(bucket)]);
    const calls = Array.from({ length: 40 }, (_, i) => (i % 2 ? one : other).take('a', 1));
    const asked = await Promise.all(calls);
    expect(asked.filter(({ ok }) => ok)).toHaveLength(10);
    for (const { ok, retryAfterMs } of asked) {
      if (ok) expect(retryAfterMs).toBe(0);
      else expect(retryAfterMs).toBeGreaterThan(50_000);
    }
    expect((await one.take('b', 10)).ok).toBe(true);
    expect((await other.take('b', 1)).ok).toBe(false);
    // What costs more than a bucket holds waits for a full one.
    expect((await other.take('c', 50)).ok).toBe(true);
    expect((await one.take('c', 1)).retryAfterMs).toBeGreaterThan(4_000_000);
  });

  test('a limit that processes share is as good as its word about when to try again', async () => {
    const limiter = await make({ burst: 1, perSecond: 5 });
    expect((await limiter.take('d', 1)).ok).toBe(true);
    const { ok, retryAfterMs } = await limiter.take('d', 1);
    if (!ok) await pause(retryAfterMs);
    expect(retryAfterMs).toBeLessThanOrEqual(200);
    expect((await limiter.take('d', 1)).ok).toBe(true);
  });

  test('numbers of a shared limit must be above 0', async () => {
    await expect(make({ burst: 0, perSecond: 1 })).rejects.toThrow(RangeError);
  });
});

test.skipIf(!redis)('a bucket in Redis that is full again is forgotten', async () => {
  const limiter = redisTokenBucket({ client: redis!, prefix: schema, burst: 5, perSecond: 20 });
  await limiter.take('e', 1);
  expect(await redis!.exists(`${schema}:rate:e`)).toBe(1);
  await pause(100);
  expect(await redis!.exists(`${schema}:rate:e`)).toBe(0);
});

test('a Redis that is away is an outage, and not the fault of the service', async () => {
  const client = { eval: async () => Promise.reject(new Error('away')) };
  const limiter = redisTokenBucket({ client, burst: 1, perSecond: 1 });
  await expect(limiter.take('a', 1)).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
});
