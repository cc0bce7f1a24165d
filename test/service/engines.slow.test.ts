/** Queues on engines of others keep the contract of queues, on real servers. Skipped where none answers. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import * as bullmq from 'bullmq';
import PgBoss from 'pg-boss';
import { afterAll, describe, test } from 'vitest';
import { pgBossQueue } from '../../examples/recipes/queues.js';
import type { Queue } from '../../src/service/queue.js';
import { bullQueue } from '../../src/service/queues/bullmq.js';
import { jetStreamQueue } from '../../src/service/queues/jetstream.js';
import { answers, NATS, REDIS } from '../support/ports.js';
import { SERVER_URL, serverPool } from '../support/postgres.js';
import { testQueue } from './contracts/queue-contract.js';

/** Leases of engines end by the time of the machine, which may be busy. */
const UNIT_MS = 3_000;
const PATIENCE = { timeout: 120_000 };

const opened: Queue[] = [];
const closeAll = async () => {
  for (const queue of opened.splice(0)) await queue.close();
};
const underTest = (queue: Queue) => {
  opened.push(queue);
  return { queue, now: Date.now, advance: (ms: number) => pause(ms), unitMs: UNIT_MS };
};

const hasRedis = await answers(REDIS);
describe.skipIf(!hasRedis)('BullMQ', PATIENCE, () => {
  const prefixes: string[] = [];
  afterAll(async () => {
    await closeAll();
    for (const prefix of prefixes) {
      for (const kind of ['fetch', 'process', 'classify', 'deliver', 'golden', 'verify']) {
        const queue = new bullmq.Queue(kind, { connection: { port: REDIS }, prefix });
        await queue.obliterate({ force: true });
        await queue.close();
      }
    }
  });
  const open = async () => {
    const prefix = `test-${randomUUID()}`;
    prefixes.push(prefix);
    const connection = { host: '127.0.0.1', port: REDIS };
    return underTest(bullQueue({ bullmq, connection, prefix, stalledEveryMs: 100 }));
  };
  testQueue(open, { joins: false, takesTurns: false, pullsForward: false, mergesRetries: false });
});

const hasNats = await answers(NATS);
describe.skipIf(!hasNats)('NATS JetStream', PATIENCE, async () => {
  if (!hasNats) return test.skip('no server answers', () => undefined);
  const connection = await connect({ port: NATS });
  const streams: string[] = [];
  afterAll(async () => {
    await closeAll();
    const manager = await jetstreamManager(connection);
    for (const stream of streams) await manager.streams.delete(stream);
    await connection.close();
  });
  const open = async () => {
    const stream = `test-${randomUUID()}`;
    streams.push(stream);
    const queue = jetStreamQueue({ connection, stream });
    await queue.migrate?.();
    return underTest(queue);
  };
  testQueue(open, {
    joins: false,
    takesTurns: false,
    pullsForward: false,
    knowsPriorities: false,
    countsDue: false,
  });
});

const pool = await serverPool();
describe.skipIf(!pool)('pg-boss by its public interface', PATIENCE, () => {
  if (!pool) return;
  const bosses: PgBoss[] = [];
  const schemas: string[] = [];
  afterAll(async () => {
    for (const boss of bosses) await boss.stop({ graceful: false, wait: true });
    for (const schema of schemas) await pool.query(`drop schema ${schema} cascade`);
    await pool.end();
  });
  const open = async () => {
    const schema = `boss_${randomUUID().replaceAll('-', '')}`;
    schemas.push(schema);
    const boss = new PgBoss({
      connectionString: SERVER_URL,
      schema,
      supervise: false,
      schedule: false,
      max: 2,
    });
    bosses.push(boss);
    await boss.start();
    for (const kind of ['fetch', 'process', 'classify', 'deliver', 'golden', 'verify']) {
      await boss.createQueue(kind, { name: kind, policy: 'short' });
    }
    return { queue: pgBossQueue(boss), now: Date.now, advance: (ms: number) => pause(ms), unitMs: 1_000 };
  };
  testQueue(open, {
    joins: false,
    wakes: false,
    leasesByLength: false,
    pullsForward: false,
    mergesRetries: false,
    takesTurns: false,
    countsDue: false,
    countsHeld: false,
  });
});
