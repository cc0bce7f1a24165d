/** Events, deliveries, idempotency, and what a purge takes. */
import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/service/store.js';
import type { Harness } from './backends.js';
import { ACCOUNT, CREATED, event, NOBODY, RESULT, tokenRow, upload } from './samples.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const ATTEMPT = { at: CREATED, status: 500, durationMs: 12, response: 'no\n\u0000', error: 'x' };

export function eventContract(open: () => Promise<Harness>): void {
  let h: Harness;
  let store: Store;
  beforeEach(async () => {
    h = await open();
    store = h.store;
  });

  const extraction = async () => {
    const row = upload();
    await store.insertExtractions([row]);
    return row.id;
  };
  const claim = (except: Partial<Parameters<Store['claimDelivery']>[0]> = {}) =>
    store.claimDelivery({ leaseMs: MINUTE, ...except });

  test('events are numbered an extraction', async () => {
    const [a, b] = [await extraction(), await extraction()];
    expect(await store.insertEvent(event(a))).toBe(1);
    expect(await store.insertEvent(event(b))).toBe(1);
    expect(await store.insertEvent(event(a, { push: null, body: null }))).toBe(2);
    expect(await store.insertEvent(event(a))).toBe(3);
    expect((await store.listDeliveries(a)).map((row) => row.sequence)).toEqual([1, 3]);
    await expect(store.insertEvent(event(NOBODY))).rejects.toMatchObject({ code: 'misuse' });
  });

  test('an event that is rolled back leaves no gap', async () => {
    const a = await extraction();
    const failure = store.transaction(async (tx) => {
      await store.insertEvent(event(a), tx);
      throw new Error('no');
    });
    await expect(failure).rejects.toThrow('no');
    expect(await store.insertEvent(event(a))).toBe(1);
  });

  test('pushes are counted by whether they wait or are given up, and know the trace of their request', async () => {
    expect(await store.countDeliveries()).toEqual({ pending: 0, dead: 0 });
    const traced = upload();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await store.insertExtractions([{ ...traced, request: { ...traced.request, traceparent } }]);
    await store.insertEvent(event(traced.id));
    const first = (await claim())!;
    expect(first.traceparent).toBe(traceparent);
    await store.insertEvent(event(await extraction()));
    const second = (await claim())!;
    expect(second).not.toHaveProperty('traceparent');
    expect(await store.countDeliveries()).toEqual({ pending: 2, dead: 0 });
    await store.recordAttempt(first.row.id, first.token, ATTEMPT, { state: 'dead' });
    await store.recordAttempt(second.row.id, second.token, ATTEMPT, { state: 'delivered' });
    expect(await store.countDeliveries()).toEqual({ pending: 0, dead: 1 });
  });

  test('pushes of an extraction go in order, retries hold up the next', async () => {
    const a = await extraction();
    const [first, second] = [event(a), event(a, { name: 'extraction.review_changed', body: '{}' })];
    await store.insertEvent(first);
    await store.insertEvent(second);
    const held = (await claim())!;
    expect(held.row).toMatchObject({
      id: first.push!.deliveryId,
      eventId: first.id,
      sequence: 1,
      state: 'pending',
    });
    expect(held.body).toBe(RESULT);
    expect(await claim()).toBeNull();
    expect(await store.recordAttempt(held.row.id, NOBODY, ATTEMPT, { state: 'delivered' })).toBe(false);
    const later = { state: 'pending', delayMs: 5 * MINUTE } as const;
    expect(await store.recordAttempt(held.row.id, held.token, ATTEMPT, later)).toBe(true);
    expect(await store.recordAttempt(held.row.id, held.token, ATTEMPT, later)).toBe(false);
    expect(await claim()).toBeNull();
    expect((await store.nextDeliveryAt())! - h.now()).toBeGreaterThan(4 * MINUTE);
    await h.advance(5 * MINUTE + 1_000);
    const again = (await claim())!;
    expect(again.row).toMatchObject({ id: first.push!.deliveryId, attempts: [ATTEMPT], seriesStart: 0 });
    expect(await store.recordAttempt(again.row.id, again.token, ATTEMPT, { state: 'dead' })).toBe(true);
    const next = (await claim())!;
    expect(next.row).toMatchObject({ id: second.push!.deliveryId, event: 'extraction.review_changed' });
    expect(next.body).toBe('{}');
    expect(await store.recordAttempt(next.row.id, next.token, ATTEMPT, { state: 'delivered' })).toBe(true);
    expect(await claim()).toBeNull();
    expect(await store.nextDeliveryAt()).toBeNull();
    expect((await store.listDeliveries(a)).map((row) => [row.state, row.attempts.length])).toEqual([
      ['dead', 2],
      ['delivered', 1],
    ]);
  });

  test('a push whose worker died is made again', async () => {
    await store.insertEvent(event(await extraction()));
    const lost = (await claim())!;
    await h.advance(2 * MINUTE);
    const again = (await claim())!;
    expect(again.row.id).toBe(lost.row.id);
    expect(await store.recordAttempt(lost.row.id, lost.token, ATTEMPT, { state: 'delivered' })).toBe(false);
    expect(await store.recordAttempt(lost.row.id, again.token, ATTEMPT, { state: 'delivered' })).toBe(true);
  });

  test('busy receivers of an account are left out, and busy accounts', async () => {
    const push = (url: string) => ({ deliveryId: crypto.randomUUID(), url });
    const told = async (url: string, account: string) =>
      store.insertEvent(event(await extraction(), { account, push: push(url) }));
    await told('https://a.example:8443/x', 'first one');
    await told('https://b.example/x', 'first one');
    await told('https://a.example:8443/y', 'second');
    const exceptReceivers = [{ account: 'first one', host: 'a.example:8443' }];
    expect((await claim({ exceptReceivers, exceptAccounts: ['second'] }))?.row.url).toBe(
      'https://b.example/x',
    );
    expect(await claim({ exceptReceivers, exceptAccounts: ['second'] })).toBeNull();
    expect(await claim({ exceptAccounts: ['second', 'first one'] })).toBeNull();
    expect((await claim({ exceptReceivers }))?.row.url).toBe('https://a.example:8443/y');
    expect(await claim({ exceptReceivers })).toBeNull();
    expect((await claim())?.row.url).toBe('https://a.example:8443/x');
  });

  test('a push that ended can be made again, in a series of its own', async () => {
    const a = await extraction();
    const told = event(a);
    const { deliveryId } = told.push!;
    await store.insertEvent(told);
    expect(await store.redeliver(ACCOUNT, deliveryId)).toBe('pending');
    const first = (await claim())!;
    await store.recordAttempt(deliveryId, first.token, ATTEMPT, { state: 'dead' });
    expect(await store.redeliver('other', deliveryId)).toBeNull();
    expect(await store.getDelivery('other', deliveryId)).toBeNull();
    expect((await store.getDelivery(ACCOUNT, deliveryId))?.ended).toBeTypeOf('number');
    expect(await store.redeliver(ACCOUNT, deliveryId)).toBe('ok');
    const again = (await claim())!;
    expect(again.body).toBe(RESULT);
    expect(again.row).toMatchObject({ eventId: told.id, seriesStart: 1, attempts: [ATTEMPT], ended: null });
  });

  test('a request is answered once, and its answer kept a day', async () => {
    const key = { account: ACCOUNT, route: 'POST /v0/extract_from_url/x', key: 'k1' };
    const response = { subject: NOBODY, status: 200, body: RESULT };
    expect(await store.idempotent(key, 'hash')).toEqual({ state: 'new' });
    expect(await store.idempotent(key, 'hash')).toEqual({ state: 'busy' });
    expect(await store.idempotent(key, 'other')).toEqual({ state: 'mismatch' });
    expect(await store.idempotent({ ...key, account: 'other' }, 'hash')).toEqual({ state: 'new' });
    await store.saveIdempotent(key, response);
    await store.saveIdempotent(key, { subject: null, status: 500, body: null });
    await store.dropIdempotent(key);
    expect(await store.idempotent(key, 'hash')).toEqual({ state: 'done', response });
    await h.advance(DAY - MINUTE);
    expect(await store.idempotent(key, 'hash')).toEqual({ state: 'done', response });
    await h.advance(2 * MINUTE);
    expect(await store.idempotent(key, 'other')).toEqual({ state: 'new' });
  });

  test('a request that nobody answers may be asked again', async () => {
    const key = { account: ACCOUNT, route: 'POST /', key: 'k2' };
    await store.idempotent(key, 'hash');
    await store.dropIdempotent(key);
    expect(await store.idempotent(key, 'hash')).toEqual({ state: 'new' });
    await h.advance(2 * MINUTE);
    expect(await store.idempotent(key, 'hash')).toEqual({ state: 'new' });
  });

  test('a response is kept with what it made, or not at all', async () => {
    const key = { account: ACCOUNT, route: 'POST /', key: 'k3' };
    const row = upload();
    const response = { subject: row.id, status: 200, body: null };
    const make = (fail: boolean) =>
      store.transaction(async (tx) => {
        expect(await store.idempotent(key, 'hash', tx)).toEqual({ state: 'new' });
        await store.insertExtractions([row], tx);
        await store.saveIdempotent(key, response, tx);
        if (fail) throw new Error('no');
      });
    await expect(make(true)).rejects.toThrow('no');
    expect(await store.getExtraction(ACCOUNT, row.id)).toBeNull();
    await make(false);
    expect(await store.idempotent(key, 'hash')).toEqual({ state: 'done', response });
    expect(await store.getExtraction(ACCOUNT, row.id)).not.toBeNull();
  });

  test('a purge takes what is past its time, and no more than it may', async () => {
    const a = await extraction();
    for (let i = 0; i < 3; i++) await store.insertEvent(event(a));
    for (let i = 0; i < 2; i++) {
      const { row, token } = (await claim())!;
      await store.recordAttempt(row.id, token, ATTEMPT, { state: 'delivered' });
    }
    for (const key of ['a', 'b']) await store.idempotent({ account: ACCOUNT, route: '/', key }, 'h');
    await store.insertToken(tokenRow({ expires: h.now() + MINUTE }));
    const nothing = { idempotency: 0, deliveries: 0, tokens: 0, classifications: 0, spreadsheets: 0 };
    expect(await store.purge({ limit: 1 })).toEqual(nothing);
    await h.advance(31 * DAY);
    expect(await store.purge({ limit: 1 })).toEqual({ ...nothing, idempotency: 1, deliveries: 1, tokens: 1 });
    expect(await store.purge({ limit: 9 })).toEqual({ ...nothing, idempotency: 1, deliveries: 1 });
    expect(await store.listDeliveries(a)).toMatchObject([{ sequence: 3, state: 'pending' }]);
  });

  test("a duty is one holder's until its lease is over, and the holder may go on", async () => {
    const take = (holder: string, leaseMs = MINUTE) => store.takeDuty('sweep', { holder, leaseMs });
    expect(await take('a')).toBe(true);
    expect(await take('b')).toBe(false);
    expect(await store.takeDuty('blobs', { holder: 'b', leaseMs: MINUTE })).toBe(true);
    await h.advance(MINUTE / 2);
    expect(await take('a')).toBe(true);
    await h.advance(MINUTE / 2);
    expect(await take('b')).toBe(false);
    await h.advance(MINUTE / 2);
    expect(await take('b')).toBe(true);
    expect(await take('a')).toBe(false);
  });
}
