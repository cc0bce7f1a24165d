/** What JetStream is asked over a connection of NATS: its interface is messages of JSON. */
import type { JobKind, QueueSize } from '../queue.js';
import type { NatsConnection, NatsMessage } from './clients.js';

/** How long the server has to answer, in milliseconds. */
export const ANSWER_MS = 5_000;

/** Questions to JetStream. All throw where it does not answer, or refuses. */
export class JetStreamWire {
  readonly #nats: NatsConnection;
  /** What the consumers of kinds wait before a message comes again, in milliseconds. */
  readonly #leases = new Map<JobKind, number>();

  constructor(nats: NatsConnection) {
    this.#nats = nats;
  }

  /** Sends JSON to a subject whose receiver answers in JSON. */
  async ask(subject: string, body: object = {}): Promise<Record<string, unknown>> {
    const { data } = await this.#nats.request(subject, JSON.stringify(body), { timeout: ANSWER_MS });
    const answer = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown>;
    const { error } = answer as { error?: { description?: string } };
    if (error) throw new Error(error.description ?? 'the request was refused');
    return answer;
  }

  /** Calls a method of the interface, as `STREAM.CREATE.name`. */
  api(method: string, body?: object): Promise<Record<string, unknown>> {
    return this.ask(`$JS.API.${method}`, body);
  }

  /** Messages of a consumer that may be taken now, and no waiting for more. */
  async pull(stream: string, consumer: string, batch: number): Promise<NatsMessage[]> {
    const inbox = `_INBOX.${crypto.randomUUID().replaceAll('-', '')}`;
    const found: NatsMessage[] = [];
    const answers = this.#nats.subscribe(inbox, { max: batch });
    const timer = setTimeout(() => answers.unsubscribe(), ANSWER_MS);
    const subject = `$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`;
    this.#nats.publish(subject, JSON.stringify({ batch, no_wait: true }), { reply: inbox });
    for await (const message of answers) {
      if (message.headers?.code) break;
      found.push(message);
    }
    clearTimeout(timer);
    return found;
  }

  /** Makes the stream: of each subject it keeps the last message. */
  async createStream(stream: string, replicas: number): Promise<void> {
    const kept = { max_msgs_per_subject: 1, discard: 'old', num_replicas: replicas };
    const config = { name: stream, subjects: [`${stream}.>`], retention: 'workqueue', ...kept };
    await this.api(`STREAM.CREATE.${stream}`, config);
  }

  /** Makes sure that messages of a kind come again after the time of a lease. */
  async consumer(stream: string, kind: JobKind, leaseMs: number): Promise<void> {
    if (this.#leases.get(kind) === leaseMs) return;
    const config = {
      durable_name: kind,
      filter_subject: `${stream}.${kind}.*`,
      ack_policy: 'explicit',
      ack_wait: nanoseconds(leaseMs),
      max_deliver: -1,
      max_ack_pending: -1,
    };
    await this.api(`CONSUMER.DURABLE.CREATE.${stream}.${kind}`, { stream_name: stream, config });
    this.#leases.set(kind, leaseMs);
  }

  /** Messages of a kind that were not given out yet, and those that were. */
  async size(stream: string, kind: JobKind): Promise<QueueSize & { readonly kind: JobKind }> {
    const info = (await this.api(`CONSUMER.INFO.${stream}.${kind}`)) as {
      readonly num_pending: number;
      readonly num_ack_pending: number;
      readonly delivered: { readonly stream_seq: number };
    };
    const { num_pending: ready, num_ack_pending: leased } = info;
    if (ready === 0) return { kind, ready, leased, oldestMs: 0 };
    const next = { seq: info.delivered.stream_seq + 1, next_by_subj: `${stream}.${kind}.*` };
    const { message } = (await this.api(`STREAM.MSG.GET.${stream}`, next)) as { message: { time: string } };
    return { kind, ready, leased, oldestMs: Math.max(0, Date.now() - Date.parse(message.time)) };
  }
}

/** Milliseconds as JetStream counts them. */
export function nanoseconds(milliseconds: number): number {
  return Math.round(milliseconds * 1_000_000);
}
