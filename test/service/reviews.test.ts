/** Reviews: triggers, decisions, corrections and what follows from them; tokens for reviewers. */
import { describe, expect, test } from 'vitest';
import { defineOperator, operatorArguments } from '../../src/extend/index.js';
import { createExtractor } from '../../src/index.js';
import type { FetchInit } from '../../src/service/outbound/request.js';
import { needsReview } from '../../src/service/processing/review-triggers.js';
import { streamOf } from '../../src/service/streams.js';
import { type Harness, harness, INVOICE, RECEIPT, totalConfig, typeWith, uploaded } from './harness.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Push {
  readonly event: string | undefined;
  readonly sequence: string | undefined;
  readonly body: { readonly reviewStatus?: string };
}

async function listening(): Promise<Harness & { readonly pushes: Push[] }> {
  const pushes: Push[] = [];
  const h = await harness({
    fetch: async (_url: string, { headers, body = '{}' }: FetchInit) => {
      pushes.push({
        event: headers['anchorline-event'],
        sequence: headers['anchorline-sequence'],
        body: JSON.parse(body),
      });
      return { status: 200, headers: { get: () => null }, body: streamOf(new Uint8Array()) };
    },
  });
  return { ...h, pushes };
}

const webhook = { webhook: { url: 'https://receiver.example/' } };
const review = ({ call }: Harness, id: string, body: object) => call('PUT', `/extractions/${id}`, { body });

describe('criteria', () => {
  const result = {
    coverage: 0.8,
    validation_summary: { errors: 1, warnings: 2 },
    validations: [
      { description: 'marked', severity: 'warning' },
      { description: 'skipped one', severity: 'skipped' },
    ],
  };
  const condition = {};
  test.each([
    [undefined, false],
    [[], false],
    [{ all: true }, true],
    [['all'], true],
    [{ coverage_threshold: 0.8 }, false],
    [{ coverage_threshold: 0.81 }, true],
    [{ coverage_threshold: 80 }, false],
    [{ coverage_threshold: 81 }, true],
    [{ validation_errors_threshold: 1 }, false],
    [{ validation_errors_threshold: 0 }, true],
    [[{ validation_warnings_threshold: 2 }, { coverage_threshold: 1 }], true],
    [['selected_validations'], true],
  ])('the criteria of a review %j: %s', (triggers, expected) => {
    const validations = [{ description: 'marked', condition, review_trigger: true }];
    const settings = { validations, ...(triggers !== undefined && { review_triggers: triggers }) };
    expect(needsReview(settings as never, result)).toBe(expected);
  });

  test('a validation that was skipped selects nothing', () => {
    const validations = [{ description: 'skipped one', condition, review_trigger: true }];
    expect(needsReview({ validations, review_triggers: ['selected_validations'] } as never, result)).toBe(
      false,
    );
  });
});

test('a result that needs no review is closed, and carries no status', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() }, { review_triggers: { coverage_threshold: 0.5 } });
  const id = await uploaded(h, 'invoices', INVOICE);
  expect((await h.call('GET', `/documents/${id}`)).body).not.toHaveProperty('reviewStatus');
  const empty = await uploaded(h, 'invoices', 'nothing');
  expect((await h.call('GET', `/documents/${empty}`)).body.reviewStatus).toBe('NEEDS_REVIEW');
});

