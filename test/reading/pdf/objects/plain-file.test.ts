import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FileObjects } from '../../../../src/reading/pdf/objects/file-objects.js';
import { plainFile } from '../../../../src/reading/pdf/objects/plain-file.js';

const LONG = 'x'.repeat(1024);

const plainText = (text: string) => plainFile(Buffer.from(text, 'latin1')).bytes.toString('latin1');

it.each([
  ['<</Length 1024>>\nstream\r\n', LONG, 'endstream endobj 2 0 obj 5 endobj'],
  ['<</A<</B 1>>>>stream\n', `${LONG} 9 0 obj stream\n`, 'endstream'],
])('a file without the data of its streams is what surrounds them: %j', (before, data, after) => {
  expect(plainText(before + data + after)).toBe(before + after);
});

it.each([
  ['short data', '<<>> stream\nshort\nendstream'],
  ['a word that is behind no dictionary', `(Down stream\n${LONG}) endstream`],
  ['a word that ends no line', `<<>> stream ${LONG} endstream`],
  ['data that does not end', `<<>> stream\n${LONG} 2 0 obj 5 endobj`],
])('a file without the data of its streams keeps %s', (_, text) => {
  expect(plainText(text)).toBe(text);
});

it('a file without the data of its streams is the file again with the data put back', () => {
  const piece = fc.constantFrom('<<>>', ' stream\n', 'stream\r\n', 'endstream', LONG, ' 1 0 obj ', '\r', 'y');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const file = Buffer.from(pieces.join(''), 'latin1');
      const { bytes, data } = plainFile(file);
      const places = [0, ...data.keys(), bytes.length];
      const whole = places.slice(1).flatMap((place, index) => {
        return [bytes.subarray(places[index], place), data.get(place) ?? Buffer.alloc(0)];
      });
      expect(Buffer.concat(whole).equals(file)).toBe(true);
    }),
  );
});

it('leads to the data, and not to objects that are in it', () => {
  const data = `${LONG} 1 0 obj (other) endobj`;
  const objects = new FileObjects(
    Buffer.from(`1 0 obj (own) endobj 2 0 obj <<>>\nstream\n${data}endstream endobj`),
  );
  expect(objects.text(1)?.trim()).toBe('(own)');
  expect(Buffer.from(objects.stream(2) ?? []).toString('latin1')).toBe(data);
});
