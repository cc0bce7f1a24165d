/** The queue of a service on other engines: SQS, pg-boss, and Temporal beside a queue. */
import type { JobInput, JobKind, LeasedJob, Queue, QueueSize } from 'anchorline/service';

const KINDS: readonly JobKind[] = ['fetch', 'process', 'classify', 'deliver', 'golden', 'verify'];

/** What a message holds: a job, and the time before which nobody should have it. */
interface Message {
  readonly kind: JobKind;
  readonly key: string;
  readonly runAt: number;
  readonly priority: number;
  /** Times that it was taken before it was sent again. */
  readonly attempts?: number;
}

function messageOf({ kind, key, runAt = 0, priority = 0 }: JobInput): Message {
  return { kind, key, runAt, priority };
}

const untilDue = ({ runAt }: Message): number => Math.max(0, runAt - Date.now());

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
      for (const message of jobs.map(messageOf)) {
        const delay = seconds(untilDue(message), LONGEST_DELAY);
        await sqs.send(message.kind, JSON.stringify(message), delay);
      }
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

/** What is needed of pg-boss 10: an instance that was started, and has a queue of the policy `short` for each kind. */
export interface Boss {
  insert(
    jobs: {
      name: string;
      data: Message;
      priority: number;
      singletonKey: string;
      startAfter: string;
      expireInSeconds: number;
      retryLimit: number;
    }[],
  ): Promise<unknown>;
  fetch(
    name: string,
    o: { batchSize: number; includeMetadata: true; priority: true },
  ): Promise<{ id: string; data: Message; retryCount: number; priority: number; createdOn: Date }[]>;
  deleteJob(name: string, id: string): Promise<unknown>;
  getQueueSize(name: string): Promise<number>;
}

/** Leases of pg-boss have one length, given when a job is sent, so it is that of the longest work. */
const LONGEST_WORK = 3_600;
const MANY_TIMES = 1_000_000;

/** pg-boss by its public interface. A worker that dies leaves its job to the sweep, long before the lease runs out. */
export function pgBossQueue(boss: Boss): Queue {
  const held = new Set<string>();
  const add = (data: Message, delayMs: number) => ({
    name: data.kind,
    data,
    priority: data.priority,
    singletonKey: data.key,
    startAfter: new Date(Date.now() + delayMs).toISOString(),
    expireInSeconds: LONGEST_WORK,
    retryLimit: MANY_TIMES,
  });
  /** Takes a job away that this process holds. */
  const take = async ({ kind, id, token }: LeasedJob) => {
    if (!held.delete(token)) return false;
    await boss.deleteJob(kind, id);
    return true;
  };
  return {
    async enqueue(jobs) {
      if (jobs.length === 0) return;
      await boss.insert(jobs.map(messageOf).map((message) => add(message, untilDue(message))));
    },
    async lease({ kinds, limit }) {
      const leased: LeasedJob[] = [];
      for (const kind of kinds) {
        const batchSize = limit - leased.length;
        if (batchSize <= 0) break;
        const fetched = await boss.fetch(kind, { batchSize, includeMetadata: true, priority: true });
        // A batch comes in no order.
        fetched.sort((a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime());
        for (const { id, data, retryCount } of fetched) {
          const token = `${id} ${retryCount}`;
          held.add(token);
          leased.push({ ...data, id, token, attempt: (data.attempts ?? 0) + retryCount + 1 });
        }
      }
      return leased;
    },
    extend: async ({ token }) => held.has(token),
    done: take,
    async retry(job, { delayMs }) {
      if (!(await take(job))) return false;
      await boss.insert([add({ ...messageOf(job), attempts: job.attempt }, delayMs)]);
      return true;
    },
    size: () =>
      sizes(async (kind) => ({
        ready: await boss.getQueueSize(kind),
        leased: 0,
        oldestMs: 0,
      })),
    async close() {},
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
