import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type NodeListener, type NodeListenerOptions, toNodeListener } from '../../src/service/node.js';
import { streamBy } from '../../src/service/streams.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Handle = (request: Request, context: { clientIp?: string }) => Promise<Response> | Response;

async function serve(
  handle: Handle,
  options: NodeListenerOptions = {},
  wrap = (listener: NodeListener) => listener,
) {
  const listener = toNodeListener(
    { handle: async (request, context = {}) => handle(request, context) },
    options,
  );
  const server = createServer((request, response) => void wrap(listener)(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}` };
}

/** Writes to a socket as nobody else would, and gives what comes back until the end. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket
      .on('data', (data) => (answer += data))
      .on('end', () => resolve(answer))
      .on('error', reject);
  });
}

test('a request arrives as it was sent', async () => {
  const { url, port } = await serve(async (request, { clientIp }) => {
    const { method, headers, body } = request;
    const names = Object.fromEntries(
      [...headers].filter(([name]) => name.startsWith('x-') || name === 'host'),
    );
    return Response.json({ method, url: request.url, names, clientIp, hasBody: body !== null });
  });
  const headers = new Headers([
    ['X-One', 'a'],
    ['x-two', 'b'],
    ['x-two', 'c'],
  ]);
  const response = await fetch(`${url}/v0/a%2Fb?c=d&c=e`, { headers });
  expect(await response.json()).toEqual({
    method: 'GET',
    url: `${url}/v0/a%2Fb?c=d&c=e`,
    names: { host: `127.0.0.1:${port}`, 'x-one': 'a', 'x-two': 'b, c' },
    clientIp: '127.0.0.1',
    hasBody: false,
  });
});

test('a request has the origin that the host says', async () => {
  const { url } = await serve((request) => new Response(request.url), {
    origin: 'https://api.example.com',
  });
  expect(await (await fetch(`${url}/x`)).text()).toBe('https://api.example.com/x');
});

test('a request has its own path whatever its Host header says', async () => {
  const { port } = await serve((request) => new Response(request.url), {
    origin: 'https://api.example.com',
  });
  const answer = await raw(port, 'GET /x HTTP/1.1\r\nHost: h/v0/keys?\r\nConnection: close\r\n\r\n');
  expect(answer).toContain('https://api.example.com/x');
});

test('keeps the path that Express takes away', async () => {
  const { url } = await serve(
    (request) => new Response(new URL(request.url).pathname),
    {},
    (listener) => (request, response) =>
      listener(Object.assign(request, { originalUrl: request.url, url: '/rest' }), response),
  );
  expect(await (await fetch(`${url}/api/rest`)).text()).toBe('/api/rest');
});

test('a request is never taken for one to another host', async () => {
  const { port } = await serve((request) => new Response(request.url));
  const answer = await raw(port, `GET //evil.example/x HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`);
  expect(answer).toContain('http://h//evil.example/x');
});

test.each([
  'GET http://evil.example/ HTTP/1.1\r\nHost: h',
  'OPTIONS * HTTP/1.1\r\nHost: h',
  'GET / HTTP/1.1\r\nHost: a b',
  'GET / HTTP/1.1\r\nHost: user@h',
  'GET /x HTTP/1.1\r\nHost: h/v0/keys?',
  'GET /x HTTP/1.1\r\nHost: h#',
  'GET /x HTTP/1.1\r\nHost: h\\v0',
  'TRACE / HTTP/1.1\r\nHost: h',
])('a request that the web does not know is answered with 400: %j', async (head) => {
  const { port } = await serve(() => expect.unreachable('was handled'));
  expect(await raw(port, `${head}\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /u);
});

test('a request with headers beyond the limit of the server never arrives', async () => {
  const { port } = await serve(() => expect.unreachable('was handled'));
  const answer = await raw(port, `GET / HTTP/1.1\r\nHost: h\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /u);
});

test('streams its body: what was sent is there before the rest', async () => {
  let sendRest = () => {};
  const { port } = await serve(async (request) => {
    const reader = request.body!.getReader();
    const first = await reader.read();
    sendRest();
    let size = first.value!.length;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Response.json({ first: Buffer.from(first.value!).toString(), size });
      size += value.length;
    }
  });
  const answer = await new Promise<string>((resolve, reject) => {
    const sending = httpRequest({ port, method: 'PUT' }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(text);
    });
    sending.on('error', reject).write('first');
    sendRest = () => sending.end(Buffer.alloc(300_000));
  });
  expect(JSON.parse(answer)).toEqual({ first: 'first', size: 300_005 });
});

