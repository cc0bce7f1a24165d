import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closest, editDistance, fuzzySearch } from '../../../src/foundation/text/edit-distance.js';
import type { PatternIssue } from '../../../src/foundation/text/pattern-guard.js';
import { guard } from '../../support/guards.js';

/** Straight from the definition, without tables. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  return Math.min(
    plainDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
    plainDistance(a.slice(1), b) + 1,
    plainDistance(a, b.slice(1)) + 1,
  );
}

/** The table of edits, row by row: the distance of all prefixes, in UTF-16 units. */
function tableDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = row[j - 1]! + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });

describe('editDistance', () => {
  test('agrees with the definition', () => {
    fc.assert(fc.property(short, short, (a, b) => editDistance(a, b) === plainDistance(a, b)));
  });

  // Lone halves of surrogate pairs, pairs that share a half, and lengths around the 32 bits of a machine word.
  const units = fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      ' ',
      'é',
      '\u0301',
      '字',
      '😀',
      '😁',
      '\ud83d',
      '\ude00',
      '\u0000',
      '\uffff',
    ),
    maxLength: 70,
  });

  test('agrees with the table of edits on any UTF-16 units', () => {
    fc.assert(
      fc.property(units, units, (a, b) => {
        expect(editDistance(a, b)).toBe(tableDistance(a, b));
        expect(closest(a, b, 'whole')).toEqual({ start: 0, end: b.length, distance: tableDistance(a, b) });
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['😀', '😁', 1],
    ['😀', '', 2],
    ['😀', '\ud83d', 1],
    ['a\u0301', 'á', 2],
    ['Ⅷ', 'VIII', 4],
    ['a'.repeat(33), 'a'.repeat(32), 1],
    ['ab'.repeat(40), 'ba'.repeat(40), 2],
  ])('editDistance: %j and %j take %i edits', (a, b, edits) => {
    expect(editDistance(a, b)).toBe(edits);
  });
});

test.each([
  ['prefix', 'policy', 'pollcy number', { start: 0, end: 6, distance: 1 }],
  ['suffix', 'number', 'policy nunber', { start: 7, end: 13, distance: 1 }],
  ['substring', 'policy', 'the pollcy number', { start: 4, end: 10, distance: 1 }],
  ['substring', 'abc', 'xxabcxxabc', { start: 2, end: 5, distance: 0 }],
] as const)('closest: %s of %s in %s', (mode, text, line, hit) => {
  expect(closest(text, line, mode)).toEqual(hit);
});

test('gives a piece with the smallest distance of all pieces', () => {
  fc.assert(
    fc.property(short, short, (text, line) => {
      const hit = closest(text, line, 'substring');
      expect(plainDistance(text, line.slice(hit.start, hit.end))).toBe(hit.distance);
      for (let start = 0; start <= line.length; start += 1) {
        for (let end = start; end <= line.length; end += 1) {
          expect(plainDistance(text, line.slice(start, end))).toBeGreaterThanOrEqual(hit.distance);
        }
      }
    }),
  );
});

test.each([
  ['whole', 0],
  ['prefix', 1],
  ['suffix', 1],
  ['substring', 1],
] as const)('fuzzySearch on lines beyond all proportion: %s: searches a part and says so', (mode, told) => {
  const issues: PatternIssue[] = [];
  const text = 'abcdefghij'.repeat(1_000);
  const line = 'jihgfedcba'.repeat(20_000);
  const search = fuzzySearch(text, mode, text.length - 1);
  search(
    line,
    guard((issue) => issues.push(issue)),
  );
  expect(issues.map(({ code }) => code)).toEqual(Array(told).fill('PATTERN_TEXT_CUT'));
});

const modes = fc.constantFrom('whole', 'prefix', 'suffix', 'substring' as const);
const mixed = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u0000', '字'), maxLength: 8 });

test('finds what closest finds within the limit, and nothing else', () => {
  fc.assert(
    fc.property(mixed, mixed, modes, fc.nat(4), (text, line, mode, limit) => {
      const hit = closest(text, line, mode);
      expect(fuzzySearch(text, mode, limit)(line)).toEqual(hit.distance <= limit ? hit : undefined);
    }),
  );
});

test('fuzzySearch can be used for one line after the other', () => {
  const search = fuzzySearch('policy', 'substring', 1);
  expect(['pollcy 1', 'polish', 'no', 'policy 2'].map((line) => search(line)?.distance)).toEqual([
    1,
    undefined,
    undefined,
    0,
  ]);
});
