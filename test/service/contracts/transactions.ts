/** Transactions: all or nothing, and what is said of misuse. */
import { beforeEach, expect, test } from 'vitest';
import type { Store, Tx } from '../../../src/service/store.js';
import { memoryStore } from '../../../src/service/stores/memory.js';
import type { Harness } from './backends.js';
import { ACCOUNT, complete, event, LEASE, sync, typeRow, upload } from './samples.js';

export function transactionContract(open: () => Promise<Harness>): void {
  let store: Store;
  beforeEach(async () => {
    store = (await open()).store;
  });

  test('all changes of a transaction stay, and its answer comes back as it is', async () => {
    const type = typeRow();
    const answer = await store.transaction(async (tx) => {
      await store.insertType(type, tx);
      expect(await store.getType(ACCOUNT, { id: type.id }, tx)).toEqual(type);
      return () => 'a function';
    });
    expect(answer()).toBe('a function');
    expect(await store.getType(ACCOUNT, { id: type.id })).toEqual(type);
  });

  test('none stays when it throws', async () => {
    const { row, token } = await store.insertLeased(sync(), LEASE);
    const before = await store.getExtraction(null, row.id);
    const type = typeRow();
    const failure = store.transaction(async (tx) => {
      await store.insertType(type, tx);
      expect(await store.finish(row.id, { token }, complete(), tx)).toBe(true);
      await store.insertEvent(event(row.id), tx);
      const key = { account: ACCOUNT, environment: 'production' as const, configId: 'c', configName: 'c' };
      await store.addCoverage('2026-01-01', { ...key, typeId: 't', typeName: 't' }, 0, tx);
      await store.deleteType(ACCOUNT, type.id, tx);
      throw new RangeError('no');
    });
    await expect(failure).rejects.toThrow(RangeError);
    expect(await store.getExtraction(null, row.id)).toEqual(before);
    expect(await store.getResult(row.id)).toBeNull();
    expect(await store.listDeliveries(row.id)).toEqual([]);
    expect(await store.getType(ACCOUNT, { id: type.id })).toBeNull();
    const days = { account: ACCOUNT, from: '2026-01-01', to: '2026-01-01' };
    expect(await store.readCoverage(days)).toEqual([]);
    expect(await store.finish(row.id, { token }, complete())).toBe(true);
  });

  test('the calls of one fail when it has ended, or belongs to another store', async () => {
    let ended: Tx | undefined;
    await store.transaction(async (tx) => {
      ended = tx;
    });
    const misuse = { name: 'StoreError', code: 'misuse' };
    await expect(store.insertExtractions([upload()], ended)).rejects.toMatchObject(misuse);
    await memoryStore().transaction(async (tx) => {
      await expect(store.listTypes(ACCOUNT, tx)).rejects.toMatchObject(misuse);
    });
  });

  test('a call inside of one that was not given it fails, and does not wait for ever', async () => {
    const misuse = { name: 'StoreError', code: 'misuse' };
    const forgotten = store.transaction(() => store.listTypes(ACCOUNT));
    await expect(forgotten).rejects.toMatchObject(misuse);
    const nested = store.transaction(() => store.transaction(async () => {}));
    await expect(nested).rejects.toMatchObject(misuse);
    // What was begun inside and goes on afterwards is a call like any other.
    const later = await store.transaction(async () => {
      const timer = new Promise((resolve) => setTimeout(resolve, 1));
      return () => timer.then(() => store.listTypes(ACCOUNT));
    });
    expect(await later()).toEqual([]);
  });

  test('what reads and then writes loses nothing to others', async () => {
    const type = typeRow({ schema: { n: 0 } });
    await store.insertType(type);
    const add = () =>
      store.transaction(async (tx) => {
        const row = await store.getType(ACCOUNT, { id: type.id }, tx);
        await store.updateType(ACCOUNT, type.id, { schema: { n: Number(row?.schema['n']) + 1 } }, tx);
      });
    await Promise.all(Array.from({ length: 8 }, add));
    expect((await store.getType(ACCOUNT, { id: type.id }))?.schema).toEqual({ n: 8 });
  });

  test('of two who claim, finish or attach at once one has it', async () => {
    const { row, token } = await store.insertLeased(sync(), LEASE);
    const finishes = await Promise.all([1, 2, 3].map(() => store.finish(row.id, { token }, complete())));
    expect(finishes.filter(Boolean)).toHaveLength(1);
    const waiting = upload();
    await store.insertExtractions([waiting]);
    const { document } = sync();
    const attached = await Promise.all([1, 2, 3].map(() => store.attachDocument(waiting.id, document)));
    expect(attached.sort()).toEqual(['not_waiting', 'not_waiting', 'ok']);
    const claims = await Promise.all([1, 2, 3].map(() => store.claim(waiting.id, LEASE)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });
}
