/** The context of a trace, from a request to its push. */
import { expect, test } from 'vitest';
import { noTelemetry, type Telemetry } from '../../src/service/telemetry.js';
import { traceContextOf, traceparentOf } from '../../src/service/trace-context.js';
import { harness, INVOICE, totalConfig, typeWith } from './harness.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SENT = `00-${TRACE}-b7ad6b7169203331-01`;

/** A document that is extracted, for a request with a header. @returns the headers of its push, and the result */
async function pushed(header: string, telemetry?: Telemetry) {
  const pushes: Headers[] = [];
  const fetch = async (_url: string | URL, init?: RequestInit) => {
    pushes.push(new Headers(init?.headers));
    return new Response('');
  };
  const h = await harness({ fetch: fetch as never, ...(telemetry && { telemetry }) });
  await typeWith(h, 'invoices', { north: totalConfig() });
  const body = { content_type: 'text/plain', webhook: { url: 'https://receiver.example.com/' } };
  const headers = { traceparent: header };
  const made = await h.call('POST', '/generate_upload_url/invoices', { body, headers });
  const type = { 'content-type': 'text/plain' };
  await h.call('PUT', made.body.upload_url, { key: null, raw: INVOICE, headers: type });
  await h.service.runPending();
  return { pushes, shown: (await h.call('GET', `/documents/${made.body.id}`)).text };
}

test('the header of a request comes with the push of its extraction, and is shown to nobody', async () => {
  const { pushes, shown } = await pushed(SENT);
  expect(pushes.map((headers) => headers.get('traceparent'))).toEqual([SENT]);
  expect(shown).toContain('COMPLETE');
  expect(shown).not.toContain(TRACE);
});

test('what is no context of a trace goes no further', async () => {
  const { pushes } = await pushed('00-xyz');
  expect(pushes.map((headers) => headers.get('traceparent'))).toEqual([null]);
});

test('request, extraction and push are spans, each the child of what caused it', async () => {
  const spans: [string, string | undefined][] = [];
  const telemetry: Telemetry = {
    ...noTelemetry,
    span(name, _attributes, work, cause) {
      spans.push([name, cause]);
      const traceparent = `00-${TRACE}-${String(spans.length).padStart(16, '0')}-01`;
      return work({ setAttributes: () => undefined, traceparent });
    },
  };
  const { pushes } = await pushed(SENT, telemetry);
  const at = spans.findIndex(([, cause]) => cause === SENT);
  const made = `00-${TRACE}-${String(at + 1).padStart(16, '0')}-01`;
  expect(spans.filter(([, cause]) => cause !== undefined)).toEqual([
    ['request', SENT],
    ['extraction', made],
    ['push', made],
  ]);
  const push = spans.findIndex(([name]) => name === 'push');
  expect(pushes[0]?.get('traceparent')).toBe(`00-${TRACE}-${String(push + 1).padStart(16, '0')}-01`);
});

test('a context is read as W3C writes it', () => {
  expect(traceContextOf(SENT)).toEqual({ traceId: TRACE, spanId: 'b7ad6b7169203331', traceFlags: 1 });
  expect(traceparentOf(traceContextOf(SENT)!)).toBe(SENT);
  // Later versions may have more at the end, and are passed on in the first one.
  expect(traceparentOf(traceContextOf(`${SENT.replace('00-', '01-')}-more`)!)).toBe(SENT);
  const wrong = [
    '',
    `ff${SENT.slice(2)}`,
    SENT.toUpperCase(),
    SENT.replace(TRACE, '0'.repeat(32)),
    SENT.replace('b7ad6b7169203331', '0'.repeat(16)),
    SENT.slice(1),
    `${SENT}-${'x'.repeat(100)}`,
  ];
  expect(wrong.map((header) => traceContextOf(header))).toEqual(wrong.map(() => undefined));
});
