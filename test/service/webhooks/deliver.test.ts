import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServiceClock } from '../../../src/service/clock.js';
import { nodeFetch } from '../../../src/service/outbound/node-fetch.js';
import type { Fetch } from '../../../src/service/outbound/request.js';
import { streamBy } from '../../../src/service/streams.js';
import { type DeliverOptions, deliver, type Push } from '../../../src/service/webhooks/deliver.js';
import { afterAttempt, RETRY_DELAYS } from '../../../src/service/webhooks/retry-plan.js';
import { makeWebhookSecret, verifyWebhook } from '../../../src/service/webhooks/signature.js';
import { closedPort } from '../../support/closed-port.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const policy = { allowHosts: ['hooks.example.com'] };
const options: DeliverOptions = {
  policy,
  maxMs: 15_000,
  fetch: nodeFetch({ policy, resolve: async () => ['127.0.0.1'] }),
};
const push = (port: number): Push => ({
  id: 'evt_6f9f3c34',
  event: 'extraction.complete',
  sequence: 3,
  url: `http://hooks.example.com:${port}/in?a=b`,
  body: '{"status":"COMPLETE","note":"ü"}',
});

/** An answer with the request as JSON. */
const echo: RequestListener = async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
};

describe('a delivery', () => {
  test('posts the stored body with its headers, signed', async () => {
    const secrets = [makeWebhookSecret(), makeWebhookSecret()];
    const attempt = await deliver(push(await serve(echo)), { ...options, secrets });
    expect(attempt).toMatchObject({ status: 200, at: expect.any(Number), durationMs: expect.any(Number) });
    const { method, url, headers, body } = JSON.parse(attempt.response!);
    expect({ method, url, body }).toEqual({ method: 'POST', url: '/in?a=b', body: push(1).body });
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': '33',
      'user-agent': 'anchorline',
      'webhook-id': 'evt_6f9f3c34',
      'anchorline-event': 'extraction.complete',
      'anchorline-sequence': '3',
    });
    for (const secret of secrets) {
      expect(await verifyWebhook(headers, body, [secret], { now: () => attempt.at })).toMatchObject({
        id: 'evt_6f9f3c34',
      });
    }
  });

  test('a delivery without secrets has no signature', async () => {
    const { response } = await deliver(push(await serve(echo)), options);
    expect(JSON.parse(response!).headers).not.toHaveProperty('webhook-signature');
  });

  test('keeps the first 4 KiB of the answer, and reads no more', async () => {
    const port = await serve((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(1000)));
      };
      response.on('drain', more);
      more();
    });
    expect((await deliver(push(port), options)).response).toBe('x'.repeat(4096));
  });

  test('counts by its status even if the body of the answer never comes', async () => {
    let timeIsOver = () => {};
    const clock: ServiceClock = {
      now: () => 0,
      sleep: () => new Promise((resolve) => (timeIsOver = resolve)),
    };
    const silent: Fetch = async () => ({
      status: 205,
      headers: new Headers(),
      body: streamBy(() => {
        timeIsOver();
        return new Promise(() => undefined);
      }),
    });
    expect(await deliver(push(9999), { fetch: silent, clock, maxMs: 15_000 })).toEqual({
      at: 0,
      durationMs: 0,
      status: 205,
    });
    const broken = await serve((_, response) => {
      response.writeHead(500, { 'content-length': 9 });
      response.write('half', () => response.destroy());
    });
    expect(await deliver(push(broken), options)).toMatchObject({ status: 500 });
  });

  test('a delivery follows no redirect', async () => {
    let requests = 0;
    const port = await serve((_, response) => {
      requests++;
      response.writeHead(307, { location: '/elsewhere' }).end('moved');
    });
    expect(await deliver(push(port), options)).toMatchObject({ status: 307, response: 'moved' });
    expect(requests).toBe(1);
  });

  test('reports what the other side asks for', async () => {
    const port = await serve((_, response) => response.writeHead(503, { 'retry-after': '60' }).end());
    expect(await deliver(push(port), options)).toMatchObject({ status: 503, retryAfterMs: 60_000 });
  });

  test('says why there is no answer, and nothing of what lies behind the address', async () => {
    const hanging = await serve(() => undefined);
    expect(await deliver(push(hanging), { ...options, maxMs: 30 })).toEqual({
      at: expect.any(Number),
      durationMs: expect.any(Number),
      error: 'The address took longer than 0.03 s',
    });
    const refused = { ...options, fetch: nodeFetch({ resolve: async () => ['10.0.0.1'] }) };
    expect((await deliver(push(9999), refused)).error).toBe(
      'The address is not allowed: its host is not public; the option policy.allowHosts of the service can allow it',
    );
    const { port, release } = await closedPort();
    expect((await deliver(push(port), options)).error).toBe('The address could not be reached');
    release();
  });

  test('a delivery ends when the worker stops', async () => {
    const stop = new AbortController();
    const port = await serve(() => stop.abort(new Error('stopping')));
    await expect(deliver(push(port), { ...options, signal: stop.signal })).rejects.toThrow('stopping');
  });
});

test('the plan of retries has ten attempts over three days', () => {
  expect(RETRY_DELAYS.map((delay) => delay / 1000)).toEqual([
    5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
  ]);
  for (let attempts = 1; attempts <= 9; attempts++) {
    expect(afterAttempt(attempts, { status: 500 }, 0.5)).toEqual({
      state: 'pending',
      delayMs: RETRY_DELAYS[attempts - 1],
    });
  }
  expect(afterAttempt(10, { status: 500 }, 0.5)).toEqual({ state: 'dead' });
  expect(afterAttempt(10, { status: 503, retryAfterMs: 1000 }, 0.5)).toEqual({ state: 'dead' });
});

test('varies each wait by a tenth', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (n, random) => {
        const after = afterAttempt(n, {}, random);
        const planned = RETRY_DELAYS[n - 1]!;
        if (after.state !== 'pending') expect.unreachable();
        expect(after.delayMs).toBeGreaterThanOrEqual(planned * 0.9 - 1);
        expect(after.delayMs).toBeLessThanOrEqual(planned * 1.1 + 1);
      },
    ),
  );
  expect(afterAttempt(1, {}, 0)).toEqual({ state: 'pending', delayMs: 4500 });
});

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [199, 'pending'],
  [301, 'pending'],
  [404, 'pending'],
  [410, 'dead'],
  [undefined, 'pending'],
])('the plan of retries after the status %s it is %s', (status, state) => {
  expect(afterAttempt(1, { status }, 0.5).state).toBe(state);
});

test('waits as long as a busy receiver asks, if that is longer, at most a day', () => {
  const delay = (status: number, retryAfterMs: number) =>
    afterAttempt(2, { status, retryAfterMs }, 0.5) as { delayMs: number };
  expect(delay(429, 600_000).delayMs).toBe(600_000);
  expect(delay(503, 1000).delayMs).toBe(300_000);
  expect(delay(503, 2 ** 40).delayMs).toBe(86_400_000);
  expect(delay(500, 600_000).delayMs).toBe(300_000);
});
