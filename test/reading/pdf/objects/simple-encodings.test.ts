import { expect, it } from 'vitest';
import { characterIn } from '../../../../src/reading/pdf/objects/simple-encodings.js';

it.each([
  ['MacRomanEncoding', 0x41, 'A'],
  ['MacRomanEncoding', 0x80, 'Ä'],
  ['MacRomanEncoding', 0xde, 'ﬁ'],
  ['MacRomanEncoding', 0xff, 'ˇ'],
  ['MacRomanEncoding', 0x7f, undefined],
  ['WinAnsiEncoding', 0x27, "'"],
  ['WinAnsiEncoding', 0x80, '€'],
  ['WinAnsiEncoding', 0x95, '•'],
  ['WinAnsiEncoding', 0xff, 'ÿ'],
  ['WinAnsiEncoding', 0x1f, undefined],
  ['WinAnsiEncoding', 0x100, undefined],
  ['StandardEncoding', 0x41, 'A'],
  ['StandardEncoding', 0x27, '’'],
  ['StandardEncoding', 0xa1, '¡'],
  ['StandardEncoding', 0xae, 'ﬁ'],
  ['StandardEncoding', 0xb0, undefined],
  ['StandardEncoding', 0xd0, '—'],
  ['StandardEncoding', 0xe1, 'Æ'],
  ['StandardEncoding', 0xf5, 'ı'],
  ['StandardEncoding', 0xfb, 'ß'],
  ['OtherEncoding', 0x41, undefined],
])('predefined encodings: %s of %i', (encoding, code, character) => {
  expect(characterIn(encoding, code)).toBe(character);
});

it('predefined encodings are those of Latin-1 where WinAnsi has it', () => {
  for (let code = 0xa1; code < 0x100; code++) {
    if (code !== 0xad) expect(characterIn('WinAnsiEncoding', code)).toBe(String.fromCharCode(code));
  }
});
