import { describe, expect, test } from 'vitest';
import {
  type Anchor,
  AnchorSearch,
  findStop,
  normaliseAnchor,
} from '../../../src/language/anchors/anchors.js';
import { fieldAnchorSchema } from '../../../src/language/anchors/schema.js';
import { sectionScope } from '../../../src/language/anchors/scope.js';
import { scopeOfLines, stackedLines } from '../../support/lines.js';

/** Positions of the candidates' lines among lines stacked on one page. */
function candidates(anchor: unknown, ...texts: string[]): number[] {
  const search = new AnchorSearch(parsed(anchor), scopeOfLines(stackedLines(...texts)));
  return [...search.candidates()].map(({ index }) => index);
}

function parsed(anchor: unknown): Anchor {
  return normaliseAnchor(fieldAnchorSchema.parse(anchor)) as Anchor;
}

function missing(anchor: unknown, ...texts: string[]): string | undefined {
  const search = new AnchorSearch(parsed(anchor), scopeOfLines(stackedLines(...texts)));
  expect([...search.candidates()]).toEqual([]);
  return search.missing;
}

const includes = (text: string, more = {}) => ({ type: 'includes', text, ...more });

describe('candidates', () => {
  test('candidates are all lines that match, in document order', () => {
    expect(candidates('a', 'a', 'b', 'ab')).toEqual([0, 2]);
  });

  test('candidates of an array end at its last element and do not overlap', () => {
    const texts = ['A', 'B', 'B', 'A', 'B'];
    expect(candidates([includes('a'), includes('b')], ...texts)).toEqual([1, 4]);
    expect(candidates({ start: 'a', match: 'b' }, ...texts)).toEqual([1, 2, 4]);
  });

  test('other lines may lie between the elements of an array', () => {
    expect(candidates([includes('a'), includes('b')], 'a', 'x', 'y', 'b')).toEqual([3]);
  });

  test('a repeat takes a line for each time', () => {
    expect(candidates({ type: 'repeat', times: 3, match: includes('a') }, 'a', 'a', 'b', 'a', 'a')).toEqual([
      3,
    ]);
    const pair = { type: 'repeat', times: 2, match: [includes('a'), includes('b')] };
    expect(candidates(pair, 'a', 'b', 'a', 'x', 'b')).toEqual([4]);
  });

  test('a reversed element is searched upwards, and a forward one after it below that line', () => {
    const texts = ['head', 'x', 'total', 'y', 'total'];
    const match = [includes('total'), includes('head', { reverse: true }), includes('total')];
    expect(candidates(match, ...texts)).toEqual([2]);
  });

  test('a reversed element does not reach above the lines of the candidate before', () => {
    const match = [includes('b'), includes('a', { reverse: true })];
    expect(candidates(match, 'a', 'b', 'b', 'a', 'b')).toEqual([0, 3]);
  });

  test('start is inclusive, end is not unless includeEnd', () => {
    const texts = ['k 1', 'start k', 'k 2', 'end k', 'k 3'];
    expect(candidates({ match: 'k', start: 'start' }, ...texts)).toEqual([1, 2, 3, 4]);
    expect(candidates({ match: 'k', start: 'start', end: 'end' }, ...texts)).toEqual([1, 2]);
    expect(candidates({ match: 'k', start: 'start', end: 'end', includeEnd: true }, ...texts)).toEqual([
      1, 2, 3,
    ]);
    expect(candidates({ match: 'k', end: 'nowhere' }, ...texts)).toEqual([0, 1, 2, 3, 4]);
  });

  test('an end that hits the start line is looked for below it', () => {
    expect(candidates({ match: 'k', start: 'part', end: 'part' }, 'part k', 'k', 'part k', 'k')).toEqual([
      0, 1,
    ]);
  });

  test('an end may repeat the text of the start as its first element', () => {
    const anchor = { match: 'k', start: 'part', end: [includes('part'), includes('stop')] };
    expect(candidates(anchor, 'part', 'k', 'stop', 'k')).toEqual([1]);
  });

  test('first is one line', () => {
    expect(candidates({ match: { type: 'first' }, start: 'b' }, 'a', 'b', 'c')).toEqual([1]);
  });

  test('a page is chosen by its words and means its first line', () => {
    const lines = [
      { text: 'Policy terms', left: 1, top: 1 },
      { text: 'Vehicle schedule', left: 1, top: 1, page: 1 },
      { text: 'vehicles insured', left: 1, top: 2, page: 1 },
    ];
    const search = new AnchorSearch(
      parsed({ match: { type: 'page', terms: ['vehicles'] } }),
      scopeOfLines(lines),
    );
    expect([...search.candidates()].map(({ line }) => line.text)).toEqual(['Vehicle schedule']);
  });

  test('firstInSection skips lines that the section only borrows', () => {
    const document = scopeOfLines(stackedLines('borrowed', 'own'));
    const scope = sectionScope(document, document.lines.slice(1), document.lines);
    const search = new AnchorSearch(parsed({ type: 'firstInSection' }), scope);
    expect([...search.candidates()].map(({ line }) => line.text)).toEqual(['own']);
  });

  test('carry the matched range of the last line', () => {
    const search = new AnchorSearch(parsed('due'), scopeOfLines(stackedLines('amount due today')));
    const [hit] = [...search.candidates()];
    expect([hit?.start, hit?.end]).toEqual([7, 10]);
  });
});

