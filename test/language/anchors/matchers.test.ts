import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldCase, foldPunctuation } from '../../../src/language/anchors/folding.js';
import type { ComposableMatcher, Matcher } from '../../../src/language/anchors/forms.js';
import { lineTest } from '../../../src/language/anchors/matchers.js';
import { matcherSchema } from '../../../src/language/anchors/schema.js';
import { guard } from '../../support/guards.js';
import { oneLine } from '../../support/lines.js';

function hit(matcher: Matcher | ComposableMatcher, text: string, place = {}) {
  return lineTest(matcher)(oneLine(text, place), guard());
}

describe('text matchers', () => {
  test.each([
    ['equals', 'total due', 'Total Due', { start: 0, end: 9 }],
    ['equals', 'total', 'Total Due', null],
    ['startsWith', 'total', 'Total Due', { start: 0, end: 5 }],
    ['startsWith', 'due', 'Total Due', null],
    ['endsWith', 'due', 'Total Due', { start: 6, end: 9 }],
    ['endsWith', 'total', 'Total Due', null],
    ['includes', 'al d', 'Total Due', { start: 3, end: 7 }],
    ['includes', 'dew', 'Total Due', null],
  ] as const)('text matchers: %s %j in %j', (type, text, line, span) => {
    expect(hit({ type, text }, line)).toEqual(span);
  });

  test.each([
    ['includes', { start: 0, end: 0 }],
    ['endsWith', { start: 9, end: 9 }],
    ['equals', null],
  ] as const)('text matchers: %s without characters', (type, span) => {
    expect(hit({ type, text: '' }, 'Total Due')).toEqual(span);
    expect(hit({ type, text: '', editDistance: 2 }, 'Total Due')).toEqual(span);
  });

  test('heeds case when asked to', () => {
    expect(hit({ type: 'includes', text: 'total', isCaseSensitive: true }, 'Total')).toBeNull();
  });

  test('collapses white space of the text, but keeps spaces at its ends', () => {
    expect(hit({ type: 'startsWith', text: '1.  ' }, '1. Name')).toEqual({ start: 0, end: 3 });
    expect(hit({ type: 'startsWith', text: '1. ' }, '1.5 percent')).toBeNull();
  });

  test.each(['\u00a0', '\u2009', '\u202f', '\u3000'])(
    'takes %j in a text or pattern for a space',
    (space) => {
      const span = { start: 0, end: 9 };
      expect(hit({ type: 'equals', text: `total${space}due` }, 'Total Due')).toEqual(span);
      expect(hit({ type: 'regex', pattern: `Total${space}Due` }, 'Total Due')).toEqual(span);
      expect(hit({ type: 'regex', pattern: `Total[${space}]Due` }, 'Total Due')).toEqual(span);
    },
  );

  test('cleans a text as those of documents are', () => {
    expect(hit({ type: 'includes', text: 'of\ufb01ce\u2026' }, 'Office...')).not.toBeNull();
    expect(hit({ type: 'includes', text: '\u200b' }, 'Office')).toBeNull();
  });

  test('takes typographic quotes and dashes for plain ones', () => {
    expect(hit({ type: 'includes', text: "spouse's - share" }, 'Spouse\u2019s \u2013 share')).not.toBeNull();
  });

  test('regular expressions see the line unfolded, and the case counts', () => {
    expect(hit({ type: 'regex', pattern: "'" }, 'it\u2019s')).toBeNull();
    expect(hit({ type: 'regex', pattern: 'DUE' }, 'due')).toBeNull();
    expect(hit({ type: 'regex', pattern: 'DUE', flags: 'gi' }, 'is due')).toEqual({ start: 3, end: 6 });
    expect(hit({ type: 'regex', pattern: 'x*' }, 'due')).toEqual({ start: 0, end: 0 });
  });
});

describe('editDistance', () => {
  test('lets a few edits pass', () => {
    expect(hit({ type: 'startsWith', text: 'insured', editDistance: 2 }, 'lnsurcd name')).toEqual({
      start: 0,
      end: 7,
    });
    expect(hit({ type: 'startsWith', text: 'insured', editDistance: 1 }, 'lnsurcd name')).toBeNull();
  });

  test('never lets a short text match everything', () => {
    expect(hit({ type: 'includes', text: 'no', editDistance: 5 }, 'xyz')).toBeNull();
  });
});

