import { describe, expect, test } from 'vitest';
import {
  canMatchNothing,
  compilePattern,
  cutText,
  patternProblem,
} from '../../../src/foundation/text/pattern.js';
import { type PatternIssue, PatternTime, placedGuard } from '../../../src/foundation/text/pattern-guard.js';
import { guard } from '../../support/guards.js';
import { processorTime } from '../../support/processor-time.js';

const silent = guard();

describe('compilePattern', () => {
  test('ignores g and y: every search begins at the start', () => {
    const pattern = compilePattern('b', 'gy');
    expect(pattern.exec('ab', silent)?.index).toBe(1);
    expect(pattern.exec('ab', silent)?.index).toBe(1);
  });

  test('searches from the start, whatever was searched for before', () => {
    const pattern = compilePattern('b');
    for (const search of [
      () => pattern.firstMatches('bb', 5, silent),
      () => pattern.matchAll('bb', silent),
    ]) {
      pattern.exec('bb', silent);
      expect(search()).toHaveLength(2);
    }
    pattern.exec('bb', silent);
    expect(pattern.replaceAll('bb', 'c', silent)).toBe('cc');
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
      const begun = processorTime();
      expect(
        compilePattern(source).exec(
          text,
          guard((issue) => issues.push(issue)),
        ),
      ).toBeNull();
      expect(processorTime() - begun).toBeLessThan(5000);
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

  test('reports the steps of each search that is proven to be short, and the time of any other', () => {
    const told: string[] = [];
    const watched = { ...silent, took: () => told.push('time'), worked: () => told.push('steps') };
    compilePattern('b').exec('ab', watched);
    compilePattern('(a+)+').exec('a'.repeat(20), watched);
    expect(told).toEqual(['steps', 'time']);
  });

  test.each([
    '^(([a-z]{1,4}){1,4}){1,4}$',
    `^${'[a-z]{0,4}'.repeat(20)}[0-9]$`,
    '^(a{0,4}b?)+$',
    '^(?:(?=(a+)+b)a|a)+c',
    '(?<=(a+)+b)c',
  ])('compilePattern has %s run under a clock', (source) => {
    const told: string[] = [];
    const watched = { ...silent, took: () => told.push('time') };
    compilePattern(source).exec('a'.repeat(20), watched);
    expect(told).toEqual(['time']);
  });

  test('compilePattern does not run a slow pattern when the time of all is used up, but quick ones', () => {
    const issues: PatternIssue[] = [];
    const late = { ...guard((issue) => issues.push(issue)), milliseconds: 0 };
    expect(compilePattern('(a+)+').exec('a'.repeat(20), late)).toBeNull();
    expect(compilePattern('a+').exec('a'.repeat(20), late)).not.toBeNull();
    expect(issues).toEqual([
      { code: 'regex_timeout', message: expect.stringContaining('used up their time') },
    ]);
  });

  test('throws for a pattern that is none', () => {
    expect(() => compilePattern('(')).toThrow(SyntaxError);
  });
});

test.each([
  [100_000, undefined],
  [100_001, 'only the first 100000 of 100001 characters were searched'],
])('cutText cuts a text of %i characters', (length, message) => {
  const issues: PatternIssue[] = [];
  const cut = cutText(
    'a'.repeat(length),
    guard((issue) => issues.push(issue)),
  );
  expect(cut).toHaveLength(100_000);
  expect(issues).toEqual(message === undefined ? [] : [{ code: 'PATTERN_TEXT_CUT', message }]);
});

describe('placedGuard', () => {
  function told() {
    const entries: unknown[] = [];
    const run = {
      patternTime: new PatternTime({ patternMilliseconds: 5, patternTotalMilliseconds: 8 }),
      error: (issue: object) => entries.push(['error', issue]),
      warn: (warning: object) => entries.push(['warning', warning]),
      checkpoint: () => entries.push(['checkpoint']),
    };
    return { entries, placed: placedGuard(run, () => ({ path: 'fields[0]' })) };
  }

  test('reports timeouts as errors, and looks whether the whole run is out of time', () => {
    const { entries, placed } = told();
    placed.report({ code: 'regex_timeout', message: 'slow' });
    expect(placed.milliseconds).toBe(5);
    expect(entries).toEqual([
      ['error', { type: 'configuration', code: 'regex_timeout', message: 'slow', path: 'fields[0]' }],
      ['checkpoint'],
    ]);
  });

  test('gives each search its time, and all of them no more than theirs; of lines after that, one is reported', () => {
    const { entries, placed } = told();
    expect(placed.milliseconds).toBe(5);
    placed.took?.(4);
    expect(placed.milliseconds).toBe(4);
    placed.took?.(9);
    expect(placed.milliseconds).toBe(0);
    placed.report({ code: 'regex_timeout', message: 'over' });
    placed.report({ code: 'regex_timeout', message: 'over' });
    expect(entries.filter((entry) => (entry as string[])[0] === 'error')).toHaveLength(1);
  });

  test('looks whether the whole run is out of time after many short searches', () => {
    const { entries, placed } = told();
    placed.worked?.(4_000_000);
    expect(entries).toEqual([]);
    placed.worked?.(4_000_000);
    expect(entries).toEqual([['checkpoint']]);
  });

  test('reports texts that are cut as warnings', () => {
    const { entries, placed } = told();
    placed.report({ code: 'PATTERN_TEXT_CUT', message: 'long' });
    expect(entries).toEqual([['warning', { code: 'PATTERN_TEXT_CUT', message: 'long', path: 'fields[0]' }]]);
  });
});

describe('patterns that take long to compile', () => {
  const problem =
    'has so many optional and empty parts in a row that compiling it would not end; join them, or repeat one part with {0,n}';

  test.each([
    ['empty choices before a letter', `${'(?:|)'.repeat(40)}x`, ''],
    ['empty groups before a letter', `${'(|)'.repeat(50)}x`, ''],
    ['empty choices in a lookahead', `(?=${'(?:|)'.repeat(40)}x)`, ''],
    ['assertions that may be left out', `${'(?:\\b|)'.repeat(40)}x`, ''],
    ['empty choices that are repeated', `${'(?:|){5,9}'.repeat(32)}x`, ''],
    ['optional letters before four', `${'a?'.repeat(300)}aaaa`, ''],
    ['optional characters of Unicode', `${'.?'.repeat(80)}xxxx`, 'u'],
    ['properties of texts in a row', '\\p{RGI_Emoji}\\p{RGI_Emoji}\\p{RGI_Emoji}x', 'v'],
  ])('patterns that take long to compile are refused: %s', (_, source, flags) => {
    expect(patternProblem(source, flags)).toBe(problem);
    expect(() => compilePattern(source, flags)).toThrow(`The pattern ${problem}.`);
  });

  test.each([
    ['letters with spaces between', `${'(y)\\s*'.repeat(300)}`, ''],
    ['digits that may be apart', `${'\\d\\s?'.repeat(18)}`, 'u'],
    ['bounded classes in sequence', `${'[a-z]{0,40}'.repeat(100)}\\d`, ''],
    ['lookaheads in sequence', `${'(?=.*\\d)'.repeat(100)}.*`, ''],
    ['repeats inside each other', `${'('.repeat(100)}a${'){3}'.repeat(100)}`, ''],
    ['words to choose from', `(?:${Array.from({ length: 1_000 }, (_, i) => `w${i}`).join('|')})\\s+x`, ''],
    ['letters of any script', '\\p{L}+(?:[\\s\\-]\\p{L}+){0,5}', 'v'],
  ])('patterns that take long to compile are not: %s', (_, source, flags) => {
    expect(patternProblem(source, flags)).toBeUndefined();
  });
});

describe('patternProblem', () => {
  test.each([
    ['a', 'i', undefined],
    ['a', 'x', 'must be letters of "dgimsuvy", each once at most'],
    ['a', 'ii', 'must be letters of "dgimsuvy", each once at most'],
  ])('patternProblem: %s with flags %s', (source, flags, problem) => {
    expect(patternProblem(source, flags)).toBe(problem);
  });

  test.each([
    ['a'.repeat(10_000), undefined],
    ['a'.repeat(10_001), 'has 10001 characters; a pattern may have 10000'],
    [`${'('.repeat(100)}a${')'.repeat(100)}`, undefined],
    [`${'(?='.repeat(101)}a${')'.repeat(101)}`, 'nests groups deeper than 100 levels'],
    [`[${'('.repeat(200)}]${'\\('.repeat(200)}`, undefined],
  ])('bounds the size of patterns', (source, problem) => {
    expect(patternProblem(source)).toBe(problem);
    if (problem !== undefined) expect(() => compilePattern(source)).toThrow(SyntaxError);
  });

  test('decides whether a pattern can match nothing without running it', () => {
    expect(canMatchNothing('(?:(?:(?:a?){99999}){99999}){99999}')).toBe(true);
    expect(canMatchNothing('(?:(?:(?:a?){99999}){99999}){99999}x')).toBe(false);
  });

  test('says what is wrong with a pattern', () => {
    expect(patternProblem('(a/b')).toBe('is not a valid regular expression: Unterminated group');
    expect(patternProblem('(/u: ', 'u')).toBe('is not a valid regular expression: Unterminated group');
  });
});
