/** Uploads that take long: what others may do meanwhile. */
import { describe, expect, test } from 'vitest';
import { memoryBlobs } from '../../src/service/blobs/memory.js';
import type { Blobs } from '../../src/service/blobs.js';
import { resolveServiceLimits } from '../../src/service/limits.js';
import { type ByteStream, bytesOf } from '../../src/service/streams.js';
import {
  type Harness,
  harness,
  heldUpload,
  INVOICE,
  type RequestOptions,
  totalConfig,
  typeWith,
} from './harness.js';

const TEXT = { 'content-type': 'text/plain' };

/** A body that comes in pieces. */
const inChunks = (...pieces: string[]) => ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());

async function setup(options: Parameters<typeof harness>[0] = {}) {
  const h = await harness(options);
  await typeWith(h, 'invoices', { north: totalConfig() });
  return h;
}

async function address(h: Harness): Promise<string> {
  const { body } = await h.call('POST', '/generate_upload_url/invoices', {
    body: { content_type: 'text/plain' },
  });
  return body.upload_url;
}

const put = (h: Harness, url: string, raw: RequestOptions['raw'] = INVOICE, headers = {}) =>
  h.call('PUT', url, { key: null, raw, headers: { ...TEXT, ...headers } });

test('uploads under way hold no more bytes together than allowed, and give them back', async () => {
  const size = INVOICE.length;
  const h = await setup({ limits: { maxDocumentBytes: 2 * size, maxUploadBytesAtOnce: 2 * size } });
  const [first, second, third] = [await address(h), await address(h), await address(h)];
  const one = await heldUpload(h, first, INVOICE);
  const two = await heldUpload(h, second, INVOICE);
  const refused = await put(h, third);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'uploads_busy']);
  expect(refused.headers.get('retry-after')).toBe('5');
  one.breakOff();
  expect((await one.answer).status).toBe(400);
  expect((await put(h, third)).status).toBe(200);
  two.end();
  expect((await two.answer).status).toBe(200);
  expect((await put(h, first)).status).toBe(200);
});

test('what one account uploads leaves room for the uploads of another', async () => {
  const size = INVOICE.length;
  const h = await setup({ limits: { maxDocumentBytes: size, maxUploadBytesAtOnce: 4 * size } });
  const other = await h.newKey({ account: 'other' });
  const type = await h.call('POST', '/document_types', {
    key: other,
    body: { name: 'invoices', schema: {} },
  });
  await h.call('POST', `/document_types/${type.body.id}/configurations`, {
    key: other,
    body: { name: 'north', configuration: totalConfig(), publish_as: 'production' },
  });
  const made = await h.call('POST', '/generate_upload_url/invoices', {
    key: other,
    body: { content_type: 'text/plain' },
  });
  const own = [await address(h), await address(h), await address(h)];
  const held = [await heldUpload(h, own[0]!, INVOICE), await heldUpload(h, own[1]!, INVOICE)];
  expect((await put(h, own[2]!)).body.error.code).toBe('uploads_busy');
  expect((await put(h, made.body.upload_url)).status).toBe(200);
  for (const each of held) {
    each.end();
    expect((await each.answer).status).toBe(200);
  }
  expect((await put(h, own[2]!)).status).toBe(200);
});

test('an upload whose declared size does not fit is refused before its body is read', async () => {
  const h = await setup({ limits: { maxDocumentBytes: 100, maxUploadBytesAtOnce: 100 } });
  const [first, second] = [await address(h), await address(h)];
  const held = await heldUpload(h, first, INVOICE);
  const declared = (length: number) => put(h, second, 'Total: 1', { 'content-length': String(length) });
  expect((await declared(99)).body.error?.code).toBe('uploads_busy');
  expect((await declared(101)).body.error?.code).toBe('too_large');
  held.end();
  await held.answer;
  expect((await declared(99)).status).toBe(200);
});

test('an address takes one body at a time, and the next once that has ended or broken off', async () => {
  const h = await setup();
  const url = await address(h);
  const broken = await heldUpload(h, url, INVOICE);
  const refused = await put(h, url);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'upload_in_progress']);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await put(h, await address(h))).status).toBe(200);
  broken.breakOff();
  expect((await broken.answer).status).toBe(400);
  const whole = await heldUpload(h, url, INVOICE);
  expect((await put(h, url)).status).toBe(409);
  whole.end();
  expect((await whole.answer).status).toBe(200);
  expect((await put(h, url)).status).toBe(200);
  expect((await put(h, url, 'Total: 1')).body.error.code).toBe('already_uploaded');
});

