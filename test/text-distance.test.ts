import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closest, editDistance, fuzzySearch } from '../src/text-distance.js';

/** Straight from the definition, without tables. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  return Math.min(
    plainDistance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
    plainDistance(a.slice(1), b) + 1,
    plainDistance(a, b.slice(1)) + 1,
  );
}

const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });

describe('editDistance', () => {
  test('agrees with the definition', () => {
    fc.assert(fc.property(short, short, (a, b) => editDistance(a, b) === plainDistance(a, b)));
  });
});

describe('closest', () => {
  test.each([
    ['prefix', 'policy', 'pollcy number', { start: 0, end: 6, distance: 1 }],
    ['suffix', 'number', 'policy nunber', { start: 7, end: 13, distance: 1 }],
    ['substring', 'policy', 'the pollcy number', { start: 4, end: 10, distance: 1 }],
    ['substring', 'abc', 'xxabcxxabc', { start: 2, end: 5, distance: 0 }],
  ] as const)('%s of %s in %s', (mode, text, line, hit) => {
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
});

describe('fuzzySearch', () => {
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

  test('can be used for one line after the other', () => {
    const search = fuzzySearch('policy', 'substring', 1);
    expect(['pollcy 1', 'polish', 'no', 'policy 2'].map((line) => search(line)?.distance)).toEqual([
      1,
      undefined,
      undefined,
      0,
    ]);
  });
});
