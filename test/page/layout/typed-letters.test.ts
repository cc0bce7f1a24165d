import { expect, it } from 'vitest';
import { runsOf } from '../../../src/page/layout/runs.js';
import { show } from './glyphs.js';

const texts = (...glyphs: readonly Parameters<typeof runsOf>[0][]) =>
  runsOf(glyphs.flat()).map((run) => run.text);
const typed = (text: string, x = 1, y = 1) => show({ text, x, y });

it.each([
  ['I N V O I C E  N O', 'INVOICE NO'],
  ['I N V O I C E   N O :   4711', 'INVOICE NO: 4711'],
  ['Total: A M O U N T', 'Total: A M O U N T'],
  ['T O T A L', 'TOTAL'],
  ['s u m m a r y', 'summary'],
])('letters typed apart: %j reads as %j', (text, expected) => {
  expect(texts(typed(text))).toEqual([expected]);
});

it.each([
  'J F M A M J J A S O N D',
  'A B C D E F',
  'A B  C D  E F',
  '1 2 3 4 5 6 7',
  'X X X X X',
  'Y N',
  'J. R. R. Tolkien',
  'Plan A B C',
  'a big cat',
])('letters typed apart: %j stays as it is', (text) => {
  expect(texts(typed(text))).toEqual([text]);
});

it('a word of letters typed apart goes on in the rest of its row', () => {
  expect(texts(typed('I N V O I C E', 1), typed('N O', 3), typed('N O', 1, 2))).toEqual([
    'INVOICE',
    'NO',
    'N O',
  ]);
});

it('letters typed apart are seen where each is shown by itself', () => {
  const glyphs = [...'T O T A L  D U E'].map((letter, index) =>
    show({ text: letter, x: 1 + 0.05 * index, y: 1 }),
  );
  expect(texts(...glyphs)).toEqual(['TOTAL DUE']);
});
