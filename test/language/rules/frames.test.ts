import { describe, expect, test } from 'vitest';
import { resultOf, run } from './support.js';

const document = { name: 'doc', xs: [10, 20], 'a.b': { 'c/d': 1 }, gap: null, o: { k: 1 } };

test.each<[unknown, unknown]>([
  ['name', 'doc'],
  ['name.length', 3],
  ['name.0', 'd'],
  ['xs.1', 20],
  ['xs.01', 'none'],
  ['xs.-1', 'none'],
  ['xs.1.5', 'none'],
  ['xs.length', 2],
  ['a\\.b.c\\/d', 1],
  ['a\\.b.c/d', 1],
  ['a.b', 'none'],
  ['gap', null],
  ['gap.x', 'none'],
  ['', document],
  [null, document],
  ['../x', 'none'],
  ['..', 'none'],
  ['.', 'none'],
])('a path is read: %j', (path, expected) => {
  expect(resultOf({ var: [path, 'none'] }, document)).toEqual(expected);
});

test('paths that are arrays fail', () => {
  expect(run({ var: [['a']] }, document).failed).toBe(true);
});

describe('frames', () => {
  const parents = [{ n: 'parent' }, { n: 'top', m: 'only top' }];
  const sees = (path: string, rule = (inner: unknown): unknown => inner) =>
    resultOf(rule({ var: [path, 'none'] }), document, { parents, extraData: { key: 'K' } });
  const inItem = (path: string) => sees(path, (inner) => ({ get: [{ map: [{ var: 'xs' }, inner] }, 0] }));

  test.each([
    ['../n', 'parent'],
    ['../../n', 'top'],
    ['../m', 'none'],
    ['../../../n', 'none'],
    ['../name', 'none'],
    ['extra_data.key', 'K'],
    ['../extra_data.key', 'K'],
    ['metadata.pageCount', null],
  ])('a path outside iterators is resolved: %s', (path, expected) => {
    expect(sees(path)).toBe(expected);
  });

  test.each([
    ['', 10],
    ['name', 'none'],
    ['../length', 2],
    ['../1', 20],
    ['../name', 'doc'],
    ['../../name', 'doc'],
    ['../../../n', 'parent'],
    ['../../../../n', 'top'],
    ['../o.k', 1],
    ['extra_data.key', 'K'],
  ])('a path inside an iterator is resolved: %s', (path, expected) => {
    expect(inItem(path)).toBe(expected);
  });

  test('two iterators, and a name between them', () => {
    const rule = {
      map: [
        [[1], [2]],
        {
          let: [
            { outer: { var: '' } },
            { map: [{ var: '' }, [{ var: 'outer' }, { var: '../../' }, { var: '../../../0' }]] },
          ],
        },
      ],
    };
    expect(resultOf(rule)).toEqual([[[[1], [1], [1]]], [[[2], [2], [1]]]]);
  });

  test('a member shadows a global, a binding shadows a member', () => {
    expect(resultOf({ var: 'extra_data' }, { extra_data: 1 }, { extraData: { a: 1 } })).toBe(1);
    expect(resultOf({ let: [{ name: 'bound' }, { var: 'name' }] }, document)).toBe('bound');
  });

  test('globals are no members of the context', () => {
    expect(resultOf({ keys: { var: '' } }, { a: 1 }, { extraData: { key: 'K' } })).toEqual(['a']);
  });

  test('the metadata of the file can be read by rules', () => {
    const metadata = { filename: 'a.b', contentType: 'application/pdf', pageCount: 3 };
    expect(resultOf({ var: 'metadata' }, {}, { metadata })).toEqual(metadata);
  });
});
