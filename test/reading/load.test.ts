import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, resolveLimits } from '../../src/limits.js';
import { contentTypeName, detectType, readableTypes, sniffSignature } from '../../src/reading/detect.js';
import { UNREAD_KINDS, type UnreadType } from '../../src/reading/formats/unread.js';
import { loadBytes } from '../support/readers.js';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);

/** A ZIP archive of empty stored entries. */
function zip(...names: string[]): Uint8Array {
  const u16 = (n: number) => String.fromCharCode(n & 255, n >> 8);
  const u32 = (n: number) => u16(n & 0xffff) + u16(n >>> 16);
  let local = '';
  let directory = '';
  for (const name of names) {
    directory += `PK\x01\x02${'\0'.repeat(24)}${u16(name.length)}${'\0'.repeat(12)}${u32(local.length)}${name}`;
    local += `PK\x03\x04${'\0'.repeat(22)}${u16(name.length)}\0\0${name}`;
  }
  const end = `PK\x05\x06\0\0\0\0${u16(names.length)}${u16(names.length)}${u32(directory.length)}${u32(local.length)}\0\0`;
  return latin1(local + directory + end);
}

/** A compound file whose directory (two sectors, the second after a gap) holds some names. */
function ole(...names: string[]): Uint8Array {
  const bytes = new Uint8Array(512 * 8);
  const view = new DataView(bytes.buffer);
  bytes.set(latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'));
  view.setUint16(30, 9, true);
  view.setUint32(48, 1, true);
  view.setUint32(76, 0, true);
  view.setUint32(512 + 4, 4, true);
  for (const [index, name] of names.entries()) {
    const entry = (index < 4 ? 1024 : 2560) + (index % 4) * 128;
    [...name].forEach((character, i) => {
      view.setUint16(entry + 2 * i, character.charCodeAt(0), true);
    });
    view.setUint16(entry + 64, 2 * name.length + 2, true);
  }
  return bytes;
}

describe('sniffSignature', () => {
  it.each([
    ['application/pdf', latin1('%PDF-1.7\n')],
    ['application/pdf', latin1(`${'junk '.repeat(100)}%PDF-1.4`)],
    ['image/png', latin1('\x89PNG\r\n\x1a\n....')],
    ['image/jpeg', latin1('\xff\xd8\xff\xe0')],
    ['image/tiff', latin1('II*\0....')],
    ['image/tiff', latin1('MM\0*....')],
    ['image/gif', latin1('GIF89a')],
    ['image/webp', latin1('RIFF....WEBPVP8 ')],
    ['image/heic', latin1('\0\0\0\x18ftypheic')],
    ['image/bmp', latin1('BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0')],
    ['application/rtf', latin1('{\\rtf1\\ansi')],
    ['application/gzip', latin1('\x1f\x8b\x08')],
    ['application/postscript', latin1('%!PS-Adobe')],
    ['application/zip', zip('a.txt')],
    ['application/zip', latin1('PK\x03\x04 cut off')],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      zip('[Content_Types].xml', 'word/document.xml'),
    ],
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      zip('[Content_Types].xml', 'xl/workbook.xml'),
    ],
    ['application/vnd.ms-excel.sheet.binary.macroenabled.12', zip('xl/workbook.bin', 'xl/vbaProject.bin')],
    ['application/vnd.ms-excel.sheet.macroenabled.12', zip('xl/workbook.xml', 'xl/vbaProject.bin')],
    [
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      zip('ppt/presentation.xml'),
    ],
    ['application/msword', ole('Root Entry', '1Table', 'WordDocument')],
    ['application/vnd.ms-excel', ole('Root Entry', 'a', 'b', 'c', 'd', 'Workbook')],
    ['application/vnd.ms-outlook', ole('Root Entry', '__properties_version1.0')],
    ['application/x-ole-storage', ole('Root Entry', 'Contents')],
    ['application/x-ole-storage', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
    [undefined, latin1('BMW invoice of May 3')],
    [undefined, utf8('plain text')],
    [undefined, new Uint8Array()],
  ])('the signature of a file is recognised: %s', (type, bytes) => {
    expect(sniffSignature(bytes)).toBe(type);
  });

  it('knows OpenDocument files by their first entry', () => {
    const type = 'application/vnd.oasis.opendocument.text';
    const local = `PK\x03\x04${'\0'.repeat(22)}\x08\0\0\0mimetype${type}`;
    expect(sniffSignature(latin1(local))).toBe(type);
  });

  it('survives every cut of its inputs', () => {
    for (const bytes of [zip('word/document.xml'), ole('Root Entry', 'Workbook')]) {
      for (let length = 0; length < bytes.length; length += 7) {
        expect(() => sniffSignature(bytes.subarray(0, length))).not.toThrow();
      }
    }
  });
});

