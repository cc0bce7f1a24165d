/** What operators do and read: the audit log, pauses. */
import { beforeEach, expect, test } from 'vitest';
import type { AuditRow } from '../../../src/service/rows.js';
import type { Store } from '../../../src/service/store.js';
import type { Harness } from './backends.js';
import { ACCOUNT, CREATED } from './samples.js';

const entry = (over: Partial<AuditRow> = {}): Omit<AuditRow, 'id'> => ({
  account: ACCOUNT,
  at: CREATED,
  action: 'key.created',
  subject: 'k1',
  name: 'a\u0000\ud800',
  keyId: 'host',
  keyName: 'host',
  details: { scopes: ['read'], environment: 'production' },
  ...over,
});

export function operatorContract(open: () => Promise<Harness>): void {
  let store: Store;
  beforeEach(async () => {
    ({ store } = await open());
  });
  const list = (over: Partial<Parameters<Store['listAudit']>[0]> = {}) =>
    store.listAudit({ account: ACCOUNT, limit: 10, ...over });

  test('entries of the audit log come back as they went in, the newest first, by account, action and subject', async () => {
    const rows = [
      entry({ subject: 'k2' }),
      entry({ action: 'key.revoked', name: null, details: {} }),
      entry(),
    ];
    for (const row of rows) await store.insertAudit(row);
    await store.insertAudit(entry({ account: 'other' }));
    const [third, second, first] = rows;
    const listed = async (over = {}) => (await list(over)).map(({ id: _id, ...row }) => row);
    expect(await listed()).toEqual([first, second, third]);
    expect(await listed({ limit: 1 })).toEqual([first]);
    expect(await listed({ actions: ['key.revoked'] })).toEqual([second]);
    expect(await listed({ actions: ['key.created'], subject: 'k2' })).toEqual([third]);
  });

  test('pages of the audit log go on where the one before ended', async () => {
    await store.transaction(async (tx) => {
      for (let i = 0; i < 5; i += 1) await store.insertAudit(entry({ subject: `k${i}` }), tx);
    });
    const all = await list();
    expect(all.map(({ subject }) => subject)).toEqual(['k4', 'k3', 'k2', 'k1', 'k0']);
    expect(await list({ before: all[1]!.id, limit: 2 })).toEqual(all.slice(2, 4));
    expect(await list({ before: all[4]!.id })).toEqual([]);
  });

  test('kinds of jobs are paused and resumed, for every process', async () => {
    await store.setPaused(['process', 'fetch'], true);
    await store.setPaused(['process', 'golden'], true);
    expect((await store.pausedKinds()).sort()).toEqual(['fetch', 'golden', 'process']);
    await store.setPaused(['process', 'classify'], false);
    expect((await store.pausedKinds()).sort()).toEqual(['fetch', 'golden']);
    await store.setPaused(['fetch', 'golden'], false);
    expect(await store.pausedKinds()).toEqual([]);
  });

  test('an entry of the audit log is rolled back with its change', async () => {
    const failure = store.transaction(async (tx) => {
      await store.insertAudit(entry(), tx);
      throw new Error('no');
    });
    await expect(failure).rejects.toThrow('no');
    expect(await list()).toEqual([]);
  });
}
