/** What is used of the clients of engines, and how hosts hand them in. */
import type { EngineJob } from './engine.js';

/** A job of BullMQ. */
export interface BullJob {
  readonly id?: string | undefined;
  readonly data: EngineJob;
  readonly timestamp: number;
  readonly attemptsStarted: number;
  extendLock(token: string, milliseconds: number): Promise<number>;
  moveToCompleted(value: unknown, token: string, fetchNext: boolean): Promise<unknown>;
  moveToDelayed(at: number, token: string): Promise<void>;
  removeDeduplicationKey(): Promise<unknown>;
}

type BullState = 'wait' | 'prioritized' | 'active';

/** A queue of BullMQ, for who adds jobs. */
export interface BullQueue {
  add(name: string, data: EngineJob, options: object): Promise<unknown>;
  getJobCounts(...states: BullState[]): Promise<Record<string, number>>;
  getJobs(states: BullState[], start: number, end: number, ascending: boolean): Promise<BullJob[]>;
  on(event: 'error', listener: () => void): unknown;
  close(): Promise<void>;
}

/** A worker of BullMQ that jobs are asked of. */
export interface BullWorker {
  getNextJob(token: string, options: { block: boolean }): Promise<BullJob | undefined>;
  startStalledCheckTimer(): Promise<void>;
  on(event: 'error', listener: () => void): unknown;
  close(): Promise<void>;
}

/** What is used of the package `bullmq`. */
export interface BullModule {
  readonly Queue: new (name: string, options: never) => BullQueue;
  readonly Worker: new (name: string, processor: null, options: never) => BullWorker;
}

/** A message of NATS. */
export interface NatsMessage {
  readonly data: Uint8Array;
  readonly reply?: string | undefined;
  readonly headers?: { readonly code: number } | undefined;
}

/** What a subscription of NATS receives. */
export interface NatsSubscription extends AsyncIterable<NatsMessage> {
  unsubscribe(): void;
}

/** What is used of a connection of NATS: `connect()` of `@nats-io/transport-node`, or of `nats` 2. */
export interface NatsConnection {
  publish(subject: string, payload?: string, options?: { reply?: string }): void;
  request(subject: string, payload?: string, options?: { timeout: number }): Promise<NatsMessage>;
  subscribe(subject: string, options?: { max?: number; callback?: () => void }): NatsSubscription;
}

/** Where the jobs of BullMQ are. */
export interface BullQueueOptions {
  /** The package: `import * as bullmq from 'bullmq'`. */
  readonly bullmq: BullModule;
  /** What its queues and workers take: an address, or a client whose `maxRetriesPerRequest` is null. */
  readonly connection: object;
  /** What all keys in Redis begin with; default `anchorline`. */
  readonly prefix?: string;
  /** How often jobs whose lease ran out are looked for, which takes two looks, in milliseconds; default 5,000. */
  readonly stalledEveryMs?: number;
}

/** Where the jobs of JetStream are. */
export interface JetStreamQueueOptions {
  readonly connection: NatsConnection;
  /** Name of the stream, which `migrate` makes; default `anchorline`. */
  readonly stream?: string;
  /** Copies of the stream in a cluster; default 1. */
  readonly replicas?: number;
}
