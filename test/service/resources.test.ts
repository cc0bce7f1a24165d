/** Document types, configurations, goldens, lists, batches, classification, spreadsheets: what each operation does. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import { memoryKeys } from '../../src/service/memory-keys.js';
import { createService } from '../../src/service/service.js';
import { memoryStore } from '../../src/service/stores/memory.js';
import { answersByField, scripted } from '../../src/tools/models/index.js';
import {
  type Harness,
  harness,
  INVOICE,
  RECEIPT,
  SECRETS,
  TestClock,
  totalConfig,
  typeWith,
  uploaded,
} from './harness.js';

const TEXT = { 'content-type': 'text/plain' };
const DAY = 86_400_000;
const VALIDATION = { description: 'has a total', condition: { '!!': [{ var: 'total' }] } };

describe('document types', () => {
  test.each([
    ['ab', 400],
    ['abc', 200],
    ['a'.repeat(128), 200],
    ['a'.repeat(129), 400],
    ['Invoices', 400],
  ])('named %s are answered with %d', async (name, status) => {
    const { call } = await harness();
    expect((await call('POST', '/document_types', { body: { name, schema: {} } })).status).toBe(status);
  });

  test('merge their settings member by member', async () => {
    const { call } = await harness();
    const body = {
      name: 'invoices',
      description: 'bills',
      schema: { ocr_level: 4, validations: [VALIDATION] },
    };
    const { body: made } = await call('POST', '/document_types', { body });
    expect(made).toMatchObject({ name: 'invoices', description: 'bills', schema: body.schema });
    const put = (change: object) => call('PUT', `/document_types/${made.id}`, { body: change });
    expect((await put({})).body).toEqual(made);
    const other = { ...VALIDATION, description: 'other' };
    expect((await put({ schema: { validations: [other] } })).body.schema).toEqual({
      validations: [other],
      ocr_level: 4,
    });
    expect((await put({ schema: { ocr_level: null } })).body.schema).toEqual({ validations: [other] });
    expect((await put({ schema: { validations: null } })).body.schema).toEqual({ validations: [] });
    expect((await put({ description: null })).body).not.toHaveProperty('description');
    expect((await put({ schema: { description: 'inner' } })).body.description).toBe('inner');
    expect((await put({ name: 'bills_of_all' })).body.name).toBe('bills_of_all');
  });

  test('refuse rules that are none, with their paths', async () => {
    const { call } = await harness();
    const bad = { description: 'd', condition: { no_such_operator: [] } };
    const schema = { validations: [VALIDATION, bad] };
    const { status, body } = await call('POST', '/document_types', { body: { name: 'invoices', schema } });
    expect(status).toBe(400);
    expect(body.error.issues[0].path).toMatch(/^schema\.validations\[1\]\.condition/u);
  });

  test('document types cannot take the name of another, and come by name', async () => {
    const { call } = await harness();
    await call('POST', '/document_types', { body: { name: 'zebra', schema: {} } });
    const { body } = await call('POST', '/document_types', { body: { name: 'aardvark', schema: {} } });
    expect((await call('PUT', `/document_types/${body.id}`, { body: { name: 'zebra' } })).status).toBe(409);
    const { body: list } = await call('GET', '/document_types');
    expect(list.map((each: { name: string }) => each.name)).toEqual(['aardvark', 'zebra']);
  });

  test('check the results of their extractions', async () => {
    const h = await harness();
    const failing = { description: 'never', condition: { '==': [1, 2] }, severity: 'error' };
    await typeWith(h, 'invoices', { north: totalConfig() }, { validations: [failing] });
    const { body } = await h.call('GET', `/documents/${await uploaded(h, 'invoices', INVOICE)}`);
    expect(body.validations).toEqual([{ description: 'never', severity: 'error' }]);
    expect(body.coverage).toBe(0);
  });
});

describe('configurations', () => {
  const setup = async () => {
    const h = await harness();
    const id = await typeWith(h, 'invoices', {});
    const path = `/document_types/${id}/configurations`;
    const put = (name: string, body: object) => h.call('PUT', `${path}/${name}`, { body });
    return { ...h, path, put };
  };

  test('configurations are drafts until they are published', async () => {
    const { call, path, put } = await setup();
    const { body: made } = await call('POST', path, {
      body: { name: 'north', configuration: '// no config' },
    });
    expect(made).toMatchObject({
      configuration: '// no config',
      versions: [{ draft: true, environments: [] }],
    });
    expect(made.version_id).toMatch(/^[A-Za-z0-9_]{32}$/u);
    expect((await put('north', { publish_as: 'production' })).body.error.code).toBe('config_invalid');
    const text = '{\n  // kept\n  "fields": [],\n}';
    const { body: saved } = await put('north', { configuration: text, current_draft: made.version_id });
    expect(saved.configuration).toBe(text);
    expect(saved.version_id).not.toBe(made.version_id);
    expect(saved.versions).toHaveLength(1);
    const { body: published } = await put('north', { publish_as: 'Production' });
    expect(published.versions).toEqual([
      {
        version_id: saved.version_id,
        datetime: expect.any(String),
        environments: ['production'],
        draft: false,
      },
    ]);
  });

  test('keep a draft that nobody names, and lose one that is replaced', async () => {
    const { call, path, put } = await setup();
    const { body: draft } = await call('POST', path, { body: { name: 'north', configuration: '{' } });
    const { body: beside } = await put('north', { configuration: { fields: [] }, publish_as: 'production' });
    expect(beside.versions.map((each: { draft: boolean }) => each.draft)).toEqual([false, true]);
    const { body: instead } = await put('north', {
      configuration: { fields: [] },
      publish_as: 'production',
      current_draft: draft.version_id,
    });
    expect(instead.versions.map((each: { draft: boolean }) => each.draft)).toEqual([false, false]);
    expect(instead.versions[0].environments).toEqual(['production']);
    expect((await put('north', { publish_as: 'development' })).status).toBe(400);
  });

  test('name line and column of what is wrong', async () => {
    const { call, path } = await setup();
    const body = { name: 'north', configuration: '{\n  "felds": []\n}', publish_as: 'production' };
    const { status, body: answer } = await call('POST', path, { body });
    expect([status, answer.error.code]).toEqual([400, 'config_invalid']);
    expect(answer.error.issues).toContainEqual(
      expect.objectContaining({ path: 'felds', line: 2, column: expect.any(Number) }),
    );
  });

  test('move between environments, are unpublished and deleted', async () => {
    const { call, path, put } = await setup();
    const config = { fields: [] };
    const { body: first } = await call('POST', path, {
      body: { name: 'north', configuration: config, publish_as: 'production' },
    });
    const { body: second } = await put('north', { configuration: config, publish_as: 'development' });
    const one = `${path}/north/${first.version_id}`;
    expect((await call('GET', `${path}/north/development`)).body.version_id).toBe(second.version_id);
    await call('PUT', one, { body: { publish_as: 'development' } });
    const { body: versions } = await call('GET', `${path}/north/versions`);
    expect(versions.versions.map((each: { environments: string[] }) => each.environments)).toEqual([
      [],
      ['production', 'development'],
    ]);
    expect((await call('DELETE', one)).status).toBe(409);
    expect((await call('DELETE', `${path}/north/${second.version_id}`)).status).toBe(204);
    expect((await call('DELETE', `${path}/north/PRODUCTION`)).status).toBe(204);
    expect((await call('DELETE', `${path}/north/production`)).status).toBe(404);
    expect((await call('GET', `${path}/north/production`)).status).toBe(404);
    expect((await call('DELETE', `${path}/north/development`)).status).toBe(204);
    const { body: last } = await call('DELETE', one);
    expect([last.error.code, last.error.message]).toEqual([
      'in_use',
      'The version is the only one of its configuration; delete that instead',
    ]);
    expect((await call('GET', `${path}/north`)).body.version_id).toBe(first.version_id);
    expect((await call('DELETE', `${path}/north`)).status).toBe(204);
    expect((await call('GET', path)).body).toEqual([]);
  });

  test('configurations are renamed without a new version, not to a name that is taken', async () => {
    const { call, path, put } = await setup();
    for (const name of ['north', 'south']) await call('POST', path, { body: { name, configuration: '{' } });
    const { body } = await put('north', { name: 'west' });
    expect([body.name, body.versions.length]).toEqual(['west', 1]);
    expect((await put('west', { name: 'south' })).status).toBe(409);
  });
});

describe('goldens', () => {
  test('take a document, and give its text as fields see it', async () => {
    const h = await harness();
    const id = await typeWith(h, 'invoices', { north: totalConfig() });
    const path = `/document_types/${id}/goldens`;
    const { body: made } = await h.call('POST', path, { body: { name: 'sample', configuration: 'north' } });
    expect(made).toMatchObject({ name: 'sample', configuration: 'north', upload_url: expect.any(String) });
    expect((await h.call('POST', path, { body: { name: 'sample' } })).status).toBe(409);
    expect(
      (await h.call('POST', path, { body: { name: 'lost_one', configuration: 'nowhere' } })).status,
    ).toBe(400);
    const pdf = await readFile(new URL('../../fixtures/documents/invoice.pdf', import.meta.url));
    const put = await h.call('PUT', made.upload_url, { key: null, raw: new Uint8Array(pdf) });
    expect(put.status).toBe(200);
    await h.service.runPending();
    const { body: stored } = await h.call('GET', `${path}/sample`);
    expect(stored).not.toHaveProperty('upload_url');
    expect(stored).not.toHaveProperty('error');
    const { body: text } = await h.call('POST', '/extract_text_from_golden/invoices', {
      body: {
        golden: 'sample',
        configuration: { fields: [], preprocessors: [{ type: 'pageRange', startPage: 0, endPage: 1 }] },
      },
    });
    expect(text.pages[0]).toMatchObject({ width: expect.any(Number), lines: expect.any(Array) });
    expect(text.pages[0].lines.length).toBeGreaterThan(0);
    await h.call('PUT', `${path}/sample`, { body: { name: 'renamed' } });
    expect((await h.call('DELETE', `${path}/renamed/configuration`)).status).toBe(204);
    expect((await h.call('GET', path)).body[0]).not.toHaveProperty('configuration');
    expect((await h.call('DELETE', `${path}/renamed`)).status).toBe(204);
    expect((await h.call('GET', `${path}/renamed`)).status).toBe(404);
  });

  test('say why they cannot be read', async () => {
    const h = await harness();
    const id = await typeWith(h, 'invoices', {});
    const path = `/document_types/${id}/goldens`;
    const { body } = await h.call('POST', path, { body: { name: 'broken' } });
    await h.call('PUT', body.upload_url, { key: null, raw: '%PDF-1.7 and no more' });
    await h.service.runPending();
    expect((await h.call('GET', `${path}/broken`)).body.error).toEqual(expect.any(String));
  });
});

describe('lists', () => {
  const ids = (answer: { body: { extractions: { id: string }[] } }) =>
    answer.body.extractions.map(({ id }) => id);

  /** Extractions of which some were made in the same millisecond. */
  const many = async (h: Harness, count: number) => {
    const made: string[] = [];
    for (let i = 0; i < count; i += 1) {
      if (i % 3 === 0) h.clock.turn(1);
      made.push((await h.call('POST', '/generate_upload_url/invoices')).body.id);
    }
    return made;
  };

  test('come page by page, each row once, whatever is made meanwhile', async () => {
    const h = await harness();
    await typeWith(h, 'invoices', { north: totalConfig() });
    const made = await many(h, 10);
    const seen: string[] = [];
    let token: string | null = '';
    for (let page = 0; token !== null; page += 1) {
      const query: string = token === '' ? '' : `&continuation_token=${encodeURIComponent(token)}`;
      const answer = await h.call('GET', `/extractions?limit=${page % 2 === 0 ? 1 : 3}${query}`);
      seen.push(...ids(answer));
      token = answer.body.continuation_token;
      await many(h, 1);
    }
    expect(seen.toSorted()).toEqual(made.toSorted());
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('refuse tokens of other filters and accounts', async () => {
    const h = await harness();
    await typeWith(h, 'invoices', { north: totalConfig() });
    await many(h, 3);
    const { body } = await h.call('GET', '/extractions?limit=1');
    const token = encodeURIComponent(body.continuation_token);
    const other = await h.newKey({ account: 'other' });
    const ask = (query: string, key?: string) =>
      h.call('GET', `/extractions?continuation_token=${token}${query}`, key ? { key } : {});
    expect((await ask('')).status).toBe(200);
    expect((await ask('&statuses=WAITING')).body.error.code).toBe('bad_continuation_token');
    expect((await ask('', other)).body.error.code).toBe('bad_continuation_token');
  });

  test('lists are filtered by day, type, config, environment, status and coverage', async () => {
    const h = await harness();
    const type = await typeWith(h, 'invoices', { north: totalConfig() });
    await typeWith(h, 'papers', { south: totalConfig({ id: 'nothing' }) });
    const full = await uploaded(h, 'invoices', INVOICE);
    const empty = await uploaded(h, 'papers', 'no sum at all', { query: '?environment=development' });
    const { body: waiting } = await h.call('POST', '/generate_upload_url/invoices');
    const { body: config } = await h.call('GET', `/document_types/${type}/configurations/north`);
    const list = async (query: string) => ids(await h.call('GET', `/extractions?${query}`)).toSorted();
    expect(await list('')).toEqual([full, empty, waiting.id].toSorted());
    expect(await list('statuses=complete')).toEqual([full, empty].toSorted());
    expect(await list('statuses=waiting,failed')).toEqual([waiting.id]);
    expect(await list('environments=Development')).toEqual([empty]);
    expect(await list(`document_type_ids=${type}`)).toEqual([full, waiting.id].toSorted());
    expect(await list(`configuration_ids=${config.id}`)).toEqual([full]);
    expect(await list('min_coverage=1')).toEqual([full]);
    expect(await list('max_coverage=0.5')).toEqual([empty]);
    expect(await list('start_date=2026-01-15&end_date=2026-01-15')).toHaveLength(3);
    expect(await list('start_date=2026-01-16&end_date=2026-01-17')).toEqual([]);
    expect(await list('end_date=2026-01-15T11:59:59.999Z')).toEqual([]);
    expect(await list('start_date=2026-01-15T13:00:00%2B01:00')).toHaveLength(3);
  });

  test('lists show what extractions came to', async () => {
    const h = await harness();
    await typeWith(h, 'invoices', { north: totalConfig() });
    const id = await uploaded(h, 'invoices', INVOICE, { query: '?filename=a.txt' });
    const { body } = await h.call('GET', '/extractions');
    expect(body).toEqual({
      extractions: [
        expect.objectContaining({
          id,
          status: 'COMPLETE',
          type: 'invoices',
          configuration: 'north',
          coverage: 1,
          charged: 1,
          filename: 'a.txt',
          errors: [],
          validations: [],
        }),
      ],
      continuation_token: null,
      cutoff_date: null,
    });
    expect(body.extractions[0]).not.toHaveProperty('parsed_document');
  });

  test('statistics count by day and config, and outlive both', async () => {
    const h = await harness();
    const type = await typeWith(h, 'invoices', { north: totalConfig() });
    await uploaded(h, 'invoices', INVOICE);
    await uploaded(h, 'invoices', 'nothing');
    h.clock.turn(DAY);
    const id = await uploaded(h, 'invoices', INVOICE);
    await h.call('DELETE', `/documents/${id}`);
    await h.call('DELETE', `/document_types/${type}`);
    const { body } = await h.call('GET', '/extractions/statistics?start_date=2026-01-15&end_date=2026-01-16');
    expect(body.statistics).toMatchObject([
      { date: '2026-01-15', configuration_name: 'north', document_type_name: 'invoices' },
      { date: '2026-01-16', coverage_histogram: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
    ]);
    expect(body.statistics[0].coverage_histogram).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    const none = await h.call(
      'GET',
      '/extractions/statistics?start_date=2026-01-15&end_date=2026-01-16&environments=development',
    );
    expect(none.body.statistics).toEqual([]);
  });
});

test('give addresses, count, and give a spreadsheet', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body: id } = await h.call('POST', '/extract/batch', {
    body: {
      documentNames: ['a', 'b', 'c'],
      contentTypes: ['text/plain', 'text/plain', 'text/plain'],
      docType: 'invoices',
      description: 'three',
    },
  });
  expect(typeof id).toBe('string');
  const { body: urls } = await h.call('GET', `/extract/batch/upload_urls/${id}/0/1`);
  expect(urls).toHaveLength(2);
  expect((await h.call('PUT', urls[0], { key: null, raw: INVOICE, headers: TEXT })).status).toBe(200);
  expect((await h.call('GET', `/generate_excel_from_batch/${id}`)).status).toBe(409);
  await h.service.runPending();
  const { body: again } = await h.call('PUT', `/extract/batch/upload_urls/${id}/0/2`);
  expect(again.map((each: string | null) => each === null)).toEqual([true, false, false]);
  expect((await h.call('GET', `/extract/batch/upload_urls/${id}/0/3`)).status).toBe(400);
  expect((await h.call('GET', `/extract/batch/upload_urls/${id}/2/1`)).status).toBe(400);
  const { body: batch } = await h.call('GET', `/extract/batch/${id}`);
  expect(batch).toMatchObject({
    id,
    description: 'three',
    waiting: 2,
    processing: 0,
    complete: 1,
    failed: 0,
  });
  const { body: first } = await h.call('GET', `/documents/${batch.extraction_ids[0]}`);
  expect(first).toMatchObject({ batchId: id, document_name: 'a', status: 'COMPLETE' });
  const { body: sheet } = await h.call('GET', `/generate_excel_from_batch/${id}`);
  expect((await h.call('GET', sheet.url, { key: null })).text.startsWith('PK')).toBe(true);
  const renamed = await h.call('PUT', `/extract/batch/${id}`, { body: { description: 'mine' } });
  expect(renamed.body.description).toBe('mine');
  expect((await h.call('GET', `/extractions?batch_id=${id}`)).body.extractions).toHaveLength(3);
});

