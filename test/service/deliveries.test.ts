/** Webhooks: retries on a clock that tests turn, order, the log, sending again. */
import { describe, expect, test, vi } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import type { FetchInit } from '../../src/service/outbound/request.js';
import type { Queue } from '../../src/service/queue.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { streamOf } from '../../src/service/streams.js';
import {
  makeWebhookSecret,
  verifyWebhook,
  type WebhookSecrets,
} from '../../src/service/webhooks/signature.js';
import { harness, INVOICE, SECRETS, TestClock, totalConfig, typeWith, uploaded } from './harness.js';

const HOUR = 3_600_000;

interface Push {
  readonly id: string;
  readonly event: string;
  readonly body: string;
}

/** A service whose receiver answers as the test says. */
async function receiving(answer: (push: number) => { status: number; headers?: Record<string, string> }) {
  const pushes: Push[] = [];
  const h = await harness({
    fetch: async (_url: string, { headers, body = '' }: FetchInit) => {
      pushes.push({ id: headers['webhook-id'] ?? '', event: headers['anchorline-event'] ?? '', body });
      const { status, headers: given = {} } = answer(pushes.length);
      return {
        status,
        headers: { get: (name) => given[name] ?? null },
        body: streamOf(new TextEncoder().encode('heard')),
      };
    },
  });
  await typeWith(h, 'invoices', { north: totalConfig() }, { review_triggers: ['all'] });
  const id = await uploaded(h, 'invoices', INVOICE, {
    body: { webhook: { url: 'https://receiver.example/', payload: ['mine'] }, extra_data: { case: 1 } },
  });
  const log = async () =>
    (await h.call('GET', `/extractions/${id}/webhook_deliveries`)).body.webhook_deliveries;
  return { ...h, id, pushes, log };
}

test('a receiver that fails for an hour gets the push in the end, with the same id and bytes', async () => {
  const h = await receiving((push) => ({ status: push < 5 ? 500 : 200 }));
  for (let turn = 0; turn < 12; turn += 1) {
    h.clock.turn(HOUR / 2);
    await h.service.runPending();
  }
  const [delivery] = await h.log();
  expect(delivery).toMatchObject({
    state: 'delivered',
    event: 'extraction.complete',
    sequence: 1,
    next_attempt_at: null,
  });
  expect(delivery.attempts.map((each: { status: number }) => each.status)).toEqual([500, 500, 500, 500, 200]);
  expect(delivery.attempts[0].response).toBe('heard');
  expect(new Set(h.pushes.map(({ id }) => id)).size).toBe(1);
  expect(new Set(h.pushes.map(({ body }) => body)).size).toBe(1);
  expect(JSON.parse(h.pushes[0]!.body)).toMatchObject({
    payload: ['mine'],
    webhook: { payload: ['mine'] },
    account: 'acme',
    extra_data: { case: 1 },
  });
  expect(h.pushes[0]!.body).not.toContain('download_url');
});

test('pushes go out while documents wait, also where the queue has those first', async () => {
  const clock = new TestClock();
  const store = memoryStore({ now: clock.now });
  const queue = memoryQueue(store);
  const pushesLast: Queue = {
    ...queue,
    lease: async (o) => {
      const kinds = o.kinds.filter((kind) => kind !== 'deliver');
      const first = await queue.lease({ ...o, kinds });
      return first.length > 0 ? first : queue.lease(o);
    },
  };
  const blobs = memoryBlobs();
  let reads = 0;
  let pushes = 0;
  const pushed: (() => void)[] = [];
  const h = await harness({
    clock,
    store,
    queue: pushesLast,
    blobs: {
      ...blobs,
      get: async (key) => {
        reads += 1;
        // All but the first document take until something was pushed.
        if (reads > 1 && pushes === 0) await new Promise<void>((resolve) => pushed.push(resolve));
        return blobs.get(key);
      },
    },
    fetch: async () => {
      pushes += 1;
      for (const go of pushed) go();
      return { status: 200, headers: { get: () => null }, body: streamOf(new Uint8Array()) };
    },
  });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const send = async () => {
    for (let i = 0; i < 3; i += 1) {
      const body = { content_type: 'text/plain', webhook: { url: 'https://receiver.example/' } };
      const made = await h.call('POST', '/generate_upload_url/invoices', { body });
      const headers = { 'content-type': 'text/plain' };
      await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers });
    }
  };
  await send();
  const worker = h.service.worker({ concurrency: 1 });
  worker.start();
  await vi.waitFor(() => expect(pushes).toBe(3), 20_000);
  await worker.stop();
  await send();
  await h.service.runPending({ max: 1 });
  expect(pushes).toBe(4);
});

