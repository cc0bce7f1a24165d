/** Lines of the interface specification of the service that no other test shows for themselves. */
import { expect, test } from 'vitest';
import type { FetchInit } from '../../src/service/outbound/request.js';
import type { Extraction } from '../../src/service/schemas/extractions.js';
import type { ServiceOptions } from '../../src/service/service.js';
import { streamOf } from '../../src/service/streams.js';
import {
  type Answer,
  type Harness,
  harness,
  INVOICE,
  RECEIPT,
  totalConfig,
  typeWith,
  uploaded,
} from './harness.js';

const TEXT = { 'content-type': 'text/plain' };
const JSON_TYPE = { 'content-type': 'application/json' };
const webhook = { url: 'https://receiver.example/' };

/** A service whose pushes are kept, and whose fetches of documents find a text. */
async function listening(
  document = INVOICE,
): Promise<Harness & { readonly pushes: object[]; readonly texts: string[] }> {
  const pushes: object[] = [];
  const texts: string[] = [];
  const h = await harness({
    fetch: async (_url: string, { method, body = '' }: FetchInit) => {
      if (method === 'POST') {
        pushes.push(JSON.parse(body));
        texts.push(body);
      }
      const answer = method === 'POST' ? '' : document;
      return {
        status: 200,
        headers: { get: () => null },
        body: streamOf(new TextEncoder().encode(answer)),
      };
    },
  });
  return { ...h, pushes, texts };
}

const read = ({ call }: Harness, id: string) => call('GET', `/documents/${id}`);

test('validations read values with var and match, and warn of the fields that they concern', async () => {
  const h = await harness();
  const id = await typeWith(h, 'invoices', { north: totalConfig() });
  const check = (description: string, pattern: string, fields: string[]) => ({
    description,
    condition: { match: [{ var: 'total.value' }, pattern] },
    severity: 'warning',
    fields,
  });
  const validations = [
    check('has four digits', '^\\d{4}$', ['total']),
    check('is small', '^\\d$', ['total']),
    check('concerns a field that is not there', '^\\d$', ['nothing']),
  ];
  const { status, body } = await h.call('PUT', `/document_types/${id}`, {
    body: { schema: { validations } },
  });
  expect([status, body.schema.validations]).toEqual([200, validations]);
  const { body: found } = await read(h, await uploaded(h, 'invoices', INVOICE));
  expect(found.validations).toMatchObject([
    { description: 'is small', severity: 'warning' },
    { description: 'concerns a field that is not there', severity: 'skipped' },
  ]);
});

test('an update names its document type by a version 4 UUID', async () => {
  const h = await harness();
  const id = await typeWith(h, 'invoices', {});
  const put = (which: string) => h.call('PUT', `/document_types/${which}`, { body: { name: 'bills' } });
  // The version is the first digit of the third group; the second may begin with a 4, too.
  const otherVersion = `${id.slice(0, 14)}1${id.slice(15)}`;
  expect([(await put('invoices')).status, (await put(otherVersion)).status]).toEqual([400, 400]);
  expect(await put(id)).toMatchObject({ status: 200, body: { id, name: 'bills' } });
  expect((await h.call('GET', '/document_types')).body).toMatchObject([{ id, name: 'bills' }]);
});

test('a type that does not exist cannot be extracted with', async () => {
  const h = await harness();
  const made = await h.call('POST', '/generate_upload_url/nothing');
  expect([made.status, made.body.error.code]).toEqual([400, 'unknown_document_type']);
});

test('paths carry the version v0', async () => {
  const h = await harness();
  expect((await h.call('GET', 'http://service.test/v0/document_types')).status).toBe(200);
  expect((await h.call('GET', 'http://service.test/document_types')).status).toBe(404);
  expect((await h.call('GET', 'http://service.test/v1/document_types')).status).toBe(404);
});

test('answers are JSON unless plain text is asked for', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', {});
  const ask = async (accept?: string) => {
    const headers = accept === undefined ? {} : { accept };
    const answer = await h.call('GET', '/document_types', { headers });
    return [answer.headers.get('content-type')?.split(';')[0], JSON.parse(answer.text)[0].name];
  };
  expect(await ask()).toEqual(['application/json', 'invoices']);
  expect(await ask('application/json')).toEqual(['application/json', 'invoices']);
  expect(await ask('text/plain')).toEqual(['text/plain', 'invoices']);
});

