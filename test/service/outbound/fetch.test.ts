import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type DownloadOptions, download } from '../../../src/service/outbound/download.js';
import type { OutboundError } from '../../../src/service/outbound/error.js';
import { type NodeFetchOptions, nodeFetch } from '../../../src/service/outbound/node-fetch.js';
import type { Fetch } from '../../../src/service/outbound/request.js';
import { readAll } from '../../../src/service/streams.js';
import { closedPort } from '../../support/closed-port.js';
import { selfSigned } from '../certificate.js';

/** Never over in a test. */
const LONG = 600_000;
/** Over before a server that never answers does. */
const SHORT = 30;
const HOST = 'files.example.com';

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function listening(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  servers.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

const serve = (listener: RequestListener) => listening(createServer(listener));

/** All names lie on this machine, and `HOST` may. */
const loopback: NodeFetchOptions = {
  policy: { allowHosts: [HOST] },
  resolve: async () => ['127.0.0.1'],
};

function fetched(url: string, options: Partial<DownloadOptions> = {}, guard: NodeFetchOptions = {}) {
  const node = { ...loopback, ...guard };
  const all: DownloadOptions = {
    fetch: nodeFetch(node),
    policy: node.policy!,
    maxMs: LONG,
    maxBytes: 1000,
    ...options,
  };
  return download(url, all, async (body) =>
    new TextDecoder().decode(await readAll(body, LONG, () => new Error('unexpected'))),
  );
}

/** The error of a fetch, which must not say where names lead. */
async function failure(fetching: Promise<unknown>): Promise<OutboundError> {
  const error: OutboundError = await fetching.then(
    () => expect.unreachable('the fetch succeeded'),
    (reason) => reason,
  );
  expect(error.message).not.toMatch(/127\.0|::1|10\.0|secret/u);
  return error;
}

test('a document at an address is fetched with fixed headers and nothing of the caller', async () => {
  let headers = {};
  const port = await serve((request, response) => {
    headers = { method: request.method, url: request.url, ...request.headers };
    response.setHeader('content-type', 'application/pdf').setHeader('set-cookie', 'a=b').end('%PDF-1.7');
  });
  expect(await fetched(`http://${HOST}:${port}/a%20b?c=d#e`)).toBe('%PDF-1.7');
  expect(headers).toEqual({
    method: 'GET',
    url: '/a%20b?c=d',
    host: `${HOST}:${port}`,
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': 'anchorline',
    connection: 'close',
  });
});

test('a document at an address is fetched from the address that was checked, whatever the resolver says next', async () => {
  const port = await serve((_, response) => response.end('checked'));
  const answers = [['127.0.0.1'], ['192.0.2.1'], ['192.0.2.2']];
  let asked = 0;
  const resolve = async () => answers[asked++] ?? [];
  expect(await fetched(`http://${HOST}:${port}/`, {}, { resolve })).toBe('checked');
  expect(asked).toBe(1);
});

test('a document at an address is not fetched from a name with any address that is not public', async () => {
  let requests = 0;
  const port = await serve((_, response) => {
    requests++;
    response.end();
  });
  for (const addresses of [
    ['127.0.0.1'],
    ['93.184.216.34', '10.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['nonsense'],
  ]) {
    const error = await failure(
      fetched(`http://public.example.com:${port}/`, {}, { resolve: async () => addresses }),
    );
    expect(error).toMatchObject({
      code: 'url_not_allowed',
      isTransient: false,
      message:
        'The address is not allowed: its host is not public; the option policy.allowHosts of the service can allow it',
    });
  }
  expect(requests).toBe(0);
});

test('a document at an address is not fetched from names without an address, or without an answer of the resolver', async () => {
  const gone = await failure(fetched(`http://${HOST}/`, {}, { resolve: async () => [] }));
  expect(gone).toMatchObject({ code: 'fetch_failed', isTransient: true });
  const resolve = async () => Promise.reject(new Error('queryA ENOTFOUND secret.example 10.0.0.53'));
  expect(await failure(fetched(`http://${HOST}/`, {}, { resolve }))).toMatchObject({
    code: 'fetch_failed',
    message: 'The address could not be reached',
  });
  const silent = { resolve: () => new Promise<string[]>(() => undefined), connectMs: SHORT };
  expect(await failure(fetched(`http://${HOST}/`, {}, silent))).toMatchObject({
    code: 'timeout',
    isTransient: true,
  });
});

test('a document at an address is fetched with the certificate of the name that was asked for', async () => {
  const { key, cert } = selfSigned(HOST);
  const port = await listening(
    createSecureServer({ key, cert }, (request, response) => response.end(request.headers.host)),
  );
  const url = `https://${HOST}:${port}/`;
  expect(await fetched(url, {}, { ca: cert })).toBe(`${HOST}:${port}`);
  expect(await fetched(`https://${HOST}.:${port}/`, {}, { ca: cert })).toBe(`${HOST}.:${port}`);
  expect(await failure(fetched(url))).toMatchObject({ code: 'fetch_failed' });
  const other = { ca: cert, policy: { allowHosts: ['other.example.com'] } };
  expect(await failure(fetched(`https://other.example.com:${port}/`, {}, other))).toMatchObject({
    code: 'fetch_failed',
  });
});

/** Redirects `/n` to `/n-1` with all kinds of redirects, and answers `/0`. */
const chain: RequestListener = ({ url = '' }, response) => {
  const left = Number(url.slice(1));
  const statuses = [301, 302, 303, 307, 308];
  if (left === 0) response.end('here');
  else response.writeHead(statuses[left % 5]!, { location: String(left - 1) }).end('moved');
};

test('redirects are followed five times', async () => {
  const port = await serve(chain);
  expect(await fetched(`http://${HOST}:${port}/5`)).toBe('here');
  expect(await failure(fetched(`http://${HOST}:${port}/6`))).toMatchObject({
    code: 'url_not_allowed',
    message: 'The address is not allowed: it redirects more than 5 times',
  });
});

test.each([
  'http://127.0.0.1:PORT/secret',
  'http://127.1:PORT/',
  'http://[::1]:PORT/',
  'http://localhost:PORT/',
  'http://other.example.com:PORT/',
  'file:///etc/passwd',
  'http://u:p@files.example.com:PORT/',
])('redirects to %s are refused', async (location) => {
  let requests = 0;
  const port = await serve((request, response) => {
    requests++;
    const to = location.replace('PORT', String(request.socket.localPort));
    response.writeHead(302, { location: to }).end('secret');
  });
  expect(await failure(fetched(`http://${HOST}:${port}/`))).toMatchObject({
    code: 'url_not_allowed',
    isTransient: false,
  });
  expect(requests).toBe(1);
});

test('redirects are checked at each step by the resolver, too', async () => {
  const port = await serve(({ url }, response) =>
    url === '/'
      ? response.writeHead(302, { location: `http://rebound.example.com:${port}/x` }).end()
      : response.end('secret'),
  );
  const error = await failure(fetched(`http://${HOST}:${port}/`));
  expect(error.message).toBe('The address is not allowed: it redirects to an address that is not allowed');
});

test('redirects from https to http are refused', async () => {
  const { key, cert } = selfSigned(HOST);
  const port = await listening(
    createSecureServer({ key, cert }, (_, response) =>
      response.writeHead(302, { location: `http://${HOST}/` }).end(),
    ),
  );
  expect((await failure(fetched(`https://${HOST}:${port}/`, {}, { ca: cert }))).message).toBe(
    'The address is not allowed: it redirects from https to another scheme',
  );
});

test.each([undefined, 'http://', 'http://[/'])('redirects to %j lead nowhere', async (location) => {
  const port = await serve((_, response) => response.writeHead(302, location ? { location } : {}).end());
  expect(await failure(fetched(`http://${HOST}:${port}/`))).toMatchObject({ code: 'url_not_allowed' });
});

test('redirects whose bodies never end are left', async () => {
  const port = await serve(({ url }, response) => {
    if (url === '/') response.writeHead(302, { location: '/x' }).write('endless');
    else response.end('there');
  });
  expect(await fetched(`http://${HOST}:${port}/`)).toBe('there');
});

test('a slow or endless answer is cut off at the limit of bytes', async () => {
  const port = await serve((_, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(4096)));
    };
    response.on('drain', more);
    more();
  });
  expect(await failure(fetched(`http://${HOST}:${port}/`))).toMatchObject({
    code: 'too_large',
    isTransient: false,
    message: 'The document has more than 1000 bytes',
  });
});

