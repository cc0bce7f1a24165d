import { describe, expect, test } from 'vitest';
import {
  type Anchor,
  AnchorSearch,
  findStop,
  normaliseAnchor,
} from '../../../src/language/anchors/anchors.js';
import type { AnchorMatch } from '../../../src/language/anchors/forms.js';
import { horizontalSections } from '../../../src/language/anchors/ranges.js';
import { anchorMatchSchema, fieldAnchorSchema } from '../../../src/language/anchors/schema.js';
import { type SearchScope, scopeOf } from '../../../src/language/anchors/scope.js';
import { sequenceOf } from '../../../src/language/anchors/sequence.js';
import { SequenceIndex } from '../../../src/language/anchors/sequence-index.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { guard } from '../../support/guards.js';
import { readLine } from '../../support/lines.js';

/** A page whose lines were read by OCR, one below the other. @param confidence of each word */
function read(texts: readonly string[], { forgiving = true, confidence = 0.95 } = {}): SearchScope {
  const { pages } = documentFromLines([]);
  const lines = texts.map((text, index) => readLine(text, { top: 1 + index * 0.5, confidence }));
  return scopeOf(lines, [{ ...pages[0]!, lines }], { ...guard(), forgivingAnchors: forgiving });
}

const parsed = (anchor: unknown) => normaliseAnchor(fieldAnchorSchema.parse(anchor)) as Anchor;

/** Positions of the candidates' lines. */
const candidates = (anchor: unknown, scope: SearchScope): number[] =>
  [...new AnchorSearch(parsed(anchor), scope).candidates()].map(({ index }) => index);

/** Whether a line that OCR read is found, and which part of it. */
function matched(match: unknown, line: string, confidence?: number): string | null {
  const scope = read([line], confidence === undefined ? {} : { confidence });
  const hit = new AnchorSearch(parsed(match), scope).first();
  return hit ? hit.line.text.slice(hit.start, hit.end) : null;
}

const startsWith = (text: string, more = {}) => ({ type: 'startsWith', text, ...more });

test.each([
  ['loan term', 'LoanTerm 30 years', 'LoanTerm'],
  ['this estimate', 'Thisestimate expires', 'Thisestimate'],
  ['estimate expires', 'Thisestimateexpires at 5', 'estimateexpires'],
  ['electronic withdrawals', 'Total Electron ic With drawals', 'Electron ic With drawals'],
  ['loan id #', 'LoanlD# 4', 'LoanlD#'],
  ['LIMITS', 'L1M1T5', 'L1M1T5'],
  ['modern claims', 'rnoclern c1airns:', 'rnoclern c1airns'],
  ["insured's name", 'INSUREDS NAME (Last)', 'INSUREDS NAME'],
  ['how well', 'HOVV VVELL', 'HOVV VVELL'],
  ['Co-Borrower', 'Co Borrower', 'Co Borrower'],
  ['Client No:', 'Client No.: 12', 'Client No.:'],
  ['Division:', 'Division; North', 'Division;'],
  ['pack/carton', 'PACKICARTON 4', 'PACKICARTON'],
  ['NAME:', 'NAME : Ann', 'NAME :'],
  ['job#', 'JOB # 7', 'JOB #'],
  ['TA #:', 'TA#: 7', 'TA#:'],
])('a line that OCR read holds a text: %s in %s', (text, line, part) => {
  expect(matched(text, line)).toBe(part);
});

test.each([
  ['of three letters', 'fee', 'f ee'],
  ['of four', 'term', 'te rm'],
  ['with another figure', 'line 10 total', 'line 11 total'],
  ['with a point in its figure', 'line 1.1 total', 'line 11 total'],
  ['with a slash in its figures', 'item 1/2 total', 'item 112 total'],
  ['of four with another sign', 'NAME:', 'NAME Ann'],
  ['of four at the end of a word', 'DATE:', 'UPDATE : 5'],
  ['of four with another letter', 'DATE:', 'DALE :'],
  ['of four whose words are one', 'my id:', 'myid : 4'],
  ['without its colon', 'insured:', 'INSURED AND AGENT'],
  ['of another word', 'employer name', 'employee name'],
  ['inside of words on both sides', 'rate on', 'Corporateones'],
])('a line that OCR read does not hold a text %s', (_, text, line) => {
  expect(matched(text, line)).toBeNull();
});

test.each([
  [{ type: 'equals', text: 'Loan term' }, 'LoanTerm.', 'LoanTerm'],
  [{ type: 'equals', text: 'Loan term' }, 'LoanTerm 30', null],
  [startsWith('Loan term'), 'LoanTerm 30', 'LoanTerm'],
  [startsWith('Loan term'), 'Your LoanTerm', null],
  [{ type: 'endsWith', text: 'Loan term' }, 'Your LoanTerm', 'LoanTerm'],
  [{ type: 'endsWith', text: 'Loan term' }, 'LoanTerm 30', null],
])('a line that OCR read holds a text in its place: %o in %s', (match, line, part) => {
  expect(matched(match, line)).toBe(part);
});

test.each([
  [{ type: 'includes', text: 'Loan Term', isCaseSensitive: true }],
  [{ type: 'includes', text: 'Loan Term', editDistance: 0 }],
  [{ type: 'regex', pattern: 'Loan Term' }],
  [{ type: 'includes', text: 'Loan Term', minimumHeight: 3 }],
])('a line that OCR read holds a text where the config says: %o', (match) => {
  expect(matched(match, 'LoanTerm')).toBeNull();
});

