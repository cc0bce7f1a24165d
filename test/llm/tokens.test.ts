import { expect, it } from 'vitest';
import { estimateTokens } from '../../src/llm/tokens.js';

it.each([
  ['', 0],
  ['abcdefgh', 2],
  ['abcde', 2],
  ['ééé', 2],
  ['東京都', 3],
  ['𠀀', 1],
])('estimateTokens counts the tokens of %j', (text, wanted) => {
  expect(estimateTokens(text)).toBe(wanted);
});

it('lets a provider count', () => {
  expect(estimateTokens('abc', { countTokens: (text) => text.length * 10 })).toBe(30);
});
