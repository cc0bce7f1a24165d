import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../src/foundation/text/pattern.js';
import { withReplacements } from '../../../src/foundation/text/replacement.js';

const replaced = (text: string, pattern: RegExp, replacement: string) =>
  withReplacements(text, text.matchAll(pattern), replacement, () => undefined);

describe('withReplacements', () => {
  const parts = fc.constantFrom(
    '$$',
    '$&',
    '$`',
    "$'",
    '$1',
    '$2',
    '$02',
    '$12',
    '$0',
    '$<a>',
    '$<b',
    '$',
    'x',
    '1',
  );
  const replacements = fc.array(parts, { maxLength: 5 }).map((each) => each.join(''));
  const texts = fc
    .array(fc.constantFrom('a', 'b', 'ab', ' ', '$'), { maxLength: 12 })
    .map((each) => each.join(''));
  const patterns = fc.constantFrom(/a/g, /(a)(b)?/g, /(?<a>b)|a/g, /a*/g, /$/g, /(?:)/g, /zz/g);

  it('gives what JavaScript gives', () => {
    fc.assert(
      fc.property(texts, patterns, replacements, (text, pattern, replacement) => {
        expect(replaced(text, pattern, replacement)).toBe(text.replace(pattern, replacement));
      }),
    );
  });

  it('reports every piece before it is kept', () => {
    const grown: number[] = [];
    withReplacements('aba', 'aba'.matchAll(/a/g), 'xy$&', (characters) => grown.push(characters));
    expect(grown).toEqual([2, 1, 0, 2, 1, 0, 3]);
  });
});

describe('the replacements of a pattern', () => {
  it('leave a text as it is that would grow without bounds, and report it', () => {
    const told: string[] = [];
    const guard = { milliseconds: 1000, report: ({ code }: { code: string }) => told.push(code) };
    const text = 'a'.repeat(20_000);
    expect(compilePattern('a').replaceAll(text, '$`', guard)).toBe(text);
    expect(told).toEqual(['replacement_too_long']);
    expect(compilePattern('a').replaceAll('aa', '$&$&', guard)).toBe('aaaa');
  });
});