test('corrections are saved, then approved; each change of status is pushed', async () => {
  const h = await listening();
  const schema = {
    review_triggers: ['all'],
    validations: [
      { description: 'large', condition: { '>': [{ var: 'total.value' }, '5'] }, severity: 'error' },
    ],
  };
  await typeWith(h, 'invoices', { north: totalConfig() }, schema);
  const id = await uploaded(h, 'invoices', INVOICE, { body: webhook });
  const { body: first } = await h.call('GET', `/documents/${id}`);
  expect(first).toMatchObject({ reviewStatus: 'NEEDS_REVIEW', review_version: 1, coverage: 0 });

  const edited = await review(h, id, {
    fields: { total: '9' },
    version: 1,
    reviewer: 'me',
    comment: 'misread',
  });
  expect(edited.body).toMatchObject({
    reviewStatus: 'NEEDS_REVIEW',
    review_version: 2,
    parsed_document: { total: { value: '9', type: 'string' } },
    coverage: 1,
    validations: [],
  });
  expect((await review(h, id, { reviewStatus: 'APPROVED', version: 1 })).body.error.code).toBe(
    'stale_review',
  );
  const approved = await review(h, id, { reviewStatus: 'APPROVED', version: 2 });
  expect(approved.body.reviewStatus).toBe('APPROVED');
  expect((await review(h, id, { reviewStatus: 'APPROVED' })).status).toBe(200);
  expect((await review(h, id, { reviewStatus: 'REJECTED' })).body.error.code).toBe('review_closed');
  expect((await review(h, id, { fields: { total: '1' } })).body.error.code).toBe('review_closed');
  await h.service.runPending();
  expect(h.pushes.map(({ event, sequence, body }) => [event, sequence, body.reviewStatus])).toEqual([
    ['extraction.complete', '1', 'NEEDS_REVIEW'],
    ['extraction.review_changed', '2', 'APPROVED'],
  ]);
  const original = await h.call('GET', `/documents/${id}?original=true`);
  expect(original.body.parsed_document.total.value).toBe('4200');
  const statistics = await h.call('GET', '/extractions/statistics?start_date=2026-01-01&end_date=2026-02-01');
  expect(statistics.body.statistics[0].coverage_histogram[0]).toBe(1);
});

test('corrections are checked by the type that the document had, whatever its name is now', async () => {
  const h = await harness();
  const limit = (amount: string) => ({
    review_triggers: ['all'],
    validations: [
      { description: amount, condition: { '>': [{ var: 'total.value' }, amount] }, severity: 'error' },
    ],
  });
  const config = (fingerprint: string) => ({ only: totalConfig({ fingerprint }) });
  const invoices = await typeWith(h, 'invoices', config('Invoice'), limit('5'));
  const receipts = await typeWith(h, 'receipts', config('Receipt'), limit('6'));
  const single = await uploaded(h, 'receipts', RECEIPT);
  const made = await h.call('POST', '/generate_upload_url', {
    body: { types: ['invoices', 'receipts'], content_type: 'text/plain' },
  });
  const raw = `${RECEIPT}\f${INVOICE}`;
  await h.call('PUT', made.body.upload_url, { key: null, raw, headers: { 'content-type': 'text/plain' } });
  await h.service.runPending();
  await h.call('PUT', `/document_types/${receipts}`, { body: { name: 'renamed' } });
  await h.call('PUT', `/document_types/${invoices}`, { body: { name: 'receipts' } });

  const edits = { fields: { total: '1' } };
  const edited = await review(h, single, edits);
  expect(edited.body.validations).toMatchObject([{ description: '6' }]);
  await review(h, made.body.id, { ...edits, document: 0 });
  const portfolio = await review(h, made.body.id, { ...edits, document: 1 });
  expect(portfolio.body.documents).toMatchObject([
    { documentType: 'receipts', output: { validations: [{ description: '6' }] } },
    { documentType: 'invoices', output: { validations: [{ description: '5' }] } },
  ]);
});

test.each([
  [{ type: 'jsonLogic', rule: { cat: ['sum ', { var: 'total.value' }] } }, 'sum 4200', 'sum 7'],
  [
    { type: 'xml', rule: { eachKey: { tag: 'sum', content: { var: 'total' } } } },
    '<sum>4200</sum>',
    '<sum>7</sum>',
  ],
])('corrections run the postprocessor %j again', async (postprocessor, before, after) => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: { ...totalConfig(), postprocessor } }, { review_triggers: ['all'] });
  const id = await uploaded(h, 'invoices', INVOICE);
  expect((await h.call('GET', `/documents/${id}`)).body.postprocessorOutput).toEqual(before);
  const { body } = await review(h, id, { fields: { total: '7' } });
  expect(body.postprocessorOutput).toEqual(after);
});