test('a line that OCR read holds a text in all and any, but not in one that must not be there', () => {
  const text = (each: string) => ({ type: 'includes', text: each });
  const all = (...matches: unknown[]) => ({ type: 'all', matches });
  expect(matched(all(text('loan term'), text('years')), '30 years LoanTerm')).toBe('years LoanTerm');
  const any = { type: 'any', matches: [text('interest'), text('loan term')] };
  expect(matched(any, 'LoanTerm')).toBe('LoanTerm');
  const not = { type: 'not', match: text('in years') };
  expect(matched(all(text('loan term'), not), 'LoanTerm inyears')).toBe('LoanTerm');
  expect(matched(all(text('loan term'), not), 'LoanTerm in years')).toBeNull();
});

test('scraps at the ends of a line are passed over where OCR was not sure of them', () => {
  const match = startsWith('projected payments');
  expect(matched(match, 'i Projected Payments', 0.6)).toBe('Projected Payments');
  expect(matched(match, 'i Projected Payments', 0.95)).toBeNull();
  expect(matched(match, 'The Projected Payments', 0.6)).toBeNull();
  expect(matched({ type: 'equals', text: 'projected payments' }, 'i Projected Payments |J', 0.6)).toBe(
    'Projected Payments',
  );
});

test('scraps without a letter or digit are passed over at the ends of a line, however sure OCR was', () => {
  expect(matched(startsWith('projected payments'), '| - Projected Payments')).toBe('Projected Payments');
});

test('the exact text wins where there is one in the lines that are searched', () => {
  expect(candidates('loan term', read(['LoanTerm', 'x', 'Loan Term']))).toEqual([2]);
  expect(candidates({ match: 'loan term', end: 'x' }, read(['LoanTerm', 'x', 'Loan Term']))).toEqual([0]);
});

test('the exact text wins for each matcher of a list', () => {
  const match = [startsWith('summary of'), startsWith('loan term')];
  expect(candidates(match, read(['Summaryof', 'Summary of', 'LoanTerm']))).toEqual([2]);
});

test('the exact text wins as the start and the end of an anchor', () => {
  const anchor = { start: 'first part', match: startsWith('row '), end: 'second part' };
  expect(candidates(anchor, read(['row 0', 'Firstpart', 'row 1', 'Secondpart', 'row 2']))).toEqual([2]);
  const both = read([
    'row 0',
    'Firstpart',
    'row 1',
    'First part',
    'row 2',
    'Secondpart',
    'row 3',
    'Second part',
  ]);
  expect(candidates(anchor, both)).toEqual([4, 6]);
});

test('the exact text wins as a stop', () => {
  expect(findStop('grand total', read(['a', 'GrandTotal', 'b', 'Grand Total']), 0)).toBe(3);
  expect(findStop('grand total', read(['a', 'GrandTotal', 'b']), 0)).toBe(1);
});

test('the hit says what was read in place of each text', () => {
  const anchor = parsed({ start: 'first part', match: [startsWith('summary'), startsWith('loan term')] });
  const hit = new AnchorSearch(anchor, read(['Firstpart', 'Summary', 'LoanTerm 30'])).first();
  expect(hit?.misread).toEqual(['Firstpart', 'LoanTerm']);
  expect(new AnchorSearch(parsed('summary'), read(['Summary'])).first()?.misread).toEqual([]);
});

test('nothing is found on lines that were not read by OCR, nor where it is switched off', () => {
  const { lines, pages } = read(['LoanTerm']);
  const { pages: typed } = documentFromLines([{ text: 'LoanTerm', left: 1, top: 1 }]);
  const guarded = { ...guard(), forgivingAnchors: true };
  expect(candidates('loan term', scopeOf(typed[0]!.lines, typed, guarded))).toEqual([]);
  expect(candidates('loan term', scopeOf(lines, [...pages.values()], guard()))).toEqual([]);
  expect(candidates('loan term', read(['LoanTerm'], { forgiving: false }))).toEqual([]);
});

describe('sections', () => {
  const resolve = (anchor: unknown) => parsed(anchor);
  const starts = (range: object, scope: SearchScope) => {
    const sections = horizontalSections({ tolerance: 0, ...range } as never, scope, resolve as never);
    return 'missing' in sections ? [] : sections.map(({ lines }) => lines.map(({ text }) => text).join(' '));
  };

  test('end at stops that were misread', () => {
    const range = { anchor: startsWith('claim '), stop: startsWith('total of claim') };
    const lines = ['Claim 1', 'a', 'Totalof claim', 'x', 'Claim 2', 'b', 'Total of claim', 'y'];
    expect(starts(range, read(lines))).toEqual(['Claim 1 a', 'Claim 2 b']);
  });
});

test('an index finds what a search finds', () => {
  const { lines, patternGuard } = read(['LoanTerm', 'x', 'Loan Term', 'y', 'LoanTerm']);
  const match: AnchorMatch = anchorMatchSchema.parse('loan term');
  const index = new SequenceIndex(sequenceOf(match), lines, patternGuard);
  expect([index.from(0)?.last, index.from(0, 2)?.last, index.from(3)?.last]).toEqual([2, 0, 4]);
  expect([index.before(2)?.last, index.before(5)?.last]).toEqual([0, 2]);
  expect(index.anywhere()?.last).toBe(2);
});