test('a push is dead after ten attempts', async () => {
  const h = await receiving(() => ({ status: 500 }));
  for (let turn = 0; turn < 12; turn += 1) {
    h.clock.turn(27 * HOUR);
    await h.service.runPending();
  }
  const [delivery] = await h.log();
  expect([delivery.state, delivery.attempts.length]).toEqual(['dead', 10]);
});

test('a receiver that is gone is not asked again; one that wants to wait is waited for', async () => {
  const gone = await receiving(() => ({ status: 410 }));
  expect((await gone.log())[0].state).toBe('dead');
  const busy = await receiving((push) => ({
    status: push === 1 ? 503 : 200,
    headers: { 'retry-after': '3600' },
  }));
  busy.clock.turn(HOUR - 1000);
  await busy.service.runPending();
  expect(busy.pushes).toHaveLength(1);
  busy.clock.turn(2000);
  await busy.service.runPending();
  expect((await busy.log())[0].state).toBe('delivered');
});

test('pushes of an extraction come in order, a later one waits for the first', async () => {
  const h = await receiving((push) => ({ status: push === 1 ? 500 : 200 }));
  await h.call('PUT', `/extractions/${h.id}`, { body: { reviewStatus: 'APPROVED' } });
  await h.service.runPending();
  expect(h.pushes.map(({ event }) => event)).toEqual(['extraction.complete']);
  h.clock.turn(6000);
  await h.service.runPending();
  expect(h.pushes.map(({ event }) => event)).toEqual([
    'extraction.complete',
    'extraction.complete',
    'extraction.review_changed',
  ]);
});

test('a push that is sent again keeps its id', async () => {
  const h = await receiving(() => ({ status: 200 }));
  const [delivery] = await h.log();
  const again = await h.call('POST', `/webhook_deliveries/${delivery.id}/redeliver`);
  expect(again.body.state).toBe('pending');
  await h.service.runPending();
  expect(h.pushes.map(({ id }) => id)).toEqual([h.pushes[0]!.id, h.pushes[0]!.id]);
  expect((await h.log())[0].attempts).toHaveLength(2);
  const other = await h.newKey({ account: 'other' });
  expect((await h.call('POST', `/webhook_deliveries/${delivery.id}/redeliver`, { key: other })).status).toBe(
    404,
  );
});

test('a result that is too large to be pushed goes without its data', async () => {
  const pushes: string[] = [];
  const h = await harness({
    limits: { maxResponseBytes: 2000 },
    fetch: async (_url: string, { body = '' }: FetchInit) => {
      pushes.push(body);
      return { status: 200, headers: { get: () => null }, body: null };
    },
  });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const long = `Total: ${'4'.repeat(2000)}\n`;
  await uploaded(h, 'invoices', long, { body: { webhook: { url: 'https://receiver.example/' } } });
  const [push = ''] = pushes;
  expect(JSON.parse(push)).toMatchObject({ status: 'COMPLETE', truncated: true });
  expect(push).not.toContain('parsed_document');
});

test('a push does not wait for the documents behind it', async () => {
  const h = await receiving(() => ({ status: 200 }));
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const made = await h.call('POST', '/generate_upload_url/invoices', {
      body: { content_type: 'text/plain', webhook: { url: 'https://receiver.example/' } },
    });
    const put = { key: null, raw: INVOICE, headers: { 'content-type': 'text/plain' } };
    await h.call('PUT', made.body.upload_url, put);
    ids.push(made.body.id);
  }
  const before = h.pushes.length;
  // The second document is begun only after the first was pushed.
  await h.service.runPending({ max: 1 });
  await h.service.runPending({ max: 1 });
  expect(h.pushes.length - before).toBeGreaterThan(0);
  await h.service.runPending();
  expect(h.pushes.length - before).toBe(ids.length);
});

