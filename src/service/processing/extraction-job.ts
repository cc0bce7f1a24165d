/** One attempt at an extraction by a worker, from claim to result. */
// See docs/language/09-service.md#9182-a-worker
import { MINUTE_MS, SECOND_MS } from '../../limits.js';
import { deadlineIn } from '../clock.js';
import { guardedCall, reportError, type ServiceContext } from '../context.js';
import { serviceError } from '../errors.js';
import { attemptsInSeries, type Claim, type ExtractionRow } from '../extraction-rows.js';
import { inStage } from '../metrics.js';
import { download } from '../outbound/download.js';
import type { LeasedJob } from '../queue.js';
import { receivedDocument, storeDocument } from '../received-document.js';
import { isPortfolio } from '../render.js';
import type { StoredDocument } from '../rows.js';
import { readAll } from '../streams.js';
import { extractRow } from './extract.js';
import { type Failure, failureOf, INTERRUPTED, TIMED_OUT } from './failures.js';
import { LeaseLost, underLease, WorkerStopped } from './lease.js';
import { isStoreAway, Outage, type Outages, withBlobs } from './outages.js';
import { type Ending, failure, finish } from './outcome.js';

/** Who works, and until when. */
export interface Working {
  readonly worker: string;
  /** Aborts when the worker stops. */
  readonly signal: AbortSignal;
  readonly outages: Outages;
  /** How long a store that is away is waited for to give work back, in milliseconds. */
  readonly patienceMs: number;
}

/** Waits before the second and the third attempt, in milliseconds. */
const RETRY_DELAYS = [10 * SECOND_MS, MINUTE_MS];
/** Waits vary by so much of themselves. */
const JITTER = 0.2;

/** Fetches, extracts and stores the result; whoever else has the row is left alone. */
export async function extractionJob(
  context: ServiceContext,
  job: LeasedJob,
  working: Working,
): Promise<void> {
  const { store, queue, limits } = context;
  const { leaseMs, maxAttempts } = limits;
  const token = crypto.randomUUID();
  const claim = await store
    .claim(job.key, { leaseMs, worker: working.worker, maxAttempts, token })
    .catch(async (error: unknown) => {
      // It may have been made though nobody said so: then its attempt was none.
      const undo = () => store.release(job.key, token, { refund: true });
      if (isStoreAway(error)) await onceReachable(context, working.signal, undo, working.patienceMs);
      throw error;
    });
  if (!claim) return withoutClaim(context, job);
  const { row } = claim;
  const wait = working.outages.waitForModels(row.typeIds);
  if (wait > 0) return giveBack(context, job, claim, working, wait);
  try {
    await underLease(
      {
        leaseMs,
        clock: context.clock,
        signal: working.signal,
        renew: async () => {
          const [isHeld] = await Promise.all([
            store.renew(row.id, token, leaseMs),
            queue.extend(job, leaseMs),
          ]);
          return isHeld;
        },
      },
      async (signal) => {
        const facts = { 'extraction.id': row.id, attempt: claim.attempt };
        context.telemetry.measure('attempts', 1);
        const ending = await context.telemetry.span(
          'extraction',
          facts,
          () => attempt(context, claim, signal),
          row.request.traceparent,
        );
        await onceReachable(context, signal, () => end(context, job, claim, ending));
        working.outages.modelsAnswered(row.typeIds);
      },
    );
  } catch (error) {
    await afterFailure(context, job, claim, error, working);
  }
}

/** How long to wait before something is written again to a store that cannot be reached, in milliseconds. */
const OUTAGE_MS = 1_000;

/**
 * Writes a result; while the store is away it is tried again, so that the work is not lost with it. Writing it a
 * second time does nothing. The lease bounds the wait: it cannot be renewed meanwhile.
 */
async function onceReachable(
  context: ServiceContext,
  signal: AbortSignal,
  write: () => Promise<unknown>,
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<unknown> {
  const { clock } = context;
  const begun = clock.now();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await write();
    } catch (error) {
      if (!isStoreAway(error) || clock.now() - begun >= patienceMs) throw error;
      // A database without room may answer whatever else it is asked.
      if (isFirst) reportError(context, error, 'store');
      await clock.sleep(OUTAGE_MS, signal);
    }
  }
}

/** Ends the extraction, and with it the job. */
async function end(
  context: ServiceContext,
  job: LeasedJob,
  { row, token }: Claim,
  ending: Ending,
): Promise<void> {
  const { queue, store } = context;
  const joins = queue.joins === store;
  const isOurs = await finish(context, row, { token }, ending, async ({ tx }) => {
    if (joins) await queue.done(job, tx);
  });
  // Also where the row was somebody else's: there is nothing left to do for this job.
  if (!joins || !isOurs) await queue.done(job);
}

/** A row that cannot be claimed is done, held by another worker, or was tried too often. */
async function withoutClaim(context: ServiceContext, job: LeasedJob): Promise<void> {
  const { store, queue, limits, time } = context;
  const row = await store.getExtraction(null, job.key);
  if (!row || row.phase === 'done' || row.phase === 'awaiting_upload' || row.origin === 'sync') {
    await queue.done(job);
    return;
  }
  const by = { because: 'interrupted', maxAttempts: limits.maxAttempts } as const;
  if (
    attemptsInSeries(row) >= limits.maxAttempts &&
    (await finish(context, row, by, failure([INTERRUPTED])))
  ) {
    await queue.done(job);
    return;
  }
  const left = row.lease ? row.lease.until - (await time.now()) : 0;
  await queue.retry(job, { delayMs: Math.max(SECOND_MS, left), error: 'held by another worker' });
}