test('fresh addresses of a document of a batch take one body at a time together', async () => {
  const h = await setup();
  const { body: id } = await h.call('POST', '/extract/batch', {
    body: { docType: 'invoices', documentNames: ['a.txt'], contentTypes: ['text/plain'] },
  });
  const fresh = async (): Promise<string> => {
    h.clock.turn(1_000);
    return (await h.call('GET', `/extract/batch/upload_urls/${id}/0/0`)).body[0];
  };
  const [first, second] = [await fresh(), await fresh()];
  expect(first).not.toBe(second);
  const held = await heldUpload(h, first, INVOICE);
  expect((await put(h, second)).body.error.code).toBe('upload_in_progress');
  held.end();
  expect((await held.answer).status).toBe(200);
});

test('there is room for one upload at least', () => {
  const maxDocumentBytes = 2 ** 40;
  expect(resolveServiceLimits({ maxDocumentBytes }).maxUploadBytesAtOnce).toBe(maxDocumentBytes);
  const none = { maxDocumentBytes, maxUploadBytesAtOnce: 1 };
  expect(() => resolveServiceLimits(none)).toThrow(/maxUploadBytesAtOnce \(1\) must be at least/u);
});

describe('a document whose start says what it is', () => {
  const PDF = { 'content-type': 'application/pdf' };
  const START = `%PDF-1.7\n${'x'.repeat(8_000)}`;
  const setupPdf = async (store?: Blobs['put']) => {
    const stored: string[] = [];
    const memory = memoryBlobs();
    let begin: () => void;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const blobs: Blobs = {
      ...memory,
      put: (key, data, meta) => {
        stored.push(data instanceof Uint8Array ? 'bytes' : 'stream');
        begin();
        return (store ?? memory.put)(key, data, meta);
      },
    };
    const h = await setup({ blobs });
    const { body } = await h.call('POST', '/generate_upload_url/invoices');
    const keys = async () => {
      const found: string[] = [];
      for await (const key of memory.list!('', -1_000)) found.push(key);
      return found;
    };
    return { h, url: body.upload_url as string, stored, keys, begun };
  };

  test('goes to the blobs as it comes', async () => {
    const { h, url, stored, begun } = await setupPdf();
    const held = await heldUpload(h, url, START);
    await begun;
    expect(stored).toEqual(['stream']);
    held.end();
    expect((await held.answer).status).toBe(200);
    expect((await put(h, url, START, PDF)).status).toBe(200);
    expect((await put(h, url, `${START}y`, PDF)).body.error.code).toBe('already_uploaded');
    expect((await put(h, url, '', PDF)).body.error.code).toBe('missing_document');
    expect(stored).toEqual(['stream']);
  });

  test('leaves nothing where it breaks off, and says so whatever the storage throws', async () => {
    const wrapping: Blobs['put'] = async (_key, data) => {
      try {
        return { size: (await bytesOf(data as ByteStream)).length };
      } catch (cause) {
        throw new Error('the request of the storage failed', { cause });
      }
    };
    for (const store of [undefined, wrapping]) {
      const { h, url, keys, begun } = await setupPdf(store);
      const held = await heldUpload(h, url, START);
      await begun;
      held.breakOff();
      const answer = await held.answer;
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: { code: 'invalid_request' } },
      ]);
      expect(await keys()).toEqual([]);
      expect((await put(h, url, START, PDF)).status).toBe(200);
    }
  });

  test('a text goes to the blobs as it comes, and is taken away for a NUL that follows', async () => {
    const { h, stored, keys, begun } = await setupPdf();
    const url = await address(h);
    const text = 'Total: 1 '.repeat(1_000);
    const held = await heldUpload(h, url, text);
    await begun;
    held.end();
    expect((await held.answer).status).toBe(200);
    const kept = await keys();
    const broken = await put(h, await address(h), inChunks(text, '\0'));
    expect(broken.body.error.code).toBe('content_type_mismatch');
    expect((await put(h, await address(h), inChunks(text, text))).status).toBe(200);
    expect(stored).toEqual(['stream', 'stream', 'stream']);
    expect((await keys()).length).toBe(kept.length + 1);
  });

  test('a document whose end says what it is is read whole before it is stored', async () => {
    const { h, url, stored } = await setupPdf();
    const archive = new Uint8Array([0x50, 0x4b, 0x03, 0x04, ...new Uint8Array(5_000)]);
    expect((await put(h, url, archive, { 'content-type': 'application/zip' })).status).toBe(415);
    expect(stored).toEqual([]);
  });
});
