/** Two services whose clocks differ, on one store: all moments that they share are those of the store. */
import { expect, test } from 'vitest';
import { memoryBlobs } from '../../../src/service/blobs/memory.js';
import type { ServiceOptions } from '../../../src/service/service.js';
import { streamOf } from '../../../src/service/streams.js';
import { verifyWebhook } from '../../../src/service/webhooks/signature.js';
import { harness, INVOICE, TestClock, totalConfig, typeWith, WEBHOOK_SECRET } from '../harness.js';
import { type Backend, START } from './backends.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TEXT = { 'content-type': 'text/plain' };

/** Runs the contract with a service an hour ahead and one an hour behind. @param open gives an empty store */
export function clocksApartContract(open: Backend['open']): void {
  /** Two services on one store, which give each other's addresses out. */
  async function apart() {
    const { store, queue, advance } = await open();
    const clocks = [new TestClock(START + HOUR), new TestClock(START - HOUR)] as const;
    const pushes: Parameters<NonNullable<ServiceOptions['fetch']>>[] = [];
    const shared = {
      store,
      queue,
      blobs: memoryBlobs(),
      fetch: async (...push) => {
        pushes.push(push);
        return { status: 200, headers: { get: () => null }, body: streamOf(new Uint8Array()) };
      },
    } satisfies Partial<ServiceOptions>;
    const ahead = await harness({ ...shared, clock: clocks[0] });
    const behind = await harness({ ...shared, clock: clocks[1] });
    await typeWith(ahead, 'invoices', { north: totalConfig() });
    const wait = async (milliseconds: number) => {
      for (const clock of clocks) clock.turn(milliseconds);
      await advance(milliseconds);
    };
    return { ahead, behind, store, pushes, wait };
  }
  const isoAfter = (milliseconds: number) => new Date(START + milliseconds).toISOString();
  const put = { key: null, raw: INVOICE, headers: TEXT };

  test.each([
    ['ahead', 'behind'],
    ['behind', 'ahead'],
  ] as const)('an address of the one %s is good for 15 minutes at the one %s', async (from, to) => {
    const h = await apart();
    const asked = { body: { content_type: 'text/plain' } };
    const made = await h[from].call('POST', '/generate_upload_url/invoices', asked);
    expect(made.body).toMatchObject({
      created: isoAfter(0),
      upload_url_expires: isoAfter(15 * MINUTE - 678),
    });
    const late = await h[from].call('POST', '/generate_upload_url/invoices', asked);
    await h.wait(14 * MINUTE);
    expect((await h[to].call('PUT', made.body.upload_url, put)).status).toBe(200);
    await h.wait(MINUTE);
    expect((await h[to].call('PUT', late.body.upload_url, put)).status).toBe(403);
    // It fails five minutes after its address has expired, whoever sweeps.
    await h.wait(4 * MINUTE);
    for (const each of [h.ahead, h.behind]) expect((await each.service.sweep()).failed).toBe(0);
    await h.wait(MINUTE);
    expect((await h[to].service.sweep()).failed).toBe(1);
  });

  test('addresses of a batch, of files and of reviewers expire alike', async () => {
    const h = await apart();
    const body = {
      docType: 'invoices',
      documentNames: ['a', 'b'],
      contentTypes: ['text/plain', 'text/plain'],
    };
    const { body: batch } = await h.ahead.call('POST', '/extract/batch', { body });
    const { body: urls } = await h.behind.call('GET', `/extract/batch/upload_urls/${batch}/0/1`);
    expect((await h.ahead.call('PUT', urls[0], put)).status).toBe(200);
    const { body: shown } = await h.ahead.call('GET', `/extract/batch/${batch}`);
    const [id] = shown.extraction_ids;
    const { upload } = (await h.store.getExtraction(null, shown.extraction_ids[1]))!;
    expect(upload?.expires).toBe(START + 15 * MINUTE);
    await h.behind.service.runPending();
    const { body: done } = await h.behind.call('GET', `/documents/${id}`);
    expect((await h.ahead.call('GET', done.download_url, { key: null })).status).toBe(200);
    const grants = [{ route: '/documents/{id}', method: 'GET', path: { id } }];
    const expires = isoAfter(30 * MINUTE);
    const { body: token } = await h.behind.call('POST', '/account/auth_tokens', {
      body: { grants, expires },
    });
    const asReviewer = () => h.ahead.call('GET', `/documents/${id}`, { key: token.token });
    expect((await asReviewer()).status).toBe(200);
    await h.wait(30 * MINUTE);
    expect((await asReviewer()).status).toBe(401);
    for (const each of [h.ahead, h.behind]) {
      expect((await each.call('GET', done.download_url, { key: null })).status).toBe(403);
      expect((await each.call('PUT', urls[1], put)).status).toBe(403);
    }
  });

  test('receivers see pushes of the moment', async () => {
    const h = await apart();
    const body = { content_type: 'text/plain', webhook: { url: 'https://receiver.example/' } };
    for (const each of [h.ahead, h.behind]) {
      const made = await each.call('POST', '/generate_upload_url/invoices', { body });
      await each.call('PUT', made.body.upload_url, put);
      await each.service.runPending();
      const [, { headers, body: pushed = '' }] = h.pushes.at(-1)!;
      await verifyWebhook(headers, pushed, [WEBHOOK_SECRET], { now: () => START, toleranceSeconds: 1 });
      const { body: log } = await each.call('GET', `/extractions/${made.body.id}/webhook_deliveries`);
      expect(log.webhook_deliveries[0].attempts[0].at).toBe(isoAfter(0));
    }
    expect(h.pushes).toHaveLength(2);
  });
}
