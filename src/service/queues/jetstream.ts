/**
 * Jobs in a stream of NATS JetStream, a consumer a kind. It does not join transactions, knows no priorities, and accounts
 * do not take turns. A message of a subject takes the place of the one before, and kind and key are its subject: so a job
 * waits once, and one that comes while another is held waits behind it. It has the time of the last one.
 */
import { JOB_KINDS, type JobKind, type LeasedJob, type Queue } from '../queue.js';
import { type EngineJob, engineCall, jobData } from './engine.js';
import { merged } from './merged.js';
import { sizes } from './sizes.js';
import { Wakeup } from './wakeup.js';

interface NatsMessage {
  readonly data: Uint8Array;
  readonly reply?: string | undefined;
  readonly headers?: { readonly code: number } | undefined;
}

interface NatsSubscription extends AsyncIterable<NatsMessage> {
  unsubscribe(): void;
}

/** What is used of a connection of NATS: `connect()` of `@nats-io/transport-node`, or of `nats` 2. */
export interface NatsConnection {
  publish(subject: string, payload?: string, options?: { reply?: string }): void;
  request(subject: string, payload?: string, options?: { timeout: number }): Promise<NatsMessage>;
  subscribe(subject: string, options?: { max?: number; callback?: () => void }): NatsSubscription;
}

/** Where the jobs are. */
export interface JetStreamQueueOptions {
  readonly connection: NatsConnection;
  /** Name of the stream, which `migrate` makes; default `anchorline`. */
  readonly stream?: string;
  /** Copies of the stream in a cluster; default 1. */
  readonly replicas?: number;
}

/** How long the server has to answer, in milliseconds. */
const ANSWER_MS = 5_000;
const NANOSECONDS = 1_000_000;
/** Messages that are published at once. */
const AT_ONCE = 100;

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
  const held = new Map<string, Held>();
  const wakeup = new Wakeup();
  const leases = new Map<JobKind, number>();
  let bell: NatsSubscription | undefined;
  const subject = (kind: JobKind, key: string) =>
    `${stream}.${kind}.${key === '*' ? key : Buffer.from(key).toString('base64url')}`;
  const ask = async (to: string, body: object = {}): Promise<Record<string, unknown>> => {
    const { data } = await nats.request(to, JSON.stringify(body), { timeout: ANSWER_MS });
    const answer = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown>;
    const { error } = answer as { error?: { description?: string } };
    if (error) throw new Error(error.description ?? 'the request was refused');
    return answer;
  };
  const api = (method: string, body?: object) => ask(`$JS.API.${method}`, body);
  /** A consumer whose messages come again after the time of a lease. */
  const consumer = async (kind: JobKind, leaseMs: number) => {
    if (leases.get(kind) === leaseMs) return;
    const config = {
      durable_name: kind,
      filter_subject: subject(kind, '*'),
      ack_policy: 'explicit',
      ack_wait: leaseMs * NANOSECONDS,
      max_deliver: -1,
      max_ack_pending: -1,
    };
    await api(`CONSUMER.DURABLE.CREATE.${stream}.${kind}`, { stream_name: stream, config });
    leases.set(kind, leaseMs);
  };
  /** Messages that may be taken now, and no waiting for more. */
  const pull = async (kind: JobKind, batch: number): Promise<NatsMessage[]> => {
    const inbox = `_INBOX.${crypto.randomUUID().replaceAll('-', '')}`;
    const found: NatsMessage[] = [];
    const answers = nats.subscribe(inbox, { max: batch });
    const timer = setTimeout(() => answers.unsubscribe(), ANSWER_MS);
    const next = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${kind}`;
    nats.publish(next, JSON.stringify({ batch, no_wait: true }), { reply: inbox });
    for await (const message of answers) {
      if (message.headers?.code) break;
      found.push(message);
    }
    clearTimeout(timer);
    return found;
  };
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
          await Promise.all(some.map((job) => ask(subject(job.kind, job.key), jobData(job))));
        }
        wakeup.ring();
      }),
    lease: (o) =>
      engineCall('NATS', async () => {
        const leased: LeasedJob[] = [];
        for (const kind of o.kinds) {
          if (leased.length === o.limit) break;
          await consumer(kind, o.leaseMs);
          for (const { data, reply = '' } of await pull(kind, o.limit - leased.length)) {
            const { key, runAt, priority } = JSON.parse(new TextDecoder().decode(data)) as EngineJob;
            // The address ends with: deliveries, sequence in the stream and for the consumer, time, what is pending.
            const [deliveries, id = ''] = reply.split('.').slice(reply.split('.').length > 9 ? 6 : 4);
            const message = { reply, until: performance.now() + o.leaseMs };
            const earlyMs = (runAt ?? 0) - Date.now();
            if (earlyMs > 0) acknowledge(message, `-NAK {"delay":${earlyMs * NANOSECONDS}}`);
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
      if (message) acknowledge(message, `-NAK {"delay":${Math.round(delayMs * NANOSECONDS)}}`);
      return message !== undefined;
    },
    wait: (signal, maxMs) => {
      bell ??= nats.subscribe(`${stream}.>`, { callback: () => wakeup.ring() });
      return wakeup.wait(signal, maxMs);
    },
    size: () =>
      engineCall('NATS', async () => {
        const of = async (kind: JobKind) => {
          const info = await api(`CONSUMER.INFO.${stream}.${kind}`);
          const {
            num_pending: ready,
            num_ack_pending: leased,
            delivered,
          } = info as {
            num_pending: number;
            num_ack_pending: number;
            delivered: { stream_seq: number };
          };
          if (ready === 0) return { kind, ready, leased, oldestMs: 0 };
          const next = { seq: delivered.stream_seq + 1, next_by_subj: subject(kind, '*') };
          const { message } = (await api(`STREAM.MSG.GET.${stream}`, next)) as { message: { time: string } };
          return { kind, ready, leased, oldestMs: Math.max(0, Date.now() - Date.parse(message.time)) };
        };
        return sizes(await Promise.all(JOB_KINDS.map(of)));
      }),
    migrate: () =>
      engineCall('NATS', async () => {
        const limits = { max_msgs_per_subject: 1, discard: 'old', num_replicas: replicas };
        const config = { name: stream, subjects: [`${stream}.>`], retention: 'workqueue', ...limits };
        await api(`STREAM.CREATE.${stream}`, config);
        for (const kind of JOB_KINDS) await consumer(kind, 60_000);
      }),
    close: async () => {
      bell?.unsubscribe();
      wakeup.ring();
    },
  };
}
