/** Settings by environment. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceFromEnv } from '../../src/service/from-env.js';
import { SETTINGS, settingsFromEnv } from '../../src/service/settings.js';
import { extractor } from './harness.js';

const SECRET = 'x'.repeat(32);

test('every setting is read as it is written, and an empty one is none', () => {
  const settings = settingsFromEnv({
    DATABASE_URL: 'postgres://db/x',
    URL_SECRET: `${SECRET}, ${SECRET}y`,
    WEBHOOK_SECRET: 'whsec_a,whsec_b',
    ORIGIN: 'https://api.example.com/x',
    PORT: '0',
    ANCHORLINE_METRICS_PORT: '9464',
    ANCHORLINE_SCHEMA: 'anchorline',
    ANCHORLINE_SESSIONS: '4',
    ANCHORLINE_BLOBS: '/data',
    ANCHORLINE_CONCURRENCY: '3',
    ANCHORLINE_WORKERS: '0',
    ANCHORLINE_LIMITS: '{"maxPages": 500}',
    ANCHORLINE_RATE: '50/0.5',
    ANCHORLINE_ALLOW_HOSTS: '10.0.0.0/8, docs.internal',
    ANCHORLINE_DOCUMENTS_DAYS: '30',
    ANCHORLINE_RESULTS_DAYS: '',
    ANCHORLINE_ROWS_DAYS: '0.5',
    ANCHORLINE_LOG: 'info',
    ANCHORLINE_OPENTELEMETRY: 'on',
    HOME: '/root',
  });
  const { options, ...rest } = settings;
  expect(rest).toEqual({
    databaseUrl: 'postgres://db/x',
    port: 0,
    metricsPort: 9_464,
    schema: 'anchorline',
    sessions: 4,
    blobs: '/data',
    concurrency: 3,
    rate: { burst: 50, perSecond: 0.5 },
    logLevel: 'info',
    isTraced: true,
  });
  const { secrets, ...others } = options;
  expect(secrets?.urls).toEqual([SECRET, `${SECRET}y`]);
  expect(secrets?.webhooks?.('acme')).toEqual(['whsec_a', 'whsec_b']);
  expect(others).toEqual({
    baseUrl: 'https://api.example.com/x',
    workers: 0,
    limits: { maxPages: 500 },
    policy: { allowHosts: ['10.0.0.0/8', 'docs.internal'] },
    retention: { documentsDays: 30, rowsDays: 0.5 },
  });
  expect(settingsFromEnv({})).toEqual({ options: {} });
});

test.each([
  ['PORT', '65536', /PORT must be a port/u],
  ['PORT', ' ', /PORT must be a port/u],
  ['ORIGIN', 'example.com', /ORIGIN must be an address/u],
  ['ANCHORLINE_SESSIONS', '1.5', /ANCHORLINE_SESSIONS must be a whole number above 0/u],
  ['ANCHORLINE_WORKERS', '-1', /ANCHORLINE_WORKERS must be a whole number/u],
  ['ANCHORLINE_ROWS_DAYS', '0', /ANCHORLINE_ROWS_DAYS must be a number above 0/u],
  ['ANCHORLINE_LIMITS', '[]', /ANCHORLINE_LIMITS must be a JSON object/u],
  ['ANCHORLINE_LIMITS', 'x', /ANCHORLINE_LIMITS must be a JSON object/u],
  ['ANCHORLINE_RATE', '50', /ANCHORLINE_RATE must be two numbers/u],
  ['ANCHORLINE_LOG', 'loud', /ANCHORLINE_LOG must be one of debug, info, warn, error/u],
  ['ANCHORLINE_OPENTELEMETRY', '1', /ANCHORLINE_OPENTELEMETRY must be on or off/u],
  ['ANCHORLINE_SHEMA', 'x', /no setting ANCHORLINE_SHEMA; did you mean ANCHORLINE_SCHEMA\?/u],
])('a setting that is wrong is named: %s=%s', (name, text, message) => {
  expect(() => settingsFromEnv({ [name]: text })).toThrow(message);
});

test.each(['ANCHORLINE_LLM_MODEL', 'ANCHORLINE_CORPUS', 'ANCHORLINE_OF_MY_HOST'])(
  'a variable of another program is no setting: %s',
  (name) => {
    expect(settingsFromEnv({ [name]: 'x' })).toEqual(settingsFromEnv({}));
  },
);

test('settings have names of their own', () => {
  const names = SETTINGS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('a service of an environment without a database is in memory, with the settings that there are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'anchorline-env-'));
  const environ = {
    ORIGIN: 'https://api.example.com',
    PORT: '8080',
    ANCHORLINE_CONCURRENCY: '3',
    ANCHORLINE_BLOBS: folder,
    ANCHORLINE_RATE: '1/0.001',
  };
  const made = await serviceFromEnv(environ, { extractor, log: { log: () => undefined } });
  try {
    expect(made).toMatchObject({
      port: 8_080,
      origin: 'https://api.example.com',
      worker: { concurrency: 3 },
    });
    const { key } = await made.service.keys.create({ name: 'a', scopes: ['*'] });
    const ask = (path: string, init = {}) =>
      made.service.handle(
        new Request(`https://x.test/v0${path}`, { ...init, headers: { authorization: `Bearer ${key}` } }),
      );
    expect((await ask('/document_types')).status).toBe(200);
    expect((await ask('/document_types')).status).toBe(429);
    const type = await made.service.documentTypes.create({ name: 'invoices', schema: {} });
    await made.service.configurations.create(type.id, {
      name: 'north',
      configuration: '{fields: []}',
      publish_as: 'production',
    });
    const upload = await made.service.extractions.generateUploadUrl('invoices', {
      content_type: 'text/plain',
    });
    expect(upload.upload_url).toMatch(/^https:\/\/api\.example\.com\/v0\/uploads\//u);
    const document = { bytes: new TextEncoder().encode('x'), contentType: 'text/plain' };
    await made.service.extractions.upload(upload.upload_url!, document);
    expect(await readdir(folder)).toContain('default');
  } finally {
    await made.close();
    await rm(folder, { recursive: true });
  }
});

test('metrics are answered at a port of their own, and nothing else there', async () => {
  const environ = { ANCHORLINE_METRICS_PORT: '0' };
  const made = await serviceFromEnv(environ, { extractor, log: { log: () => undefined } });
  const base = `http://127.0.0.1:${made.metricsPort}`;
  try {
    const answer = await fetch(`${base}/metrics`);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
    expect(await answer.text()).toContain('anchorline_queue_ready{kind="process"} 0');
    expect((await fetch(`${base}/v0/health`)).status).toBe(404);
    expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(404);
    const taken = { ANCHORLINE_METRICS_PORT: String(made.metricsPort) };
    await expect(serviceFromEnv(taken, { extractor })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  } finally {
    await made.close();
  }
});

test('what the program itself says counts before the environment', async () => {
  const made = await serviceFromEnv(
    { ORIGIN: 'https://a.test' },
    { extractor, baseUrl: 'https://own.example.com' },
  );
  expect(made.origin).toBe('https://own.example.com');
  await made.close();
});

test('a secret for links that is missing is asked for by its name', async () => {
  const missing = /URL_SECRET is missing/u;
  await expect(serviceFromEnv({ DATABASE_URL: 'postgres://x/y' }, { extractor })).rejects.toThrow(missing);
  await expect(serviceFromEnv({ WEBHOOK_SECRET: 'whsec_a' }, { extractor })).rejects.toThrow(missing);
});
