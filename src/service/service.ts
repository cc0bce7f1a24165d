/** The engine of an extraction service, in this process: what it is given, what it can do, and how that is bound. */
// See docs/language/09-service.md#91-entry-points
import { availableParallelism } from 'node:os';
import { createExtractor, type Extractor } from '../extractor.js';
import type { LlmOptions } from '../llm/options.js';
import type { WorkersOptions } from '../options.js';
import { refuseUnpassable } from '../run/workers/passing.js';
import { AccountTurns } from './account-turns.js';
import { type KeyStore, type Principal, principalOf } from './api-keys.js';
import { memoryBlobs } from './blobs/memory.js';
import type { Blobs } from './blobs.js';
import { platformRandom, type Random, toBase64Url } from './bytes.js';
import { isDoneWithin, type ServiceClock, systemClock } from './clock.js';
import { ACCEPTED_CONTENT_TYPES, type AcceptedContentType } from './content-types.js';
import type { ClassificationOptions, Retention, ServiceContext, ServiceHooks } from './context.js';
import { createHandler, type Handle } from './http/handler.js';
import { resolveServiceLimits, type ServiceLimits, uploadRoom } from './limits.js';
import { type Logger, loggerFrom } from './logging.js';
import { createMethods, type ServiceMethods } from './methods.js';
import { readGauges } from './metrics.js';
import { observeRequests } from './observe.js';
import { OPERATIONS } from './operations/index.js';
import { type KeyOps, keyOperations } from './operations/keys.js';
import { describing, health, ready } from './operations/service-state.js';
import { nodeFetch, type Resolve } from './outbound/node-fetch.js';
import { checkPolicy, type OutboundPolicy } from './outbound/policy.js';
import type { Fetch } from './outbound/request.js';
import { Pauses, type QueueOps, queueOperations } from './pauses.js';
import type { PortfolioNames } from './portfolio-names.js';
import { ConfigTexts } from './processing/candidates.js';
import { ModelCalls, Outages } from './processing/outages.js';
import { PrometheusMetrics, withMetrics } from './prometheus.js';
import type { Queue } from './queue.js';
import { memoryQueue } from './queues/memory.js';
import type { RateLimiter } from './rate-limit.js';
import { SharedTime } from './shared-time.js';
import { checkSecrets } from './signed-tokens.js';
import type { Store } from './store.js';
import { memoryStore } from './stores/memory.js';
import { Sweeper, type SweepOptions, type SweepReport } from './sweep.js';
import { noTelemetry, type Telemetry } from './telemetry.js';
import { UploadsUnderWay } from './uploads-under-way.js';
import type { WebhookSecrets } from './webhooks/signature.js';
import {
  createWorker,
  DEFAULT_GRACE_MS,
  type RunPendingOptions,
  runPending,
  type Worker,
  type WorkerOptions,
} from './worker.js';

/** Spreadsheets that a process writes at once: each keeps a processor busy for seconds, between other requests. */
const SPREADSHEETS_AT_ONCE = 2;

