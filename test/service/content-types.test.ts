import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { BASE64_SAMPLE, decodeBase64Document, isBase64Document } from '../../src/service/base64-document.js';
import { toBase64, utf8 } from '../../src/service/bytes.js';
import {
  ACCEPTED_CONTENT_TYPES,
  acceptedContentType,
  mediaTypeOf,
  recogniseDocument,
} from '../../src/service/content-types.js';

const zip = (...names: string[]) => zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])));
const PDF = utf8('%PDF-1.7\n%âãÏÓ\n');
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]);
const DOCX = zip('[Content_Types].xml', 'word/document.xml');
const XLSX = zip('[Content_Types].xml', 'xl/workbook.xml');
const XLSM = zip('[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin');
const XLSB = zip('[Content_Types].xml', 'xl/workbook.bin');
const MAIL = utf8(
  'From: a@example.com\r\nDate: Mon, 1 Jan 2024 00:00:00 +0000\r\nMIME-Version: 1.0\r\n\r\nHello',
);
const CSV = utf8('name,amount\nA,1\n');
const HTML = utf8('<!DOCTYPE html><html><form>Sign in</form></html>');

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const xlsm = 'application/vnd.ms-excel.sheet.macroEnabled.12';

const result = (...args: Parameters<typeof recogniseDocument>) => {
  const recognised = recogniseDocument(...args);
  return recognised.ok ? recognised.contentType : recognised.code;
};

test.each([
  ['application/pdf', PDF],
  ['application/pdf', utf8(`${' '.repeat(1000)}%PDF-1.4`)],
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/tiff', utf8('II*\0')],
  ['image/tiff', utf8('MM\0*')],
  ['image/tiff', utf8('II+\0\x08\0\0\0')],
  [docx, DOCX],
  [xlsx, XLSX],
  [xlsm, XLSM],
  ['application/vnd.ms-excel.sheet.binary.macroEnabled.12', XLSB],
  ['message/rfc822', MAIL],
  ['unknown_content', CSV],
  ['unknown_content', utf8('just text')],
  ['unknown_content', Uint8Array.from([1, 2, 3, 0])],
  ['missing_document', new Uint8Array()],
  ['unsupported_document', HTML],
  ['unsupported_document', zip('a.txt')],
  ['unsupported_document', utf8('GIF89a')],
])('a document is recognised as %s', (expected, bytes) => {
  for (const declared of [undefined, 'application/octet-stream', 'binary/whatever']) {
    expect(result(bytes, { declared })).toBe(expected);
  }
});

test.each([
  [PDF, 'application/pdf', 'application/pdf'],
  [PDF, 'Application/PDF; version=1.7', 'application/pdf'],
  [PDF, 'application/x-pdf', 'application/pdf'],
  [PNG, 'application/pdf', 'content_type_mismatch'],
  [PDF, 'image/png', 'content_type_mismatch'],
  [CSV, 'application/pdf', 'content_type_mismatch'],
  [HTML, 'application/pdf', 'content_type_mismatch'],
  [XLSX, xlsm, xlsx],
  [XLSM, xlsx, xlsm],
  [XLSX, docx, 'content_type_mismatch'],
  [XLSX, 'application/vnd.ms-excel', 'content_type_mismatch'],
  [DOCX.slice(0, 40), docx, docx],
  [CSV, 'text/csv', 'text/csv'],
  [CSV, 'text/csv; charset=utf-8', 'text/csv'],
  [CSV, 'text/plain', 'text/plain'],
  [MAIL, 'text/plain', 'text/plain'],
  [HTML, 'text/plain', 'text/plain'],
  [utf8('Grüße'), 'text/plain', 'text/plain'],
  [Uint8Array.from([0xff, 0xfe, 0x41, 0]), 'text/csv', 'text/csv'],
  [Uint8Array.from([0xfe, 0xff, 0, 0x41]), 'text/csv', 'text/csv'],
  [Uint8Array.from([0x41, 0]), 'text/csv', 'content_type_mismatch'],
  [PDF, 'text/csv', 'content_type_mismatch'],
  [CSV, 'message/rfc822', 'message/rfc822'],
])('a document: %# is held against its declaration', (bytes, declared, expected) => {
  expect(result(bytes, { declared })).toBe(expected);
});

test('says what it is and what it should be', () => {
  expect(recogniseDocument(PNG, { declared: 'application/pdf' })).toEqual({
    ok: false,
    code: 'content_type_mismatch',
    fill: { found: 'a PNG image', expected: 'a PDF' },
  });
  expect(recogniseDocument(CSV, { declared: 'application/pdf' })).toMatchObject({
    fill: { found: 'of an unknown kind', expected: 'a PDF' },
  });
  expect(recogniseDocument(utf8('GIF87a'))).toMatchObject({
    fill: { type: 'A GIF image', here: 'as a document' },
  });
});

test('a file of several documents has pages', () => {
  for (const bytes of [XLSX, XLSM]) {
    expect(recogniseDocument(bytes, { isPortfolio: true })).toMatchObject({
      code: 'unsupported_document',
      fill: { here: 'as a portfolio' },
    });
  }
  expect(result(CSV, { declared: 'text/csv', isPortfolio: true })).toBe('unsupported_document');
  expect(result(PDF, { isPortfolio: true })).toBe('application/pdf');
  expect(result(MAIL, { isPortfolio: true })).toBe('message/rfc822');
});

