import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allows,
  bearerToken,
  ENVIRONMENTS,
  type KeyStore,
  makeKey,
  mayTouch,
  type Principal,
  principalOf,
} from '../../src/service/api-keys.js';
import { memoryKeys } from '../../src/service/memory-keys.js';
import { harness } from './harness.js';

const NOW = 1_700_000_000_000;

test('a key has the form al_{id}_{secret}, and only its hash is stored', async () => {
  const { key, row } = await makeKey({ account: 'a', name: 'first' }, NOW);
  expect(key).toMatch(/^al_[a-z2-7]{12}_[A-Za-z0-9_-]{43}$/u);
  expect(row).toEqual({
    id: key.slice(3, 15),
    account: 'a',
    name: 'first',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
    scopes: ['extract', 'read'],
    created: NOW,
  });
  expect(JSON.stringify(row)).not.toContain(key.slice(16));
});

test.each([
  [{ account: '' }, 'account'],
  [{ account: 'a/b' }, 'account'],
  [{ account: '..' }, 'account'],
  [{ account: 'a\\b' }, 'account'],
  [{ account: 'a\0' }, 'account'],
  [{ account: 'x'.repeat(129) }, 'account'],
  [{ name: '' }, 'name'],
  [{ name: 'a\n' }, 'name'],
  [{ scopes: ['all' as 'read'] }, 'scopes'],
  [{ environment: 'test' as 'production' }, 'environment'],
  [{ expires: Number.NaN }, 'expires'],
])('a key cannot be made of %j', async (given, member) => {
  const wanted = { account: 'a', name: 'n', ...given };
  await expect(makeKey(wanted, NOW)).rejects.toThrow(new RegExp(`^The ${member} of the key must `, 'u'));
});

test('a key of a service that is impossible is a wrong request', async () => {
  const { service } = await harness();
  await expect(service.keys.create({ name: 'n', account: 'a/b' })).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ path: 'account' }],
  });
  await expect(service.keys.create({ name: 'n', expires: 'soon' })).rejects.toMatchObject({
    issues: [{ path: 'expires' }],
  });
});

test('a key is made of the bytes that the random source gives', async () => {
  const bytes = (count: number) => new Uint8Array(count).fill(0xff);
  const { key } = await makeKey({ account: 'a', name: 'n' }, NOW, bytes);
  expect(key).toBe(`al_${'7'.repeat(12)}_${'_'.repeat(42)}8`);
  const store = memoryKeys([(await makeKey({ account: 'a', name: 'n' }, NOW, bytes)).row]);
  expect(await principalOf(key, store, NOW)).toMatchObject({ account: 'a' });
});

test('says who its holder is', async () => {
  const store = memoryKeys();
  const { key, row } = await makeKey(
    { account: 'a', name: 'n', scopes: ['review'], environment: 'development', expires: NOW + 10 },
    NOW,
  );
  await store.insert(row);
  expect(await principalOf(key, store, NOW + 9)).toEqual({
    account: 'a',
    keyId: row.id,
    name: 'n',
    scopes: ['review'],
    environment: 'development',
  });
  expect(await principalOf(key, store, NOW + 10)).toBeNull();
});

test('a key is worth nothing once it is revoked, and then for good', async () => {
  const { key, row } = await makeKey({ account: 'a', name: 'n' }, NOW);
  const store = memoryKeys([row]);
  expect(await store.revoke('b', row.id, NOW)).toBe(false);
  expect(await principalOf(key, store, NOW)).not.toBeNull();
  expect(await store.revoke('a', row.id, NOW + 1)).toBe(true);
  expect(await store.revoke('a', row.id, NOW + 2)).toBe(true);
  expect(await store.find(row.id)).toMatchObject({ revoked: NOW + 1 });
  expect(await principalOf(key, store, NOW)).toBeNull();
});

test('a key is worth nothing with any character changed', async () => {
  const { key, row } = await makeKey({ account: 'a', name: 'n' }, NOW);
  const store = memoryKeys([row]);
  await fc.assert(
    fc.asyncProperty(fc.nat(key.length), fc.constantFrom(0, 1), fc.string(), async (at, removed, added) => {
      const changed = key.slice(0, at) + added + key.slice(at + removed);
      fc.pre(changed !== key);
      expect(await principalOf(changed, store, NOW)).toBeNull();
    }),
  );
});

test('a key that is unknown takes the same way as a wrong one: one look, one comparison', async () => {
  const { key, row } = await makeKey({ account: 'a', name: 'n' }, NOW);
  const asked: string[] = [];
  const inner = memoryKeys([row]);
  const store: KeyStore = {
    ...inner,
    find(id) {
      asked.push(id);
      return inner.find(id);
    },
  };
  const other = (await makeKey({ account: 'a', name: 'n' }, NOW)).key;
  const wrong = key.slice(0, 16) + other.slice(16);
  for (const each of [other, wrong, 'al_x_y', '']) expect(await principalOf(each, store, NOW)).toBeNull();
  expect(asked).toEqual([other.slice(3, 15), row.id]);
});

test('a key is noted as used at most once a minute', async () => {
  const { key, row } = await makeKey({ account: 'a', name: 'n' }, NOW);
  const store = memoryKeys([row]);
  const used = async (at: number) => {
    await principalOf(key, store, at);
    return (await store.find(row.id))?.lastUsed;
  };
  expect(await used(NOW)).toBe(NOW);
  expect(await used(NOW + 59_999)).toBe(NOW);
  expect(await used(NOW + 60_000)).toBe(NOW + 60_000);
});

test('keys in memory are listed by account, and have ids of their own', async () => {
  const { row } = await makeKey({ account: 'a', name: 'n' }, NOW);
  const store = memoryKeys([row]);
  expect(await store.list('a')).toEqual([row]);
  expect(await store.list('b')).toEqual([]);
  await expect(store.insert(row)).rejects.toThrow('already');
  await store.touch('unknown', NOW);
  expect(await store.find('unknown')).toBeNull();
});

const principal: Principal = { account: 'a', keyId: 'k', name: 'n', scopes: ['read'] };

test('a principal may do what its scopes cover', () => {
  expect(allows(principal, 'read')).toBe(true);
  expect(allows(principal, 'configure')).toBe(false);
  expect(allows({ ...principal, scopes: ['*'] }, 'configure')).toBe(true);
});

test.each([
  [undefined, ['production', 'development']],
  ['production', ['production', 'development']],
  ['development', ['development']],
] as const)('a principal of %s touches %j', (environment, touched) => {
  const of: Principal = { ...principal, ...(environment && { environment }) };
  expect(ENVIRONMENTS.filter((each) => mayTouch(of, each))).toEqual(touched);
});

test.each([
  ['Bearer abc', 'abc'],
  ['bearer  a.b_c-d:e ', 'a.b_c-d:e'],
  ['BEARER x', 'x'],
  ['Bearer', null],
  ['Bearer ', null],
  ['Basic abc', null],
  ['Bearer a b', null],
  ['Bearerabc', null],
  [null, null],
])('the bearer token of %j is %j', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});