test('the environment is production unless it is development, and nothing else', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const ask = async (query: string) => {
    const { status, body } = await h.call('POST', `/generate_upload_url/invoices${query}`);
    return [status, body.environment];
  };
  expect(await ask('')).toEqual([200, 'production']);
  expect(await ask('?environment=production')).toEqual([200, 'production']);
  expect(await ask('?environment=development')).toEqual([200, 'development']);
  expect(await ask('?environment=staging')).toEqual([400, undefined]);
});

test('development has every config: its own version, else that of production', async () => {
  const h = await harness();
  const id = await typeWith(h, 'papers', {
    both: totalConfig({ id: 'old' }),
    published: totalConfig({ id: 'published' }),
  });
  const path = `/document_types/${id}/configurations`;
  const newer = { configuration: totalConfig({ id: 'newer' }), publish_as: 'development' };
  await h.call('PUT', `${path}/both`, { body: newer });
  const only = { name: 'unpublished', ...newer, configuration: totalConfig({ id: 'staged' }) };
  await h.call('POST', path, { body: only });
  const run = async (query: string) => {
    const { body } = await read(h, await uploaded(h, 'papers', INVOICE, { query }));
    const ran = body.classification_summary.filter((each: { score?: object }) => each.score);
    return [
      Object.keys(body.parsed_document),
      ran.map((each: { configuration: string }) => each.configuration),
    ];
  };
  expect(await run('')).toEqual([['old'], ['both', 'published']]);
  expect(await run('?environment=development')).toEqual([['newer'], ['both', 'published', 'unpublished']]);
});

test('extra data is given back as it was given: order of members, large and long numbers', async () => {
  const h = await listening();
  await typeWith(h, 'papers', {
    one: { fields: [], computed_fields: [{ id: 'case', method: { id: 'extraData', key: '2' } }] },
  });
  const given = '{"2":9007199254740993,"1":-0.50,"__proto__":1e2,"b":"7","10":12345678901234567890.5}';
  const ask = (path: string, body: string) =>
    h.call('POST', path, { raw: body, headers: { ...JSON_TYPE, 'idempotency-key': 'one' } });
  const made = await ask(
    '/generate_upload_url/papers',
    `{"content_type": "text/plain", "webhook": {"url": "${webhook.url}"},\n "extra_data" : ${given}}`,
  );
  expect(made.text).toContain(`"extra_data":${given}`);
  await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
  await h.service.runPending();
  const done = await read(h, made.body.id);
  expect(done.text).toContain(`"extra_data":${given}`);
  expect(done.body.parsed_document.case.value).toBe(9007199254740992);
  expect(h.texts.at(-1)).toContain(`"extra_data":${given}`);
  const portfolio = await ask(
    '/generate_upload_url',
    `{"types": ["papers"], "extra_data": ${given.replaceAll(',', ' ,\n ')}}`,
  );
  expect(portfolio.text).toContain(`"extra_data":${given}`);
});

test('the payload of a webhook is given back as it was given: order of members, large and long numbers', async () => {
  const h = await listening();
  await typeWith(h, 'papers', { one: { fields: [] } });
  const given = '{"2":9007199254740993,"1":[-0.50,{"b":1,"0":12345678901234567890.5}],"10":"x"}';
  const made = await h.call('POST', '/generate_upload_url/papers', {
    raw: `{"content_type": "text/plain", "webhook": {"url": "${webhook.url}", "payload": ${given}}}`,
    headers: JSON_TYPE,
  });
  await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers: TEXT });
  await h.service.runPending();
  expect((await read(h, made.body.id)).text).toContain(`"payload":${given}}`);
  const pushed = h.texts.at(-1)!;
  expect(pushed.split(`"payload":${given}`)).toHaveLength(3);
});

