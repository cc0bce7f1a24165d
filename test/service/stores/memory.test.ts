/** The limits of the store in memory. */
import { describe, expect, test } from 'vitest';
import { memoryStore } from '../../../src/service/stores/memory.js';
import { ACCOUNT, complete, event, LEASE, sync, upload } from '../contracts/samples.js';

describe('a store in memory', () => {
  const done = async (store: ReturnType<typeof memoryStore>, result = '{}') => {
    const { row, token } = await store.insertLeased(sync(), LEASE);
    expect(await store.finish(row.id, { token }, complete({ result }))).toBe(true);
    return row.id;
  };

  test('forgets the oldest finished extractions, with all that belongs to them', async () => {
    const store = memoryStore({ maxExtractions: 3 });
    const waiting = upload();
    await store.insertExtractions([waiting]);
    const first = await done(store);
    await store.insertEvent(event(first, { push: null }));
    const second = await done(store);
    const third = await done(store);
    const kept = await store.getExtractions(ACCOUNT, [waiting.id, first, second, third]);
    expect(kept.map((row) => row.id)).toEqual([waiting.id, second, third]);
    expect(await store.getResult(first)).toBeNull();
    expect(store.memory.events.size).toBe(0);
  });

  test('keeps what is not done, or not reported yet, and says that it is full', async () => {
    const store = memoryStore({ maxExtractions: 2 });
    const told = await done(store);
    await store.insertEvent(event(told));
    await store.insertExtractions([upload()]);
    const full = { name: 'StoreError', code: 'full' };
    await expect(store.insertExtractions([upload()])).rejects.toMatchObject(full);
    await expect(store.insertLeased(sync(), LEASE)).rejects.toMatchObject(full);
    const push = (await store.claimDelivery({ leaseMs: 1_000 }))!;
    await store.recordAttempt(push.row.id, push.token, { at: 1, durationMs: 1 }, { state: 'delivered' });
    await store.insertExtractions([upload()]);
    expect(await store.getExtraction(null, told)).toBeNull();
    expect(await store.listDeliveries(told)).toEqual([]);
  });

  test('bounds the texts it keeps, but not the newest', async () => {
    const store = memoryStore({ maxResultChars: 25 });
    const first = await done(store, '"1234567890"');
    const second = await done(store, '"1234567890"');
    expect(await store.getResult(first)).not.toBeNull();
    const third = await done(store, `"${'x'.repeat(40)}"`);
    const results = await Promise.all([first, second, third].map((each) => store.getResult(each)));
    expect(results.map((row) => row !== null)).toEqual([false, false, true]);
  });

  test('brings back what it forgot for a transaction that failed', async () => {
    const store = memoryStore({ maxExtractions: 1 });
    const kept = await done(store);
    const failure = store.transaction(async (tx) => {
      await store.insertExtractions([upload()], tx);
      throw new Error('no');
    });
    await expect(failure).rejects.toThrow('no');
    expect(await store.getResult(kept)).not.toBeNull();
  });
});