describe('geometry filters', () => {
  test('height is inclusive at both limits', () => {
    const filters = { minimumHeight: 0.2, maximumHeight: 0.2 };
    expect(hit({ type: 'first', ...filters }, 'a', { height: 0.2 })).not.toBeNull();
    expect(hit({ type: 'first', ...filters }, 'a', { height: 0.21 })).toBeNull();
    expect(hit({ type: 'first', ...filters }, 'a', { height: 0.19 })).toBeNull();
  });

  test('the line must lie completely inside the x range', () => {
    const matcher: Matcher = { type: 'first', xRangeFilter: { minX: 1, maxX: 2 } };
    expect(hit(matcher, 'a', { left: 1, width: 1 })).not.toBeNull();
    expect(hit(matcher, 'a', { left: 0.99, width: 1 })).toBeNull();
    expect(hit(matcher, 'a', { left: 1, width: 1.01 })).toBeNull();
  });

  test('angles are inclusive', () => {
    expect(hit({ type: 'first', angleFilter: { minAngle: 0, maxAngle: 90 } }, 'a')).not.toBeNull();
    expect(hit({ type: 'first', angleFilter: { minAngle: 1, maxAngle: 90 } }, 'a')).toBeNull();
  });

  test('angles count counter-clockwise', () => {
    const rising: Matcher = { type: 'first', angleFilter: { minAngle: 30, maxAngle: 60 } };
    expect(hit(rising, 'Draft', { angle: -45 })).not.toBeNull();
    expect(hit(rising, 'Draft', { angle: 45 })).toBeNull();
    const overturned: Matcher = { type: 'first', angleFilter: { minAngle: 180, maxAngle: 180 } };
    expect(hit(overturned, 'Draft', { angle: 180 })).not.toBeNull();
  });
});

describe('boolean matchers', () => {
  const a: ComposableMatcher = { type: 'includes', text: 'alpha' };
  const b: ComposableMatcher = { type: 'includes', text: 'beta' };

  test('any gives the range of the first element that hits', () => {
    expect(hit({ type: 'any', matches: [b, a] }, 'alpha beta')).toEqual({ start: 6, end: 10 });
    expect(hit({ type: 'any', matches: [a, b] }, 'gamma')).toBeNull();
  });

  test('all gives the range around its elements, negations left out', () => {
    const none: ComposableMatcher = { type: 'not', match: { type: 'includes', text: 'gamma' } };
    expect(hit({ type: 'all', matches: [b, a, none] }, 'x alpha beta y')).toEqual({ start: 2, end: 12 });
    expect(hit({ type: 'all', matches: [none] }, 'xyz')).toEqual({ start: 0, end: 3 });
    expect(hit({ type: 'all', matches: [a, b] }, 'alpha')).toBeNull();
  });

  test('nest to any depth', () => {
    const deep: ComposableMatcher = {
      type: 'not',
      match: { type: 'any', matches: [{ type: 'all', matches: [a, b] }] },
    };
    expect(hit(deep, 'alpha')).not.toBeNull();
    expect(hit(deep, 'alpha beta')).toBeNull();
  });
});

describe('folding', () => {
  test('never changes the length of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldCase(text)).toHaveLength(text.length);
        expect(foldPunctuation(text)).toHaveLength(text.length);
      }),
    );
    expect(foldCase('\u0130STANBUL')).toHaveLength(8);
  });
});

test.each([
  { type: 'first', text: 'a' },
  { type: 'includes' },
  { type: 'regex', pattern: '(' },
  { type: 'regex', pattern: 'a', flags: 'q' },
  { type: 'any', matches: [{ type: 'first' }] },
  { type: 'not', match: { type: 'includes', text: 'a', reverse: true } },
  { type: 'includes', text: 'a', xRangeFilter: { minX: 1 } },
  { type: 'includes', text: 'a', xRangeFilter: { minX: 2, maxX: 1 } },
  { type: 'last' },
])('the grammar of matchers refuses %j', (matcher) => {
  expect(matcherSchema.safeParse(matcher).success).toBe(false);
});
