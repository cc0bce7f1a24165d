/** One attempt to deliver a push. */
// See docs/language/09-service.md#9154-delivery
import { systemClock } from '../clock.js';
import { OutboundError } from '../outbound/error.js';
import {
  type FetchResponse,
  type OutboundLine,
  type OutboundOptions,
  outbound,
} from '../outbound/request.js';
import { retryAfterOf } from '../outbound/retry-after.js';
import { readStart } from '../streams.js';
import { TRACEPARENT } from '../trace-context.js';
import { signWebhook } from './signature.js';

/** A push as it is stored. */
export interface Push {
  /** The same in every attempt. */
  readonly id: string;
  readonly event: string;
  /** 1, 2 … for each extraction. */
  readonly sequence: number;
  readonly url: string;
  /** JSON text, the same in every attempt. */
  readonly body: string;
  /** The trace that it belongs to, as the header of that name. */
  readonly traceparent?: string | undefined;
}

/** An attempt as it is logged. */
export interface Attempt {
  /** Start, in milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** Status of the answer; absent where there was none. */
  readonly status?: number;
  /** Why there was no answer; says nothing of what lies behind the address. */
  readonly error?: string;
  /** The beginning of the answer's body. */
  readonly response?: string;
  /** How long the other side asks to wait. */
  readonly retryAfterMs?: number;
}

export interface DeliverOptions extends OutboundOptions {
  /** Secrets to sign with; none, and there is no signature. */
  readonly secrets?: readonly string[];
}

/** So much of an answer's body is kept for the log, in bytes. */
const LOGGED_BYTES = 4096;

/**
 * Sends a push once and says how that went. Redirects are not followed.
 * @throws RangeError for malformed secrets; the reason of `signal` when that aborts
 */
export async function deliver(push: Push, options: DeliverOptions): Promise<Attempt> {
  const { clock = systemClock, secrets = [] } = options;
  const at = clock.now();
  const headers = await headersOf(push, Math.floor(at / 1000), secrets);
  const { url, body } = push;
  try {
    const answer = await outbound(options, async (line) => {
      const response = await line.send(url, { method: 'POST', headers, body });
      return answered(response, await loggedStart(response, line), at);
    });
    return { at, durationMs: clock.now() - at, ...answer };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { at, durationMs: clock.now() - at, error: error.message };
  }
}

async function headersOf(
  { id, event, sequence, body, traceparent }: Push,
  timestamp: number,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...(secrets.length > 0 && { 'webhook-signature': await signWebhook({ id, timestamp, body }, secrets) }),
    'anchorline-event': event,
    'anchorline-sequence': String(sequence),
    ...(traceparent !== undefined && { [TRACEPARENT]: traceparent }),
  };
}

/** The beginning of a body; the status counts, also where the body breaks off or never comes. */
async function loggedStart(response: FetchResponse, line: OutboundLine): Promise<string> {
  try {
    return new TextDecoder().decode(await readStart(line.read(response), LOGGED_BYTES));
  } catch (error) {
    if (error instanceof OutboundError) return '';
    throw error;
  }
}

function answered({ status, headers }: FetchResponse, start: string, now: number) {
  const retryAfterMs = retryAfterOf(headers.get('retry-after'), now);
  return {
    status,
    ...(start !== '' && { response: start }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}