test('batches whose documents nobody uploads fail after a week', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body: id } = await h.call('POST', '/extract/batch', {
    body: { documentNames: ['a'], docType: 'invoices' },
  });
  h.clock.turn(6.9 * DAY);
  await h.service.sweep();
  expect((await h.call('GET', `/extract/batch/${id}`)).body.waiting).toBe(1);
  h.clock.turn(0.2 * DAY);
  await h.service.sweep();
  expect((await h.call('GET', `/extract/batch/${id}`)).body.failed).toBe(1);
});

describe('classification', () => {
  const setup = async () => {
    const h = await harness();
    const north = await typeWith(h, 'north', { one: totalConfig({ fingerprint: 'North Company' }) });
    const south = await typeWith(h, 'south', { one: totalConfig({ fingerprint: 'South Company' }) });
    return { ...h, north, south };
  };

  test('names the type at once', async () => {
    const h = await setup();
    const { body } = await h.call('POST', '/classify', { raw: RECEIPT, headers: TEXT });
    expect(body).toEqual({
      document_type: { id: h.south, name: 'south', score: 1 },
      reference_documents: [],
      classification_summary: [],
      method: 'fingerprints',
    });
    const only = await h.call('POST', '/classify?document_types=nowhere', { raw: RECEIPT, headers: TEXT });
    expect(only.body.error.code).toBe('unknown_document_type');
  });

  test('names the type in a worker', async () => {
    const h = await setup();
    const { body } = await h.call('POST', '/classify/async', { raw: INVOICE, headers: TEXT });
    expect(body).toMatchObject({ content_type: 'text/plain' });
    expect((await h.call('GET', body.download_link, { key: null })).status).toBe(404);
    await h.service.runPending();
    const done = await h.call('GET', body.download_link, { key: null });
    expect(JSON.parse(done.text).document_type).toMatchObject({ id: h.north });
  });

  test('a document of none of the types says so later, too', async () => {
    const h = await setup();
    const { body } = await h.call('POST', '/classify/async', { raw: 'zzz', headers: TEXT });
    await h.service.runPending();
    const done = await h.call('GET', body.download_link, { key: null });
    expect([done.status, done.body.error.code]).toEqual([400, 'no_matching_type']);
  });
});