test('a document that was fetched and is a web page came from a sign-in form', () => {
  expect(recogniseDocument(HTML, { isFetched: true, declared: 'application/pdf' })).toEqual({
    ok: false,
    code: 'unknown_content',
    message: 'The address gave a web page, perhaps a sign-in form',
  });
  expect(result(HTML, { isFetched: true, declared: 'text/plain' })).toBe('text/plain');
});

test('a document of old Word needs a converter', () => {
  const word = readFileSync(new URL('../../fixtures/documents/not-a-pdf.bin', import.meta.url));
  expect(result(word)).toBe('unknown_content');
  const doc = compoundFile('WordDocument');
  expect(recogniseDocument(doc)).toMatchObject({ fill: { here: 'without a converter' } });
  expect(result(doc, { hasConverter: (type) => type === 'application/msword' })).toBe('application/msword');
  expect(result(compoundFile('Workbook'))).toBe('application/vnd.ms-excel');
  expect(result(compoundFile('EncryptedPackage'), { declared: xlsx })).toBe('document_encrypted');
});

test('a document of any bytes is answered for', () => {
  const declared = fc.option(fc.constantFrom<string>(...ACCEPTED_CONTENT_TYPES, 'x/y'), { nil: undefined });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), declared, (bytes, type) => {
      expect(result(bytes, { declared: type })).toEqual(expect.any(String));
    }),
  );
});

/** A compound file of one stream: header, sector table, directory. */
function compoundFile(stream: string): Uint8Array {
  const bytes = new Uint8Array(512 * 3);
  const view = new DataView(bytes.buffer);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const shorts = { 24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6 };
  for (const [at, value] of Object.entries(shorts)) view.setUint16(Number(at), value, true);
  view.setUint32(44, 1, true);
  view.setUint32(48, 1, true);
  view.setUint32(56, 4096, true);
  view.setUint32(60, 0xfffffffe, true);
  view.setUint32(68, 0xfffffffe, true);
  for (let at = 76; at < 512; at += 4) view.setUint32(at, at === 76 ? 0 : 0xffffffff, true);
  for (let at = 512; at < 1024; at += 4) view.setUint32(at, 0xffffffff, true);
  view.setUint32(512, 0xfffffffd, true);
  view.setUint32(516, 0xfffffffe, true);
  const entry = (index: number, name: string, type: number, child: number) => {
    const at = 1024 + index * 128;
    for (const [i, char] of [...name].entries()) view.setUint16(at + i * 2, char.charCodeAt(0), true);
    view.setUint16(at + 64, (name.length + 1) * 2, true);
    view.setUint8(at + 66, type);
    for (const offset of [68, 72]) view.setUint32(at + offset, 0xffffffff, true);
    view.setUint32(at + 76, child, true);
    view.setUint32(at + 116, 0xfffffffe, true);
  };
  entry(0, 'Root Entry', 5, 1);
  entry(1, stream, 2, 0xffffffff);
  return bytes;
}

test('a media type is accepted in any case, and no other', () => {
  for (const type of ACCEPTED_CONTENT_TYPES) {
    expect(acceptedContentType(type)).toBe(type);
    expect(acceptedContentType(`${type.toUpperCase()}; charset=x`)).toBe(type);
  }
  for (const type of ['application/zip', 'application/octet-stream', 'text/html', '', 'pdf', '__proto__']) {
    expect(acceptedContentType(type)).toBeUndefined();
  }
});

test('a media type is compared without parameters', () => {
  expect(mediaTypeOf(' Text/CSV ; charset=utf-8')).toBe('text/csv');
  expect(mediaTypeOf('')).toBe('');
});

test.each([PDF, PNG, JPEG, utf8('II*\0abc'), utf8('MM\0*abc'), DOCX, compoundFile('Workbook')])(
  'an error in the Base64 of file %# is noticed in every wrapping',
  (bytes) => {
    const plain = toBase64(bytes);
    const wrapped = plain.replace(/.{20}/gu, '$&\r\n');
    const uri = `data:application/pdf;base64,${plain}`;
    for (const text of [plain, wrapped, `\n ${plain}`, uri]) {
      for (const body of [
        text,
        JSON.stringify({ document: text }),
        JSON.stringify({ a: 1, document: text }, null, 2),
      ]) {
        const start = utf8(body).subarray(0, BASE64_SAMPLE);
        expect(isBase64Document(start), body.slice(0, 60)).toBe(true);
      }
      expect(decodeBase64Document(text)).toEqual(new Uint8Array(bytes));
    }
    expect(isBase64Document(utf8(plain.replaceAll('+', '-').replaceAll('/', '_')))).toBe(
      !plain.startsWith('/9j/'),
    );
    expect(isBase64Document(bytes)).toBe(false);
  },
);

test.each([
  'name,amount\nJVBERi0,1',
  'JVBERi0 and a comma, so this is text',
  'data: this is a text',
  'data',
  '{"document": "hello"}',
  '{"documents": "JVBERi0xLjQ"}',
  '{"a": "data:x"}',
  '',
  'plain words only',
])('no Base64 document is seen in %j', (text) => {
  expect(isBase64Document(utf8(text))).toBe(false);
});

test('Base64 is looked for in the first 1,024 bytes only', () => {
  expect(isBase64Document(utf8(`JVBERi0${'A'.repeat(1017)}, more`))).toBe(true);
  expect(isBase64Document(utf8(`JVBERi0${'A'.repeat(1000)}, more`))).toBe(false);
});

test.each(['a', 'JVBERi0=x', 'data:application/pdf,JVBERi0', 'äöü', '%PDF'])('Base64: %j is none', (text) => {
  expect(decodeBase64Document(text)).toBeUndefined();
});
