/** A rate limit that processes share. Skipped where no PostgreSQL answers. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { postgresTokenBucket } from '../../src/service/postgres-rate-limit.js';
import { newSchema, serverPool } from '../support/postgres.js';

const pool = await serverPool();

describe.skipIf(!pool)('a rate limit in PostgreSQL', () => {
  if (!pool) return;
  const schema = newSchema();
  afterAll(async () => {
    await pool.query(`drop schema if exists ${schema} cascade`);
    await pool.end();
  });

  test('counts what all processes let through, each key for itself', async () => {
    await pool.query(`create schema ${schema}`);
    const options = { client: pool, schema, burst: 10, perSecond: 0.01 };
    const processes = [postgresTokenBucket(options), postgresTokenBucket(options)] as const;
    await Promise.all(processes.map((each) => each.migrate()));
    const calls = Array.from({ length: 40 }, (_, i) => processes[i % 2]!.take('a', 1));
    const answers = await Promise.all(calls);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
    for (const { ok, retryAfterMs } of answers) {
      if (ok) expect(retryAfterMs).toBe(0);
      else expect(retryAfterMs).toBeGreaterThan(50_000);
    }
    expect((await processes[0].take('b', 10)).ok).toBe(true);
    expect((await processes[1].take('b', 1)).ok).toBe(false);
    // What costs more than a bucket holds waits for a full one.
    expect((await processes[1].take('c', 50)).ok).toBe(true);
  });

  test('a rate limit in PostgreSQL is as good as its word about when to try again', async () => {
    const limiter = postgresTokenBucket({ client: pool, schema, burst: 1, perSecond: 5 });
    await limiter.migrate();
    expect((await limiter.take('d', 1)).ok).toBe(true);
    const { ok, retryAfterMs } = await limiter.take('d', 1);
    if (!ok) await pause(retryAfterMs);
    expect(retryAfterMs).toBeLessThanOrEqual(200);
    expect((await limiter.take('d', 1)).ok).toBe(true);
  });

  test('numbers must be above 0 for it', () => {
    expect(() => postgresTokenBucket({ client: pool, burst: 0, perSecond: 1 })).toThrow(RangeError);
  });
});
