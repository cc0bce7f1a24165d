import { expect, it } from 'vitest';
import type { ReadCharacter } from '../../../../src/reading/ocr/paddle/ctc.js';
import { withCase } from '../../../../src/reading/ocr/paddle/letter-case.js';
import { isMasked, placesWithinMasks } from '../../../../src/reading/ocr/paddle/masks.js';
import { spacesIn } from '../../../../src/reading/ocr/paddle/spaces.js';

const characters = (text: string) =>
  [...text].map(
    (each, at): ReadCharacter => ({
      text: each,
      from: at,
      to: at + 1,
      confidence: 0.9,
      afterSpace: false,
      space: 0,
    }),
  );

it('a masked number has no spaces, however wide its print', () => {
  const spaces = (text: string) => [
    ...spacesIn(
      [...text],
      [...text].map(() => ({ gap: 1, probability: 0.9 })),
      new Set(),
    ),
  ];
  expect(spaces('XXXX-XXXX-0743')).toEqual([]);
  expect(spaces('ID:xxxx0743')).toEqual([1, 2, 3]);
  expect(spaces('xx12345')).toHaveLength(6);
  expect(placesWithinMasks([...'A5-10'])).toEqual([]);
});

it('the letters of a masked number are of the case that their height beside its digits shows', () => {
  const read = (text: string, height: number) =>
    withCase(
      characters(text).map((character) => ({ character, height: /\d/.test(character.text) ? 28 : height })),
      { small: [], tall: [28] },
    )
      .map(({ text: each }) => each)
      .join('');
  expect(read('XXXXXXXx0743', 20)).toBe('xxxxxxxx0743');
  expect(read('xXX-xx-1234', 27)).toBe('XXX-XX-1234');
});

it('a masked number is nothing but a mask and the digits that are shown', () => {
  expect(isMasked(characters('xxx-xx-1234'))).toBe(true);
  expect(isMasked(characters('Axx12'))).toBe(false);
  expect(isMasked(characters('xxxxxx'))).toBe(false);
});
