/** Mounts a service, or any function from request to response, on `node:http` and what is like it (Express). */
// See docs/language/09-service.md#91-entry-points
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parsedUrl } from '../foundation/text/url.js';
import { isHost } from './http/host.js';
import { type ByteStream, chunksOf, streamBy } from './streams.js';

/** What is mounted. It should answer every request and never throw. */
interface FetchHandler {
  handle(request: Request, context?: { readonly clientIp?: string }): Promise<Response>;
}

/** How a listener makes requests of what Node receives. */
export interface NodeListenerOptions {
  /**
   * The public origin, such as `https://api.example.com`: links begin with it, and the `Host` header, which a client may
   * choose, counts for nothing. Default: `http`, or `https` on a TLS connection, and the `Host` header.
   */
  readonly origin?: string;
  /** Called with what the handler throws, and for answers that break off. */
  readonly onError?: (error: unknown) => void;
}

/** A listener for `createServer(listener)`, `app.use(listener)`. It never rejects. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Where requests go to that name no host. */
const NO_HOST = 'localhost';
/** What paths are parsed against. */
const PATH_ORIGIN = `http://${NO_HOST}`;
const BAD_REQUEST = 400;
const INTERNAL_ERROR = 500;

/**
 * A listener that hands requests to a service. Bodies are streamed in both directions, and a client that goes away
 * aborts the signal of its request. How large headers may be is a matter of the server (`maxHeaderSize`).
 *
 * @example
 * createServer(toNodeListener(service, { origin: 'https://api.example.com' })).listen(8080);
 */
export function toNodeListener(service: FetchHandler, options: NodeListenerOptions = {}): NodeListener {
  const { onError = () => undefined } = options;
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) gone.abort(new DOMException('The client has gone away.', 'AbortError'));
    });
    try {
      const request = requestOf(incoming, gone.signal, options.origin);
      if (request === undefined) {
        outgoing.writeHead(BAD_REQUEST).end();
        return;
      }
      const clientIp = incoming.socket.remoteAddress;
      const response = await service.handle(request, clientIp === undefined ? {} : { clientIp });
      await send(response, incoming, outgoing);
    } catch (error) {
      // A client that has gone away is no error of anybody's.
      if (!gone.signal.aborted) onError(error);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(INTERNAL_ERROR).end();
    }
  };
}

/** The request in the form of the web; undefined where it has none, such as a `CONNECT` or a broken address. */
function requestOf(
  incoming: IncomingMessage,
  signal: AbortSignal,
  origin: string | undefined,
): Request | undefined {
  const { method = 'GET' } = incoming;
  // Express takes the path that it is mounted on away, and keeps the whole one.
  const path = 'originalUrl' in incoming ? String(incoming.originalUrl) : (incoming.url ?? '/');
  // A path like "//other.host/x" is a path, whatever `URL` makes of it; `*` and absolute addresses are not.
  const parsed = path.startsWith('/') ? parsedUrl(PATH_ORIGIN + path) : undefined;
  const base = origin ?? originOf(incoming);
  if (!parsed || base === undefined) return undefined;
  const url = parsedUrl(base + parsed.pathname + parsed.search);
  if (!url) return undefined;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const init: RequestInit = { method, headers: headersOf(incoming), signal };
  try {
    return new Request(url, hasBody ? { ...init, body: bodyOf(incoming), duplex: 'half' } : init);
  } catch (error) {
    // Methods that the web forbids (`TRACE`), and addresses with a user in them.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/**
 * The body of a request. `Readable.toWeb` ends the process where a stream is cancelled while bytes of it wait; and what
 * is left unread must not end the connection before the answer is sent.
 */
function bodyOf(incoming: IncomingMessage): ByteStream {
  const chunks: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  return streamBy(
    async () => (await chunks.next()).value,
    async () => void (await chunks.return?.()),
  );
}

/** Where a request says that it goes to; undefined for a `Host` that names more than a host. */
function originOf({ headers, socket }: IncomingMessage): string | undefined {
  const { host = NO_HOST } = headers;
  return isHost(host) ? `${'encrypted' in socket ? 'https' : 'http'}://${host}` : undefined;
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  return headers;
}

async function send(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { status, headers, body } = response;
  for (const [name, value] of headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  // What the service has not read of a body would be read as the next request; such a connection is not used again.
  if (!incoming.complete) outgoing.setHeader('connection', 'close');
  outgoing.writeHead(status);
  if (body === null || incoming.method === 'HEAD') {
    await body?.cancel();
    outgoing.end();
    return;
  }
  for await (const chunk of chunksOf(body as ByteStream)) {
    if (!outgoing.write(chunk)) await writable(outgoing);
    if (outgoing.destroyed) return;
  }
  outgoing.end();
}

/** Ends when the client has taken what was written, or has gone away. */
function writable(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      outgoing.off('drain', settle);
      outgoing.off('close', settle);
      resolve();
    };
    outgoing.once('drain', settle);
    outgoing.once('close', settle);
    if (outgoing.destroyed) settle();
  });
}
