/** How often a key, or whoever has a signed address, may call. */
// See docs/language/09-service.md#916-api-keys
import { SECOND_MS } from '../limits.js';
import { systemClock } from './clock.js';

interface RateLimit {
  readonly ok: boolean;
  /** When to try again, in milliseconds; 0 where it is ok. */
  readonly retryAfterMs: number;
}

/** Decides whether somebody may call now. */
export interface RateLimiter {
  /**
   * @param by the id of a key, the account of a review token, or `link:` and what a signed address is about
   * @param cost what the call counts as: 1 for an ordinary one, for one that asks for many documents their number
   */
  take(by: string, cost: number): Promise<RateLimit>;
}

/** How much a bucket holds, and how it fills. */
export interface TokenBucket {
  /** Calls that may come at once after a while of silence. */
  readonly burst: number;
  /** Calls a second in the long run. */
  readonly perSecond: number;
}

/** @throws RangeError for numbers that are not above 0 */
export function checkBucket(numbers: object): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (!(value > 0)) throw new RangeError(`${name} must be above 0, not ${value}.`);
  }
}

interface TokenBucketOptions extends TokenBucket {
  /** Milliseconds since 1970; default the machine's clock. */
  readonly now?: () => number;
  /** Keys that are remembered at most; default 10,000. Those that called longest ago are forgotten first. */
  readonly keys?: number;
}

const DEFAULT_KEYS = 10_000;

/**
 * A token bucket for each key, in the memory of this process: with several processes each counts for itself.
 * A call that costs more than the bucket holds waits for a full one, and the next one until the rest is made up for.
 * @throws RangeError for numbers that are not above 0
 *
 * @example
 * createService({ keys, rateLimit: tokenBucket({ burst: 50, perSecond: 10 }) });
 */
export function tokenBucket(options: TokenBucketOptions): RateLimiter {
  const { burst, perSecond, now = systemClock.now, keys = DEFAULT_KEYS } = options;
  checkBucket({ burst, perSecond, keys });
  const interval = SECOND_MS / perSecond;
  /** For each key the moment at which its bucket is full again, if nobody takes from it. */
  const fullAt = new Map<string, number>();
  return {
    async take(keyId, cost) {
      const at = now();
      const before = fullAt.get(keyId) ?? at;
      const from = Math.max(at, before);
      const after = from + cost * interval;
      const allowedAt = from - Math.max(0, burst - cost) * interval;
      const ok = allowedAt <= at;
      // Deleted first, so that the order of the map is that of the last calls.
      fullAt.delete(keyId);
      fullAt.set(keyId, ok ? after : before);
      if (fullAt.size > keys) fullAt.delete(fullAt.keys().next().value!);
      return { ok, retryAfterMs: ok ? 0 : Math.ceil(allowedAt - at) };
    },
  };
}
