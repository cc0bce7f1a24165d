import { describe, expect, it } from 'vitest';
import type { Fingerprint } from '../../../src/language/config/config-types.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import {
  baseLines,
  type FingerprintHits,
  fingerprintHits,
  passes,
} from '../../../src/run/classify/fingerprint-search.js';
import { guard } from '../../support/guards.js';

/** What a fingerprint finds on pages of lines. */
function hitsOn(pages: readonly (readonly string[])[], ...tests: Fingerprint['tests']): FingerprintHits {
  const sketches = pages.flatMap((lines, page) =>
    lines.map((text, i) => ({ text, page, left: 1, top: 1 + 0.3 * i })),
  );
  return fingerprintHits({ tests }, baseLines(documentFromLines(sketches).pages), guard());
}

/** `present/all` and whether that passes. */
function outcome(pages: readonly (readonly string[])[], ...tests: Fingerprint['tests']): string {
  const hits = hitsOn(pages, ...tests);
  return `${hits.present}/${hits.fingerprints} ${passes(hits) ?? 'neither'}`;
}

const text = (value: string) => ({ type: 'includes' as const, text: value });

describe('a fingerprint', () => {
  it.each<[string, string, Fingerprint['tests']]>([
    ['passes with all', '2/2 true', ['Harbour', 'berth']],
    ['passes with exactly half', '1/2 true', ['Harbour', 'nowhere']],
    ['fails with one of three', '1/3 false', ['Harbour', 'nowhere', 'neither']],
    ['is none without tests', '0/0 neither', []],
    ['counts each match of a test', '2/4 true', [{ page: 'any', match: ['Harbour', 'berth', 'x'] }, 'y z']],
    [
      'ignores pages and offsets',
      '3/3 true',
      [
        { page: 'first', match: 'berth', offset: 7 },
        { page: 'last', match: 'harbour', offset: -7 },
        { page: 'every', match: 'HARBOUR' },
      ],
    ],
    ['finds a set in any order', '2/2 true', [{ page: 'any', match: ['berth', 'harbour'] }]],
    [
      'finds a sequence in its order only',
      '1/2 true',
      [
        [text('harbour'), text('berth')],
        [text('berth'), text('harbour')],
      ],
    ],
    [
      'takes a list in a set for a sequence',
      '0/1 false',
      [{ page: 'any', match: [[text('berth'), text('harbour')]] }],
    ],
    ['takes tests of both kinds', '2/2 true', ['harbour', { page: 'any', match: 'berth' }]],
    ['heeds the matcher first', '1/2 true', [{ type: 'first' }, { type: 'first', minimumHeight: 5 }]],
    [
      'heeds letter case where a matcher does',
      '0/1 false',
      [{ type: 'includes', text: 'HARBOUR', isCaseSensitive: true }],
    ],
  ])('a fingerprint %s', (_name, expected, tests) => {
    expect(outcome([['HarbOur of Ryde'], ['Berth 12']], ...tests)).toBe(expected);
  });

  it('finds a sequence over the end of a page', () => {
    expect(outcome([['x'], ['y']], [text('x'), text('y')])).toBe('1/1 true');
  });

  it('finds a sequence that is searched upwards, at whichever of several beginnings', () => {
    const sequence = [text('total'), { ...text('discount'), reverse: true }];
    expect(outcome([['total', 'discount', 'total']], sequence)).toBe('1/1 true');
    expect(outcome([['total', 'total', 'discount']], sequence)).toBe('0/1 false');
  });

  it('reads quotes and dashes as typed, in texts and in patterns', () => {
    const pages = [['The spouse’s signature – here']];
    expect(outcome(pages, "spouse's signature - here")).toBe('1/1 true');
    expect(outcome(pages, { type: 'regex', pattern: "spouse's signature - h" })).toBe('1/1 true');
    expect(outcome(pages, { type: 'regex', pattern: 'spouse’s' })).toBe('1/1 true');
    const inside = { type: 'all' as const, matches: [{ type: 'regex' as const, pattern: "e's" }] };
    expect(outcome(pages, inside)).toBe('1/1 true');
    expect(outcome(pages, { type: 'not', match: { type: 'regex', pattern: "e's" } })).toBe('0/1 false');
  });

  it('gives the first place of each match, and what is missing', () => {
    const pages = [['cover'], ['Harbour', 'Berth 1', 'Berth 2']];
    const found = hitsOn(pages, 'nowhere', { page: 'any', match: ['zz', [text('harbour'), text('berth')]] });
    expect(found).toEqual({
      fingerprints: 3,
      present: 1,
      hits: [{ test: 1, match: 1, page: 1, line: 1, text: 'Berth 1' }],
      missing: [
        { test: 0, match: 0 },
        { test: 1, match: 0 },
      ],
    });
  });

  it('reports a pattern that takes too long, and goes on', () => {
    const issues: string[] = [];
    const lines = baseLines(documentFromLines([{ text: `${'a'.repeat(40)}b`, left: 1, top: 1 }]).pages);
    const slow = { type: 'regex' as const, pattern: '(a+)+$' };
    const hits = fingerprintHits({ tests: [slow, 'aab'] }, lines, {
      milliseconds: 5,
      report: ({ code }) => issues.push(code),
    });
    expect(hits.present).toBe(1);
    expect(issues).toEqual(['regex_timeout']);
  });
});
