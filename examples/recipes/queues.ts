/** The queue of a service on engines of a cloud: SQS, NATS JetStream, and Temporal beside a queue. */
import type { JobInput, JobKind, LeasedJob, Queue, QueueSize } from 'anchorline/service';

const KINDS: readonly JobKind[] = ['fetch', 'process', 'classify', 'deliver', 'golden'];

/** What a message holds: a job, and the time before which nobody should have it. */
type Message = Pick<JobInput, 'kind' | 'key' | 'runAt' | 'priority'>;

function messageOf({ kind, key, runAt, priority }: JobInput): string {
  return JSON.stringify({ kind, key, runAt, priority });
}

const untilDue = ({ runAt }: Message): number => Math.max(0, (runAt ?? 0) - Date.now());

/** What the numbers of an engine say of each kind. */
async function sizes(of: (kind: JobKind) => Promise<QueueSize>): Promise<Record<JobKind, QueueSize>> {
  const entries = await Promise.all(KINDS.map(async (kind) => [kind, await of(kind)] as const));
  return Object.fromEntries(entries) as Record<JobKind, QueueSize>;
}

/** What is needed of SQS: each method is one command of its client. */
export interface Sqs {
  /** `SendMessage`. */
  send(kind: JobKind, body: string, delaySeconds: number): Promise<void>;
  /** `ReceiveMessage` with `ApproximateReceiveCount`. */
  receive(
    kind: JobKind,
    o: { readonly max: number; readonly visibleAfterSeconds: number },
  ): Promise<readonly { id: string; receipt: string; body: string; receiveCount: number }[]>;
  /** `ChangeMessageVisibility`. False where SQS says that the receipt is not valid any more. */
  hide(kind: JobKind, receipt: string, seconds: number): Promise<boolean>;
  /** `DeleteMessage`, as `hide`. */
  delete(kind: JobKind, receipt: string): Promise<boolean>;
  /** `GetQueueAttributes`, and `ApproximateAgeOfOldestMessage` of CloudWatch. */
  size(kind: JobKind): Promise<QueueSize>;
}

/** SQS delivers no message later than this, hides none for longer, and gives out no more at once. */
const LONGEST_DELAY = 900;
const LONGEST_HIDING = 43_200;
const MOST_MESSAGES = 10;
const seconds = (ms: number, longest: number) => Math.min(Math.ceil(ms / 1_000), longest);

/** Standard queues of SQS, one a kind. Their redrive policy must keep messages for thousands of receives. */
export function sqsQueue(sqs: Sqs): Queue {
  return {
    async enqueue(jobs) {
      for (const job of jobs) await sqs.send(job.kind, messageOf(job), seconds(untilDue(job), LONGEST_DELAY));
    },
    async lease({ kinds, limit, leaseMs }) {
      const leased: LeasedJob[] = [];
      for (const kind of kinds) {
        const max = Math.min(limit - leased.length, MOST_MESSAGES);
        if (max <= 0) break;
        const visibleAfterSeconds = seconds(leaseMs, LONGEST_HIDING);
        for (const { id, receipt, body, receiveCount } of await sqs.receive(kind, {
          max,
          visibleAfterSeconds,
        })) {
          const message = JSON.parse(body) as Message;
          const early = untilDue(message);
          if (early > 0) await sqs.hide(kind, receipt, seconds(early, LONGEST_HIDING));
          else leased.push({ ...message, id, token: receipt, attempt: receiveCount });
        }
      }
      return leased;
    },
    extend: ({ kind, token }, leaseMs) => sqs.hide(kind, token, seconds(leaseMs, LONGEST_HIDING)),
    done: ({ kind, token }) => sqs.delete(kind, token),
    retry: ({ kind, token }, { delayMs }) => sqs.hide(kind, token, seconds(delayMs, LONGEST_HIDING)),
    size: () => sizes((kind) => sqs.size(kind)),
    async close() {},
  };
}

/** What is needed of a message of JetStream: `JsMsg` is one. */
export interface JetStreamMessage {
  readonly seq: number;
  readonly info: { readonly deliveryCount: number };
  string(): string;
  working(): void;
  nak(delayMs?: number): void;
  ackAck(): Promise<boolean>;
}

/** What is needed of JetStream: a stream with `retention: workqueue`, and a durable pull consumer a kind. */
export interface JetStream {
  publish(subject: string, payload: string): Promise<unknown>;
  /** `consumer.fetch({ max_messages, expires })` of the consumer of a kind, whose `ack_wait` is `leaseMs` of the service. */
  fetch(kind: JobKind, max: number): Promise<readonly JetStreamMessage[]>;
  /** `num_pending` and `num_ack_pending` of the consumer, and the age of the first message of its subject. */
  size(kind: JobKind): Promise<QueueSize>;
}

/** A work queue of NATS JetStream. Its consumers need `max_deliver: -1`. */
export function jetStreamQueue(stream: JetStream): Queue {
  /** What this process holds: only who has a message can answer it. */
  const held = new Map<string, JetStreamMessage>();
  const take = (job: LeasedJob) => {
    const message = held.get(job.token);
    held.delete(job.token);
    return message;
  };
  return {
    async enqueue(jobs) {
      // No message ids: a job that comes again while one is held is news that the holder has not seen.
      for (const job of jobs) await stream.publish(`anchorline.${job.kind}`, messageOf(job));
    },
    async lease({ kinds, limit }) {
      const leased: LeasedJob[] = [];
      for (const kind of kinds) {
        if (leased.length >= limit) break;
        for (const message of await stream.fetch(kind, limit - leased.length)) {
          const content = JSON.parse(message.string()) as Message;
          const early = untilDue(content);
          if (early > 0) {
            message.nak(early);
            continue;
          }
          const { deliveryCount: attempt } = message.info;
          const token = `${message.seq} ${attempt}`;
          held.set(token, message);
          leased.push({ ...content, id: String(message.seq), token, attempt });
        }
      }
      return leased;
    },
    async extend(job) {
      const message = held.get(job.token);
      message?.working();
      return message !== undefined;
    },
    done: async (job) => (await take(job)?.ackAck()) ?? false,
    async retry(job, { delayMs }) {
      const message = take(job);
      message?.nak(delayMs);
      return message !== undefined;
    },
    size: () => sizes((kind) => stream.size(kind)),
    async close() {
      for (const message of held.values()) message.nak();
      held.clear();
    },
  };
}

/** What is needed of Temporal: `client.workflow.signalWithStart` for a workflow of one fixed id. */
export interface Temporal {
  signal(): Promise<void>;
}

/**
 * Temporal as what runs the workers. It hands out no jobs, so these stay in another queue; each that is added signals a
 * workflow, whose activity calls `service.runPending({ untilMs })` until `queue.size()` has nothing that is ready.
 */
export function runByTemporal(queue: Queue, temporal: Temporal): Queue {
  return {
    ...queue,
    async enqueue(jobs, tx) {
      await queue.enqueue(jobs, tx);
      // Of a transaction that is still open the activity sees nothing yet: let the workflow begin with a second's sleep.
      await temporal.signal().catch(() => undefined);
    },
  };
}
