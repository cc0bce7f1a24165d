/** The `fetch` of Node hosts for addresses of strangers: it connects only to addresses that it has checked. */
// See docs/language/09-service.md#910-fetching-a-callers-address
import { lookup as dnsLookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { deadlineIn, type ServiceClock, systemClock } from '../clock.js';
import type { ByteStream } from '../streams.js';
import { notAllowed, OutboundError } from './error.js';
import { checkAddress, hostOf, isLiteral, type OutboundPolicy, reasonAgainstAddress } from './policy.js';
import type { Fetch, FetchInit, FetchResponse } from './request.js';

/** All IP addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Where requests may go, and how long connecting may take. */
export interface NodeFetchOptions {
  readonly policy?: OutboundPolicy;
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve;
  /** Time for name, connection and TLS, in milliseconds; default 10 s. */
  readonly connectMs?: number;
  readonly clock?: ServiceClock;
  /** Certificates of authorities to trust instead of those of Node, as PEM. */
  readonly ca?: string;
}

const CONNECT_MILLISECONDS = 10_000;
/** All headers of an answer, in bytes. */
const HEADER_BYTES = 16 * 1024;

/**
 * A `fetch` that keeps all rules for addresses of strangers: the host is resolved once, every address of it must be
 * public, and the connection goes to one of these, so that a second answer of the resolver changes nothing.
 * Redirects are never followed; there are neither cookies nor connections that are used again.
 *
 * @example
 * createService({ keys, fetch: nodeFetch({ connectMs: 3_000 }) });
 */
export function nodeFetch(options: NodeFetchOptions = {}): Fetch {
  const { policy, resolve = systemResolve, connectMs = CONNECT_MILLISECONDS, clock = systemClock } = options;
  return async (text, init) => {
    const address = checkAddress(text, policy);
    if (!address.ok) throw notAllowed(address.reason);
    const { url, isAllowedHost } = address;
    const connecting = deadlineIn(connectMs, clock, init.signal);
    try {
      const host = hostOf(url);
      const addresses = isLiteral(host) ? undefined : await untilOver(resolve(host), connecting.signal);
      for (const each of addresses ?? []) {
        const reason = reasonAgainstAddress(each, isAllowedHost, policy);
        if (reason !== undefined) throw notAllowed(reason);
      }
      return await exchange(url, host, addresses, init, connecting, options.ca);
    } catch (error) {
      if (!connecting.isOver()) throw error;
      throw new OutboundError('timeout', `No connection was made within ${connectMs / 1000} s`, {
        isTransient: true,
      });
    } finally {
      connecting.release();
    }
  };
}

const systemResolve: Resolve = async (host) =>
  (await dnsLookup(host, { all: true })).map(({ address }) => address);

function untilOver<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** @param connecting its time ends with the handshake; from then on only the caller's signal counts */
function exchange(
  url: URL,
  host: string,
  addresses: readonly string[] | undefined,
  init: FetchInit,
  connecting: { readonly signal: AbortSignal; release(): void },
  ca: string | undefined,
): Promise<FetchResponse> {
  const isSecure = url.protocol === 'https:';
  const plainHost = host.replace(/^\[|\]$/gu, '');
  const options: RequestOptions & { ca?: string; servername?: string } = {
    method: init.method,
    hostname: plainHost,
    port: url.port,
    path: url.pathname + url.search,
    headers: { ...init.headers, host: url.host },
    agent: false,
    signal: init.signal,
    maxHeaderSize: HEADER_BYTES,
    ...(addresses && { lookup: pinned(addresses) }),
    ...(ca !== undefined && { ca }),
    ...(isSecure && isIP(plainHost) === 0 && { servername: plainHost }),
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? httpsRequest : httpRequest)(options);
    const onOver = () => request.destroy(connecting.signal.reason);
    connecting.signal.addEventListener('abort', onOver, { once: true });
    request.once('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        connecting.signal.removeEventListener('abort', onOver);
        connecting.release();
      });
    });
    request.on('error', reject);
    request.once('response', (response) => {
      try {
        resolve(answer(response));
      } catch (error) {
        response.destroy();
        reject(error);
      }
    });
    request.end(init.body);
  });
}

/** A lookup that knows one answer. */
function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all }, callback) => {
    const [first] = answers;
    if (first === undefined) callback(new Error('The host has no address.'), '');
    else if (all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}

function answer(response: IncomingMessage): FetchResponse {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new OutboundError('fetch_failed', 'The address failed: it answered with compressed bytes', {
      isTransient: false,
    });
  }
  return {
    status: response.statusCode ?? 0,
    headers: { get: (name) => headerOf(response, name) },
    body: Readable.toWeb(response) as ByteStream,
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name.toLowerCase()];
  return value === undefined ? null : String(value);
}
