/** When a push is tried again. */
// See docs/language/09-service.md#9154-delivery
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../limits.js';

/** How an attempt ended. */
interface AttemptOutcome {
  /** Status of the answer; undefined where there was none. */
  readonly status?: number | undefined;
  /** How long the other side asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** What becomes of a push after an attempt. */
type AfterAttempt =
  | { readonly state: 'pending'; readonly delayMs: number }
  | { readonly state: 'delivered' | 'dead' };

/** Waits after the first attempt, the second and so on, in milliseconds. After the last of ten it is given up. */
export const RETRY_DELAYS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Waits vary by so much of themselves, so that pushes that failed together do not come back together. */
const JITTER = 0.1;
/** Longest wait that the other side may ask for, in milliseconds. */
const LONGEST_WAIT = 24 * HOUR_MS;
const GONE = 410;
/** Answers whose `Retry-After` counts. */
const BUSY: readonly number[] = [429, 503];

/**
 * What becomes of a push.
 * @param attempts attempts of this series so far, the one that just ended included
 * @param random a number from 0 (included) to 1 (excluded)
 */
export function afterAttempt(
  attempts: number,
  { status, retryAfterMs = 0 }: AttemptOutcome,
  random: number,
): AfterAttempt {
  if (status !== undefined && status >= 200 && status <= 299) return { state: 'delivered' };
  const planned = RETRY_DELAYS[attempts - 1];
  if (status === GONE || planned === undefined) return { state: 'dead' };
  const varied = Math.round(planned * (1 - JITTER + 2 * JITTER * random));
  const asked = status !== undefined && BUSY.includes(status) ? Math.min(retryAfterMs, LONGEST_WAIT) : 0;
  return { state: 'pending', delayMs: Math.max(varied, asked) };
}
