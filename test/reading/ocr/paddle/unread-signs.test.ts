import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadCharacter } from '../../../../src/reading/ocr/paddle/ctc.js';
import { inkOf } from '../../../../src/reading/ocr/paddle/row-ink.js';
import { withUnreadSigns } from '../../../../src/reading/ocr/paddle/unread-signs.js';

const HEIGHT = 48;
const WIDTH = 18;
const GAP = 4;
const STEP = 8;
const LOW = /[.,]/;

/** The ink of a print, whose separators are low, and where its characters are. */
function inkAndPlaces(print: string, narrow = WIDTH) {
  let at = 10;
  const places = [...print].map((text) => {
    const from = at;
    at += (LOW.test(text) ? 5 : narrow) + GAP;
    return { text, from, to: at - GAP };
  });
  const data = new Uint8Array((at + 10) * HEIGHT).fill(255);
  for (const { text, from, to } of places) {
    for (let y = LOW.test(text) ? 34 : 10; y < 38; y++)
      data.fill(0, y * (at + 10) + from, y * (at + 10) + to);
  }
  return { ink: inkOf({ width: at + 10, height: HEIGHT, data })!, places };
}

/** What is made of a print of which some characters are read, each in the middle of its ink. */
function read(print: string, isRead: (at: number) => boolean, narrow = WIDTH): string {
  const { ink, places } = inkAndPlaces(print, narrow);
  const characters = places
    .filter((_, at) => isRead(at))
    .map(
      ({ text, from, to }): ReadCharacter => ({
        text,
        from: (from + to) / 2 / STEP - 0.5,
        to: (from + to) / 2 / STEP + 0.5,
        confidence: 0.9,
        afterSpace: false,
        space: 0,
      }),
    );
  const word = { characters, from: ink.left, to: ink.right };
  return withUnreadSigns(word, ink, STEP)
    .map(({ text }) => text)
    .join('');
}

it('a digit of a number that was not read is U+FFFD', () => {
  expect(read('300,000', (at) => at < 4)).toBe('300,\uFFFD\uFFFD\uFFFD');
  expect(read('1500.00', (at) => at !== 2)).toBe('15\uFFFD0.00');
  expect(read('500', (at) => at > 0)).toBe('\uFFFD00');
});

it('the halves of a worn digit are one digit', () => {
  const { ink, places } = inkAndPlaces('1234', 8);
  const characters = [0, 2].map((first): ReadCharacter => {
    const column = (places[first]!.from + places[first + 1]!.to) / 2;
    const place = { from: column / STEP - 0.5, to: column / STEP + 0.5 };
    return { text: '8', ...place, confidence: 0.9, afterSpace: false, space: 0 };
  });
  const word = { characters, from: ink.left, to: ink.right };
  expect(withUnreadSigns(word, ink, STEP)).toEqual(characters);
});

it('a digit that the box of the row cuts off is that of another word', () => {
  const { ink, places } = inkAndPlaces('8500');
  const from = places[0]!.from + 4;
  const cut = (rows: Uint16Array) => rows.slice(from);
  const moved = { ...ink, left: 0, tops: cut(ink.tops), bottoms: cut(ink.bottoms) };
  const blanks = ink.blanks.map((blank) => ({ from: blank.from - from, to: blank.to - from }));
  const characters = places.slice(1).map((place): ReadCharacter => {
    const column = ((place.from + place.to) / 2 - from) / STEP;
    const { text } = place;
    return { text, from: column - 0.5, to: column + 0.5, confidence: 0.9, afterSpace: false, space: 0 };
  });
  const word = { characters, from: 0, to: ink.right - from };
  expect(withUnreadSigns(word, { ...moved, blanks, right: ink.right - from }, STEP)).toEqual(characters);
});

it('ink that is no digit is none that was not read', () => {
  expect(read('300|', (at) => at < 3, 4)).toBe('300');
  expect(read('CLAIM', (at) => at < 4)).toBe('CLAI');
});

it('a number that was read whole stays as it is, and one of which a digit was not read is longer', () => {
  const number = fc.stringMatching(/^\d{1,3}(?:,\d{3}){0,2}(?:\.\d\d)?$/);
  fc.assert(
    fc.property(number, fc.nat(), (print, seed) => {
      expect(read(print, () => true)).toBe(print);
      const digits = [...print].flatMap((text, at) => (LOW.test(text) ? [] : at));
      const lost = digits[seed % digits.length]!;
      if (digits.length < 2) return;
      expect(read(print, (at) => at !== lost)).toBe(`${print.slice(0, lost)}\uFFFD${print.slice(lost + 1)}`);
    }),
  );
});
