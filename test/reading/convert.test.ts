import { describe, expect, it, vi } from 'vitest';
import type { DocumentConverter, DocumentConverters } from '../../src/reading/convert.js';
import { xlsx } from '../support/office-parts.js';
import { loadBytes } from '../support/readers.js';

const rtf = new TextEncoder().encode('{\\rtf1 Total 5}');
const sheet = () => xlsx('<sheetData><row><c t="str"><v>Total</v></c><c><v>5</v></c></row></sheetData>');

const load = (converters: DocumentConverters, options = {}) =>
  loadBytes(rtf, { filename: 'letter.rtf', converters, ...options });

describe('converters', () => {
  it('give the file that is read instead, under the kind and name of the first', async () => {
    const converter = vi.fn<DocumentConverter>(async () => sheet());
    const document = await load({ 'text/rtf': converter });
    expect(document.contentType).toBe('application/rtf');
    expect(document.filename).toBe('letter.rtf');
    expect(document.pages[0]?.lines.map((line) => line.text)).toEqual(['Total', '5']);
    expect(converter).toHaveBeenCalledExactlyOnceWith(rtf, {
      contentType: 'application/rtf',
      filename: 'letter.rtf',
      signal: undefined,
    });
  });

  it('converters are asked before the loaders', async () => {
    const text = new TextEncoder().encode('plain');
    const document = await loadBytes(text, {
      contentType: 'text/plain; charset=utf-8',
      converters: { 'text/plain': async () => sheet() },
    });
    expect(document.pages[0]?.lines).toHaveLength(2);
  });

  it('files of other kinds are not converted', async () => {
    const converter = vi.fn<DocumentConverter>();
    await expect(load({ 'application/msword': converter, nonsense: converter })).rejects.toMatchObject({
      code: 'unsupported_type',
    });
    expect(converter).not.toHaveBeenCalled();
  });

  it.each<[string, DocumentConverter, RegExp]>([
    ['rejects', () => Promise.reject(new Error('no office here')), /an RTF text failed: no office here/],
    [
      'throws at once',
      () => {
        throw new Error('no office here');
      },
      /no office here/,
    ],
    ['gives nothing', async () => new Uint8Array(), /gave no bytes/],
    ['gives something else', async () => 'text' as unknown as Uint8Array, /gave no bytes/],
    ['gives what it got', async (bytes) => bytes, /gave an RTF text, which cannot be read/],
    ['gives text', async () => new TextEncoder().encode('Total 5'), /gave bytes of unknown kind/],
  ])('a converter that %s fails with a reason', async (_, converter, message) => {
    const error = await load({ 'application/rtf': converter }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ProviderError', provider: 'converter', code: 'conversion_failed' });
    expect((error as Error).message).toMatch(message);
  });

  it('converters are held to the limits and to the time', async () => {
    const large = { 'application/rtf': async () => sheet() };
    await expect(load(large, { limits: { bytes: 100 } })).rejects.toMatchObject({ code: 'too_large' });
    const hanging = { 'application/rtf': () => new Promise<Uint8Array>(() => {}) };
    await expect(load(hanging, { limits: { milliseconds: 20 } })).rejects.toMatchObject({
      code: 'timed_out',
    });
    const abort = new AbortController();
    const loading = load(hanging, { signal: abort.signal });
    abort.abort();
    await expect(loading).rejects.toMatchObject({ code: 'aborted' });
  });
});