/** What a service is made of. All but `keys` has a default that lives in this process. */
export interface ServiceOptions {
  /** API keys, or what says who holds a bearer credential. */
  readonly keys: KeyStore | ((token: string) => Promise<Principal | null>);
  /** Rows; default in memory, and gone with the process. */
  readonly store?: Store;
  /** Jobs; default in memory. One that goes with the store is needed for a store of one's own. */
  readonly queue?: Queue;
  /** Bytes; default in memory. */
  readonly blobs?: Blobs;
  /** Default: one with `workers` that the service makes, and closes. */
  readonly extractor?: Extractor;
  /**
   * Workers of the default extractor, in which documents are read: one that never ends, or takes too much memory, costs
   * no more than its own extraction. Default one for each processor; 0 reads documents in this process.
   */
  readonly workers?: number | WorkersOptions;
  readonly secrets?: {
    /** The first signs addresses, all are accepted; at least 32 bytes each. Default: drawn at start. */
    readonly urls: readonly string[];
    /** Default: no push is signed. */
    readonly webhooks?: WebhookSecrets;
  };
  /** Public origin and mount path for links, as every public service should have; default those of the request that is answered, whose `Host` its client chooses. */
  readonly baseUrl?: string;
  /** Where the host mounts the handler, e.g. `/api`; default the root. */
  readonly basePath?: string;
  /** Requests to addresses of callers; default a guarded one that goes to public addresses only. */
  readonly fetch?: Fetch;
  /** Exceptions from the rules for addresses of callers. */
  readonly policy?: OutboundPolicy;
  /** DNS for the default of `fetch`. */
  readonly resolve?: Resolve;
  /** Who answers what configs, classification and the cutting of files ask language models; default nobody. */
  readonly llm?: LlmOptions;
  /** Content types that the extractor has converters for, besides those that it reads itself. */
  readonly converted?: readonly AcceptedContentType[];
  /** Waits and durations of this process; default the machine's. Moments are those of the store. */
  readonly clock?: ServiceClock;
  readonly random?: Random;
  /** Version 4 UUIDs. */
  readonly ids?: () => string;
  readonly limits?: Partial<ServiceLimits>;
  readonly rateLimit?: RateLimiter;
  readonly retention?: Retention;
  readonly classification?: ClassificationOptions;
  /** Default both. */
  readonly portfolioNames?: PortfolioNames;
  /** Whether extractions fail that no document is uploaded for in time; default true. */
  readonly expireWaiting?: boolean;
  readonly hooks?: ServiceHooks;
  /** Default: warnings and errors as JSON on standard error. */
  readonly log?: Logger;
  /** Traces and metrics, such as `openTelemetry()` gives; default none. */
  readonly telemetry?: Telemetry;
  /** The address of a page for reviewers. */
  readonly reviewUrl?: (extractionId: string, token: string) => string;
}

