/** A rate limit that processes share, in Redis. */
import { SECOND_MS } from '../limits.js';
import { engineCall } from './queues/engine.js';
import { checkBucket, type RateLimiter, type TokenBucket } from './rate-limit.js';

/** What is used of a client of Redis: `ioredis` has it, and `(script, keys, args) => client.eval(...)` adapts others. */
export interface RedisClient {
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** Where the buckets are, and how large. */
export interface RedisTokenBucketOptions extends TokenBucket {
  readonly client: RedisClient;
  /** What all keys begin with; default `anchorline`. */
  readonly prefix?: string;
}

/**
 * In milliseconds since 1970 by the clock of Redis: when the bucket is full again. Returns how long to wait, 0 where the
 * call is let through. A bucket that is full is forgotten. Numbers go back and forth as text: Redis cuts them to integers.
 */
const TAKE = `local now = redis.call('TIME')
now = now[1] * 1000 + now[2] / 1000
local from = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
local wait = from - tonumber(ARGV[2]) - now
if wait > 0 then return tostring(wait) end
local full = from + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%.3f', full), 'PX', math.ceil(full - now) + 1)
return '0'`;

/**
 * The token buckets of `tokenBucket` for all processes together, by the clock of Redis: one script a call, of one key.
 * @throws RangeError for numbers that are not above 0
 *
 * @example
 * const rateLimit = redisTokenBucket({ client: new Redis(address), burst: 50, perSecond: 10 });
 * createService({ keys, store, queue, rateLimit });
 */
export function redisTokenBucket(options: RedisTokenBucketOptions): RateLimiter {
  const { client, burst, perSecond, prefix = 'anchorline' } = options;
  checkBucket({ burst, perSecond });
  const interval = SECOND_MS / perSecond;
  return {
    async take(by, cost) {
      const given = [cost * interval, Math.max(0, burst - cost) * interval].map(String);
      const left = await engineCall('Redis', () => client.eval(TAKE, 1, `${prefix}:rate:${by}`, ...given));
      const waitMs = Math.ceil(Number(left));
      return { ok: waitMs === 0, retryAfterMs: waitMs };
    },
  };
}
