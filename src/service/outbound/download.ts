/** Fetching the document at a caller's address. */
// See docs/language/09-service.md#910-fetching-a-callers-address

import { parsedUrl } from '../../foundation/text/url.js';
import { systemClock } from '../clock.js';
import { type ByteStream, limited } from '../streams.js';
import { notAllowed, OutboundError } from './error.js';
import { discard, type FetchResponse, type OutboundLine, type OutboundOptions, outbound } from './request.js';
import { retryAfterOf } from './retry-after.js';

export interface DownloadOptions extends OutboundOptions {
  readonly maxBytes: number;
}

/** Redirects that are followed. */
const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Answers that say: try again later. */
const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Fetches a document and hands it on while it arrives.
 * @param store takes the bytes, which fail with `too_large` beyond the limit; what it throws passes as it is
 * @throws OutboundError; the reason of `signal` when that aborts
 */
export function download<Result>(
  url: string,
  options: DownloadOptions,
  store: (body: ByteStream) => Promise<Result>,
): Promise<Result> {
  return outbound(options, async (line) => {
    const response = await follow(url, line);
    const { status, headers } = response;
    if (status < 200 || status > 299) {
      discard(response);
      throw statusError(status, headers.get('retry-after'), (options.clock ?? systemClock).now());
    }
    return store(limited(line.read(response), options.maxBytes, () => tooLarge(options.maxBytes)));
  });
}

/** The first answer that is no redirect. */
async function follow(start: string, line: OutboundLine): Promise<FetchResponse> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const response = await sendTo(url, redirects, line);
    if (!REDIRECTS.has(response.status)) return response;
    discard(response);
    if (redirects === MOST_REDIRECTS) {
      throw notAllowed(`it redirects more than ${MOST_REDIRECTS} times`);
    }
    url = target(response.headers.get('location'), url);
  }
}

async function sendTo(url: string, redirects: number, line: OutboundLine): Promise<FetchResponse> {
  try {
    return await line.send(url, { method: 'GET' });
  } catch (error) {
    if (redirects === 0 || !(error instanceof OutboundError) || error.code !== 'url_not_allowed') throw error;
    throw notAllowed('it redirects to an address that is not allowed');
  }
}

function target(location: string | null, from: string): string {
  const to = location === null ? undefined : parsedUrl(location, from);
  if (!to) throw notAllowed('it redirects without saying where to');
  if (new URL(from).protocol === 'https:' && to.protocol !== 'https:') {
    throw notAllowed('it redirects from https to another scheme');
  }
  return to.href;
}

/**
 * The error for an answer other than 2xx.
 * @param now milliseconds since 1970
 */
function statusError(status: number, retryAfter: string | null, now: number): OutboundError {
  const retryAfterMs = retryAfterOf(retryAfter, now);
  const isTransient = TRANSIENT_STATUS.has(status) || status >= 500;
  const code = status >= 400 && !isTransient ? 'url_not_allowed' : 'fetch_failed';
  const answered = `it answered with status ${status}`;
  const message =
    code === 'url_not_allowed'
      ? `The address is not allowed: ${answered}`
      : `The address failed: ${answered}`;
  return new OutboundError(code, message, {
    isTransient,
    status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('too_large', `The document has more than ${maxBytes} bytes`, {
    isTransient: false,
  });
}
