/** What keys of each scope may do, and what they get of what other keys have made. */
import { describe, expect, test } from 'vitest';
import { type Principal, SCOPES, type Scope } from '../../src/service/api-keys.js';
import { isAllowed } from '../../src/service/invoke.js';
import type { AnyOperation } from '../../src/service/operation.js';
import { OPERATIONS } from '../../src/service/operations/index.js';
import { harness, INVOICE, totalConfig, typeWith } from './harness.js';

const TEXT = { 'content-type': 'text/plain' };

const withScope = OPERATIONS.flatMap((operation) =>
  'open' in operation.access ? [] : [[operation.id, operation, operation.access] as const],
);

function mayCall(operation: AnyOperation, scopes: readonly Scope[]): boolean {
  const principal: Principal = { account: 'a', keyId: 'k', name: 'k', scopes };
  return isAllowed(operation, { kind: 'key', principal });
}

test.each(withScope)('ask for their scope: %s', (_id, operation, access) => {
  const enough = SCOPES.filter((scope) => mayCall(operation, [scope]));
  const own: Scope[] = access.own && access.scope === 'read' ? ['extract'] : [];
  expect(new Set(enough)).toEqual(new Set([access.scope, '*', ...own]));
  expect(mayCall(operation, [])).toBe(false);
});

test('operations that ask for read change nothing and run nothing: they are GET and take no body', () => {
  const reading = withScope.filter(([, , { scope }]) => scope === 'read');
  expect(reading.length).toBeGreaterThan(10);
  expect(reading.filter(([, { method, body }]) => method !== 'GET' || body).map(([id]) => id)).toEqual([]);
});

test('a golden shows its upload address to those who may change goldens', async () => {
  const h = await harness();
  const type = await typeWith(h, 'invoices', { north: totalConfig() });
  const goldens = `/document_types/${type}/goldens`;
  const { body: made } = await h.call('POST', goldens, { body: { name: 'sample' } });
  expect(made).toHaveProperty('upload_url');
  const seen = async (key: string) => {
    const [{ body: one }, { body: all }] = [
      await h.call('GET', `${goldens}/sample`, { key }),
      await h.call('GET', goldens, { key }),
    ];
    return [one, ...(Array.isArray(all) ? all : all.goldens)].map((golden) => Object.keys(golden).sort());
  };
  const hidden = ['created', 'name'];
  expect(await seen(await h.newKey({ scopes: ['read'] }))).toEqual([hidden, hidden]);
  expect(await seen(await h.newKey({ environment: 'development' }))).toEqual([hidden, hidden]);
  const shown = [...hidden, 'upload_url'];
  expect(await seen(await h.newKey({ scopes: ['read', 'configure'] }))).toEqual([shown, shown]);
});

test('a key of the scope read runs no configuration on a golden', async () => {
  const h = await harness();
  const type = await typeWith(h, 'invoices', { north: totalConfig() });
  const { body } = await h.call('POST', `/document_types/${type}/goldens`, { body: { name: 'sample' } });
  await h.call('PUT', body.upload_url, { key: null, raw: '%PDF-1.4' });
  const key = await h.newKey({ scopes: ['read', 'extract', 'review'] });
  const asked = { key, body: { golden: 'sample', configuration: { fields: [] } } };
  expect((await h.call('POST', '/extract_text_from_golden/invoices', asked)).status).toBe(403);
});

describe('methods that have no route', () => {
  const principal = (scopes: readonly Scope[], over: Partial<Principal> = {}) => ({
    principal: { account: 'acme', keyId: 'k', name: 'k', scopes, ...over },
  });

  test('methods that have no route ask for a scope, too', async () => {
    const h = await harness();
    const type = await typeWith(h, 'invoices', { north: totalConfig() });
    const { goldens, reviews } = h.service;
    const forbidden = { code: 'forbidden' };
    const reader = principal(['read', 'extract']);
    await expect(goldens.check(type, reader)).rejects.toMatchObject(forbidden);
    await expect(goldens.accept(type, 'sample', reader)).rejects.toMatchObject(forbidden);
    await expect(reviews.getToken('none', reader)).rejects.toMatchObject(forbidden);
    await expect(goldens.check(type, principal(['configure']))).resolves.toEqual([]);
    const notFound = { code: 'not_found' };
    await expect(goldens.accept(type, 'sample', principal(['configure']))).rejects.toMatchObject(notFound);
    await expect(reviews.getToken('none', principal(['review']))).rejects.toMatchObject(notFound);
  });

  test('keep keys of development from what all environments share', async () => {
    const h = await harness();
    const type = await typeWith(h, 'invoices', { north: totalConfig() });
    const developer = principal(['*'], { environment: 'development' });
    await expect(h.service.goldens.check(type, developer)).resolves.toEqual([]);
    await expect(h.service.goldens.accept(type, 'sample', developer)).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

test('a key of the scope extract touches the batches that were made with it, and no others', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const [mine, other] = [
    await h.newKey({ scopes: ['extract', 'read'] }),
    await h.newKey({ scopes: ['extract'] }),
  ];
  const body = { documentNames: ['a.txt'], docType: 'invoices' };
  const { body: batch } = await h.call('POST', '/extract/batch', { key: mine, body });
  const touched = async (key: string) => {
    const [urls, again, change] = [
      await h.call('GET', `/extract/batch/upload_urls/${batch}/0/0`, { key }),
      await h.call('PUT', `/extract/batch/upload_urls/${batch}/0/0`, { key }),
      await h.call('PUT', `/extract/batch/${batch}`, { key, body: { description: key } }),
    ];
    return [urls.status, again.status, change.status];
  };
  expect(await touched(other)).toEqual([404, 404, 404]);
  expect(await touched(await h.newKey({ scopes: ['extract', 'read', 'configure', 'review'] }))).toEqual([
    404, 404, 404,
  ]);
  expect((await h.call('GET', `/extract/batch/${batch}`, { key: mine })).body).not.toHaveProperty(
    'description',
  );
  expect(await touched(mine)).toEqual([200, 200, 200]);
  expect(await touched(h.key)).toEqual([200, 200, 200]);
});

const repeated = { 'idempotency-key': 'once' };

test('an Idempotency-Key of another key gets nothing of the first response', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const ask = (key: string) => h.call('POST', '/generate_upload_url/invoices', { key, headers: repeated });
  const [mine, other] = [await h.newKey({ scopes: ['extract'] }), await h.newKey({ scopes: ['extract'] })];
  const first = await ask(mine);
  expect(first.status).toBe(200);
  const again = await ask(mine);
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  const foreign = await ask(other);
  expect([foreign.status, foreign.body.error.code]).toEqual([409, 'idempotency_mismatch']);
  expect(foreign.text).not.toContain(first.body.id);
});

test('an Idempotency-Key is worth nothing in another environment', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const document = { bytes: new TextEncoder().encode(INVOICE), contentType: TEXT['content-type'] };
  const principal = { account: 'acme', keyId: 'k', name: 'k', scopes: ['extract'] as const };
  const run = (environment: 'production' | 'development') =>
    h.service.extractions.extract(
      'invoices',
      document,
      {},
      {
        principal: { ...principal, environment },
        idempotencyKey: 'once',
      },
    );
  const made = await run('production');
  expect((await run('production')).id).toBe(made.id);
  await expect(run('development')).rejects.toMatchObject({ code: 'idempotency_mismatch' });
});