describe('secrets of webhooks', () => {
  const body = { webhook: { url: 'https://receiver.example/' } };

  /** Services whose pushes are kept as they came, headers and bytes. */
  async function pushing(webhooks: WebhookSecrets) {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const h = await harness({
      secrets: { urls: SECRETS.urls, webhooks },
      fetch: async (_url: string, { headers, body: text = '' }: FetchInit) => {
        received.push({ headers: { ...headers }, body: text });
        return { status: 200, headers: { get: () => null }, body: null };
      },
    });
    await typeWith(h, 'invoices', { north: totalConfig() });
    /** Whether the push that came last is one that holders of a secret believe. */
    const verified = (secrets: readonly string[], account?: string) => {
      const { headers, body: text } = received.at(-1)!;
      return verifyWebhook(headers, text, secrets, { now: h.clock.now, ...(account && { account }) });
    };
    return { h, received, verified };
  }

  test('secrets of webhooks are those of the account: no account can have another believe its pushes', async () => {
    const secrets = { acme: makeWebhookSecret(), other: makeWebhookSecret() };
    const asked: string[] = [];
    const { h, received, verified } = await pushing(async (account) => {
      asked.push(account);
      return [secrets[account as keyof typeof secrets]];
    });
    // The receiver is that of the other account.
    await uploaded(h, 'invoices', INVOICE, { body });
    expect(asked).toEqual(['acme']);
    expect(JSON.parse(received[0]!.body)).toMatchObject({ account: 'acme', status: 'COMPLETE' });
    await expect(verified([secrets.acme], 'acme')).resolves.toMatchObject({});
    await expect(verified([secrets.other])).rejects.toMatchObject({ code: 'bad_signature' });
  });

  test('secrets of webhooks that several accounts share are distinguished by the account in the signed body', async () => {
    const shared = makeWebhookSecret();
    const { h, verified } = await pushing(() => [shared]);
    await uploaded(h, 'invoices', INVOICE, { body });
    await expect(verified([shared], 'acme')).resolves.toMatchObject({});
    await expect(verified([shared], 'other')).rejects.toMatchObject({ code: 'wrong_account' });
  });

  test('change from one to the other: while there are two, either verifies', async () => {
    const [first, second] = [makeWebhookSecret(), makeWebhookSecret()];
    let valid = [first];
    const { h, verified } = await pushing(() => valid);
    const outcomes = async () => {
      await uploaded(h, 'invoices', INVOICE, { body });
      const known = await Promise.allSettled([
        verified([first]),
        verified([second]),
        verified([second, first]),
      ]);
      return known.map(({ status }) => status);
    };
    expect(await outcomes()).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    valid = [second, first];
    expect(await outcomes()).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    valid = [second];
    expect(await outcomes()).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  });

  test.each([
    ['fail', () => Promise.reject(new Error('no secrets today'))],
    ['are malformed', () => ['plain']],
  ])('secrets of webhooks that %s send nothing, and the push is tried again', async (_title, broken) => {
    let webhooks: WebhookSecrets = broken;
    const { h, received } = await pushing((account) => webhooks(account));
    const id = await uploaded(h, 'invoices', INVOICE, { body });
    expect(received).toEqual([]);
    expect(h.errors).toHaveLength(1);
    webhooks = () => [];
    h.clock.turn(HOUR);
    await h.service.runPending();
    const { body: log } = await h.call('GET', `/extractions/${id}/webhook_deliveries`);
    const [{ state, attempts }] = log.webhook_deliveries;
    expect([state, attempts[0].error, attempts[1].status]).toEqual([
      'delivered',
      'The push could not be signed',
      200,
    ]);
    expect(received[0]!.headers).not.toHaveProperty('webhook-signature');
  });
});
