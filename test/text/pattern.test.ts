import { describe, expect, test } from 'vitest';
import { type PatternIssue, placedGuard } from '../../src/pattern-guard.js';
import { compilePattern, cutText, patternProblem } from '../../src/text/pattern.js';
import { patternShape } from '../../src/text/pattern-shape.js';
import { guard } from '../support/guards.js';

const silent = guard();

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
      const issues: PatternIssue[] = [];
      const text = `${'a'.repeat(60)}b`;
      const begun = performance.now();
      expect(
        compilePattern(source).exec(
          text,
          guard((issue) => issues.push(issue)),
        ),
      ).toBeNull();
      expect(performance.now() - begun).toBeLessThan(5000);
      expect(issues).toEqual([
        { code: 'regex_timeout', message: expect.stringContaining('counts as not matching') },
      ]);
    },
  );

  test('leaves the text as it is when a replacement runs out of time', () => {
    const text = `${'a'.repeat(60)}b`;
    expect(compilePattern('^(a+)+$').replaceAll(text, '', silent)).toBe(text);
  });

  test('keeps to the limit of the host, and says which', () => {
    const issues: PatternIssue[] = [];
    const quick = { ...guard((issue) => issues.push(issue)), milliseconds: 7 };
    expect(compilePattern('^(a+)+$').exec(`${'a'.repeat(60)}b`, quick)).toBeNull();
    expect(issues[0]?.message).toContain('longer than 7 ms on 61 characters');
  });

  test('tells the time of each search, whether it is run under a clock or not', () => {
    const times: number[] = [];
    const watched = { ...silent, took: (milliseconds: number) => times.push(milliseconds) };
    compilePattern('b').exec('ab', watched);
    compilePattern('(a+)+').exec('ab', watched);
    expect(times).toEqual([expect.any(Number), expect.any(Number)]);
  });

  test('throws for a pattern that is none', () => {
    expect(() => compilePattern('(')).toThrow(SyntaxError);
  });
});

describe('cutText', () => {
  test.each([
    [100_000, undefined],
    [100_001, 'only the first 100000 of 100001 characters were searched'],
  ])('of %i characters', (length, message) => {
    const issues: PatternIssue[] = [];
    const cut = cutText(
      'a'.repeat(length),
      guard((issue) => issues.push(issue)),
    );
    expect(cut).toHaveLength(100_000);
    expect(issues).toEqual(message === undefined ? [] : [{ code: 'PATTERN_TEXT_CUT', message }]);
  });
});

describe('placedGuard', () => {
  function told() {
    const entries: unknown[] = [];
    const run = {
      patternMilliseconds: 5,
      error: (issue: object) => entries.push(['error', issue]),
      warn: (warning: object) => entries.push(['warning', warning]),
      checkpoint: () => entries.push(['checkpoint']),
    };
    return { entries, placed: placedGuard(run, { path: 'fields[0]' }) };
  }

  test('tells of timeouts as errors, and looks whether the whole run is out of time', () => {
    const { entries, placed } = told();
    placed.report({ code: 'regex_timeout', message: 'slow' });
    expect(placed.milliseconds).toBe(5);
    expect(entries).toEqual([
      ['error', { type: 'configuration', code: 'regex_timeout', message: 'slow', path: 'fields[0]' }],
      ['checkpoint'],
    ]);
  });

  test('tells of texts that are cut as warnings', () => {
    const { entries, placed } = told();
    placed.report({ code: 'PATTERN_TEXT_CUT', message: 'long' });
    expect(entries).toEqual([['warning', { code: 'PATTERN_TEXT_CUT', message: 'long', path: 'fields[0]' }]]);
  });
});

describe('patternProblem', () => {
  test.each([
    ['a', 'i', undefined],
    ['a', 'x', 'must be letters of "dgimsuvy", each once at most'],
    ['a', 'ii', 'must be letters of "dgimsuvy", each once at most'],
  ])('%s with flags %s', (source, flags, problem) => {
    expect(patternProblem(source, flags)).toBe(problem);
  });

  test('tells what is wrong with a pattern', () => {
    expect(patternProblem('(a/b')).toBe('is not a valid regular expression: Unterminated group');
    expect(patternProblem('(/u: ', 'u')).toBe('is not a valid regular expression: Unterminated group');
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