test('spreadsheets hold the values of extractions', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const first = await uploaded(h, 'invoices', INVOICE);
  const second = await uploaded(h, 'invoices', RECEIPT);
  const { body } = await h.call('GET', `/generate_csv/${first},%20${second}`);
  const csv = await h.call('GET', body.url, { key: null });
  expect(csv.text).toBe('total\r\n4200\r\n99\r\n');
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  h.clock.turn(16 * 60_000);
  expect((await h.call('GET', body.url, { key: null })).status).toBe(403);
  const other = await h.newKey({ account: 'other' });
  expect((await h.call('GET', `/generate_excel/${first}`, { key: other })).status).toBe(404);
});

test('the methods do what the requests do, and throw what they answer', async () => {
  const { service, call } = await harness();
  const account = { principal: { account: 'acme', keyId: 'me', name: 'me', scopes: ['*' as const] } };
  const type = await service.documentTypes.create({ name: 'invoices', schema: {} }, account);
  expect((await call('GET', `/document_types/${type.id}`)).body).toEqual(type);
  await expect(service.documentTypes.get(type.id)).rejects.toMatchObject({ code: 'not_found', status: 404 });
  await expect(service.documentTypes.create({ name: 'x', schema: {} })).rejects.toMatchObject({
    issues: [{ path: 'name' }],
  });
  await service.configurations.create(
    type.id,
    { name: 'north', configuration: totalConfig() as never, publish_as: 'production' },
    account,
  );
  const made = await service.extractions.generateUploadUrl(
    'invoices',
    { content_type: 'text/plain' },
    {},
    account,
  );
  const bytes = new TextEncoder().encode(INVOICE);
  await service.extractions.upload(made.upload_url!, { bytes, contentType: 'text/plain' });
  await service.runPending();
  expect(await service.extractions.get(made.id, {}, account)).toMatchObject({ status: 'COMPLETE' });
  const page = await service.extractions.list({ limit: 1, statuses: ['COMPLETE'] }, account);
  expect(page.extractions).toHaveLength(1);
});