describe('detectType', () => {
  const text = utf8('a,b\n1,2\n');
  it.each([
    ['the declared type', text, { contentType: 'text/csv; charset=utf-8', filename: 'a.txt' }, 'text/csv'],
    ['an alias', text, { contentType: 'Application/CSV' }, 'text/csv'],
    ['the extension', text, { filename: 'Report.CSV' }, 'text/csv'],
    [
      'the extension when the declared type tells nothing',
      text,
      { contentType: 'application/octet-stream', filename: 'a.txt' },
      'text/plain',
    ],
    [
      'the signature over everything',
      latin1('%PDF-1.7'),
      { contentType: 'text/csv', filename: 'a.csv' },
      'application/pdf',
    ],
    ['HTML by its beginning', utf8('\ufeff <!DOCTYPE html><p>'), {}, 'text/html'],
    ['XML by its beginning', utf8('<?xml version="1.0"?><a/>'), {}, 'application/xml'],
    [
      'a mail by its headers',
      utf8('Received: by x\r\nFrom: a@b\r\nSubject: hi\r\n\r\nbody'),
      {},
      'message/rfc822',
    ],
    ['no mail in a text with a colon', utf8('Note: all\nFrom: nobody\n'), {}, undefined],
    ['nothing for bare text', text, {}, undefined],
    ['a text file that looks like a mail', utf8('From: a\nTo: b\n\n'), { filename: 'a.txt' }, 'text/plain'],
  ] as const)('detectType takes %s', (_, bytes, hints, expected) => {
    expect(detectType(bytes, hints)).toBe(expected);
  });

  it('names every type', () => {
    const types = [...readableTypes(), ...(Object.keys(UNREAD_KINDS) as UnreadType[])];
    for (const type of types) expect(contentTypeName(type)).toMatch(/^an? /);
  });
});

describe('loadBytes', () => {
  const failure = (bytes: Uint8Array, options = {}) =>
    loadBytes(bytes, options).then(
      () => undefined,
      (error: { code: string; message: string }) => error,
    );

  it.each([
    ['empty_document', new Uint8Array(), {}],
    ['too_large', utf8('text'), { contentType: 'text/plain', limits: { bytes: 3 } }],
    ['unsupported_type', utf8('text'), {}],
    ['unsupported_type', latin1('{\\rtf1 text}'), {}],
    ['invalid_document', latin1('\x89PNG\r\n\x1a\n'), {}],
    ['unsupported_type', utf8('<html></html>'), { filename: 'a.html' }],
    ['invalid_document', utf8('no pdf'), { contentType: 'application/pdf' }],
    ['invalid_document', utf8('no sheet'), { filename: 'a.xlsx' }],
    ['invalid_document', utf8('text'), { contentType: 'text/plain; charset=klingon' }],
    ['missing_engine', latin1('%PDF-1.7'), {}],
    ['aborted', utf8('text'), { filename: 'a.txt', signal: AbortSignal.abort() }],
    ['timed_out', utf8('text'), { filename: 'a.txt', deadline: { at: 5, now: () => 5 } }],
    ['too_many_pages', utf8('a\fb\fc'), { filename: 'a.txt', limits: { pages: 2 } }],
    ['too_large', utf8('a\nb\nc'), { filename: 'a.txt', limits: { lines: 2 } }],
    ['too_large', utf8('abcdef'), { filename: 'a.txt', limits: { charactersPerPage: 5 } }],
  ])('fails with %s', async (code, bytes, options) => {
    expect((await failure(bytes, options))?.code).toBe(code);
  });

  it('says what a file is and what to do', async () => {
    const error = await failure(zip('ppt/presentation.xml'), { contentType: 'application/pdf' });
    expect(error?.message).toBe(
      'The document is a PowerPoint presentation, although declared as a PDF; this kind of file is not supported. Convert it to PDF first.',
    );
  });
});