test("a host's own rule operators are known when validations are stored, and to reviews", async () => {
  const initials = defineOperator({
    id: 'initials',
    summary: 'The first letters of the words of a text',
    arguments: operatorArguments.one,
    evaluate: (text) => [...String(text).matchAll(/\b\w/gu)].join(''),
    examples: [],
  });
  const own = createExtractor({ operators: [initials] });
  const h = await harness({ extractor: own });
  const letters = { initials: { var: 'total.value' } };
  const config = { ...totalConfig(), postprocessor: { type: 'jsonLogic', rule: letters } };
  const schema = {
    review_triggers: ['all'],
    validations: [{ description: 'signed AL', condition: { '==': [letters, 'AL'] } }],
  };
  await typeWith(h, 'invoices', { north: config }, schema);
  const id = await uploaded(h, 'invoices', INVOICE);
  const { body: first } = await h.call('GET', `/documents/${id}`);
  expect([first.postprocessorOutput, first.validations]).toMatchObject(['4', [{ description: 'signed AL' }]]);
  const { body } = await review(h, id, { fields: { total: 'Ada Lovelace' } });
  expect([body.postprocessorOutput, body.validations, body.errors]).toEqual(['AL', [], []]);
  const plain = await harness();
  const refused = await plain.call('POST', '/document_types', { body: { name: 'invoices', schema } });
  expect([refused.status, refused.body.error.issues[0].path]).toEqual([
    400,
    expect.stringContaining('schema.validations[0].condition'),
  ]);
  await own.close();
});

test.each([
  [{ nothing: '1' }, 'fields.nothing'],
  [{ total: { columns: 1 } }, 'fields.total'],
  [{ total: { value: 1 } }, 'fields.total'],
  [{ total: [[1]] }, 'fields.total'],
])('corrections %j are refused', async (fields, path) => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() }, { review_triggers: ['all'] });
  const id = await uploaded(h, 'invoices', INVOICE);
  const answer = await review(h, id, { fields });
  expect([answer.status, answer.body.error.issues[0].path]).toEqual([400, path]);
});

test.each([
  [null, null],
  [
    { value: '1', type: 'number' },
    { value: '1', type: 'number' },
  ],
  [true, { value: true, type: 'string' }],
])('the value %j is taken', async (given, stored) => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() }, { review_triggers: ['all'] });
  const id = await uploaded(h, 'invoices', INVOICE);
  const { body } = await review(h, id, { fields: { total: given } });
  expect(body.parsed_document.total).toEqual(stored === null ? null : expect.objectContaining(stored));
});

test('documents of a portfolio are reviewed one by one', async () => {
  const h = await listening();
  const schema = { review_triggers: ['all'] };
  await typeWith(h, 'north', { one: totalConfig({ fingerprint: 'North Company' }) }, schema);
  await typeWith(h, 'south', { one: totalConfig({ fingerprint: 'South Company' }) }, schema);
  const made = await h.call('POST', '/generate_upload_url', {
    body: { types: ['north', 'south'], content_type: 'text/plain', ...webhook },
  });
  const raw = `${INVOICE}\f${RECEIPT}`;
  await h.call('PUT', made.body.upload_url, { key: null, raw, headers: { 'content-type': 'text/plain' } });
  await h.service.runPending();
  const { id } = made.body;
  const statuses = async () => {
    const { body } = await h.call('GET', `/documents/${id}`);
    return [body.reviewStatus, body.reviewStatuses];
  };
  expect(await statuses()).toEqual(['NEEDS_REVIEW', ['NEEDS_REVIEW', 'NEEDS_REVIEW']]);
  expect((await review(h, id, { reviewStatus: 'APPROVED' })).body.error.issues[0].path).toBe('document');
  expect((await review(h, id, { document: 2, reviewStatus: 'APPROVED' })).status).toBe(400);
  const { body } = await review(h, id, { document: 1, reviewStatus: 'REJECTED', fields: { total: '5' } });
  expect(body.documents[1].output).toMatchObject({
    parsed_document: { total: { value: '5' } },
    parsedDocument: { total: { value: '5' } },
  });
  expect(await statuses()).toEqual(['NEEDS_REVIEW', ['NEEDS_REVIEW', 'REJECTED']]);
  await review(h, id, { document: 0, reviewStatus: 'APPROVED' });
  expect(await statuses()).toEqual(['REJECTED', ['APPROVED', 'REJECTED']]);
  await h.service.runPending();
  expect(h.pushes.map(({ body: { reviewStatus } }) => reviewStatus)).toEqual([
    'NEEDS_REVIEW',
    'NEEDS_REVIEW',
    'REJECTED',
  ]);
  expect((await h.call('GET', '/extractions?review_statuses=approved')).body.extractions).toHaveLength(1);
});