test('a slow or endless answer may be as large as the limit', async () => {
  const port = await serve((_, response) => response.end('x'.repeat(1000)));
  expect(await fetched(`http://${HOST}:${port}/`)).toHaveLength(1000);
});

test.each([
  ['no headers', () => undefined],
  ['no body', (_, response) => response.flushHeaders()],
  ['half a body', (_, response) => response.write('half')],
] satisfies [string, RequestListener][])(
  'a slow or endless answer with %s ends when the time is over',
  async (_, listener) => {
    const port = await serve(listener as RequestListener);
    expect(await failure(fetched(`http://${HOST}:${port}/`, { maxMs: SHORT }))).toMatchObject({
      code: 'timeout',
      isTransient: true,
    });
  },
);

test('ends with the time, even if the bytes are put aside by somebody who never ends', async () => {
  const port = await serve((_, response) => response.write('half'));
  const options = { ...loopback, maxMs: SHORT, maxBytes: 1000, fetch: nodeFetch(loopback) };
  const storing = download(`http://${HOST}:${port}/`, options as DownloadOptions, async (body) => {
    const reader = body.getReader();
    await reader.read();
    await reader.read();
  });
  expect(await failure(storing)).toMatchObject({ code: 'timeout' });
});

test('ends when its caller gives up', async () => {
  const abort = new AbortController();
  const port = await serve(() => abort.abort(new Error('stopped')));
  await expect(fetched(`http://${HOST}:${port}/`, { signal: abort.signal })).rejects.toThrow('stopped');
});

