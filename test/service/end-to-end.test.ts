/** The whole way as a client goes it, over a real server and with real receivers on loopback. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '../../src/service/api-keys.js';
import { memoryKeys } from '../../src/service/memory-keys.js';
import { toNodeListener } from '../../src/service/node.js';
import { createService, type Service } from '../../src/service/service.js';
import { verifyWebhook } from '../../src/service/webhooks/signature.js';
import type { Worker } from '../../src/service/worker.js';
import { INVOICE, RECEIPT, SECRETS, totalConfig, WEBHOOK_SECRET } from './harness.js';

interface Push {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const open: { close(): unknown }[] = [];
const pushes: Push[] = [];
let service: Service;
let worker: Worker;
let api: string;
let receiver: string;
let files: string;
let key: string;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

beforeAll(async () => {
  const pdf = await readFile(new URL('../../fixtures/documents/invoice.pdf', import.meta.url));
  receiver = await listen(
    createServer(async (request, response) => {
      pushes.push({ headers: request.headers, body: await textOf(request) });
      response.end();
    }),
  );
  files = await listen(
    createServer((request, response) => {
      if (request.url === '/invoice.pdf') response.end(pdf);
      else if (request.url === '/missing') response.writeHead(404).end();
      else response.end(PORTFOLIO);
    }),
  );
  const keys = memoryKeys();
  const made = await makeKey({ account: 'acme', name: 'client', scopes: ['*'] }, Date.now());
  await keys.insert(made.row);
  key = made.key;
  service = createService({
    keys,
    secrets: SECRETS,
    policy: { allowHosts: ['127.0.0.1'] },
    // Workers are processes, which would load all of the library from its sources.
    workers: 0,
    log: { log: () => undefined },
  });
  api = await listen(createServer(toNodeListener(service)));
  worker = service.worker();
  worker.start();
});

afterAll(async () => {
  await worker.stop();
  await service.close();
  for (const each of open) await each.close();
});

/** Three documents in one file; form feeds part the pages. */
const PORTFOLIO = `${INVOICE}\f${RECEIPT}\f${INVOICE.replace('4200', '77')}`;

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly upload_url: string;
  readonly [member: string]: unknown;
}

async function call(method: string, path: string, body?: unknown): Promise<Shown> {
  const response = await fetch(`${api}/v0${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text) as Shown;
}

/** Asks again until a condition holds. The test's own time limit ends what never comes. */
async function until<Value>(ask: () => Promise<Value | undefined> | Value | undefined): Promise<Value> {
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const done = (id: string) =>
  until(async () => {
    const shown = await call('GET', `/documents/${id}`);
    return shown.status === 'COMPLETE' || shown.status === 'FAILED' ? shown : undefined;
  });

const pushFor = (id: string) => until(() => pushes.find(({ body }) => body.includes(id)));

async function makeType(name: string, configs: Record<string, [text: object, environment: string][]>) {
  const type = await call('POST', '/document_types', { name, schema: {} });
  for (const [config, versions] of Object.entries(configs)) {
    const [[text, environment] = [{}, 'production'], ...more] = versions;
    const path = `/document_types/${type.id}/configurations`;
    await call('POST', path, { name: config, configuration: text, publish_as: environment });
    for (const [next, where] of more) {
      await call('PUT', `${path}/${config}`, { configuration: next, publish_as: where });
    }
  }
}

test('upload, poll, signed webhook, result; by address; a portfolio; development against production', async () => {
  const invoice = JSON.parse(
    await readFile(new URL('../../fixtures/configs/invoice.json', import.meta.url), 'utf8').then((text) =>
      text.replace(/^\s*\/\/.*$/gmu, ''),
    ),
  );
  await makeType('invoices', {
    fixture: [[invoice, 'production']],
    other: [[totalConfig({ fingerprint: 'South Company' }), 'production']],
  });
  const made = await call('POST', '/generate_upload_url/invoices?filename=invoice.pdf', {
    content_type: 'application/pdf',
    webhook: { url: `${receiver}/hook`, payload: { mine: 1 } },
    extra_data: { case: 'A-7' },
  });
  const pdf = await readFile(new URL('../../fixtures/documents/invoice.pdf', import.meta.url));
  const put = await fetch(made.upload_url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf' },
    body: pdf,
  });
  expect(put.status).toBe(200);
  const result = await done(made.id);
  expect(result).toMatchObject({ status: 'COMPLETE', configuration: 'fixture', filename: 'invoice.pdf' });
  expect(Object.keys(result['parsed_document'] as object).length).toBeGreaterThan(0);

  const push = await pushFor(made.id);
  await expect(verifyWebhook(push.headers, push.body, [WEBHOOK_SECRET])).resolves.toMatchObject({});
  const { download_url: _made, ...polled } = result;
  expect(JSON.parse(push.body)).toEqual({ ...polled, account: 'acme', payload: { mine: 1 } });
  expect(push.headers['anchorline-event']).toBe('extraction.complete');

  const fetched = await call('POST', '/extract_from_url/invoices', { document_url: `${files}/invoice.pdf` });
  const second = await done(fetched.id);
  expect(second['parsed_document']).toEqual(result['parsed_document']);

  const missing = await call('POST', '/extract_from_url/invoices', {
    document_url: `${files}/missing`,
    webhook: { url: `${receiver}/hook` },
  });
  expect(await done(missing.id)).toMatchObject({ status: 'FAILED', errors: [{ code: 'url_not_allowed' }] });
  expect((await pushFor(missing.id)).headers['anchorline-event']).toBe('extraction.failed');

  await makeType('north', { north: [[totalConfig({ fingerprint: 'North Company' }), 'production']] });
  await makeType('south', { south: [[totalConfig({ fingerprint: 'South Company' }), 'production']] });
  const portfolio = await call('POST', '/extract_from_url', {
    document_url: `${files}/three.txt`,
    types: ['north', 'south'],
    content_type: 'text/plain',
    webhook: { url: `${receiver}/hook` },
  });
  const three = await done(portfolio.id);
  expect(three).toMatchObject({
    status: 'COMPLETE',
    types: ['north', 'south'],
    documents: [
      {
        documentType: 'north',
        startPage: 0,
        endPage: 0,
        output: { parsed_document: { total: { value: '4200' } } },
      },
      {
        documentType: 'south',
        startPage: 1,
        endPage: 1,
        output: { parsedDocument: { total: { value: '99' } } },
      },
      {
        documentType: 'north',
        startPage: 2,
        endPage: 2,
        output: { parsed_document: { total: { value: '77' } } },
      },
    ],
    unmatched_pages: [],
    charged: 3,
  });
  await pushFor(portfolio.id);

  await makeType('staged', {
    only: [
      [totalConfig(), 'production'],
      [totalConfig({ id: 'amount' }), 'development'],
    ],
    fallback: [[totalConfig({ fingerprint: 'South Company' }), 'production']],
  });
  const run = async (environment: string, text: string) => {
    const { id, upload_url: url } = await call(
      'POST',
      `/generate_upload_url/staged?environment=${environment}`,
      {
        content_type: 'text/plain',
      },
    );
    await fetch(url, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: text });
    return done(id);
  };
  expect(await run('production', INVOICE)).toMatchObject({
    environment: 'production',
    parsed_document: { total: { value: '4200' } },
  });
  expect(await run('DEVELOPMENT', INVOICE)).toMatchObject({
    environment: 'development',
    parsed_document: { amount: { value: '4200' } },
  });
  expect(await run('development', RECEIPT)).toMatchObject({ configuration: 'fallback' });
});
