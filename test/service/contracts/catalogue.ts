/** Document types, configs, goldens, keys, tokens and batches. */
import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/service/store.js';
import type { Harness } from './backends.js';
import {
  ACCOUNT,
  CREATED,
  configRow,
  document,
  goldenRow,
  id,
  keyRow,
  NOBODY,
  tokenRow,
  typeRow,
  upload,
  versionRow,
} from './samples.js';

/** Ids that no row can have; a database must not trip over them. */
const NO_IDS = ['', 'x', "'; drop table al_keys; --", NOBODY.toUpperCase(), 'a\u0000b', `${NOBODY} `];

export function catalogueContract(open: () => Promise<Harness>): void {
  let harness: Harness;
  let store: Store;
  beforeEach(async () => {
    harness = await open();
    store = harness.store;
  });

  const newType = async (over = {}) => {
    const row = typeRow(over);
    expect(await store.insertType(row)).toBe('ok');
    return row;
  };

  test('types come back as they went in, to their account only', async () => {
    const row = await newType();
    expect(await store.getType(ACCOUNT, { id: row.id })).toEqual({
      ...row,
      // A lone surrogate is kept: descriptions are JSON in the database.
      description: row.description,
    });
    expect(JSON.stringify((await store.getType(ACCOUNT, { name: row.name }))?.schema)).toBe(
      JSON.stringify(row.schema),
    );
    expect(await store.getType('other', { id: row.id })).toBeNull();
    expect(await store.getType('other', { name: row.name })).toBeNull();
    expect(await store.listTypes('other')).toEqual([]);
    expect(await store.updateType('other', row.id, { name: 'stolen' })).toBeNull();
    expect(await store.deleteType('other', row.id)).toBe(false);
  });

  test('names of types are unique in the account', async () => {
    const first = await newType({ name: 'b_type' });
    const second = await newType({ name: 'a_type' });
    await newType({ name: 'b_type', account: 'other' });
    expect(await store.insertType(typeRow({ name: 'b_type' }))).toBe('name_taken');
    expect(await store.updateType(ACCOUNT, second.id, { name: 'b_type' })).toBe('name_taken');
    expect(await store.updateType(ACCOUNT, first.id, { name: 'b_type' })).toEqual(first);
    const changed = await store.updateType(ACCOUNT, first.id, { name: 'c_type', schema: { x: null } });
    expect(changed).toEqual({ ...first, name: 'c_type', schema: { x: null } });
    expect((await store.listTypes(ACCOUNT)).map(({ name }) => name)).toEqual(['a_type', 'c_type']);
  });

  test('a name that is taken does not end a transaction', async () => {
    await newType({ name: 'taken' });
    const mine = await newType({ name: 'mine' });
    await store.transaction(async (tx) => {
      expect(await store.insertType(typeRow({ name: 'taken' }), tx)).toBe('name_taken');
      expect(await store.updateType(ACCOUNT, mine.id, { name: 'taken' }, tx)).toBe('name_taken');
      expect(await store.updateType(ACCOUNT, mine.id, { name: 'free' }, tx)).toMatchObject({ name: 'free' });
    });
    expect((await store.listTypes(ACCOUNT)).map(({ name }) => name)).toEqual(['free', 'taken']);
  });

  test('types go with all that is in them, but for extractions', async () => {
    const type = await newType();
    const config = configRow(type.id);
    expect(await store.insertConfig(config, [versionRow(config.id)])).toBe('ok');
    const golden = goldenRow(type.id);
    expect(await store.insertGolden(golden)).toBe('ok');
    const extraction = upload({ typeIds: [type.id] });
    await store.insertExtractions([extraction]);
    expect(await store.deleteType(ACCOUNT, type.id)).toBe(true);
    expect(await store.deleteType(ACCOUNT, type.id)).toBe(false);
    expect(await store.getConfig({ id: config.id })).toBeNull();
    expect(await store.getVersions(config.id, ['v1'])).toEqual([]);
    expect(await store.getGolden({ id: golden.id })).toBeNull();
    expect(await store.getExtraction(ACCOUNT, extraction.id)).toMatchObject({ typeIds: [type.id] });
    expect(await store.insertConfig(configRow(type.id), [])).toBe('no_type');
    expect(await store.insertGolden(goldenRow(type.id))).toBe('no_type');
  });

  test('a config changes by its counter, and texts stay byte for byte', async () => {
    const type = await newType();
    const config = configRow(type.id);
    const first = versionRow(config.id);
    await store.insertConfig(config, [first]);
    expect(await store.getVersions(config.id, ['v1', 'none'])).toEqual([first]);
    const second = versionRow(config.id, { id: 'v2', text: '' });
    const metas = [
      { id: 'v2', created: CREATED },
      { id: 'v1', created: CREATED },
    ];
    const next = { ...config, name: 'renamed', versions: metas, draft: 'v2' };
    expect(await store.changeConfig(config.id, { counter: 2 }, next, second)).toBe('stale');
    expect(await store.changeConfig(config.id, { counter: 1 }, next, second)).toBe('ok');
    expect(await store.changeConfig(config.id, { counter: 1 }, config)).toBe('stale');
    expect(await store.changeConfig(NOBODY, { counter: 1 }, config)).toBe('stale');
    const stored = await store.getConfig({ typeId: type.id, name: 'renamed' });
    expect(stored).toEqual({ ...next, counter: 2 });
    expect(await store.getVersions(config.id, ['v2', 'v1'])).toEqual([second, first]);
    // Texts go with their versions.
    expect(
      await store.changeConfig(config.id, { counter: 2 }, { ...next, versions: metas.slice(0, 1) }),
    ).toBe('ok');
    expect(await store.getVersions(config.id, ['v1', 'v2'])).toEqual([second]);
  });

  test('names of configs and goldens are unique in the type', async () => {
    const type = await newType();
    const other = await newType({ name: 'other' });
    const [a, b] = [configRow(type.id, { name: 'aaa' }), configRow(type.id, { name: 'bbb' })];
    await store.insertConfig(b, []);
    await store.insertConfig(a, []);
    expect(await store.insertConfig(configRow(type.id, { name: 'aaa' }), [])).toBe('name_taken');
    expect(await store.insertConfig(configRow(other.id, { name: 'aaa' }), [])).toBe('ok');
    expect(await store.changeConfig(b.id, { counter: 1 }, { ...b, name: 'aaa' })).toBe('name_taken');
    expect((await store.listConfigs(type.id)).map(({ name }) => name)).toEqual(['aaa', 'bbb']);
    const [x, y] = [goldenRow(type.id, { name: 'xxx' }), goldenRow(type.id, { name: 'yyy', configId: a.id })];
    await store.insertGolden(y);
    await store.insertGolden(x);
    expect(await store.insertGolden(goldenRow(type.id, { name: 'xxx' }))).toBe('name_taken');
    expect(await store.changeGolden(y.id, { name: 'xxx' })).toBe('name_taken');
    expect(await store.changeGolden(y.id, { error: 'broken\u0000', expected: '{}' })).toEqual({
      ...y,
      error: 'broken\u0000',
      expected: '{}',
    });
    expect((await store.listGoldens(type.id)).map(({ name }) => name)).toEqual(['xxx', 'yyy']);
    expect(await store.deleteConfig(a.id)).toBe(true);
    expect(await store.deleteConfig(a.id)).toBe(false);
    expect(await store.getGolden({ typeId: type.id, name: 'yyy' })).toMatchObject({ configId: null });
    expect(await store.deleteGolden(y.id)).toBe(true);
    expect(await store.changeGolden(y.id, { error: null })).toBeNull();
  });

  test('a golden takes bytes once', async () => {
    const type = await newType();
    const golden = goldenRow(type.id);
    await store.insertGolden(golden);
    const bytes = document();
    expect(await store.attachGolden(golden.id, bytes)).toBe('ok');
    expect(await store.attachGolden(golden.id, document())).toBe('not_waiting');
    expect(await store.attachGolden(NOBODY, document())).toBe('not_waiting');
    expect(await store.getGolden({ id: golden.id })).toEqual({ ...golden, document: bytes });
  });

  test('keys are found, used and revoked', async () => {
    const key = keyRow();
    await store.insertKey(key);
    await store.insertKey(keyRow({ id: 'zzzzzzzzzzzz', account: 'other', environment: 'development' }));
    expect(await store.getKey(key.id)).toEqual(key);
    expect((await store.listKeys(ACCOUNT)).map((row) => row.id)).toEqual([key.id]);
    await store.touchKey(key.id);
    const used = (await store.getKey(key.id))?.lastUsed;
    expect(used).toBeTypeOf('number');
    await harness.advance(30_000);
    await store.touchKey(key.id);
    expect((await store.getKey(key.id))?.lastUsed).toBe(used);
    await harness.advance(31_000);
    await store.touchKey(key.id);
    expect((await store.getKey(key.id))?.lastUsed).toBeGreaterThan(used ?? Infinity);
    expect(await store.revokeKey('other', key.id)).toBe(false);
    expect(await store.revokeKey(ACCOUNT, key.id)).toBe(true);
    const revoked = (await store.getKey(key.id))?.revoked;
    expect(revoked).toBeTypeOf('number');
    await harness.advance(1_000);
    expect(await store.revokeKey(ACCOUNT, key.id)).toBe(true);
    expect((await store.getKey(key.id))?.revoked).toBe(revoked);
    await expect(store.insertKey(key)).rejects.toMatchObject({ name: 'StoreError', code: 'misuse' });
  });

  test('a token remembers its last hundred uses', async () => {
    const token = tokenRow();
    await store.insertToken(token);
    expect(await store.getToken(token.id)).toEqual(token);
    for (let at = 0; at < 103; at++) {
      await store.useToken(token.id, { at, route: '/documents/{id}', method: 'GET', extractionId: NOBODY });
    }
    const uses = (await store.getToken(token.id))?.uses.map(({ at }) => at);
    expect(uses).toEqual(Array.from({ length: 100 }, (_, i) => i + 3));
    expect(await store.revokeToken('other', token.id)).toBe(false);
    expect(await store.revokeToken(ACCOUNT, token.id)).toBe(true);
    expect((await store.getToken(token.id))?.revoked).toBeTypeOf('number');
    await store.useToken(NOBODY, { at: 1, route: '/', method: 'GET', extractionId: NOBODY });
  });

  test('a batch counts its extractions and gives out addresses to those that wait', async () => {
    const batchId = id();
    const rows = [upload({ batchId }), upload({ batchId }), upload({ batchId }), upload()];
    const ids = rows.map((row) => row.id);
    const batch = {
      id: batchId,
      account: ACCOUNT,
      created: CREATED,
      description: null,
      environment: 'development' as const,
      keyId: 'abc',
      extractionIds: ids.slice(0, 3),
    };
    await store.transaction(async (tx) => {
      await store.insertExtractions(rows, tx);
      await store.insertBatch(batch, tx);
    });
    expect(await store.getBatch(ACCOUNT, batchId)).toEqual(batch);
    expect(await store.getBatch('other', batchId)).toBeNull();
    expect(await store.changeBatch('other', batchId, { description: 'x' })).toBeNull();
    expect(await store.changeBatch(ACCOUNT, batchId, { description: 'May\u0000' })).toEqual({
      ...batch,
      description: 'May\u0000',
    });
    await store.attachDocument(ids[0]!, document());
    expect(await store.countBatch(batchId)).toEqual({ WAITING: 2, PROCESSING: 1, COMPLETE: 0, FAILED: 0 });
    expect(await store.issueUploads(ACCOUNT, [ids[2]!, NOBODY, ids[0]!, ids[1]!], CREATED)).toEqual([
      ids[2],
      ids[1],
    ]);
    expect(await store.issueUploads('other', ids, CREATED)).toEqual([]);
    expect((await store.getExtraction(ACCOUNT, ids[2]!))?.upload?.expires).toBe(CREATED);
    expect(await store.countBatch(NOBODY)).toEqual({ WAITING: 0, PROCESSING: 0, COMPLETE: 0, FAILED: 0 });
  });

  test.each(NO_IDS)('%j is the id of nothing', async (none) => {
    const nothing = await Promise.all([
      store.getType(ACCOUNT, { id: none }),
      store.getType(ACCOUNT, { name: none }),
      store.updateType(ACCOUNT, none, { name: 'x' }),
      store.getConfig({ id: none }),
      store.getConfig({ typeId: none, name: none }),
      store.getGolden({ id: none }),
      store.changeGolden(none, { error: null }),
      store.getExtraction(null, none),
      store.getResult(none),
      store.claim(none, { leaseMs: 1, worker: 'w', maxAttempts: 3 }),
      store.getDelivery(ACCOUNT, none),
      store.redeliver(ACCOUNT, none),
      store.getBatch(ACCOUNT, none),
      store.getClassification(null, none),
      store.claimClassification(none, { leaseMs: 1, worker: 'w', maxAttempts: 3 }),
      store.getKey(none),
      store.getToken(none),
    ]);
    expect(nothing).toEqual(nothing.map(() => null));
    const empty = await Promise.all([
      store.listConfigs(none),
      store.getVersions(none, [none]),
      store.listGoldens(none),
      store.getExtractions(ACCOUNT, [none]),
      store.listDeliveries(none),
      store.issueUploads(ACCOUNT, [none], 1),
      store.listPresigned({ limit: 9, after: none }),
      store.listExtractions({ account: ACCOUNT, from: 0, to: CREATED, limit: 9, typeIds: [none] }),
      store.listExtractions({ account: ACCOUNT, from: 0, to: CREATED, limit: 9, batchId: none }),
    ]);
    expect(empty).toEqual(empty.map(() => []));
    const refused = await Promise.all([
      store.deleteType(ACCOUNT, none),
      store.deleteConfig(none),
      store.deleteGolden(none),
      store.erase(none, { document: true, result: true, given: true }),
      store.renew(none, none, 1),
      store.release(none, none, { refund: true }),
      store.revokeKey(ACCOUNT, none),
      store.revokeToken(ACCOUNT, none),
    ]);
    expect(refused).toEqual(refused.map(() => false));
  });
}
