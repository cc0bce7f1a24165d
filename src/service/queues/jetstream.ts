/**
 * Jobs in a stream of NATS JetStream, a consumer a kind. It does not join transactions, knows no priorities, and accounts
 * do not take turns. A message of a subject takes the place of the one before, and kind and key are its subject: so a job
 * waits once, and one that comes while another is held waits behind it. It has the time of the last one.
 */
import { MINUTE_MS } from '../../limits.js';
import { JOB_KINDS, type LeasedJob, type Queue } from '../queue.js';
import type { JetStreamQueueOptions, NatsSubscription } from './clients.js';
import { type EngineJob, engineCall, jobData } from './engine.js';
import { ANSWER_MS, JetStreamWire, nanoseconds } from './jetstream-wire.js';
import { merged, type NewJob } from './merged.js';
import { sizes } from './sizes.js';
import { Wakeup } from './wakeup.js';

/** Messages that are published at once. */
const AT_ONCE = 100;

/** The subject of a job: its key in letters that subjects may have. */
const subjectOf = (stream: string, { kind, key }: NewJob) =>
  `${stream}.${kind}.${Buffer.from(key).toString('base64url')}`;

/** A message that this process holds, and until when. */
interface Held {
  readonly reply: string;
  until: number;
}

/**
 * A queue on NATS 2.10 or newer with JetStream. Call `migrate()` before the first use.
 *
 * @example
 * const queue = jetStreamQueue({ connection: await connect({ servers: 'nats:4222' }) });
 * await queue.migrate?.();
 * createService({ keys, store, queue });
 */
export function jetStreamQueue(options: JetStreamQueueOptions): Queue {
  const { connection: nats, stream = 'anchorline', replicas = 1 } = options;
  const wire = new JetStreamWire(nats);
  const held = new Map<string, Held>();
  const wakeup = new Wakeup();
  let bell: NatsSubscription | undefined;
  const acknowledge = ({ reply }: Held, what: string) => nats.publish(reply, what);
  /** What this process still holds; a lease that ran out is another's. @param isOver whether it is to be let go */
  const own = (job: LeasedJob, isOver: boolean) => {
    const known = held.get(job.token);
    if (isOver || (known && known.until <= performance.now())) held.delete(job.token);
    return known && known.until > performance.now() ? known : undefined;
  };

  return {
    enqueue: (inputs) =>
      engineCall('NATS', async () => {
        const jobs = merged(inputs);
        for (let at = 0; at < jobs.length; at += AT_ONCE) {
          const some = jobs.slice(at, at + AT_ONCE);
          await Promise.all(some.map((job) => wire.ask(subjectOf(stream, job), jobData(job))));
        }
        wakeup.ring();
      }),
    lease: (o) =>
      engineCall('NATS', async () => {
        const leased: LeasedJob[] = [];
        for (const kind of o.kinds) {
          if (leased.length === o.limit) break;
          await wire.consumer(stream, kind, o.leaseMs);
          for (const { data, reply = '' } of await wire.pull(stream, kind, o.limit - leased.length)) {
            const { key, runAt, priority } = JSON.parse(new TextDecoder().decode(data)) as EngineJob;
            // The address ends with: deliveries, sequence in the stream and for the consumer, time, what is pending.
            const [deliveries, id = ''] = reply.split('.').slice(reply.split('.').length > 9 ? 6 : 4);
            const message = { reply, until: performance.now() + o.leaseMs };
            const earlyMs = (runAt ?? 0) - Date.now();
            if (earlyMs > 0) acknowledge(message, `-NAK {"delay":${nanoseconds(earlyMs)}}`);
            else {
              held.set(reply, message);
              const facts = { kind, key, priority, runAt: runAt ?? Date.now() };
              leased.push({ ...facts, id, token: reply, attempt: Number(deliveries) });
            }
          }
        }
        return leased;
      }),
    extend: async (job, leaseMs) => {
      const message = own(job, false);
      if (message) acknowledge(message, '+WPI');
      if (message) message.until = performance.now() + leaseMs;
      return message !== undefined;
    },
    done: (job) =>
      engineCall('NATS', async () => {
        const message = own(job, true);
        if (message) await nats.request(message.reply, '+ACK', { timeout: ANSWER_MS });
        return message !== undefined;
      }),
    retry: async (job, { delayMs }) => {
      const message = own(job, true);
      if (message) acknowledge(message, `-NAK {"delay":${nanoseconds(delayMs)}}`);
      return message !== undefined;
    },
    wait: (signal, maxMs) => {
      bell ??= nats.subscribe(`${stream}.>`, { callback: () => wakeup.ring() });
      return wakeup.wait(signal, maxMs);
    },
    size: () =>
      engineCall('NATS', async () => {
        return sizes(await Promise.all(JOB_KINDS.map((kind) => wire.size(stream, kind))));
      }),
    migrate: () =>
      engineCall('NATS', async () => {
        await wire.createStream(stream, replicas);
        for (const kind of JOB_KINDS) await wire.consumer(stream, kind, MINUTE_MS);
      }),
    close: async () => {
      bell?.unsubscribe();
      wakeup.ring();
    },
  };
}
