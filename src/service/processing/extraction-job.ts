/** One attempt at an extraction by a worker, from claim to result. */
// See docs/language/09-service.md#9182-a-worker
import { MINUTE_MS, SECOND_MS } from '../../units.js';
import { deadlineIn } from '../clock.js';
import { guardedCall, reportError, type ServiceContext } from '../context.js';
import { serviceError } from '../errors.js';
import { download } from '../outbound/download.js';
import type { LeasedJob } from '../queue.js';
import { receivedDocument, storeDocument } from '../received-document.js';
import { isPortfolio } from '../render.js';
import type { Claim, ExtractionRow, StoredDocument } from '../rows.js';
import { StoreError } from '../store-error.js';
import { readAll } from '../streams.js';
import { extractRow } from './extract.js';
import { type Failure, failureOf, INTERRUPTED, TIMED_OUT } from './failures.js';
import { LeaseLost, underLease, WorkerStopped } from './lease.js';
import { type Ending, failure, finish } from './outcome.js';

/** Who works, and until when. */
export interface Working {
  readonly worker: string;
  /** Aborts when the worker stops. */
  readonly signal: AbortSignal;
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
  const claim = await store.claim(job.key, { leaseMs, worker: working.worker, maxAttempts });
  if (!claim) return withoutClaim(context, job);
  const { row, token } = claim;
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
        const ending = await context.telemetry.span('extraction', facts, () =>
          attempt(context, claim, signal),
        );
        await onceReachable(context, signal, () => end(context, job, claim, ending));
      },
    );
  } catch (error) {
    await afterFailure(context, job, claim, error, working);
  }
}

/** How long to wait for a store that cannot be reached, in milliseconds. */
const OUTAGE_MS = 1_000;

/**
 * Writes a result; while the store is away it is tried again, so that the work is not lost with it. Writing it a
 * second time does nothing. The lease bounds the wait: it cannot be renewed meanwhile.
 */
async function onceReachable(
  { clock }: ServiceContext,
  signal: AbortSignal,
  write: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'unavailable') throw error;
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
  await finish(context, row, { token }, ending, async ({ tx }) => {
    if (joins) await queue.done(job, tx);
  });
  // Also where the row was somebody else's: there is nothing left to do for this job.
  await queue.done(job);
}

/** A row that cannot be claimed is done, held by another worker, or was tried too often. */
async function withoutClaim(context: ServiceContext, job: LeasedJob): Promise<void> {
  const { store, queue, limits, clock } = context;
  const row = await store.getExtraction(null, job.key);
  if (!row || row.phase === 'done' || row.phase === 'awaiting_upload' || row.origin === 'sync') {
    await queue.done(job);
    return;
  }
  const by = { because: 'interrupted', maxAttempts: limits.maxAttempts } as const;
  if (row.attempts >= limits.maxAttempts && (await finish(context, row, by, failure([INTERRUPTED])))) {
    await queue.done(job);
    return;
  }
  const left = row.lease ? row.lease.until - clock.now() : 0;
  await queue.retry(job, { delayMs: Math.max(SECOND_MS, left), error: 'held by another worker' });
}

async function attempt(context: ServiceContext, { row, token }: Claim, signal: AbortSignal): Promise<Ending> {
  const { limits, clock } = context;
  const deadline = deadlineIn(limits.maxProcessingMs, clock, signal);
  try {
    const current = row.document ? row : await fetched(context, row, token, deadline.signal);
    const bytes = await documentBytes(context, current);
    return await extractRow(context, current, bytes, deadline.signal);
  } catch (error) {
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
  const document = await storeDocument(context, row.account, row.id, received);
  if (await store.markFetched(row.id, token, document)) return { ...row, document, phase: 'running' };
  await guardedCall(context, 'fetch', () => context.blobs.delete(document.blobKey));
  throw new LeaseLost('The lease was lost.');
}

/** The stored bytes of a row. */
export async function documentBytes(
  { blobs }: Pick<ServiceContext, 'blobs'>,
  { document }: { readonly document: StoredDocument | null },
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = document && (await blobs.get(document.blobKey));
  if (!document || !stream) throw new Error('The bytes of the document are gone.');
  return readAll(stream, document.size, () => new Error('The stored document is larger than it was.'));
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
  if (error instanceof LeaseLost) {
    // Whoever has the row now has a job of its own, or makes one.
    await queue.done(job);
    return;
  }
  if (working.signal.aborted || error instanceof WorkerStopped) {
    if (await store.release(row.id, token, { refund: true })) {
      await queue.retry(job, { delayMs: 0, error: 'the worker stopped' });
    }
    return;
  }
  const failed = failureOf(error);
  if (failed.issue.code === 'internal') reportError(context, error, 'extract');
  if (!failed.isTransient || claim.attempt >= context.limits.maxAttempts) {
    await end(context, job, claim, failure([failed.issue]));
    return;
  }
  const delayMs = retryDelay(context, claim.attempt, failed);
  log.log('warn', 'an attempt failed and is made again', {
    extraction: row.id,
    attempt: claim.attempt,
    code: failed.issue.code,
    delayMs,
  });
  await store.release(row.id, token, { refund: false, delayMs });
  await queue.retry(job, { delayMs, error: failed.issue.code ?? 'unexpected' });
}

/** How long to wait after an attempt, counted from 1. */
export function retryDelay(
  { random }: ServiceContext,
  attempt: number,
  { retryAfterMs = 0 }: Failure,
): number {
  const planned = RETRY_DELAYS[attempt - 1] ?? RETRY_DELAYS.at(-1)!;
  const share = (random(1)[0] ?? 0) / 256;
  return Math.max(Math.round(planned * (1 - JITTER + 2 * JITTER * share)), retryAfterMs);
}