test('keys are made, listed without their secrets, and revoked', async () => {
  const { service, call } = await harness();
  const made = await service.keys.create({ name: 'mine', account: 'acme', scopes: ['read'] });
  expect((await call('GET', '/document_types', { key: made.key })).status).toBe(200);
  const listed = await service.keys.list('acme');
  expect(JSON.stringify(listed)).not.toContain(made.key.slice(-20));
  await service.keys.revoke(made.id, 'acme');
  expect((await call('GET', '/document_types', { key: made.key })).status).toBe(401);
  await expect(service.keys.revoke(made.id, 'other')).rejects.toMatchObject({ code: 'not_found' });
});

test('extractions and goldens ask the models of the service', async () => {
  const principal = { account: 'acme', keyId: 'k', name: 'k', scopes: ['*' as const] };
  const provider = scripted(answersByField({ company: 'North Company' }));
  const h = await harness({ llm: { providers: { 'open-ai': provider } } });
  const queries = [{ id: 'company', description: 'who wrote it' }];
  const config = { fields: [{ method: { id: 'queryGroup', queries } }] };
  const id = await typeWith(h, 'invoices', { north: config });
  const { body } = await h.call('GET', `/documents/${await uploaded(h, 'invoices', INVOICE)}`);
  expect([body.parsed_document.company?.value, body.errors]).toEqual(['North Company', []]);
  const golden = await h.call('POST', `/document_types/${id}/goldens`, {
    body: { name: 'sample', configuration: 'north' },
  });
  await h.call('PUT', golden.body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
  const before = provider.requests.length;
  await h.service.goldens.accept(id, 'sample', { principal });
  expect(provider.requests.length).toBe(before + 1);
  expect(await h.service.goldens.check(id, { principal })).toMatchObject([{ outcome: 'same' }]);
});

describe('checks of goldens', () => {
  test('show which fields came out otherwise', async () => {
    const h = await harness();
    const principal = { account: 'acme', keyId: 'k', name: 'k', scopes: ['*' as const] };
    const id = await typeWith(h, 'invoices', { north: totalConfig() });
    const path = `/document_types/${id}/goldens`;
    const { body } = await h.call('POST', path, { body: { name: 'sample', configuration: 'north' } });
    await h.call('POST', path, { body: { name: 'without' } });
    const check = () => h.service.goldens.check(id, { principal });
    await h.call('PUT', body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
    expect(await check()).toEqual([
      { name: 'sample', configuration: 'north', outcome: 'new' },
      { name: 'without', outcome: 'no_document' },
    ]);
    await h.service.goldens.accept(id, 'sample', { principal });
    expect((await check())[0]).toEqual({ name: 'sample', configuration: 'north', outcome: 'same' });
    await h.call('PUT', `/document_types/${id}/configurations/north`, {
      body: { configuration: totalConfig({ id: 'amount' }), publish_as: 'production' },
    });
    expect((await check())[0]).toMatchObject({ outcome: 'different', fields: ['total', 'amount'] });
    await expect(h.service.goldens.check(id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('goldens that can be drawn have a picture of their first page', async () => {
    const h = await harness();
    const id = await typeWith(h, 'invoices', {});
    const path = `/document_types/${id}/goldens`;
    const { body } = await h.call('POST', path, { body: { name: 'drawn' } });
    const pdf = await readFile(new URL('../../fixtures/documents/letter.pdf', import.meta.url));
    await h.call('PUT', body.upload_url, { key: null, raw: new Uint8Array(pdf) });
    await h.service.runPending();
    const { body: golden } = await h.call('GET', `${path}/drawn`);
    const response = await h.service.handle(new Request(golden.thumbnail_url));
    const picture = new Uint8Array(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('image/png');
    expect([...picture.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG');
    const size = new DataView(picture.buffer);
    expect(Math.max(size.getUint32(16), size.getUint32(20))).toBeLessThanOrEqual(400);
  });
});

describe('addresses that the store of blobs signs', () => {
  const setup = async () => {
    const clock = new TestClock();
    const memory = memoryBlobs({ now: clock.now });
    const away = { isFull: false };
    const h = await harness({
      clock,
      blobs: {
        ...memory,
        put: async (...given) => {
          if (away.isFull) throw new Error('ENOSPC');
          return memory.put(...given);
        },
        presignPut: async (key) => `https://storage.example/${key}`,
      },
    });
    await typeWith(h, 'invoices', { north: totalConfig() });
    const { body } = await h.call('POST', '/generate_upload_url/invoices', {
      body: { content_type: 'text/plain' },
    });
    const putTo = (url: string, text: string) =>
      memory.put(url.replace('https://storage.example/', ''), new TextEncoder().encode(text), {});
    const put = (text: string) => putTo(body.upload_url, text);
    const status = async () => (await h.call('GET', `/documents/${body.id}`)).body.status;
    return { ...h, id: body.id as string, put, putTo, status, away };
  };

  test('addresses that the store of blobs signs are taken when the host reports it, and what is written later changes nothing', async () => {
    const h = await setup();
    expect(await h.service.extractions.uploaded(h.id)).toBe(false);
    await h.put(INVOICE);
    expect(await h.service.extractions.uploaded(h.id)).toBe(true);
    await h.put(RECEIPT);
    expect(await h.service.extractions.uploaded(h.id)).toBe(false);
    await h.service.runPending();
    const { body } = await h.call('GET', `/documents/${h.id}`);
    expect(body).toMatchObject({ status: 'COMPLETE', parsed_document: { total: { value: '4200' } } });
  });

  test('addresses that the store of blobs signs are taken by the sweep, and what is no document is not', async () => {
    const h = await setup();
    await h.put('\u0000 no text');
    await h.service.sweep();
    expect(await h.status()).toBe('WAITING');
    await h.put(INVOICE);
    await h.service.sweep();
    await h.service.runPending();
    expect(await h.status()).toBe('COMPLETE');
  });

  test('stay where they are while they cannot be taken, and are taken later', async () => {
    const h = await setup();
    await h.put(INVOICE);
    h.away.isFull = true;
    await expect(h.service.extractions.uploaded(h.id)).rejects.toThrow('ENOSPC');
    await h.service.sweep();
    expect(await h.status()).toBe('WAITING');
    h.away.isFull = false;
    await h.service.sweep();
    await h.service.runPending();
    expect(await h.status()).toBe('COMPLETE');
  });

  test('addresses that the store of blobs signs are given for the documents of a batch, the same blob each time', async () => {
    const h = await setup();
    const { body: id } = await h.call('POST', '/extract/batch', {
      body: { documentNames: ['a', 'b'], contentTypes: ['text/plain', 'text/plain'], docType: 'invoices' },
    });
    const path = `/extract/batch/upload_urls/${id}/0/1`;
    const { body: urls } = await h.call('GET', path);
    expect(new Set(urls).size).toBe(2);
    expect((await h.call('GET', path)).body).toEqual(urls);
    for (const url of urls) await h.putTo(url, INVOICE);
    await h.service.sweep();
    await h.service.runPending();
    expect((await h.call('GET', `/extract/batch/${id}`)).body).toMatchObject({ waiting: 0, complete: 2 });
  });
});

test('keys alone make a service; secrets are drawn, and that is reported', async () => {
  const told: string[] = [];
  const keys = memoryKeys();
  const service = createService({
    keys,
    log: { log: (level, message) => void told.push(`${level} ${message}`) },
  });
  expect(told).toEqual([expect.stringMatching(/^warn .*secrets/iu)]);
  const { key } = await service.keys.create({ name: 'first', scopes: ['*'] });
  const request = new Request('http://any.example/v0/document_types', {
    headers: { authorization: `bearer ${key}` },
  });
  const response = await service.handle(request);
  expect([response.status, await response.json()]).toEqual([200, []]);
  const elsewhere = createService({
    keys,
    basePath: '/api',
    secrets: SECRETS,
    log: { log: () => undefined },
  });
  expect((await elsewhere.handle(request)).status).toBe(404);
  await Promise.all([service.close(), elsewhere.close()]);
});

test.each([
  [{ limits: { maxPages: 0 } }, RangeError],
  [{ limits: { pages: 1 } }, RangeError],
  [{ secrets: { urls: ['short'] } }, RangeError],
  [{ secrets: { urls: SECRETS.urls, webhooks: ['plain'] as never } }, TypeError],
  [{ store: memoryStore() }, TypeError],
  [{ workers: -1 }, RangeError],
  [{ llm: { providers: { a: { id: 'a', complete: () => null, countTokens: () => 1 } } } }, TypeError],
])('the option %j is refused', (options, error) => {
  expect(() =>
    createService({ keys: memoryKeys(), log: { log: () => undefined }, ...options } as never),
  ).toThrow(error);
});
