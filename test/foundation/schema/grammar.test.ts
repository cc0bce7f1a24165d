import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { closedObject, nearest, taggedUnion } from '../../../src/foundation/schema/grammar.js';

test.each([
  ['lable', ['table', 'label'], 'label'],
  ['tabel', ['label', 'table'], 'table'],
  ['LABEL', ['table', 'labels', 'label'], 'label'],
  ['start', ['equals', 'startsWith'], 'startsWith'],
  ['document', ['row', 'documentRange'], 'documentRange'],
  ['sta', ['equals', 'startsWith'], undefined],
  ['contains', ['includes', 'equals'], undefined],
  ['ro', ['row', 'box'], 'row'],
])('nearest: %s among %j: %s', (name, allowed, wanted) => {
  expect(nearest(name, allowed)).toBe(wanted);
});

describe('taggedUnion', () => {
  const dot = closedObject({ kind: z.literal('dot'), size: z.number() });
  const bar = closedObject({ kind: z.enum(['bar', 'beam']).optional(), length: z.number() });
  const mark = taggedUnion([dot, bar], { tag: 'kind', what: 'mark' });
  const problems = (value: unknown) =>
    mark.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test('looks at the option that the tag names alone', () => {
    expect(mark.parse({ kind: 'dot', size: 1 })).toEqual({ kind: 'dot', size: 1 });
    expect(mark.parse({ kind: 'beam', length: 1 })).toEqual({ kind: 'beam', length: 1 });
    expect(problems({ kind: 'dot', length: 1 })?.map(([path]) => path)).toEqual(['size', '']);
  });

  test('takes a value without a tag for the option that may leave it out', () => {
    expect(mark.parse({ length: 1 })).toEqual({ length: 1 });
  });

  test('reports an unknown tag at the tag', () => {
    expect(problems({ kind: 'beem' })).toEqual([
      ['kind', 'unknown mark "beem" (did you mean "beam"?); allowed: dot, bar, beam'],
    ]);
    expect(problems({ kind: 7 })).toEqual([
      ['kind', '"kind" must be a string that names the mark; allowed: dot, bar, beam'],
    ]);
    expect(problems([])).toHaveLength(1);
  });

  test('taggedUnion has the type of its options', () => {
    const parsed: { kind: 'dot'; size: number } | { kind?: 'bar' | 'beam' | undefined; length: number } =
      mark.parse({ length: 1 });
    expect(parsed).toBeDefined();
  });
});
