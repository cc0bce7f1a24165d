/** Holding a row while it is worked on. */
import type { ServiceClock } from '../clock.js';
import { StoreError } from '../store-error.js';

/** Renewals in the time of a lease: two may fail before it is lost. */
const RENEWALS = 3;

/** Why work on a row ends before it is done. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Why work on a row ends: its worker stops. */
export class WorkerStopped extends Error {
  override readonly name = 'WorkerStopped';
}

interface LeaseOptions {
  readonly leaseMs: number;
  readonly clock: ServiceClock;
  /** Ends the work from outside. */
  readonly signal: AbortSignal;
  /** False: the row is somebody else's by now. */
  renew(): Promise<boolean>;
}

/**
 * Works under a lease that is renewed meanwhile. Once it is lost the work's signal aborts, and what it gives counts
 * for nothing.
 * @throws LeaseLost; whatever the work throws
 */
export async function underLease<Result>(
  { leaseMs, clock, signal, renew }: LeaseOptions,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const done = new AbortController();
  const renewing = (async () => {
    let since = clock.now();
    for (;;) {
      await clock.sleep(leaseMs / RENEWALS, done.signal);
      try {
        if (!(await renew())) break;
        since = clock.now();
      } catch (error) {
        // A store that is away for a moment may still hold the row for us.
        if (!(error instanceof StoreError) || clock.now() - since >= leaseMs) break;
      }
    }
    lost.abort(new LeaseLost('The lease was lost.'));
  })().catch(() => undefined);
  try {
    const result = await work(AbortSignal.any([signal, lost.signal]));
    if (lost.signal.aborted) throw lost.signal.reason;
    return result;
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    done.abort(new Error('The work is done.'));
    await renewing;
  }
}
