import { describe, expect, it } from 'vitest';
import { archive, docx, paragraph, relationships, xlsx } from '../../support/office-parts.js';
import { loadBytes } from '../../support/readers.js';
import { failure, texts } from '../office-files.js';

const MEBIBYTE = 1024 * 1024;
const name = { filename: 'file.docx' };

/** The bytes with a 32-bit number of the first directory entry of a name replaced. */
function withDirectoryNumber(bytes: Uint8Array, part: string, offset: number, value: number): Uint8Array {
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  const text = Buffer.from(changed).toString('latin1');
  for (let at = text.indexOf('PK\x01\x02'); at >= 0; at = text.indexOf('PK\x01\x02', at + 1)) {
    if (text.startsWith(part, at + 46)) view.setUint32(at + offset, value, true);
  }
  return changed;
}
const SIZE = 24;
const FLAGS_AND_VERSION = 6;

describe('office archives', () => {
  it('refuses a part that unpacks to hundreds of times its size', async () => {
    const error = await failure(docx(' '.repeat(40 * MEBIBYTE)));
    expect(error).toMatchObject({ code: 'too_large' });
    expect(error.message).toContain('times its size');
  });

  it('refuses more markup than the limit before unpacking any', async () => {
    const bytes = docx(paragraph('x'.repeat(5000)));
    expect((await failure(bytes, { limits: { uncompressedBytes: 4000 } })).code).toBe('too_large');
  });

  it('office archives does not count what it never unpacks', async () => {
    const bytes = docx(paragraph('text'), { 'word/media/image1.bmp': new Uint8Array(50_000) });
    expect(texts(await loadBytes(bytes, { limits: { uncompressedBytes: 5000 } }))).toEqual([['text']]);
  });

  it('finds a part that is larger than its directory says', async () => {
    const bytes = withDirectoryNumber(docx(paragraph('text')), 'word/document.xml', SIZE, 20);
    expect((await failure(bytes)).code).toBe('invalid_document');
  });

  it('finds a part that is shorter than its directory says', async () => {
    const bytes = withDirectoryNumber(docx(paragraph('text')), 'word/document.xml', SIZE, 2000);
    expect((await failure(bytes)).code).toBe('invalid_document');
  });

  it('counts a part again each time it is read', async () => {
    const sheets = Array.from({ length: 50 }, (_, i) => `<sheet name="S${i}" r:id="rId1"/>`).join('');
    const bytes = xlsx(`<!--${'x'.repeat(20_000)}-->`, {
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
    });
    expect((await failure(bytes, { limits: { uncompressedBytes: 100_000 } })).code).toBe('too_large');
  });

  it('refuses too many files', async () => {
    const parts = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`word/${i}.xml`, '']));
    const bytes = docx(paragraph('text'), parts);
    expect((await failure(bytes, { limits: { archiveEntries: 40 } })).code).toBe('too_large');
  });

  it('refuses two parts of one name', async () => {
    const error = await failure(docx('', { 'WORD/Document.xml': '<a/>' }));
    expect(error.code).toBe('invalid_document');
  });

  it('refuses an encrypted part', async () => {
    const bytes = withDirectoryNumber(docx(''), 'word/document.xml', FLAGS_AND_VERSION, 0x00010014);
    expect((await failure(bytes)).code).toBe('password_required');
  });

  it('ends with a typed error wherever a file is cut off', async () => {
    const bytes = docx(paragraph('text'));
    for (let length = 1; length < bytes.length; length += 7) {
      expect(['invalid_document', 'unsupported_type']).toContain(
        (await failure(bytes.slice(0, length), name)).code,
      );
    }
  });

  it('ends with a result or a typed error whatever byte is wrong', async () => {
    const bytes = docx(paragraph('text'));
    for (let i = 4; i < bytes.length; i += 3) {
      const changed = bytes.slice();
      changed[i]! ^= 0xff;
      const outcome: unknown = await loadBytes(changed, name).then(
        () => 'read',
        (error: unknown) => (error as Error).name,
      );
      expect(['read', 'DocumentError']).toContain(outcome);
    }
  });

  it.each([
    ['a document type', '<!DOCTYPE w [<!ENTITY e "x">]><w:document xmlns:w="w"/>'],
    ['an external entity', '<!DOCTYPE w SYSTEM "file:///etc/passwd"><w:document xmlns:w="w"/>'],
    ['an unknown entity', '<w:document xmlns:w="w">&e;</w:document>'],
    ['an open element', '<w:document xmlns:w="w">'],
    ['nothing', ''],
    ['a deep nest', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
  ])('refuses a part with %s', async (_, xml) => {
    for (const part of ['word/document.xml', 'word/_rels/document.xml.rels']) {
      expect((await failure(docx('', { [part]: xml }))).code).toBe('invalid_document');
    }
  });

  it('reads parts in UTF-16', async () => {
    const xml = `\ufeff<?xml version="1.0" encoding="UTF-16"?><w:document xmlns:w="w"><w:body>${paragraph('übung')}</w:body></w:document>`;
    const bytes = docx('', { 'word/document.xml': new Uint8Array(Buffer.from(xml, 'utf16le')) });
    expect(texts(await loadBytes(bytes))).toEqual([['übung']]);
  });

  it('reads stored parts, and main parts of other names', async () => {
    const bytes = archive(
      {
        '_rels/.rels': relationships(['a', 'officeDocument', '/other/main.xml']),
        'other/main.xml': `<w:document xmlns:w="w"><w:body>${paragraph('text')}</w:body></w:document>`,
      },
      0,
    );
    expect(texts(await loadBytes(bytes, name))).toEqual([['text']]);
    expect((await failure(bytes)).code).toBe('unsupported_type');
  });

  it('the reading of an archive stops when the caller gives up', async () => {
    const abort = new AbortController();
    const loading = loadBytes(docx(paragraph('x').repeat(60_000)), { signal: abort.signal });
    setTimeout(() => abort.abort(), 1);
    await expect(loading).rejects.toMatchObject({ code: 'aborted' });
  });

  it('says how to open what is encrypted or of the old formats', async () => {
    const ole = (stream: string) => {
      const bytes = new Uint8Array(1024);
      bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
      const view = new DataView(bytes.buffer);
      view.setUint16(30, 9, true);
      view.setUint32(48, 0, true);
      bytes.set(Buffer.from(stream, 'utf16le'), 512);
      view.setUint16(512 + 64, stream.length * 2 + 2, true);
      return bytes;
    };
    expect(await failure(ole('EncryptedPackage'))).toMatchObject({ code: 'password_required' });
    const doc = await failure(ole('WordDocument'));
    expect(doc).toMatchObject({ code: 'unsupported_type' });
    expect(doc.message).toContain('DOCX');
  });
});
