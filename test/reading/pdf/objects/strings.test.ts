import { PDFHexString, PDFString } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseValue } from '../../../../src/reading/pdf/objects/object-values.js';
import { stringBytes, withStrings } from '../../../../src/reading/pdf/objects/strings.js';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

describe('strings of a file', () => {
  it.each([
    ['(a\\(b\\)(c)\\\\)', 'a(b)(c)\\'],
    ['(\\n\\r\\t\\b\\f\\x)', '\n\r\t\b\fx'],
    ['(\\101\\60\\1012\\8)', 'A0A28'],
    ['(a\\\r\nb\rc\r\nd)', 'ab\nc\nd'],
    ['<48 65\n6C6c6F>', 'Hello'],
    ['<4865 7>', 'Hep'],
    ['()', ''],
    ['<>', ''],
  ])('the string %j is %j', (written, text) => {
    expect(latin1(stringBytes(written))).toBe(text);
  });

  it('strings of a file are read as pdf-lib reads them', () => {
    const inner = fc.stringMatching(/^(?:\\[0-7]{3}|\\[nrtbf()\\]|[ -'*-[\]-~]){0,20}$/u);
    fc.assert(
      fc.property(inner, fc.stringMatching(/^(?:[\da-f]{2}){0,20}$/u), (literal, hex) => {
        expect(latin1(stringBytes(`(${literal})`))).toBe(latin1(PDFString.of(literal).asBytes()));
        expect(latin1(stringBytes(`<${hex}>`))).toBe(latin1(PDFHexString.of(hex).asBytes()));
      }),
    );
  });

  it('strings of an object are changed where they are', () => {
    const text = '<</A(x\\)(y))/B[<7a> (q)]/C<</D<61>>>/E/F>>';
    const changed = withStrings(text, (bytes) => Buffer.concat([bytes, Buffer.from('!')]));
    expect(changed).toBe('<</A(x\\)\\(y\\)!)/B[(z!) (q!)]/C<</D(a!)>>/E/F>>');
  });

  it('strings keep all their bytes when they are written again', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const written = parseValue(withStrings('<00>', () => Buffer.from(bytes))) as { written: string };
        expect(latin1(stringBytes(written.written))).toBe(latin1(bytes));
      }),
    );
  });
});