/** An extraction service in this process. */
export interface Service extends ServiceMethods {
  /** Answers a request. It never throws. */
  readonly handle: Handle;
  readonly keys: KeyOps;
  /** Pausing work, for all processes. */
  readonly queue: QueueOps;
  /** A worker of this process; any number of processes may have some. */
  worker(options?: WorkerOptions): Worker;
  /** Does what waits and ends: for hosts that are woken by a timer. @returns jobs done, pushes not counted */
  runPending(options?: RunPendingOptions): Promise<number>;
  /**
   * What this process measured, and what waits in all, in the text form of Prometheus. Mount it where only your
   * monitoring comes: it is about all accounts.
   */
  metrics(): Promise<string>;
  /** Finds what was left behind; of all workers one at a time does so every 30 s. */
  sweep(options?: SweepOptions): Promise<SweepReport>;
  /**
   * Ends in good order: takes no more requests (503), answers those under way, stops the workers of this service, and
   * then frees what the service has made itself. A second call waits for the first.
   * @param options how long requests and workers may take, each, in milliseconds; default 10 s
   */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * Makes a service.
 * @throws RangeError for limits or secrets that cannot be, TypeError for a store without a queue, or models that workers cannot ask
 *
 * @example
 * const { row } = await makeKey({ account: 'north', name: 'ci' }, Date.now());
 * const service = createService({ keys: memoryKeys([row]) });
 * createServer(toNodeListener(service)).listen(8080);
 * service.worker().start();
 */
export function createService(options: ServiceOptions): Service {
  const made = contextOf(options);
  const metrics = new PrometheusMetrics();
  const context: ServiceContext = { ...made, telemetry: withMetrics(made.telemetry, metrics) };
  const unobserve = made.telemetry.observe?.(() => readGauges(context));
  const all = [...OPERATIONS, health, ready];
  const describe = describing(all, API_VERSION);
  let closing: Promise<void> | undefined;
  const answering = new Set<Promise<Response>>();
  const workers = new Set<Worker>();
  const handler = createHandler(context, [...all, describe], () => closing !== undefined);
  const observed = observeRequests({ handle: handler }, context).handle;
  const handle: Handle = (request, details) => {
    const answer = observed(request, details);
    answering.add(answer);
    return answer.finally(() => answering.delete(answer));
  };
  const shutDown = async (graceMs: number) => {
    await isDoneWithin(context.clock, graceMs, Promise.allSettled(answering));
    unobserve?.();
    await Promise.all([...workers].map((worker) => worker.stop({ graceMs })));
    if (!options.extractor) await context.extractor.close();
    if (!options.queue) await context.queue.close();
    if (!options.store) await context.store.close();
  };
  const sweeper = new Sweeper(context);
  const outages = new Outages(context);
  return {
    ...createMethods(context),
    handle,
    keys: keyOperations(context),
    queue: queueOperations(context),
    worker(given) {
      if (closing) throw new Error('The service was closed.');
      const worker = createWorker(context, { sweeper, outages }, given);
      workers.add(worker);
      return worker;
    },
    runPending: (pending) => runPending(context, outages, pending),
    metrics: async () => metrics.text(await readGauges(context)),
    sweep: (given) => sweeper.sweep(given),
    close({ graceMs = DEFAULT_GRACE_MS } = {}) {
      closing ??= shutDown(graceMs);
      return closing;
    },
  };
}

const API_VERSION = 'v0';

/** Bytes of a secret that the service draws for itself. */
const DRAWN_SECRET_BYTES = 32;

function contextOf(options: ServiceOptions): ServiceContext {
  const { keys, clock = systemClock, random = platformRandom, policy = {}, resolve } = options;
  const { log = loggerFrom('warn'), converted = [], workers = availableParallelism() } = options;
  const { extractor = createExtractor({ workers }), llm } = options;
  checkPolicy(policy);
  // Else every extraction would find it out for itself.
  if (!options.extractor && workers !== 0) refuseUnpassable({ llm });
  const { store, queue } = storage(options, clock);
  const time = new SharedTime(store, clock);
  const limits = resolveServiceLimits(options.limits);
  const keyStore = typeof keys === 'function' ? null : keys;
  for (const type of converted) {
    if (!ACCEPTED_CONTENT_TYPES.includes(type)) throw new RangeError(`There is no content type ${type}.`);
  }
  return {
    store,
    queue,
    pauses: new Pauses({ store, clock }),
    blobs: options.blobs ?? memoryBlobs({ now: clock.now }),
    extractor,
    configs: new ConfigTexts(),
    keys: keyStore,
    authenticate:
      typeof keys === 'function' ? keys : async (token) => principalOf(token, keys, await time.now()),
    secrets: secretsOf(options, random, log),
    baseUrl: options.baseUrl?.replace(/\/$/u, ''),
    basePath: (options.basePath ?? '').replace(/\/$/u, ''),
    fetch: options.fetch ?? nodeFetch({ policy, clock, ...(resolve && { resolve }) }),
    policy,
    hasConverter: (type) => converted.includes(type),
    llm,
    modelCalls: new ModelCalls(),
    clock,
    time,
    random,
    newId: options.ids ?? (() => crypto.randomUUID()),
    limits,
    syncTurns: new AccountTurns(limits.maxSyncAtOnce),
    spreadsheets: new AccountTurns(SPREADSHEETS_AT_ONCE),
    uploads: new UploadsUnderWay(uploadRoom(limits)),
    rateLimit: options.rateLimit,
    retention: options.retention ?? {},
    classification: { effort: 'exhaustive', type: 'auto', ...options.classification },
    portfolioNames: options.portfolioNames ?? 'both',
    expireWaiting: options.expireWaiting ?? true,
    hooks: options.hooks ?? {},
    log,
    telemetry: options.telemetry ?? noTelemetry,
    reviewUrl: options.reviewUrl,
  };
}

function storage(options: ServiceOptions, clock: ServiceClock): Pick<ServiceContext, 'store' | 'queue'> {
  if (options.store && options.queue) return { store: options.store, queue: options.queue };
  if (options.store || options.queue) {
    throw new TypeError('createService needs both a store and a queue, or neither.');
  }
  const store = memoryStore({ now: clock.now });
  return { store, queue: memoryQueue(store) };
}

function secretsOf({ secrets }: ServiceOptions, random: Random, log: Logger): ServiceContext['secrets'] {
  if (!secrets) {
    log.log(
      'warn',
      'No secrets were given: one was drawn, and links end with this process; pushes are not signed',
    );
    return { urls: [toBase64Url(random(DRAWN_SECRET_BYTES))], webhooks: NO_SECRETS };
  }
  const { urls, webhooks = NO_SECRETS } = secrets;
  checkSecrets(urls);
  if (typeof webhooks !== 'function') {
    throw new TypeError('secrets.webhooks must be a function from an account to its secrets.');
  }
  return { urls, webhooks };
}

/** Nothing is signed. */
const NO_SECRETS: WebhookSecrets = () => [];
