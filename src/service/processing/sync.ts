/** Extraction while the caller waits: never through the queue, under a lease like any other. */
import { deadlineIn } from '../clock.js';
import { reportError, type ServiceContext } from '../context.js';
import { ServiceError, serviceError } from '../errors.js';
import type { ExtractionRow, NewSync } from '../extraction-rows.js';
import { extractRow } from './extract.js';
import { failureOf, isServiceErrorCode, TIMED_OUT } from './failures.js';
import { LeaseLost, underLease } from './lease.js';
import { type Ending, failure, finish } from './outcome.js';

/**
 * Makes a row, works on it at once and ends it (T3, T7, T8).
 * @param signal aborts when the caller gave up
 * @returns the COMPLETE extraction
 * @throws ServiceError that names the extraction, which is kept as FAILED
 */
export async function extractNow(
  context: ServiceContext,
  row: NewSync,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<ExtractionRow> {
  const { store, limits, clock } = context;
  const { leaseMs, syncTimeoutMs } = limits;
  const claim = await store.insertLeased(row, { leaseMs, worker: 'sync' });
  const { token } = claim;
  const deadline = deadlineIn(syncTimeoutMs, clock, signal);
  const renew = () => store.renew(row.id, token, leaseMs);
  let ending: Ending;
  let refusal: ServiceError | undefined;
  try {
    ending = await underLease({ leaseMs, clock, signal: deadline.signal, renew }, (aborting) =>
      context.syncTurns.within(row.account, aborting, () => extractRow(context, claim.row, bytes, aborting)),
    );
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    const isLate = deadline.isOver() || signal.aborted;
    refusal = isLate ? late(row.id, syncTimeoutMs) : refusalOf(context, row.id, error);
    ending = failure([isLate ? TIMED_OUT : failureOf(error).issue]);
  } finally {
    deadline.release();
  }
  const done = await finish(context, claim.row, { token }, ending);
  if (refusal) throw refusal;
  if (!done) throw new LeaseLost('The lease was lost.');
  return done;
}

function late(extractionId: string, timeoutMs: number): ServiceError {
  return serviceError('sync_timeout', { n: timeoutMs / 1000 }, { extractionId });
}

/** The answer to a request whose extraction failed. */
function refusalOf(context: ServiceContext, extractionId: string, error: unknown): ServiceError {
  const { issue } = failureOf(error);
  const { code, message } = issue;
  if (isServiceErrorCode(code) && code !== 'internal') {
    return new ServiceError(code, message, { cause: error, extractionId });
  }
  if (code === 'timeout') return late(extractionId, context.limits.syncTimeoutMs);
  reportError(context, error, 'extract');
  return serviceError('internal', { id: extractionId }, { cause: error, extractionId });
}