test.each<[string, object, Partial<ServiceOptions>]>([
  ['', {}, {}],
  [', in strict mode, too', { fingerprint_mode: 'strict' }, {}],
  [', whatever effort spares', {}, { classification: { effort: 'economical' } }],
])('development runs all configs of the type before it picks%s', async (_what, schema, options) => {
  const h = await harness(options);
  const configs = {
    east: totalConfig({ fingerprint: 'East Company' }),
    north: totalConfig({ fingerprint: 'North Company' }),
    plain: totalConfig(),
  };
  await typeWith(h, 'papers', configs, schema);
  const ranOf = ({ body }: Answer<Extraction>) =>
    body.classification_summary!.filter(({ score }) => score).map(({ configuration }) => configuration);
  const uploadedTo = async (query: string) => read(h, await uploaded(h, 'papers', INVOICE, { query }));
  const sync = (query: string) =>
    h.call('POST', `/extract/papers${query}`, { raw: INVOICE, headers: { 'content-type': 'text/plain' } });
  expect(ranOf(await uploadedTo(''))).toEqual(['north']);
  // The fingerprint still decides between configs that fill as many fields.
  const all = ['north', 'plain', 'east'];
  expect(ranOf(await uploadedTo('?environment=development'))).toEqual(all);
  expect(ranOf(await uploadedTo('?environment=development&strict=true'))).toEqual(all);
  expect(ranOf(await sync('?environment=development'))).toEqual(all);
  const made = await h.call('POST', '/generate_upload_url?environment=development', {
    body: { types: ['papers'], content_type: 'text/plain' },
  });
  await h.call('PUT', made.body.upload_url, {
    key: null,
    raw: INVOICE,
    headers: { 'content-type': 'text/plain' },
  });
  await h.service.runPending();
  const { documents } = (await read(h, made.body.id)).body;
  expect(documents[0].configuration).toBe('north');
  expect(documents[0].output.classificationSummary).toHaveLength(3);
});

test('an upload carries no Authorization header, the announced type, and raw bytes', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body } = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  const put = async (key: string | null, type: string, raw: string) => {
    const answer = await h.call('PUT', body.upload_url, { key, raw, headers: { 'content-type': type } });
    return answer.status === 200 ? 200 : answer.body.error.code;
  };
  expect(await put(h.key, 'text/plain', INVOICE)).toBe('authorization_not_allowed');
  expect(await put(null, 'application/pdf', INVOICE)).toBe('content_type_mismatch');
  const encoded = Buffer.from('%PDF-1.7 and so on, and so on').toString('base64');
  expect(await put(null, 'text/plain', encoded)).toBe('base64_not_supported');
  expect(await put(null, 'text/plain', INVOICE)).toBe(200);
});

test('content_type is one of a list, may be left out, and CSV needs it', async () => {
  const table = 'a,b\n1,2\n';
  const h = await listening(table);
  await typeWith(h, 'tables', { one: { fields: [] } });
  const fetched = async (body: object) => {
    const made = await h.call('POST', '/extract_from_url/tables', {
      body: { document_url: 'https://files.example/a', ...body },
    });
    if (made.status !== 200) return made.status;
    await h.service.runPending();
    const done = await read(h, made.body.id);
    return done.body.errors[0]?.code ?? done.body.status;
  };
  expect(await fetched({ content_type: 'text/csv' })).toBe('COMPLETE');
  expect(await fetched({})).toBe('unknown_content');
  expect(await fetched({ content_type: 'application/zip' })).toBe(400);
  const pdf = await listening('%PDF-1.7');
  await typeWith(pdf, 'tables', { one: { fields: [] } });
  const made = await pdf.call('POST', '/extract_from_url/tables', {
    body: { document_url: 'https://files.example/a' },
  });
  expect(made.body.content_type).toBeUndefined();
  await pdf.service.runPending();
  expect((await read(pdf, made.body.id)).body.content_type).toBe('application/pdf');
});

test('document_url is required, and an address', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const ask = async (body: object) => (await h.call('POST', '/extract_from_url/invoices', { body })).status;
  expect([await ask({}), await ask({ document_url: 7 }), await ask({ document_url: 'somewhere' })]).toEqual([
    400, 400, 400,
  ]);
});

