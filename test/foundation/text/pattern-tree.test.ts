import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areDisjoint, characterSet } from '../../../src/foundation/text/character-set.js';
import { searchSteps } from '../../../src/foundation/text/pattern-cost.js';
import { matchesEmpty, type PatternNode, patternTree } from '../../../src/foundation/text/pattern-tree.js';

/** Patterns of all that the language of expressions has, but references to groups. */
const patterns = fc.letrec<{ pattern: string; term: string; atom: string }>((tie) => ({
  pattern: fc.oneof(
    fc.array(tie('term'), { minLength: 1, maxLength: 3 }).map((terms) => terms.join('')),
    fc.array(tie('term'), { minLength: 2, maxLength: 3 }).map((terms) => terms.join('|')),
  ),
  term: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '*?', '{2}', '{0,2}', '{1,}', '{1,3}?'))
    .map(([atom, quantifier]) => (/^(?:\^|\$|\\b|\\B|\(\?<?[=!])/u.test(atom) ? atom : atom + quantifier)),
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'a',
      '.',
      '\\d',
      '[ab]',
      '[^\\]]',
      '\\(',
      '\\u0061',
      '\\s',
      '\\S',
      ' ',
      '^',
      '$',
      '\\b',
      '\\B',
    ),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(?=${inner})`),
    tie('pattern').map((inner) => `(?!${inner})`),
    tie('pattern').map((inner) => `(?<=${inner})`),
    tie('pattern').map((inner) => `(?<!${inner})`),
  ),
})).pattern;

test('agrees with running the pattern on an empty text', () => {
  fc.assert(
    fc.property(patterns, (source) => {
      expect(matchesEmpty(patternTree(source)), source).toBe(new RegExp(source).test(''));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['(?<name>a)\\k<name>', false],
  ['(a)?\\1', true],
  ['\\p{L}*', true],
  ['\\u{1F600}', false],
  ['[[a-z]--[b]]', false],
])('matchesEmpty is right about %s', (source, expected) => {
  expect(matchesEmpty(patternTree(source, 'v'))).toBe(expected);
});

/**
 * Runs a tree as an engine does, and counts its steps; no match is ever enough. Each character matches all that it may.
 */
function stepsTaken(tree: PatternNode, text: string, most: number): number {
  const { length } = text;
  let steps = 0;
  class Enough extends Error {}
  function run(node: PatternNode, at: number, next: (at: number) => void): void {
    steps += 1;
    if (steps > most) throw new Enough();
    if (node.kind === 'character') {
      if (at < length && !areDisjoint(node.set, characterSet(text[at]!, false))) next(at + 1);
    } else if (node.kind === 'sequence') {
      const from = (i: number, place: number): void =>
        i === node.parts.length ? next(place) : run(node.parts[i]!, place, (end) => from(i + 1, end));
      from(0, at);
    } else if (node.kind === 'choice') {
      for (const option of node.options) run(option, at, next);
    } else if (node.kind === 'repeat') {
      const turn = (count: number, place: number): void => {
        if (count < node.most) {
          run(node.body, place, (end) => {
            if (end > place || count < node.least) turn(count + 1, end);
          });
        }
        if (count >= node.least) next(place);
      };
      turn(0, at);
    } else if (node.kind === 'look') {
      // Its body is tried until it matches, at the worst in vain.
      run(node.body, at, () => undefined);
      next(at);
    } else next(at);
  }
  try {
    for (let start = 0; start <= length; start += 1) run(tree, start, () => undefined);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return steps;
}

test('searchSteps is never less than an engine takes', () => {
  fc.assert(
    fc.property(patterns, fc.stringMatching(/^[a ]{0,6}$/u), (source, text) => {
      const tree = patternTree(source);
      const bound = searchSteps(tree, text.length);
      // A step of the bound is a part of the tree at one place; the engine here also counts the turns of loops.
      const taken = stepsTaken(tree, text, 200_000);
      expect(bound * 4, source).toBeGreaterThanOrEqual(Math.min(taken, 200_000));
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['abc', 60, 1_000],
  ['\\d{2}/\\d{2}/\\d{4}', 60, 2_000],
  ['total:?\\s*\\$?([\\d,]+)', 60, 1_000_000],
  ['^policy (?:number|no\\.?)', 60, 2_000],
  ['^\\d{4} [\\w-]+ (.*)', 300, 5_000_000],
  ['[A-Z]+ ([0-9].+$)', 300, 5_000_000],
  ['[A-Z ]+, [A-Z]+ [0-9-]+$', 300, 5_000_000],
  ['[^,]*,[^,]*,[^,]*,.*', 300, 5_000_000],
  ['u.s.\\s+individual\\s+income\\s+tax', 100, 200_000],
  ['(d)\\s*(a)\\s*(t)\\s*(e)\\s*:', 100, 200_000],
])('searchSteps: %s on %i characters takes less than %i', (source, length, most) => {
  expect(searchSteps(patternTree(source), length)).toBeLessThan(most);
});

test.each([
  '(a+)+',
  '(a|b)*',
  '(?:[a-z]{1,4}){1,60}',
  'a*a*a*a*',
  '\\s*\\s*\\s*\\s*:',
  '[a-z]*a*[a-z]*\\w*:',
  '(?:^|x)a*.a*.a*.a*.a*',
  '\\s*.\\s*.\\s*.\\s*:',
  '(?<=:\\s*.\\s*:\\s*.\\s*:)a',
])('searchSteps: %s takes more than can be waited for', (source) => {
  expect(searchSteps(patternTree(source), 100)).toBeGreaterThan(10_000_000);
});
