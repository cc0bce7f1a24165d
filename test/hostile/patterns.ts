/** Regular expressions that backtrack, that are too large, or that cost time before they are run. */
import { parseConfig, validateConfig } from '../../src/index.js';
import type { Attack, DirectAttack } from './attack.js';
import { matcherConfig, textInput } from './inputs.js';

const LETTERS = `${'a'.repeat(60)}!`;
const LINES = 2_000;

function regex(
  pattern: string,
  flags = '',
  lines: readonly string[] = [LETTERS],
): () => ReturnType<typeof textInput> {
  return () => textInput(lines, matcherConfig({ type: 'regex', pattern, flags }));
}

/** Groups inside each other, each repeated a few times. */
function nested(levels: number, most: number): string {
  return `^${'('.repeat(levels)}[a-z]{1,${most}}${`){1,${most}}`.repeat(levels)}$`;
}

function manyAnchors(pattern: string): object {
  const fields = Array.from({ length: 100 }, (_, i) => ({
    id: `f${i}`,
    anchor: { match: { type: 'regex', pattern: `${pattern}x${i}` } },
    method: { id: 'passthrough' },
  }));
  return { fields };
}

function composed(times: number): object {
  const grow = { id: 'custom', pattern: '(?=(.*))', flags: '' };
  const types = [...Array.from({ length: times }, () => grow), 'string'];
  return {
    fields: [{ id: 'a', anchor: 'a', type: { id: 'compose', types }, method: { id: 'passthrough' } }],
  };
}

function composedOverlap(times: number): object {
  const grow = { id: 'custom', pattern: '.(?=(.*))' };
  const types = [...Array.from({ length: times }, () => grow), 'string'];
  return {
    fields: [{ id: 'a', anchor: 'a', type: { id: 'compose', types }, method: { id: 'passthrough' } }],
  };
}

