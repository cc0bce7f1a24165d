import { describe, expect, test } from 'vitest';
import { compilePattern, patternProblem } from '../src/pattern.js';
import { patternShape } from '../src/pattern-shape.js';

const silent = () => undefined;

describe('compilePattern', () => {
  test('ignores g and y: every search begins at the start', () => {
    const pattern = compilePattern('b', 'gy');
    expect(pattern.exec('ab', silent)?.index).toBe(1);
    expect(pattern.exec('ab', silent)?.index).toBe(1);
  });

  test('leaves empty matches out of matchAll', () => {
    expect(
      compilePattern('a*')
        .matchAll('baab', silent)
        .map((match) => match[0]),
    ).toEqual(['aa']);
  });

  test.each(['^(a+)+$', '^(a|a)+$', '^(?:a?){40}a{40}$', '(\\w+\\s?)*!'])(
    'stops %s on a hostile line and says so',
    (source) => {
      const reports: string[] = [];
      const text = `${'a'.repeat(60)}b`;
      const begun = performance.now();
      expect(compilePattern(source).exec(text, (message) => reports.push(message))).toBeNull();
      expect(performance.now() - begun).toBeLessThan(5000);
      expect(reports[0]).toContain('counts as not matching');
    },
  );

  test('leaves the text as it is when a replacement runs out of time', () => {
    const text = `${'a'.repeat(60)}b`;
    expect(compilePattern('^(a+)+$').replaceAll(text, '', silent)).toBe(text);
  });

  test('throws for a pattern that is none', () => {
    expect(() => compilePattern('(')).toThrow(SyntaxError);
  });
});

describe('patternProblem', () => {
  test.each([
    ['a', 'i', undefined],
    ['a', 'x', 'flags are letters of "dgimsuvy"'],
    ['a', 'ii', 'a flag is given twice'],
  ])('%s with flags %s', (source, flags, problem) => {
    expect(patternProblem(source, flags)).toBe(problem);
  });

  test('tells what is wrong with a pattern', () => {
    expect(patternProblem('(a')).toContain('Unterminated group');
  });
});

describe('patternShape', () => {
  test.each([
    ['abc', 0, false],
    ['a+b*', 2, false],
    ['[+*]{2,}', 1, false],
    ['(ab)+', 1, false],
    ['(a+)+', 2, true],
    ['(a|b)*', 1, true],
    ['((a+)b)*', 2, true],
    ['(\\d{3} ){2}', 0, false],
    ['(a)\\1', 0, true],
    ['a\\+\\(', 0, false],
  ])('%s: %i unbounded, nested %s', (source, unbounded, nested) => {
    expect(patternShape(source)).toMatchObject({ unbounded, nested });
  });
});