describe('missing', () => {
  test('names the text that was not found', () => {
    expect(missing('total', 'a')).toBe('anchor not found: no line matches "total"');
  });

  test('names the element of an array that was not found', () => {
    expect(missing([includes('a'), { type: 'regex', pattern: 'b+' }], 'a')).toBe(
      'anchor not found: no line matches /b+/, after the one before it matched',
    );
  });

  test.each([
    [{ type: 'equals', text: 'z' }, 'is "z"'],
    [{ type: 'startsWith', text: 'z' }, 'starts with "z"'],
    [{ type: 'endsWith', text: 'z' }, 'ends with "z"'],
    [{ type: 'first', minimumHeight: 9 }, 'is left for the matcher "first"'],
    [{ type: 'any', matches: [{ type: 'includes', text: 'z' }] }, 'passes the matcher "any"'],
    [{ type: 'page', terms: ['z'] }, 'is on a page with these terms'],
  ] as const)('says what no line does: %j', (matcher, what) => {
    expect(missing(matcher, 'a')).toBe(`anchor not found: no line ${what}`);
  });

  test('names a start that was not found', () => {
    expect(missing({ match: 'a', start: 'z' }, 'a')).toBe(
      'the anchor\'s start was not found: no line matches "z"',
    );
  });

  test('says where it was searched', () => {
    expect(missing({ match: 'x', start: 'b', end: 'c' }, 'a', 'b', 'c')).toBe(
      'anchor not found: no line matches "x" (searched from "b" and before "c")',
    );
  });
});

describe('findStop', () => {
  const scope = scopeOfLines(stackedLines('a', 'b', 'c', 'd'));

  test.each([
    ['c', 1, 2],
    ['a', 1, undefined],
    [[{ type: 'includes', text: 'b' }, { type: 'first' }, { type: 'first' }], 0, 3],
    [{ type: 'last' }, 1, 4],
    [[{ type: 'includes', text: 'z' }, { type: 'last' }], 0, undefined],
  ] as const)('findStop: %j from %i', (stop, from, position) => {
    expect(findStop(stop as Parameters<typeof findStop>[0], scope, from)).toBe(position);
  });
});

test.each([
  'text',
  '',
  { match: 'text' },
  { ref: 'name' },
  { type: 'first' },
  [{ type: 'includes', text: 'a' }],
  { match: { type: 'page', terms: ['a'] } },
  {
    match: [{ type: 'repeat', times: 2, match: [{ type: 'first' }] }],
    start: 'a',
    end: 'b',
    includeEnd: true,
  },
])('the grammar of anchors takes %j', (anchor) => {
  expect(fieldAnchorSchema.safeParse(anchor).error).toBeUndefined();
});

test.each([['text'], {}, { ref: 'a', match: 'b' }, { match: 'a', begin: 'b' }, { type: 'last' }])(
  'the grammar of anchors refuses %j',
  (anchor) => {
    expect(fieldAnchorSchema.safeParse(anchor).success).toBe(false);
  },
);
