import { expect, test } from 'vitest';
import { allMatches } from '../../../src/foundation/text/matches.js';

const spans = (matches: Iterable<RegExpExecArray>) =>
  [...matches].map(({ index, 0: text, groups }) => ({ index, text, ...groups }));

/** The compiler's target does not know the flag in literals. */
const withSets = (source: string) => new RegExp(source, 'gv');

test.each([
  ['words', /(?<first>\p{L})\S*/gu, 'Rent 12 für «Möwe»'],
  ['what looks back', /(?<=a)b/g, 'ab bb ab'],
  ['nothing at all', /x*/g, 'axxb'],
  ['nothing between surrogates', /x*/gu, 'a😀x'],
  ['nothing between surrogates, with sets', withSets('x*'), 'a😀x'],
  ['nothing between halves of surrogates', /x*/g, 'a😀x'],
  ['no match', /z/g, 'abc'],
  ['an empty text', /^$/g, ''],
])('gives what matchAll gives: %s', (_, pattern, text) => {
  expect(spans(allMatches(text, pattern))).toEqual(spans(text.matchAll(pattern)));
});

test('begins at the start, and leaves the pattern as it should be', () => {
  const pattern = /a/g;
  pattern.lastIndex = 2;
  expect(allMatches('aaa', pattern)).toHaveLength(3);
  expect(pattern.lastIndex).toBe(0);
});
