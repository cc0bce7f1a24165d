import { describe, expect, it } from 'vitest';
import type { PatternIssue } from '../../../src/foundation/text/pattern-guard.js';
import { guard } from '../../support/guards.js';
import { registry, run, select, table } from './support.js';

describe('custom', () => {
  table('custom', [
    { title: 'the whole match', options: { pattern: 'N\\d+' }, lines: 'Berth N14', value: 'N14' },
    {
      title: 'the first group that took part',
      options: { pattern: '(in)|(out)' },
      lines: 'way out',
      value: 'out',
    },
    { title: 'an empty group', options: { pattern: 'x(\\d*)' }, lines: 'x', value: '', source: 'x' },
    {
      title: 'several matches',
      options: { pattern: '\\d' },
      lines: ['1 2', '3'],
      tiebreaker: -1,
      value: '3',
    },
    {
      title: 'joined',
      options: { pattern: '\\d' },
      lines: ['1 2', '3'],
      tiebreaker: 'join',
      value: '1 2 3',
      source: '1 2 3',
    },
    { title: 'another space in the pattern', options: { pattern: 'N\u00a0\\d' }, lines: 'N 1', value: 'N 1' },
    { title: 'flags', options: { pattern: 'n', flags: 'gi' }, lines: 'N', value: 'N' },
    { title: 'anchors bind to each line', options: { pattern: '^b$' }, lines: ['a', ' b '], value: 'b' },
    {
      title: 'across lines',
      options: { pattern: 'a b', matchMultipleLines: true },
      lines: ['a', 'b'],
      value: 'a b',
    },
  ]);

  it('names the lines of a match', () => {
    const type = { id: 'custom', pattern: 'b c', matchMultipleLines: true };
    expect(select(type, ['a', 'b', '', 'c', 'd'])).toMatchObject({ lines: [1, 3] });
  });

  it('carries its own type name', () => {
    expect(run({ id: 'custom', pattern: 'a', type: 'letter' }, 'a')).toEqual({
      source: 'a',
      value: 'a',
      type: 'letter',
    });
  });

  it('reports text that is too long and patterns that are too slow', () => {
    const told: PatternIssue[] = [];
    const telling = guard((issue) => told.push(issue));
    const long = registry
      .compile({ id: 'custom', pattern: 'z' })
      .candidates([{ text: `${'a'.repeat(100_000)}z` }], telling);
    expect(long).toEqual([]);
    const slow = registry
      .compile({ id: 'custom', pattern: '(a+)+$' })
      .candidates([{ text: `${'a'.repeat(40)}!` }], telling);
    expect(slow).toEqual([]);
    expect(told).toEqual([
      { code: 'PATTERN_TEXT_CUT', message: expect.stringContaining('100000 of 100001') },
      { code: 'regex_timeout', message: expect.stringContaining('took longer') },
    ]);
  });
});

describe('replace', () => {
  table('replace', [
    {
      title: 'all matches',
      options: { pattern: '-', replaceWith: '' },
      lines: ['a-b-', '-c'],
      value: 'ab c',
    },
    {
      title: 'groups and names',
      options: { pattern: '(?<k>\\w)=(\\w)', replaceWith: '$2$<k>$$' },
      lines: 'a=b',
      value: 'ba$',
    },
    {
      title: 'another space in the pattern',
      options: { pattern: 'a\u00a0b', replaceWith: 'c' },
      lines: 'a b',
      value: 'c',
    },
    { title: 'no match', options: { pattern: 'x', replaceWith: 'y' }, lines: 'abc', value: 'abc' },
    { title: 'nothing left', options: { pattern: '.', replaceWith: '' }, lines: 'abc', value: '' },
    { title: 'no lines', options: { pattern: 'x', replaceWith: 'y' }, lines: [], value: null },
    { title: 'blank lines', options: { pattern: 'x', replaceWith: 'y' }, lines: [' '], value: null },
  ]);

  it('reads the first 100,000 characters of a text, and reports the rest as a warning', () => {
    const told: PatternIssue[] = [];
    const type = registry.compile({ id: 'replace', pattern: 'a', replaceWith: 'b' });
    const lines = [{ text: 'a'.repeat(60_000) }, { text: 'a'.repeat(60_000) }];
    const [found] = type.candidates(
      lines,
      guard((issue) => told.push(issue)),
    );
    expect(found?.value.source).toHaveLength(100_000);
    expect(found?.value.value).toBe(`${'b'.repeat(60_000)} ${'b'.repeat(39_999)}`);
    expect(told.map(({ code }) => code)).toEqual(['PATTERN_TEXT_CUT']);
  });
});
