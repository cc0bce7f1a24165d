/** Files that pdf-lib encrypts, read again: each way of encryption, both kinds of password. */
import { createHash } from 'node:crypto';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileCipher } from '../../../../src/reading/pdf/objects/file-cipher.js';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { sealedPdf } from '../../../support/sealed-pdf.js';

const TEXT = 'What is said here stays sealed';
const CONTENT = `BT /F1 12 Tf 72 720 Td (${'Hello '.repeat(300)}) Tj ET`;

const ALGORITHMS = ['RC4-40', 'RC4-128', 'AES-128', 'AES-256'] as const;
const CASES = ALGORITHMS.flatMap((algorithm) =>
  ['', 'secret', 'geheimß'].flatMap((password) =>
    [false, true].map((isPacked) => [algorithm, password, isPacked] as const),
  ),
);

/** A file with a string and two streams, and the numbers of their objects. */
async function encrypted(algorithm: (typeof ALGORITHMS)[number], userPassword: string, isPacked: boolean) {
  const document = await PDFDocument.create();
  document.addPage();
  const { context } = document;
  const strings = context.register(context.obj({ A: PDFString.of(TEXT) }));
  const packed = context.register(context.flateStream(CONTENT));
  const bare = context.register(context.stream(CONTENT));
  document.catalog.set(PDFName.of('Kept'), context.obj([strings, packed, bare]));
  document.encrypt({ userPassword, ownerPassword: 'owner', algorithm, allowWeakCryptography: true });
  const bytes = await document.save({ useObjectStreams: isPacked });
  return { bytes, strings, packed, bare };
}

describe('an encrypted file', () => {
  it.each(CASES)(
    'an encrypted file is decrypted: %s, password "%s", packed %s',
    async (algorithm, password, isPacked) => {
      const { bytes, strings, packed, bare } = await encrypted(algorithm, password, isPacked);
      const own = new FileObjects(bytes);
      const cipher = fileCipher(own, password);
      const objects = new FileObjects(bytes, cipher ?? 'sealed', own);
      expect(objects.isSealed).toBe(false);
      // Strings in streams of objects are encrypted with them; pdf-lib leaves others as they are.
      if (isPacked) expect(objects.text(strings.objectNumber)).toContain(`(${TEXT})`);
      const data = [packed, bare].map(({ objectNumber }) => objects.stream(objectNumber));
      expect(data.map((each) => Buffer.from(each ?? []).toString('latin1'))).toEqual([CONTENT, CONTENT]);
      const sealed = own.packedStream(bare.objectNumber) ?? Buffer.alloc(0);
      const asString = cipher?.string(sealed, { number: bare.objectNumber, generation: 0 });
      expect(asString?.toString('latin1')).toContain(CONTENT);
    },
  );

  it.each(ALGORITHMS)(
    'a file by %s stays sealed with another password, that of the owner as well',
    async (algorithm) => {
      const { bytes } = await encrypted(algorithm, 'secret', true);
      for (const other of ['', 'wrong', 'owner']) {
        expect(fileCipher(new FileObjects(bytes), other)).toBeUndefined();
      }
    },
  );

  it('an encryption dictionary that is not whole is left to others', () => {
    const whole = Buffer.from(sealedPdf({ content: CONTENT })).toString('latin1');
    const cipherOf = (text: string) => fileCipher(new FileObjects(Buffer.from(text, 'latin1')));
    expect(cipherOf(whole)).toBeDefined();
    expect(cipherOf(whole.replace('trailer', '110 0 obj\n<<>>\nendobj\ntrailer'))).toBeDefined();
    for (const [part, other] of [
      ['/V 4', '/V 6'],
      ['/Filter /Standard', '/Filter /Own'],
      ['/U <', '/W <'],
      ['/ID [', '/IX ['],
      ['/StmF /Identity', '/StmF /Own /CF << /Own << /CFM /Own >> >>'],
      ['/StrF /Identity', '/StrF /Own /CF << /Own << /CFM /AESV3 >> >>'],
      ['/Encrypt 10 0 R', '/Encrypt 99 0 R'],
    ] as const) {
      expect(whole).toContain(part);
      expect(cipherOf(whole.replace(part, other))).toBeUndefined();
    }
  });

  it('some streams of an encrypted file are not encrypted, and some have a cipher of their own', async () => {
    const { bytes } = await encrypted('AES-128', '', false);
    const cipher = fileCipher(new FileObjects(bytes));
    const data = createHash('sha256').update('any').digest();
    const id = { number: 5, generation: 0 };
    expect(cipher?.stream(data, id, '<</Type/XRef/W[1 2 1]>>')).toBe(data);
    expect(cipher?.stream(data, id, '<</Filter[/Crypt/FlateDecode]>>')).toBeUndefined();
    expect(cipher?.stream(data, id, '<</Type/Metadata>>')).not.toBe(data);
    expect(cipher?.stream(data.subarray(0, 16), id, '<<>>')).toHaveLength(0);
  });

  it('an encryption dictionary is read without an error, whatever it says', async () => {
    const { bytes, packed } = await encrypted('AES-128', '', false);
    const file = Buffer.from(bytes);
    const from = file.indexOf('/Standard') - 40;
    const change = fc.tuple(fc.nat(400), fc.constantFrom(...'0159 /<>[]()RVOUE'));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
        const other = Buffer.from(file);
        for (const [at, character] of changes) other.write(character, from + at, 'latin1');
        const own = new FileObjects(other);
        const objects = new FileObjects(other, fileCipher(own) ?? 'sealed', own);
        for (let number = 0; number < 12; number++) objects.text(number);
        objects.stream(packed.objectNumber);
      }),
    );
  });
});
