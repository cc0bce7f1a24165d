import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { literal } from '../../../src/language/anchors/line-texts.js';
import { literalsOf } from '../../../src/language/anchors/matchers.js';
import { findSequence, isHit, sequenceOf } from '../../../src/language/anchors/sequence.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';

const guard = { milliseconds: 1000, report: () => undefined };
const TYPES = ['includes', 'equals', 'startsWith', 'endsWith'] as const;

/** Enough lines that their texts are joined, over letters whose cases differ in length or by their place. */
const lines = fc.array(
  fc.string({ unit: fc.constantFrom('a', 'B', 'Σ', 'İ', '’', ' ', '-'), minLength: 1 }),
  {
    minLength: 70,
    maxLength: 120,
  },
);

const condition = fc.record({
  type: fc.constantFrom(...TYPES),
  text: fc.string({ unit: fc.constantFrom('a', 'b', 'σ', 'ς', "'", 'i'), minLength: 1, maxLength: 2 }),
  isCaseSensitive: fc.boolean(),
});

function linesOf(texts: readonly string[]) {
  return documentFromLines(texts.map((text) => ({ text: `x${text}`, left: 1, top: 1 }))).pages[0]!.lines;
}

describe('searching joined texts', () => {
  test('finds the lines that a walk from line to line finds, whatever was searched before', () => {
    const searches = fc.array(
      fc.record({
        matcher: fc.oneof(
          condition,
          fc.record({
            type: fc.constantFrom('any' as const, 'all' as const),
            matches: fc.array(condition, { minLength: 1, maxLength: 3 }),
          }),
        ),
        from: fc.nat({ max: 120 }),
        to: fc.nat({ max: 120 }),
      }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(lines, searches, (texts, all) => {
        const searched = linesOf(texts);
        for (const { from, to, matcher } of all) {
          const sequence = sequenceOf(matcher);
          const { test: passes } = sequence.elements[0]!;
          const walked = searched.findIndex((line, at) => at >= from && at < to && passes(line, guard));
          const found = findSequence(sequence, searched, { from, to, lower: from }, guard);
          expect(isHit(found) ? found.index : -1).toBe(walked);
        }
      }),
    );
  });

  test('searching joined texts is not for matchers that lines may meet without their text', () => {
    expect(literalsOf({ type: 'includes', text: 'Total Due' })).toEqual([literal('total due', false)]);
    expect(literalsOf({ type: 'includes', text: 'Total Due', editDistance: 1 })).toBeUndefined();
    expect(literalsOf({ type: 'regex', pattern: 'a' })).toBeUndefined();
    expect(literalsOf({ type: 'not', match: { type: 'includes', text: 'a' } })).toBeUndefined();
  });

  test('looks for each text of "any", and for one of "all"', () => {
    const [due, sum] = ['Due', 'Sum'].map((text) => ({
      type: 'includes' as const,
      text,
      isCaseSensitive: true,
    }));
    const pattern = { type: 'regex' as const, pattern: 'a' };
    const not = { type: 'not' as const, match: due! };
    const both = [literal('Due', true), literal('Sum', true)];
    expect(literalsOf({ type: 'any', matches: [due!, sum!] })).toEqual(both);
    expect(literalsOf({ type: 'any', matches: [due!, pattern] })).toBeUndefined();
    expect(literalsOf({ type: 'all', matches: [pattern, not, sum!, due!] })).toEqual([literal('Sum', true)]);
    expect(literalsOf({ type: 'all', matches: [pattern, not] })).toBeUndefined();
  });
});