describe('tokens', () => {
  const setup = async () => {
    const h = await harness();
    await typeWith(h, 'invoices', { north: totalConfig() }, { review_triggers: ['all'] });
    const id = await uploaded(h, 'invoices', INVOICE);
    const other = await uploaded(h, 'invoices', INVOICE);
    const make = (grants: object[], rest: object = {}) =>
      h.call('POST', '/account/auth_tokens', { body: { grants, ...rest } });
    return { ...h, id, other, make };
  };
  const grant = (route: string, method: string, id: string) => ({ route, method, path: { id } });

  test('open exactly what they grant, for their time', async () => {
    const h = await setup();
    const { body } = await h.make([
      grant('/documents/{id}', 'GET', h.id),
      grant('/documents/{id}', 'PUT', h.id),
    ]);
    expect(body.token).toMatch(/^[0-9a-f-]{36}:[0-9a-f-]{36}$/u);
    const key = body.token;
    const status = async (method: string, path: string, options = {}) =>
      (await h.call(method, path, { key, ...options })).status;
    expect(await status('GET', `/documents/${h.id}`)).toBe(200);
    expect(await status('GET', `/documents/${h.other}`)).toBe(403);
    expect(await status('GET', '/extractions')).toBe(403);
    expect(await status('DELETE', `/documents/${h.id}`)).toBe(403);
    expect(await status('PUT', `/extractions/${h.id}`, { body: { reviewStatus: 'APPROVED' } })).toBe(200);
    expect((await h.call('GET', `/documents/${h.id}`, { key: `${key.slice(0, -1)}x` })).status).toBe(401);
    h.clock.turn(7 * 86_400_000);
    expect(await status('GET', `/documents/${h.id}`)).toBe(401);
  });

  test('tokens without a grant to change cannot review, and can be revoked', async () => {
    const h = await setup();
    const { body } = await h.make([grant('/documents/{id}', 'GET', h.id)]);
    const key = body.token;
    const put = { key, body: { reviewStatus: 'APPROVED' } };
    expect((await h.call('PUT', `/extractions/${h.id}`, put)).status).toBe(403);
    await h.service.keys.revoke(key.split(':')[0], 'acme');
    expect((await h.call('GET', `/documents/${h.id}`, { key })).status).toBe(401);
  });

  test('show what they were used for to their account, and never their text', async () => {
    const h = await setup();
    const grants = [grant('/documents/{id}', 'GET', h.id), grant('/extractions/{id}', 'PUT', h.id)];
    const { body } = await h.make(grants);
    const [id = '', secret = ''] = body.token.split(':');
    await h.call('GET', `/documents/${h.id}`, { key: body.token });
    h.clock.turn(1_000);
    await h.call('PUT', `/extractions/${h.id}`, { key: body.token, body: {} });
    await h.service.keys.revoke(id, 'acme');
    const principal = { account: 'acme', keyId: 'k', name: 'k', scopes: ['*' as const] };
    const shown = await h.service.reviews.getToken(id, { principal });
    expect(shown).toMatchObject({
      id,
      created: body.created,
      revoked: expect.any(String),
      grants,
      usage: [
        { at: '2026-01-15T12:00:00.000Z', route: '/documents/{id}', method: 'GET', path: { id: h.id } },
        { at: '2026-01-15T12:00:01.000Z', route: '/extractions/{id}', method: 'PUT', path: { id: h.id } },
      ],
    });
    expect(JSON.stringify(shown)).not.toContain(secret);
    await expect(h.service.reviews.getToken(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(h.service.reviews.getToken(UNKNOWN, { principal })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('tokens are for extractions that there are, for 30 days at most', async () => {
    const h = await setup();
    expect((await h.make([grant('/documents/{id}', 'GET', UNKNOWN)])).status).toBe(404);
    const far = new Date(h.clock.now() + 31 * 86_400_000).toISOString();
    expect((await h.make([grant('/documents/{id}', 'GET', h.id)], { expires: far })).status).toBe(400);
    const past = new Date(h.clock.now() - 1).toISOString();
    expect((await h.make([grant('/documents/{id}', 'GET', h.id)], { expires: past })).status).toBe(400);
  });

  test('come as links to a page', async () => {
    const h = await harness({ reviewUrl: (id, token) => `https://review.example/${id}#${token}` });
    await typeWith(h, 'invoices', { north: totalConfig() }, { review_triggers: ['all'] });
    const id = await uploaded(h, 'invoices', INVOICE);
    const principal = { account: 'acme', keyId: 'k', name: 'k', scopes: ['*' as const] };
    const link = await h.service.reviews.link(id, { principal });
    expect(link.url).toBe(`https://review.example/${id}#${link.token}`);
  });
});