test('a request that is refused before its body was read is answered, and its connection is closed', async () => {
  const { port } = await serve(() => new Response('no', { status: 413 }));
  const head = 'PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nstart';
  const answer = await raw(port, head);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /u);
  expect(answer.toLowerCase()).toContain('connection: close');
});

test('aborts when its client goes away, which is no error', async () => {
  const errors: unknown[] = [];
  let abort = () => {};
  const aborted = new Promise<string>((resolve, reject) => {
    const handle: Handle = (request) =>
      new Promise((_, fail) => {
        request.signal.addEventListener('abort', () => {
          fail(request.signal.reason);
          setImmediate(() => (errors.length > 0 ? reject(errors[0]) : resolve(request.signal.reason.name)));
        });
        abort();
      });
    serve(handle, { onError: (error) => errors.push(error) }).then(({ url }) => {
      const client = new AbortController();
      abort = () => client.abort();
      fetch(url, { signal: client.signal }).catch(() => undefined);
    }, reject);
  });
  expect(await aborted).toBe('AbortError');
});

test('a request whose body breaks off fails while it is read', async () => {
  let failed = (_: unknown) => {};
  const failure = new Promise((resolve) => (failed = resolve));
  const { port } = await serve(async (request) => {
    await request.arrayBuffer().catch(failed);
    return new Response('late');
  });
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
  });
  expect(await failure).toBeInstanceOf(Error);
});

test('an answer arrives as it was given', async () => {
  const { url } = await serve(() => {
    const headers = new Headers([
      ['x-a', '1'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    return new Response('körper', { status: 409, headers });
  });
  const response = await fetch(url);
  expect(response.status).toBe(409);
  expect(response.headers.get('x-a')).toBe('1');
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.text()).toBe('körper');
});

test('an answer to HEAD has headers and no body', async () => {
  let cancelled = false;
  const body = streamBy(
    async () => new Uint8Array(1),
    async () => {
      cancelled = true;
    },
  );
  const { port } = await serve(() => new Response(body, { headers: { 'x-a': '1', 'content-length': '5' } }));
  const answer = await raw(port, 'HEAD / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/u);
  expect(answer).toContain('x-a: 1');
  expect(answer.split('\r\n\r\n')[1]).toBe('');
  expect(cancelled).toBe(true);
});

test('an answer without body is empty', async () => {
  const { url } = await serve(() => new Response(null, { status: 204 }));
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([204, '']);
});

test('an answer of any size is streamed, no faster than it is read', async () => {
  let left = 200;
  const body = streamBy(async () => (left-- > 0 ? new Uint8Array(65_536).fill(left) : undefined));
  const { url } = await serve(() => new Response(body));
  const response = await fetch(url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(bytes.length).toBe(200 * 65_536);
  expect([bytes[0], bytes.at(-1)]).toEqual([199, 0]);
});

test('an answer that nobody reads on is cancelled', async () => {
  let cancelled = (_: boolean) => {};
  const isCancelled = new Promise<boolean>((resolve) => (cancelled = resolve));
  const body = streamBy(
    async () => new Uint8Array(65_536),
    async () => cancelled(true),
  );
  const { port } = await serve(() => new Response(body));
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n'));
  socket.once('data', () => socket.destroy());
  expect(await isCancelled).toBe(true);
});

test('an answer that breaks off is no whole one', async () => {
  const errors: unknown[] = [];
  let pulls = 0;
  const body = streamBy(async () => {
    if (pulls++ === 0) return new Uint8Array(10);
    throw new Error('broken off');
  });
  const { url } = await serve(() => new Response(body), { onError: (error) => errors.push(error) });
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  expect(errors).toEqual([new Error('broken off')]);
});

test('an answer of a handler that throws is 500, and says nothing', async () => {
  const errors: unknown[] = [];
  const { url } = await serve(() => Promise.reject(new Error('secret')), {
    onError: (error) => errors.push(error),
  });
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([500, '']);
  expect(errors).toEqual([new Error('secret')]);
});
