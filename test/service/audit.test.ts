/** The audit log: who changed what, and who may read it. */
import { expect, test } from 'vitest';
import type { Principal } from '../../src/service/api-keys.js';
import { memoryQueue } from '../../src/service/queues/memory.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { harness, INVOICE, totalConfig, typeWith, uploaded } from './harness.js';

/** Actions and names of a page, the oldest first. */
const told = (entries: readonly { action: string; name: string | null }[]) =>
  entries.map(({ action, name }) => [action, name]).reverse();

test('types, configs, erasures and tokens are written down with the key that changed them', async () => {
  const h = await harness();
  const type = await typeWith(h, 'invoices', { north: totalConfig() });
  const path = `/document_types/${type}/configurations/north`;
  await h.call('PUT', `/document_types/${type}`, { body: { description: 'bills' } });
  const config = (await h.call('GET', path)).body;
  const draft = { configuration: totalConfig({ id: 'sum' }) };
  await h.call('PUT', path, { body: draft });
  const version = config.version_id;
  await h.call('PUT', `${path}/${version}`, { body: { publish_as: 'development' } });
  await h.call('DELETE', `${path}/development`);
  const id = await uploaded(h, 'invoices', INVOICE);
  const grants = [{ route: '/documents/{id}', method: 'GET', path: { id } }];
  await h.call('POST', '/account/auth_tokens', { body: { grants } });
  await h.call('DELETE', `/documents/${id}`);
  await h.call('DELETE', path);
  await h.call('DELETE', `/document_types/${type}`);
  const { status, body } = await h.call('GET', '/audit_log?limit=100');
  expect(status).toBe(200);
  expect(told(body.entries)).toEqual([
    ['document_type.created', 'invoices'],
    ['configuration.created', 'north'],
    ['configuration.published', 'north'],
    ['document_type.changed', 'invoices'],
    ['configuration.changed', 'north'],
    ['configuration.published', 'north'],
    ['configuration.unpublished', 'north'],
    ['token.created', null],
    ['extraction.erased', null],
    ['configuration.deleted', 'north'],
    ['document_type.deleted', 'invoices'],
  ]);
  const [key] = await h.service.keys.list('acme');
  for (const entry of body.entries) expect(entry.key).toEqual({ id: key?.id, name: 'test' });
  expect(
    body.entries.find((entry: { action: string }) => entry.action === 'configuration.published'),
  ).toMatchObject({
    subject: config.id,
    details: { environment: 'development', version },
  });
  expect(body.entries[2].subject).toBe(id);
});

test('a change that is refused leaves no entry', async () => {
  const h = await harness();
  const type = await typeWith(h, 'invoices', { north: totalConfig() });
  const before = (await h.call('GET', '/audit_log')).body.entries.length;
  expect((await h.call('POST', '/document_types', { body: { name: 'invoices', schema: {} } })).status).toBe(
    409,
  );
  const path = `/document_types/${type}/configurations/north/production`;
  expect((await h.call('PUT', path, { body: { publish_as: 'production' } })).status).toBe(404);
  expect((await h.call('GET', '/audit_log')).body.entries.length).toBe(before);
});

test('keys are written down with who made and revoked them, the host where nobody is named', async () => {
  const h = await harness();
  const principal: Principal = { account: 'acme', keyId: 'k1', name: 'admin', scopes: ['*'] };
  const made = await h.service.keys.create({ name: 'ci', account: 'acme', scopes: ['read'] }, { principal });
  await h.service.keys.revoke(made.id, 'acme');
  await expect(h.service.keys.revoke('nobody', 'acme')).rejects.toMatchObject({ code: 'not_found' });
  const { entries } = (await h.call('GET', '/audit_log')).body;
  expect(entries).toMatchObject([
    { action: 'key.revoked', subject: made.id, key: { id: 'host', name: 'host' } },
    {
      action: 'key.created',
      subject: made.id,
      name: 'ci',
      key: { id: 'k1', name: 'admin' },
      details: { scopes: ['read'] },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain(made.key.slice(-20));
});

test('a key that cannot be written down opens nothing', async () => {
  const store = memoryStore();
  const h = await harness({
    store: { ...store, insertAudit: async () => Promise.reject(new Error('away')) },
    queue: memoryQueue(store),
  });
  await expect(h.service.keys.create({ name: 'ci', account: 'acme' })).rejects.toThrow('away');
  const kept = await h.service.keys.list('acme');
  expect(kept.filter(({ name }) => name === 'ci')).toMatchObject([{ revoked: expect.any(String) }]);
});

test('the audit log is read by its own scope, page by page, of the own account alone', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const read = async (query: string, key?: string) =>
    h.call('GET', `/audit_log${query}`, key === undefined ? {} : { key });
  expect(
    (await read('', await h.newKey({ scopes: ['read', 'configure', 'review', 'extract'] }))).status,
  ).toBe(403);
  expect((await read('', await h.newKey({ scopes: ['audit'], environment: 'development' }))).status).toBe(
    403,
  );
  const auditor = await h.newKey({ scopes: ['audit'] });
  expect((await h.call('GET', '/document_types', { key: auditor })).status).toBe(403);
  const all = (await read('', auditor)).body.entries;
  const pages: unknown[] = [];
  for (let token: string | null = ''; token !== null; ) {
    const { body } = await read(`?limit=1${token && `&continuation_token=${token}`}`, auditor);
    pages.push(...body.entries);
    token = body.continuation_token;
  }
  expect(pages).toEqual(all);
  expect(pages).toHaveLength(3);
  expect(told((await read('?actions=configuration.published', auditor)).body.entries)).toEqual([
    ['configuration.published', 'north'],
  ]);
  const [{ subject }] = all;
  expect((await read(`?subject=${subject}`, auditor)).body.entries).toHaveLength(2);
  expect((await read('?actions=other', auditor)).status).toBe(400);
  expect((await read('?limit=501', auditor)).status).toBe(400);
  const other = await h.newKey({ account: 'other', scopes: ['audit'] });
  expect((await read('', other)).body.entries).toEqual([]);
  const { continuation_token: token } = (await read('?limit=1', auditor)).body;
  const foreign = await read(`?continuation_token=${token}`, other);
  expect([foreign.status, foreign.body.error.code]).toEqual([400, 'bad_continuation_token']);
});
