import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { mayHideOrScale } from '../../../../src/reading/pdf/objects/layers-and-units.js';
import { makePdf } from '../../../support/make-pdf.js';

const CONTENT = 'BT /F1 12 Tf 72 720 Td (Hello) Tj ET';

/** A file whose object 7 is in a stream of objects. */
function packed(body: string): Uint8Array {
  const head = '7 0 ';
  const data = deflateSync(Buffer.from(head + body, 'latin1'));
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n5 0 obj <</Type/ObjStm/N 1/First ${head.length}/Filter/FlateDecode/Length ${data.length}>> stream\n`,
    ),
    data,
    Buffer.from('\nendstream endobj\n'),
  ]);
}

it('objects of a file are found in the file and in streams of objects', () => {
  const objects = new FileObjects(makePdf({ content: CONTENT }));
  expect(objects.text(2)).toContain('/Type /Pages');
  expect(Buffer.from(objects.stream(4) ?? []).toString('latin1')).toContain('(Hello) Tj');
  expect(objects.stream(2)).toBeUndefined();
  expect(new FileObjects(packed('<</Type/Page/UserUnit 2>>')).text(7)).toBe('<</Type/Page/UserUnit 2>>');
});

it('objects of an encrypted file are decrypted by their numbers, but for strings in streams of objects', () => {
  const told: string[] = [];
  const cut = (data: Buffer, { number, generation }: { number: number; generation: number }) => {
    told.push(`${number} ${generation}`);
    return data.subarray(0, 3);
  };
  const cipher = { string: cut, stream: (data: Buffer) => data };
  const bytes = Buffer.concat([
    Buffer.from('9 2 obj <</A(abc\\(d)/B<6162 6364>>> endobj\n'),
    packed('<</A(abcd)>>'),
  ]);
  const objects = new FileObjects(bytes, cipher);
  expect(objects.text(9)?.trim()).toBe('<</A(abc)/B(abc)>>');
  expect(objects.text(7)).toBe('<</A(abcd)>>');
  expect(told).toEqual(['9 2', '9 2']);
  const font = Buffer.from('3 0 obj <</Length1 1/Length 4>> stream\nabcd\nendstream endobj\n');
  const other = Buffer.from('3 0 obj <</Length 8 0 R>> stream\nabcd\nendstream endobj\n8 0 obj 4 endobj\n');
  for (const file of [font, other]) {
    expect(new FileObjects(file, cipher).stream(3)?.toString()).toBe('abcd');
  }
  const ownCipher = { ...cipher, stream: () => undefined };
  expect(new FileObjects(bytes, ownCipher).parts).toContain(undefined);
  expect(new FileObjects(bytes, ownCipher).packedStream(5)).toBeUndefined();
});

it('objects of a file are read without an error from any bytes', () => {
  const anyText = fc.stringMatching(/^(?: obj|stream\n|endstream|\/ObjStm|<<|\d+ 0| |x){0,40}$/);
  fc.assert(
    fc.property(anyText, fc.nat(20), (text, number) => {
      const objects = new FileObjects(Buffer.from(text, 'latin1'));
      objects.text(number);
      objects.stream(number);
      mayHideOrScale(objects);
    }),
  );
});

const may = (entries: string, catalog = '') =>
  mayHideOrScale(new FileObjects(makePdf({ content: CONTENT, entries }, [], catalog)));

it.each([
  ['', '', false],
  ['/UserUnit 2', '', true],
  ['', '/OCProperties << /OCGs [10 0 R] /D << /OFF [] >> >>', false],
  ['', '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>', true],
  ['', '/OCProperties << /OCGs [10 0 R] /D << /BaseState /OFF >> >>', true],
])('layers and units are met: %s %s', (entries, catalog, expected) => {
  expect(may(entries, catalog)).toBe(expected);
});

it('layers and units are looked for in streams of objects, and taken to be there where those cannot be read', () => {
  expect(mayHideOrScale(new FileObjects(packed('<</UserUnit 2>>')))).toBe(true);
  expect(mayHideOrScale(new FileObjects(packed('<</Type/Page>>')))).toBe(false);
  const broken = Buffer.from('5 0 obj <</Type/ObjStm>> stream\nno Flate\nendstream endobj');
  expect(mayHideOrScale(new FileObjects(broken))).toBe(true);
});