describe('text files', () => {
  const load = (text: string | Uint8Array, contentType = 'text/plain') =>
    loadBytes(typeof text === 'string' ? utf8(text) : text, { contentType, filename: 'notes.txt' });

  it('says what bytes it was made of', async () => {
    const { digest } = await load('a');
    expect(digest).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
    expect((await load('b')).digest).not.toBe(digest);
  });

  it('lays text out on Letter pages', async () => {
    const document = await load('Invoice\n\n  Total:    $5\n');
    expect(document).toMatchObject({
      contentType: 'text/plain',
      filename: 'notes.txt',
      pageCount: 1,
      warnings: [],
    });
    const [page] = document.pages;
    expect(page).toMatchObject({ width: 8.5, height: 11, rotation: 0 });
    expect(
      page?.lines.map(({ text, rawText, left, top, right, bottom }) => [
        text,
        rawText,
        left,
        top,
        right,
        bottom,
      ]),
    ).toEqual([
      ['Invoice', 'Invoice', 1, 1, 1.583, 1.139],
      ['Total: $5', 'Total:    $5', 1.167, 1.333, 2.167, 1.472],
    ]);
    expect(page?.lines[1]?.words.map((word) => word.boundingPolygon[0].x)).toEqual([1.167, 2]);
    await document.close();
  });

  it('breaks pages after 54 rows and at form feeds', async () => {
    const { pages } = await load(`${'row\n'.repeat(55)}\fsecond\f\flast\f`);
    expect(pages.map((page) => page.lines.length)).toEqual([54, 1, 1, 0, 1]);
    expect(pages.map((page) => page.index)).toEqual([0, 1, 2, 3, 4]);
    expect(pages[4]?.lines[0]).toMatchObject({ text: 'last', page: 4 });
  });

  it('widens the page instead of wrapping', async () => {
    const { pages } = await load('x'.repeat(120));
    expect(pages[0]?.width).toBe(12);
  });

  it('expands tabs, cleans characters and takes every line break', async () => {
    const { pages } = await load('a\tb\r\nwait\u2026\rn\u00a0n');
    expect(pages[0]?.lines.map((line) => line.rawText)).toEqual(['a       b', 'wait...', 'n n']);
  });

  it.each([
    ['UTF-8 with a mark', latin1('\xef\xbb\xbfcaf\xc3\xa9'), 'text/plain'],
    ['UTF-16', latin1('\xff\xfec\0a\0f\0\xe9\0'), 'text/plain'],
    ['Windows-1252', latin1('caf\xe9'), 'text/plain'],
    ['the declared charset', latin1('caf\x8e'), 'text/plain; charset="macintosh"'],
  ])('the charset of a text file is recognised: %s', async (_, bytes, contentType) => {
    const { pages } = await load(bytes, contentType);
    expect(pages[0]?.lines[0]?.text).toBe('café');
  });

  it('reads a text of blanks as a page without lines', async () => {
    const { pages } = await load(' \n\t\n');
    expect(pages.map((page) => page.lines)).toEqual([[]]);
  });

  it('text files is linear in form feeds', async () => {
    const { pages } = await loadBytes(utf8('\f'.repeat(5000)), { contentType: 'text/plain' });
    expect(pages).toHaveLength(5000);
  });
});

it('replaces what is given', () => {
  expect(resolveLimits({ pages: 7 })).toEqual({ ...DEFAULT_LIMITS, pages: 7 });
});

it.each([
  { pages: 0 },
  { bytes: -1 },
  { lines: 1.5 },
  { milliseconds: Number.POSITIVE_INFINITY },
  { page: 3 },
  JSON.parse('{"__proto__":1}'),
])('resolveLimits rejects %j', (limits) => {
  expect(() => resolveLimits(limits)).toThrow(RangeError);
});