async function attempt(context: ServiceContext, { row, token }: Claim, signal: AbortSignal): Promise<Ending> {
  const { limits, clock } = context;
  const models = context.modelCalls.watched(context.llm);
  const deadline = deadlineIn(limits.maxProcessingMs, clock, signal);
  try {
    const current = row.document
      ? row
      : await inStage(context, 'fetch', () => fetched(context, row, token, deadline.signal));
    const bytes = await documentBytes(context, current);
    const ending = await extractRow({ ...context, llm: models.llm }, current, bytes, deadline.signal);
    if (models.areAway() && (await waitsForModels(context, row))) throw new Outage('models');
    return ending;
  } catch (error) {
    const isOutage = !signal.aborted && models.areAway() && (await waitsForModels(context, row));
    if (isOutage) throw new Outage('models', { cause: error });
    if (deadline.isOver()) return failure([TIMED_OUT]);
    throw error;
  } finally {
    deadline.release();
  }
}

/** T5: the bytes of the caller's address. @throws OutboundError, ServiceError, LeaseLost */
async function fetched(
  context: ServiceContext,
  row: ExtractionRow,
  token: string,
  signal: AbortSignal,
): Promise<ExtractionRow> {
  const { fetch, policy, limits, clock, store } = context;
  const maxBytes = limits.maxDocumentBytes;
  const options = { fetch, policy, clock, maxMs: limits.fetchMs, maxBytes, signal };
  const received = await download(row.documentUrl ?? '', options, async (body) => {
    const bytes = await readAll(body, maxBytes, () =>
      serviceError('too_large', { thing: 'document', max: maxBytes }),
    );
    // Headers of strangers declare nothing.
    const { contentType: declared } = row.request;
    return receivedDocument(context, bytes, { declared, isPortfolio: isPortfolio(row), isFetched: true });
  });
  const document = await withBlobs(() => storeDocument(context, row.account, row.id, received), 'room');
  if (await store.markFetched(row.id, token, document)) return { ...row, document, phase: 'running' };
  await guardedCall(context, 'fetch', () => context.blobs.delete(document.blobKey));
  throw new LeaseLost('The lease was lost.');
}

/** The stored bytes of a row. */
export async function documentBytes(
  context: Pick<ServiceContext, 'blobs' | 'telemetry' | 'clock'>,
  { document }: { readonly document: StoredDocument | null },
): Promise<Uint8Array<ArrayBuffer>> {
  if (!document) throw new Error('The document was taken away.');
  const load = async () => {
    const stream = await context.blobs.get(document.blobKey);
    if (!stream) throw new Error('The bytes of the document are gone.');
    return readAll(stream, document.size, () => new Error('The stored document is larger than it was.'));
  };
  return inStage(context, 'load', () => withBlobs(load));
}

/** Whether an extraction waits for models, or is taken as it is by now. */
async function waitsForModels(
  { time, limits }: ServiceContext,
  { processingStarted, created }: ExtractionRow,
): Promise<boolean> {
  return (await time.now()) - (processingStarted ?? created) < limits.maxModelWaitMs;
}

/** Gives an extraction back with its attempt, to be taken up after a delay. Whoever else has it keeps it. */
async function giveBack(
  context: ServiceContext,
  job: LeasedJob,
  { row, token }: Claim,
  { signal, patienceMs }: Working,
  delayMs: number,
): Promise<void> {
  const { store, queue } = context;
  const write = async () => {
    const isOurs = await store.release(row.id, token, { refund: true, delayMs });
    if (isOurs) await queue.retry(job, { delayMs, error: 'an outage' });
    else await queue.done(job);
  };
  await onceReachable(context, signal, write, patienceMs);
}

/** What becomes of a row whose attempt did not succeed. */
async function afterFailure(
  context: ServiceContext,
  job: LeasedJob,
  claim: Claim,
  error: unknown,
  working: Working,
): Promise<void> {
  const { store, queue, log } = context;
  const { row, token } = claim;
  // Where the store was away nobody else has the row; whoever has it has a job of its own, or makes one.
  if (error instanceof LeaseLost) return giveBack(context, job, claim, working, 0);
  if (working.signal.aborted || error instanceof WorkerStopped) {
    if (await store.release(row.id, token, { refund: true })) {
      await queue.retry(job, { delayMs: 0, error: 'the worker stopped' });
    }
    return;
  }
  const { outages } = working;
  if (await outages.confirms(error)) {
    const ofModels = error instanceof Outage && error.of === 'models';
    const delayMs = ofModels ? outages.modelsAway(row.typeIds) : outages.left;
    log.log('warn', 'an outage: the extraction waits for its end', { extraction: row.id, delayMs });
    return giveBack(context, job, claim, working, delayMs);
  }
  const failed = failureOf(error);
  const made = attemptsInSeries(row);
  if (failed.issue.code === 'internal') reportError(context, error, 'extract');
  if (!failed.isTransient || made >= context.limits.maxAttempts) {
    await end(context, job, claim, failure([failed.issue]));
    return;
  }
  const delayMs = retryDelay(context, made, failed);
  log.log('warn', 'an attempt failed and is made again', {
    extraction: row.id,
    attempt: claim.attempt,
    code: failed.issue.code,
    delayMs,
  });
  await store.release(row.id, token, { refund: false, delayMs });
  await queue.retry(job, { delayMs, error: failed.issue.code ?? 'unexpected' });
}

/** How long to wait after an attempt, counted from 1 in its series. */
export function retryDelay(
  { random }: ServiceContext,
  attempt: number,
  { retryAfterMs = 0 }: Failure,
): number {
  const planned = RETRY_DELAYS[attempt - 1] ?? RETRY_DELAYS.at(-1)!;
  const share = (random(1)[0] ?? 0) / 256;
  return Math.max(Math.round(planned * (1 - JITTER + 2 * JITTER * share)), retryAfterMs);
}
