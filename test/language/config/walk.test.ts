import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { formatPath } from '../../../src/errors.js';
import { closedObject, taggedUnion } from '../../../src/foundation/schema/grammar.js';
import { walkConfig } from '../../../src/language/config/walk.js';

const name = z.string();
const dot = closedObject({ kind: z.literal('dot'), name: name.optional() });
const box = closedObject({ kind: z.literal('box'), names: z.record(z.string(), name) });
const mark = taggedUnion([dot, box], { tag: 'kind', what: 'mark' });

/** Where a walk meets a schema. */
function placesOf(wanted: z.ZodType, schema: z.ZodType, value: unknown): string[] {
  const places: string[] = [];
  walkConfig(schema, value, (met, _value, { path }) => {
    if (met === wanted) places.push(formatPath(path));
  });
  return places;
}

describe('a walk', () => {
  test('meets each part as its grammar takes it', () => {
    const page = closedObject({ marks: z.array(mark), title: z.union([z.number(), dot]).optional() });
    const value = {
      marks: [
        { kind: 'dot', name: 'a' },
        { kind: 'box', names: { first: 'b', second: 'c' } },
      ],
      title: { kind: 'dot', name: 'd' },
    };
    expect(placesOf(name, page, value)).toEqual([
      'marks[0].name',
      'marks[1].names.first',
      'marks[1].names.second',
      'title.name',
    ]);
    expect(placesOf(dot, page, value)).toEqual(['marks[0]', 'title']);
  });

  test('gives the objects around a part, the outermost first', () => {
    const inner = { kind: 'dot', name: 'a' };
    const outer = { marks: [inner] };
    let around: readonly object[] = [];
    walkConfig(closedObject({ marks: z.array(mark) }), outer, (met, _value, place) => {
      if (met === name) around = place.around;
    });
    expect(around).toEqual([outer, inner]);
  });

  test('makes the content of a lazy schema once, however often it is met', () => {
    let made = 0;
    const later = z.lazy(() => {
      made += 1;
      return closedObject({ name });
    });
    const value = Array.from({ length: 20 }, () => ({ name: 'a' }));
    expect(placesOf(name, z.array(later), value)).toHaveLength(20);
    expect(made).toBe(1);
  });
});
