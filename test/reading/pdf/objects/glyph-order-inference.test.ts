import { expect, it } from 'vitest';
import { asciiAt, asciiDistance } from '../../../../src/reading/pdf/objects/glyph-order-inference.js';

/** Texts by code for characters that are at a distance from their codes. */
function mapped(characters: string, distance: number): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (const character of characters) texts[character.charCodeAt(0) - distance] = character;
  return texts;
}

const unknown = () => undefined;

it('the order of glyphs is proven by four characters at one distance', () => {
  expect(asciiDistance({ texts: mapped('abc1', 29), width: unknown })).toBe(29);
  expect(asciiDistance({ texts: mapped('abc1', 31), width: unknown })).toBe(31);
  expect(asciiDistance({ texts: mapped('abc', 31), width: unknown })).toBeUndefined();
});

it('the order of glyphs is not proven when a character is elsewhere, or codes are characters', () => {
  const texts = mapped('abcd', 29);
  texts[90] = 'e';
  expect(asciiDistance({ texts, width: unknown })).toBeUndefined();
  expect(asciiDistance({ texts: mapped('abcdef', 0), width: unknown })).toBeUndefined();
  expect(asciiDistance({ texts: [], width: unknown })).toBeUndefined();
});

it('heeds characters of ASCII only', () => {
  const texts = mapped('abcd', 29);
  texts[130] = '•';
  texts[131] = 'fi';
  expect(asciiDistance({ texts, width: unknown })).toBe(29);
});

const widths = (of: Record<string, number>) => (code: number) => of[String.fromCharCode(code + 29)];

it('the order of glyphs is proven by one character where the widths fit the Macintosh order', () => {
  const fitting = widths({ '0': 556, '1': 556, ',': 278 });
  expect(asciiDistance({ texts: mapped(' ', 29), width: fitting })).toBe(29);
  expect(asciiDistance({ texts: mapped(' ', 30), width: fitting })).toBeUndefined();
});

it.each([
  ['digits of two widths', { '0': 556, '1': 500, ',': 278 }],
  ['a comma wider than a digit', { '0': 556, '1': 556, ',': 600 }],
  ['a narrow W', { '0': 556, '1': 556, W: 300 }],
  ['too few widths', { '0': 556, ',': 278 }],
  ['no digit', { ',': 278, '.': 278, W: 900 }],
])('the order of glyphs is not proven by one character and %s', (_, of) => {
  expect(asciiDistance({ texts: mapped(' ', 29), width: widths(of) })).toBeUndefined();
});

it('gives printable characters only', () => {
  expect(asciiAt(3, 29)).toBe(' ');
  expect(asciiAt(97, 29)).toBe('~');
  expect(asciiAt(2, 29)).toBeUndefined();
  expect(asciiAt(98, 29)).toBeUndefined();
});
