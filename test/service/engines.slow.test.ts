/** Queues on engines of others keep the contract of queues, on real servers. Skipped where none answers. */
import { randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import * as bullmq from 'bullmq';
import { afterAll, describe, test } from 'vitest';
import type { Queue } from '../../src/service/queue.js';
import { bullQueue } from '../../src/service/queues/bullmq.js';
import { jetStreamQueue } from '../../src/service/queues/jetstream.js';
import { testQueue } from './contracts/queue-contract.js';

/** Whether something listens at a port of this machine. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const end = (does: boolean) => {
      socket.destroy();
      if (!does) console.warn(`Nothing answers at port ${port}, its tests are skipped`);
      resolve(does);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

const REDIS = 6379;
const NATS = 4222;
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
      for (const kind of ['fetch', 'process', 'classify', 'deliver', 'golden']) {
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
