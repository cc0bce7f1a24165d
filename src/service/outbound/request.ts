/** One request to an address of a caller: rules, headers, time. Redirects are for those who follow them. */
// See docs/language/09-service.md#910-fetching-a-callers-address
import { deadlineIn, type ServiceClock, systemClock } from '../clock.js';
import { type ByteStream, streamBy, streamOf } from '../streams.js';
import { notAllowed, OutboundError } from './error.js';
import { checkAddress, type OutboundPolicy } from './policy.js';

/** The part of `fetch` that is needed here; every standard `fetch` has it. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: ByteStream | null;
}

/** How the service goes out. */
export interface OutboundOptions {
  readonly fetch: Fetch;
  readonly policy?: OutboundPolicy;
  /** Time for everything, redirects and body included, in milliseconds. */
  readonly maxMs: number;
  readonly clock?: ServiceClock;
  readonly signal?: AbortSignal;
}

/** All that every request says: who asks, and that bytes are wanted as they are. */
const STANDING_HEADERS: Readonly<Record<string, string>> = {
  accept: '*/*',
  'accept-encoding': 'identity',
  'user-agent': 'anchorline',
};

interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends requests within one deadline. */
export interface OutboundLine {
  /**
   * Sends one request. Redirects are answers like others.
   * @throws OutboundError; the reason of the caller's signal when that aborts
   */
  send(url: string, request: OutboundRequest): Promise<FetchResponse>;
  /** The body of an answer, whose errors are those of `send`. */
  read(response: FetchResponse): ByteStream;
}

/**
 * Does some work with requests, all of it within the time.
 * @throws OutboundError `timeout` when the time is over, and whatever the work throws
 */
export async function outbound<Result>(
  { fetch, policy, maxMs, clock = systemClock, signal }: OutboundOptions,
  work: (line: OutboundLine) => Promise<Result>,
): Promise<Result> {
  const deadline = deadlineIn(maxMs, clock, signal);
  const failure = (error: unknown): unknown => {
    if (deadline.isOver()) return tooSlow(maxMs);
    if (error instanceof OutboundError || signal?.aborted) return error;
    // What the network says may name what is behind the address; nobody who sent the address may learn that.
    return new OutboundError('fetch_failed', 'The address could not be reached', { isTransient: true });
  };
  const orFailure = async <T>(step: Promise<T>): Promise<T> => {
    try {
      return await untilAborted(step, deadline.signal);
    } catch (error) {
      throw failure(error);
    }
  };
  const line: OutboundLine = {
    async send(text, { method, headers, body }) {
      const address = checkAddress(text, policy);
      if (!address.ok) throw notAllowed(address.reason);
      const init: FetchInit = {
        method,
        headers: { ...STANDING_HEADERS, ...headers },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: deadline.signal,
      };
      return orFailure(fetch(address.url.href, init));
    },
    read({ body }) {
      if (body === null) return streamOf(new Uint8Array());
      const reader = body.getReader();
      return streamBy(
        async () => (await orFailure(reader.read())).value,
        (reason) => reader.cancel(reason),
      );
    },
  };
  try {
    return await work(line);
  } catch (error) {
    throw deadline.isOver() ? tooSlow(maxMs) : error;
  } finally {
    deadline.release();
  }
}

function tooSlow(maxMs: number): OutboundError {
  return new OutboundError('timeout', `The address took longer than ${maxMs / 1000} s`, {
    isTransient: true,
  });
}

/** The end of a step, or the reason of a signal: a `fetch` that is handed in may not heed it. */
async function untilAborted<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([step, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    step.catch(() => undefined);
    aborted.catch(() => undefined);
  }
}

/** Gives up an answer of which nobody reads the body. */
export function discard({ body }: FetchResponse): void {
  body?.cancel().catch(() => undefined);
}