export const attacks: readonly (Attack | DirectAttack)[] = [
  { name: 'nested bounded quantifiers', make: regex(nested(12, 4)) },
  {
    name: 'nested bounded quantifiers, many lines',
    slow: true,
    make: regex(nested(8, 3), '', Array(LINES).fill(LETTERS)),
  },
  { name: 'bounded quantifiers in sequence', make: regex(`^${'[a-z]{0,4}'.repeat(40)}[0-9]$`) },
  { name: 'bounded quantifiers in a repeated group', make: regex('^(a{0,4}b?)+$') },
  {
    name: 'bounded quantifiers in a group repeated four times',
    make: regex(`^${'(a{0,3}a{0,3}){1,4}'.repeat(12)}$`),
  },
  { name: 'optional letters before as many letters', make: regex(`^${'a?'.repeat(40)}${'a'.repeat(40)}b`) },
  { name: 'a backtracking lookahead in a loop', make: regex('^(?:(?=(a+)+b)a|a)+c') },
  { name: 'a backtracking lookbehind', make: regex('(?<=(a+)+b)c') },
  {
    name: 'a lookbehind read as a capture',
    make: regex('(?<=^(?:a{1,4}){1,4}(?:a{1,4}){1,4}(?:a{1,4}){1,4}(?:a{1,4}){1,4}b)c'),
  },
  {
    name: 'a hundred anchors that use up their time on each of two thousand lines',
    make: () => textInput(Array(LINES).fill(LETTERS), manyAnchors('^(a+)+')),
  },
  {
    name: 'a hundred anchors whose patterns are quadratic, two thousand lines of 5,000 letters',
    make: () => textInput(Array(LINES).fill('a'.repeat(5_000)), manyAnchors('a*a*')),
  },
  {
    name: 'an empty loop, linted',
    run: () =>
      validateConfig(matcherConfig({ type: 'regex', pattern: '(?:(?:){0,9}|(?:){0,9}){20,9999999}x' })),
  },
  {
    name: 'nested empty loops, linted',
    run: () =>
      validateConfig(
        matcherConfig({ type: 'regex', pattern: '(?:(?:(?:(?:a?){99999}){99999}){99999}){99999}x' }),
      ),
  },
  {
    name: 'lookaheads that multiply, linted',
    run: () =>
      validateConfig(matcherConfig({ type: 'regex', pattern: `${'(?=(?:|(?:|)))(?:||||)'.repeat(30)}x` })),
  },
  { name: 'forty empty choices before a letter', make: regex(`${'(?:|)'.repeat(40)}x`) },
  { name: 'fifty empty choices in groups before a letter', make: regex(`${'(|)'.repeat(50)}x`) },
  { name: 'three hundred optional letters before four', make: regex(`${'a?'.repeat(300)}aaaa`) },
  { name: 'eighty optional characters of Unicode', make: regex(`${'.?'.repeat(80)}xxxx`, 'u') },
  {
    name: 'an empty choice in a pattern that a rule builds',
    make: () =>
      textInput([LETTERS], {
        fields: [
          {
            id: 'r',
            method: {
              id: 'customComputation',
              jsonLogic: { match: [LETTERS, { cat: Array(40).fill('(?:|)').concat('x') }] },
            },
          },
        ],
      }),
  },
  {
    name: 'a pattern of 10 MB',
    run: () => validateConfig(matcherConfig({ type: 'regex', pattern: 'a'.repeat(10_000_000) })),
  },
  {
    name: 'alternatives of 10 MB',
    run: () => validateConfig(matcherConfig({ type: 'regex', pattern: 'ab|'.repeat(3_300_000) })),
  },
  {
    name: 'counted repetitions that multiply',
    run: () => validateConfig(matcherConfig({ type: 'regex', pattern: '((a{1000}){1000}){1000}' })),
  },
  {
    name: '20,000 parentheses',
    run: () =>
      validateConfig(
        matcherConfig({ type: 'regex', pattern: `${'('.repeat(20_000)}a${')'.repeat(20_000)}` }),
      ),
  },
  {
    name: '20,000 parentheses, parsed',
    run: () =>
      parseConfig(
        JSON.stringify(
          matcherConfig({ type: 'regex', pattern: `${'(?:'.repeat(20_000)}a${')'.repeat(20_000)}` }),
        ),
      ),
  },
  {
    name: '20,000 lookaheads inside each other, in a type',
    run: () =>
      validateConfig({
        fields: [
          {
            id: 'a',
            anchor: 'a',
            type: { id: 'custom', pattern: `${'(?='.repeat(20_000)}a${')'.repeat(20_000)}` },
            method: { id: 'passthrough' },
          },
        ],
      }),
  },
  { name: 'lookaheads that grow in compose', make: () => textInput(['a'.repeat(2_000)], composed(8)) },
  {
    name: 'overlapping lookaheads that grow in compose',
    slow: true,
    make: () => textInput(['a'.repeat(2_000)], composedOverlap(8)),
  },
  {
    name: 'matches without end of a line of a million letters',
    make: () =>
      textInput([`a ${'b'.repeat(1_000_000)}`], {
        fields: [
          {
            id: 'a',
            anchor: 'a',
            type: { id: 'custom', pattern: '(?=(b+))b' },
            method: { id: 'passthrough' },
          },
        ],
      }),
  },
  {
    name: 'a replacement that grows',
    make: () =>
      textInput([`a ${'b'.repeat(90_000)}`], {
        fields: [
          {
            id: 'a',
            anchor: 'a',
            type: { id: 'replace', pattern: 'b', replaceWith: "$`$'$&" },
            method: { id: 'passthrough' },
          },
        ],
      }),
  },
  {
    name: 'a fingerprint of backtracking tests',
    make: () =>
      textInput(Array(LINES).fill(LETTERS), {
        fingerprint: { tests: [{ type: 'regex', pattern: '^(a+)+$' }] },
        fields: [],
      }),
  },
  {
    name: 'patterns of rules, computed one by one',
    make: () =>
      textInput(Array(200).fill(LETTERS), {
        fields: Array.from({ length: 60 }, (_, i) => ({
          id: `r${i}`,
          method: { id: 'customComputation', jsonLogic: { match: [LETTERS, `^(a+)+$|${i}`] } },
        })),
      }),
  },
];
