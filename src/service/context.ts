/** What operations and workers share: everything that `createService` was given, with its defaults settled. */
import type { Extractor } from '../extractor.js';
import type { LlmOptions } from '../llm/options.js';
import type { AccountTurns } from './account-turns.js';
import type { KeyStore, Principal } from './api-keys.js';
import type { Blobs } from './blobs.js';
import type { Random } from './bytes.js';
import type { ServiceClock } from './clock.js';
import type { AcceptedContentType } from './content-types.js';
import type { ServiceLimits } from './limits.js';
import { errorName, type Logger } from './logging.js';
import type { OutboundPolicy } from './outbound/policy.js';
import type { Fetch } from './outbound/request.js';
import type { Pauses } from './pauses.js';
import type { PortfolioNames } from './portfolio-names.js';
import type { ConfigTexts } from './processing/candidates.js';
import type { ModelCalls } from './processing/outages.js';
import type { JobInput, Queue } from './queue.js';
import type { RateLimiter } from './rate-limit.js';
import type { EventName, Instant } from './rows.js';
import type { Extraction } from './schemas/extractions.js';
import type { SharedTime } from './shared-time.js';
import type { Store, Tx } from './store.js';
import type { Telemetry } from './telemetry.js';
import type { UploadsUnderWay } from './uploads-under-way.js';
import type { WebhookSecrets } from './webhooks/signature.js';

/** A change of an extraction. */
export interface ServiceEvent {
  /** `evt_` and a UUID, that of the webhook. */
  readonly id: string;
  readonly name: EventName;
  readonly account: string;
  /** 1, 2 … per extraction. */
  readonly sequence: number;
  readonly extraction: Extraction;
}

/** Functions of the host that the service calls. */
export interface ServiceHooks {
  onEvent?(event: ServiceEvent): void | Promise<void>;
  onError?(error: unknown, where: string): void;
}

/** How the type of a document is found. */
export interface ClassificationOptions {
  /** Whether every candidate runs, or only as many as it takes; default exhaustive. */
  readonly effort?: 'exhaustive' | 'economical';
  readonly type?: 'auto' | 'fingerprints' | 'llm' | 'lexical';
}

/** How long what is done is kept, in days; absent: for ever. */
export interface Retention {
  readonly documentsDays?: number;
  readonly resultsDays?: number;
  /** Extractions as such, with their events and deliveries, and batches all of whose extractions are gone. */
  readonly rowsDays?: number;
}

export interface ServiceContext {
  readonly store: Store;
  readonly queue: Queue;
  readonly pauses: Pauses;
  readonly blobs: Blobs;
  readonly extractor: Extractor;
  readonly configs: ConfigTexts;
  readonly keys: KeyStore | null;
  /** Who a bearer credential belongs to. */
  readonly authenticate: (token: string) => Promise<Principal | null>;
  readonly secrets: { readonly urls: readonly string[]; readonly webhooks: WebhookSecrets };
  readonly baseUrl: string | undefined;
  readonly basePath: string;
  /** All requests to addresses of callers. */
  readonly fetch: Fetch;
  readonly policy: OutboundPolicy;
  /** Whether the extractor has a converter for a content type. */
  readonly hasConverter: (contentType: AcceptedContentType) => boolean;
  /** Who answers what is asked of language models. */
  readonly llm: LlmOptions | undefined;
  /** How its calls go. */
  readonly modelCalls: ModelCalls;
  /** Of this process: waits and durations. */
  readonly clock: ServiceClock;
  /** Of all processes: moments. */
  readonly time: SharedTime;
  readonly random: Random;
  readonly newId: () => string;
  readonly limits: ServiceLimits;
  /** Places for documents that requests wait for. */
  readonly syncTurns: AccountTurns;
  /** Places for spreadsheets that are written. */
  readonly spreadsheets: AccountTurns;
  readonly uploads: UploadsUnderWay;
  readonly rateLimit: RateLimiter | undefined;
  readonly retention: Retention;
  readonly classification: Required<ClassificationOptions>;
  readonly portfolioNames: PortfolioNames;
  readonly expireWaiting: boolean;
  readonly hooks: ServiceHooks;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  readonly reviewUrl: ((extractionId: string, token: string) => string) | undefined;
}

/** A change that is being written: its transaction, and the jobs and news that follow from it. */
export interface Change {
  readonly tx: Tx;
  /** When it is made. */
  readonly at: Instant;
  /** Jobs to be made with the change. */
  readonly jobs: JobInput[];
  /** What to do once the change is there; it may not fail the change. */
  readonly afterwards: (() => unknown)[];
}

/**
 * Runs a function in a transaction. Jobs go into it where the queue joins the store, else they are made after it; one
 * that is lost then is found by the sweep.
 */
export async function commit<Result>(
  context: Pick<ServiceContext, 'store' | 'queue' | 'time' | 'hooks' | 'log'>,
  change: (change: Change) => Promise<Result>,
): Promise<Result> {
  const { store, queue } = context;
  const joins = queue.joins === store;
  const at = await context.time.now();
  let done: Change | undefined;
  const result = await store.transaction(async (tx) => {
    const current: Change = { tx, at, jobs: [], afterwards: [] };
    const made = await change(current);
    if (joins && current.jobs.length > 0) await queue.enqueue(current.jobs, tx);
    done = current;
    return made;
  });
  const { jobs = [], afterwards = [] } = done ?? {};
  if (!joins && jobs.length > 0) await guardedCall(context, 'enqueue', () => queue.enqueue(jobs));
  for (const step of afterwards) await guardedCall(context, 'afterwards', step);
  return result;
}

/** Does what may fail without anybody waiting for it; the host hears of the failure. */
export async function guardedCall(
  context: Pick<ServiceContext, 'hooks' | 'log'>,
  where: string,
  call: () => unknown,
): Promise<void> {
  try {
    await call();
  } catch (error) {
    reportError(context, error, where);
  }
}

/** Reports an error to the host that no caller hears of. */
export function reportError(
  context: Pick<ServiceContext, 'hooks' | 'log'>,
  error: unknown,
  where: string,
): void {
  context.log.log('error', `${where} failed`, { where, error: errorName(error) });
  callHook(context, error, where);
}

/** Hands an error to the host that has a line in the log already. */
export function callHook(
  context: Pick<ServiceContext, 'hooks' | 'log'>,
  error: unknown,
  where: string,
): void {
  try {
    context.hooks.onError?.(error, where);
  } catch {
    context.log.log('error', 'the hook onError failed', { where });
  }
}

/** A moment as responses show it. */
export function shownTime(at: number): string {
  return new Date(at).toISOString();
}
