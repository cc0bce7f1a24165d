import { PDFHexString } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { decodeTextString } from '../../../../src/reading/pdf/objects/text-strings.js';

it.each([
  ['feff200c', '\u200c'],
  ['feffd83dde00', '😀'],
  ['feff00410', 'A'],
  ['fffe4100', 'A'],
  ['efbbbfe282ac', '€'],
  ['', ''],
])('a string for people is read: %s', (hex, text) => {
  expect(decodeTextString(Buffer.from(hex, 'hex'))).toBe(text);
});

it('strings for people are PDFDocEncoding without a mark, as pdf-lib reads it', () => {
  const unassigned = new Set([0x16, 0x7f, 0x9f, 0xad]);
  const bytes = Uint8Array.from({ length: 256 }, (_, code) => code).filter((code) => !unassigned.has(code));
  const hex = Buffer.from(bytes).toString('hex');
  expect(decodeTextString(bytes)).toBe(PDFHexString.of(hex).decodeText());
});