test('webhooks are pushed when an extraction is complete', async () => {
  const h = await listening();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const id = await uploaded(h, 'invoices', INVOICE, { body: { webhook, extra_data: { case: 'A' } } });
  await h.service.runPending();
  expect(h.pushes).toMatchObject([{ id, status: 'COMPLETE', extra_data: { case: 'A' } }]);
});

test('webhooks are pushed when an extraction has failed', async () => {
  const h = await listening('\u0000');
  await typeWith(h, 'invoices', { north: totalConfig() });
  const { body } = await h.call('POST', '/extract_from_url/invoices', {
    body: { document_url: 'https://files.example/a', webhook },
  });
  await h.service.runPending();
  await h.service.runPending();
  expect(h.pushes).toMatchObject([{ id: body.id, status: 'FAILED' }]);
});

test('webhooks are not pushed where none was asked for', async () => {
  const h = await listening();
  await typeWith(h, 'invoices', { north: totalConfig() });
  await uploaded(h, 'invoices', INVOICE);
  await h.service.runPending();
  expect(h.pushes).toEqual([]);
});

test('extra data is read by validations, postprocessors and computed fields', async () => {
  const h = await harness();
  const config = {
    ...totalConfig(),
    computed_fields: [{ id: 'wanted', method: { id: 'extraData', key: 'wanted' } }],
    postprocessor: { type: 'jsonLogic', rule: { var: 'extra_data.wanted' } },
  };
  const condition = { '==': [{ var: 'total.value' }, { var: 'extra_data.wanted' }] };
  await typeWith(
    h,
    'invoices',
    { north: config },
    { validations: [{ description: 'as wanted', condition }] },
  );
  const run = async (wanted: string) => {
    const id = await uploaded(h, 'invoices', INVOICE, { body: { extra_data: { wanted } } });
    const { parsed_document: parsed, postprocessorOutput: made, validations } = (await read(h, id)).body;
    return [parsed.wanted.value, made, validations.length];
  };
  expect(await run('4200')).toEqual(['4200', '4200', 0]);
  expect(await run('1')).toEqual(['1', '1', 1]);
});

test('extra data is flat: texts, numbers, booleans and null', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const ask = async (data: unknown) => {
    const { status, body } = await h.call('POST', '/generate_upload_url/invoices', {
      body: { extra_data: data },
    });
    return status === 200 ? body.extra_data : body.error.code;
  };
  const flat = { a: 'x', b: 1.5, c: true, d: null };
  expect(await ask(flat)).toEqual(flat);
  for (const value of [{ b: 1 }, [1], []]) expect(await ask({ a: value })).toBe('extra_data_invalid');
});

test('extra data does not go with synchronous extractions', async () => {
  const h = await harness();
  await typeWith(h, 'invoices', { north: totalConfig() });
  const document = Buffer.from(INVOICE).toString('base64');
  const { status, body } = await h.call('POST', '/extract/invoices', {
    body: { document, extra_data: { a: 1 } },
  });
  expect([status, body.error.code]).toEqual([400, 'extra_data_sync']);
});

test('extra data of a portfolio is that of each of its documents', async () => {
  const h = await harness();
  for (const [name, text] of [
    ['north', 'North Company'],
    ['south', 'South Company'],
  ] as const) {
    const computed = [{ id: 'case', method: { id: 'extraData', key: 'case' } }];
    await typeWith(h, name, { one: { ...totalConfig({ fingerprint: text }), computed_fields: computed } });
  }
  const made = await h.call('POST', '/generate_upload_url', {
    body: { types: ['north', 'south'], content_type: 'text/plain', extra_data: { case: 'A' } },
  });
  await h.call('PUT', made.body.upload_url, { key: null, raw: `${INVOICE}\f${RECEIPT}`, headers: TEXT });
  await h.service.runPending();
  const { body } = await read(h, made.body.id);
  expect(body.extra_data).toEqual({ case: 'A' });
  const cases = body.documents.map(
    (each: { output: { parsed_document: { case: { value: string } } } }) =>
      each.output.parsed_document.case.value,
  );
  expect(cases).toEqual(['A', 'A']);
});
