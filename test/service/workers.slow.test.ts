/** The service behind the wall: a document that never ends costs its own extraction, and no other. */
import { afterAll, expect, test } from 'vitest';
import { createExtractor } from '../../src/index.js';
import { options as attacks } from '../run/workers/attacks.js';
import { javaScript } from '../support/javascript.js';
import { harness, INVOICE, totalConfig, typeWith, uploaded } from './harness.js';

/** The machine may be busy. */
const PATIENCE = 240_000;

const javaScriptOf = await javaScript();
const extractor = createExtractor({
  ...attacks,
  workers: { count: 1, setup: javaScriptOf(new URL('../run/workers/attacks.ts', import.meta.url)) },
});
afterAll(() => extractor.close());

const endless = { fields: [{ id: 'x', anchor: 'total', method: { id: 'loops' } }] };

test('fails what never ends as a timeout, and goes on', { timeout: PATIENCE }, async () => {
  const h = await harness({ extractor, limits: { maxProcessingMs: 15_000 } });
  await typeWith(h, 'endless', { only: endless });
  await typeWith(h, 'invoices', { only: totalConfig({ id: 'total' }) });
  const late = await h.call('GET', `/documents/${await uploaded(h, 'endless', INVOICE)}`);
  expect(late.body).toMatchObject({ status: 'FAILED', errors: [{ code: 'timeout' }] });
  const good = await h.call('GET', `/documents/${await uploaded(h, 'invoices', INVOICE)}`);
  expect(good.body).toMatchObject({ status: 'COMPLETE' });
  await h.service.close();
});