test('a slow or endless answer without a handshake ends when the time to connect is over', async () => {
  const port = await listening(createSocketServer(() => undefined));
  expect(await failure(fetched(`https://${HOST}:${port}/`, {}, { connectMs: SHORT }))).toMatchObject({
    code: 'timeout',
    message: 'No connection was made within 0.03 s',
  });
});

test('a slow or endless answer that breaks off is no document', async () => {
  const port = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  expect(await failure(fetched(`http://${HOST}:${port}/`))).toMatchObject({
    code: 'fetch_failed',
    isTransient: true,
  });
});

test('a slow or endless answer that is not HTTP, or only headers, is no document', async () => {
  for (const text of ['secret\r\n\r\n', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`]) {
    const port = await listening(
      createSocketServer((socket) => socket.on('error', () => undefined).end(text)),
    );
    expect(await failure(fetched(`http://${HOST}:${port}/`))).toMatchObject({ code: 'fetch_failed' });
  }
});

test('a port where nobody listens gives no answer', async () => {
  const { port, release } = await closedPort();
  servers.push({ close: release });
  expect(await failure(fetched(`http://${HOST}:${port}/`))).toMatchObject({
    code: 'fetch_failed',
    isTransient: true,
    message: 'The address could not be reached',
  });
});

test.each([
  [401, 'url_not_allowed', false],
  [403, 'url_not_allowed', false],
  [404, 'url_not_allowed', false],
  [410, 'url_not_allowed', false],
  [418, 'url_not_allowed', false],
  [304, 'fetch_failed', false],
  [408, 'fetch_failed', true],
  [425, 'fetch_failed', true],
  [429, 'fetch_failed', true],
  [500, 'fetch_failed', true],
  [503, 'fetch_failed', true],
])('an answer that is not 2xx: %i: %s, transient is %s', async (status, code, isTransient) => {
  const port = await serve((_, response) =>
    response.writeHead(status, { 'retry-after': '7' }).end(status === 304 ? undefined : 'secret body'),
  );
  const error = await failure(fetched(`http://${HOST}:${port}/`));
  expect(error).toMatchObject({ code, isTransient, status, retryAfterMs: 7000 });
  expect(error.message).toContain(`status ${status}`);
});

test('compressed bytes were not asked for', async () => {
  const port = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end('x'));
  expect(await failure(fetched(`http://${HOST}:${port}/`))).toMatchObject({
    code: 'fetch_failed',
    isTransient: false,
  });
});

test('a fetch of the host is given the rules for names, and asked once a step', async () => {
  const asked: string[] = [];
  const own: Fetch = async (url, init) => {
    asked.push(`${init.method} ${url} ${init.redirect}`);
    return url.endsWith('/start')
      ? new Response(null, { status: 302, headers: { location: '/end' } })
      : new Response('done');
  };
  expect(await fetched('https://any.example.org/start', { fetch: own })).toBe('done');
  expect(asked).toEqual([
    'GET https://any.example.org/start manual',
    'GET https://any.example.org/end manual',
  ]);
  expect(await failure(fetched('http://10.0.0.1/', { fetch: own }))).toMatchObject({
    code: 'url_not_allowed',
  });
  expect(asked).toHaveLength(2);
});

test('a fetch of the host may be that of the platform', async () => {
  const port = await serve((_, response) => response.end('platform'));
  const policy = { allowHosts: ['127.0.0.1'] };
  expect(await fetched(`http://127.0.0.1:${port}/`, { fetch, policy })).toBe('platform');
});

test('a fetch of the host that heeds no signal does not hold anybody up', async () => {
  const deaf: Fetch = () => new Promise(() => undefined);
  expect(await failure(fetched('http://example.com/', { fetch: deaf, maxMs: SHORT }))).toMatchObject({
    code: 'timeout',
  });
});

test('passes on what its caller cannot store', async () => {
  const own: Fetch = async () => new Response('done');
  const storing = download('http://example.com/', { fetch: own, maxMs: LONG, maxBytes: 9 }, async () => {
    throw new RangeError('disk full');
  });
  await expect(storing).rejects.toThrow(RangeError);
});
