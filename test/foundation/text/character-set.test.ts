import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areDisjoint,
  type CharacterSet,
  characterSet,
  classSet,
  escapeSet,
} from '../../../src/foundation/text/character-set.js';

const member = fc.oneof(
  fc.constantFrom(
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\t',
    '\\n',
    '\\.',
    '\\]',
    '\\-',
    '\\/',
    '\\u0061',
    '\\x41',
  ),
  fc.constantFrom('a', 'k', 'S', 'Z', '_', ' ', '.', '$', '^', 'é', 'ſ', '\u00a0', '中'),
  fc.constantFrom('a-z', 'A-Z', '0-9', 'A-z', ' -~', 'a-é', '+--', '\\--/'),
);
const flags = fc.constantFrom('', 'i', 'u', 'iu');
const character = fc.oneof(
  fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
  fc.constantFrom('é', 'É', 'ſ', '\u212a', '\u00a0', '\u2028', '中', 'İ', 'ı'),
);

const mayHold = (set: CharacterSet, text: string) => !areDisjoint(set, characterSet(text, false));

/** JavaScript says what a set must hold. */
function expectHolds(source: string, flagsOf: string, set: CharacterSet, text: string): void {
  if (new RegExp(`^${source}$`, flagsOf).test(text))
    expect(mayHold(set, text), `${source} ${text}`).toBe(true);
}

describe('classSet', () => {
  test('holds all that JavaScript matches', () => {
    const members = fc.array(member, { maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(members, fc.constantFrom('', '^'), flags, character, (parts, negated, flagsOf, text) => {
        const inside = negated + parts;
        let isValid = true;
        try {
          new RegExp(`[${inside}]`, flagsOf);
        } catch {
          isValid = false;
        }
        fc.pre(isValid);
        expectHolds(`[${inside}]`, flagsOf, classSet(inside, flagsOf.includes('i')), text);
      }),
      { numRuns: 20_000 },
    );
  });

  test.each([
    ['A-Z', ' '],
    ['A-Z0-9-', ','],
    ['^,', ','],
    ['^\\s', ' '],
    ['\\w.', '-'],
    ['\\d,', '$'],
  ])('[%s] does not hold %j', (inside, text) => {
    expect(mayHold(classSet(inside, false), text)).toBe(false);
    expect(mayHold(classSet(inside, true), text)).toBe(false);
  });
});

test('sets of escapes and of characters hold all that JavaScript matches', () => {
  const escaped = fc.constantFrom('d', 'D', 'w', 'W', 's', 'S', 't', 'n', '.', '(', '/');
  fc.assert(
    fc.property(escaped, flags, character, (name, flagsOf, text) => {
      expectHolds(`\\${name}`, flagsOf, escapeSet(name, flagsOf.includes('i')), text);
    }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom('a', 'K', 's', 'é', 'ſ', '7', ' '),
      flags,
      character,
      (one, flagsOf, text) => {
        expectHolds(one, flagsOf, characterSet(one, flagsOf.includes('i')), text);
      },
    ),
  );
});

test.each([
  ['\\s', '\\S', true],
  ['\\d', '\\w', false],
  ['a', 'A', true],
])('%s and %s exclude each other: %s', (one, other, expected) => {
  const setOf = (source: string) =>
    source.startsWith('\\') ? escapeSet(source.slice(1), false) : characterSet(source, false);
  expect(areDisjoint(setOf(one), setOf(other))).toBe(expected);
});
