import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deepCopy,
  deleteMember,
  keepText,
  orderedJson,
  orderedNames,
  setMember,
} from '../../../src/foundation/objects/members.js';
import { documentFromLines, extract, orderedEntries } from '../../../src/index.js';

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'toJSON',
  '10',
  '2',
  '01',
  '4294967295',
  '-1',
  'a',
  '',
];
const name = fc.constantFrom(...NAMES);

test('members of any name are own ones, in the order in which they were made', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.nat(), fc.boolean())), fc.boolean(), (steps, bare) => {
      const object: Record<string, number> = bare ? Object.create(null) : {};
      const expected = new Map<string, number>();
      for (const [key, value, removes] of steps) {
        if (removes) {
          deleteMember(object, key);
          expected.delete(key);
        } else {
          setMember(object, key, value);
          expected.set(key, value);
        }
      }
      expect(orderedEntries(object)).toEqual([...expected]);
      expect(new Set(Reflect.ownKeys(object).filter((key) => typeof key === 'string'))).toEqual(
        new Set(expected.keys()),
      );
    }),
  );
});

test('members that are numbers are written as they were, unless they have changed since', () => {
  const object: Record<string, unknown> = {};
  setMember<unknown>(object, '2', 9007199254740992);
  keepText(object, '2', '9007199254740993');
  setMember<unknown>(object, '1', 7);
  keepText(object, '1', '7');
  setMember<unknown>(object, '__proto__', 0.5);
  keepText(object, '__proto__', '0.50');
  setMember<unknown>(object, 'c', 100);
  keepText(object, 'c', '1e2');
  expect(orderedJson(object)).toBe('{"2":9007199254740993,"1":7,"__proto__":0.50,"c":1e2}');
  object['c'] = 101;
  setMember(object, '2', null);
  expect(orderedJson(object)).toBe('{"2":null,"1":7,"__proto__":0.50,"c":101}');
  expect(Object.keys(object)).toEqual(['1', '2', '__proto__', 'c']);
});

test('members that come or go by other means are seen as well', () => {
  const object: Record<string, number> = {};
  setMember(object, 'b', 1);
  setMember(object, '1', 2);
  setMember(object, 'c', 3);
  object['d'] = 4;
  delete object['1'];
  expect(orderedNames(object)).toEqual(['b', 'c', 'd']);
});

const tree = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 'text "\u2028\ud800', 1.5, -0, Number.NaN, undefined),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((members) => {
      const made: Record<string, unknown> = {};
      for (const [key, value] of members) setMember(made, key, value);
      return made;
    }),
  ),
})).value;

test('a value as JSON is what JSON.stringify writes, but for the order', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
      const text = orderedJson(value, indent);
      expect(JSON.stringify(JSON.parse(text), null, indent)).toBe(
        JSON.stringify(JSON.parse(JSON.stringify(value) ?? 'null'), null, indent),
      );
      expect(text.length).toBe((JSON.stringify(value, null, indent) ?? 'null').length);
    }),
  );
});

test('a value as JSON has its members in order', () => {
  const made: Record<string, number> = {};
  for (const [i, key] of ['b', '10', '2', '__proto__'].entries()) setMember(made, key, i);
  expect(orderedJson([made])).toBe('[{"b":0,"10":1,"2":2,"__proto__":3}]');
  expect(orderedJson({ made, none: {}, empty: [] }, 2)).toBe(
    '{\n  "made": {\n    "b": 0,\n    "10": 1,\n    "2": 2,\n    "__proto__": 3\n  },\n  "none": {},\n  "empty": []\n}',
  );
});

test('a copy has the same members in the same order, and shares what was shared', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const copy = deepCopy(value);
      deepStrictEqual(copy, value);
      expect(orderedJson(copy)).toBe(orderedJson(value));
      if (typeof value === 'object' && value !== null) expect(copy).not.toBe(value);
    }),
  );
  const shared = { x: 1 };
  const [first, second] = deepCopy([shared, shared]);
  expect(first).toBe(second);
  expect(first).not.toBe(shared);
});

describe('results', () => {
  const field = (id: string) => ({ id, anchor: 'total', method: { id: 'passthrough' } });
  const value = { type: 'string', value: 'total 12' };
  const document = () =>
    documentFromLines([
      { text: 'item', left: 1, top: 1 },
      { text: 'total 12', left: 1, top: 2 },
    ]);
  const config = (ids: readonly string[]) =>
    JSON.stringify({
      fields: [
        ...ids.map(field),
        { id: 'rows', type: 'sections', range: { anchor: 'item' }, fields: ids.map(field) },
      ],
    });
  const ids = fc.uniqueArray(fc.constantFrom(...NAMES.filter((each) => each !== '')), { minLength: 1 });

  test('results are plain objects at every level, whatever their ids', async () => {
    await fc.assert(
      fc.asyncProperty(ids, async (chosen) => {
        const result = await extract(
          document(),
          config(chosen),
          JSON.parse('{ "b": 0, "__proto__": 1, "2": "b" }'),
          {
            trace: true,
          },
        );
        const fields = Object.fromEntries(chosen.map((id) => [id, value]));
        const { parsed_document } = result;
        expect(orderedEntries(parsed_document).map(([id]) => id)).toEqual([...chosen, 'rows']);
        const [row] = parsed_document['rows'] as [typeof parsed_document];
        expect(orderedEntries(row).map(([id]) => id)).toEqual(chosen);
        expect(Object.keys(result.extra_data!)).toEqual(['2', 'b', '__proto__']);
        deepStrictEqual<unknown>(parsed_document, { ...fields, rows: [fields] });
        expect(orderedEntries(result.trace!).map(([id]) => id)).toEqual(
          expect.arrayContaining([...chosen, 'rows']),
        );
        expect(structuredClone(result)).toEqual(result);
        deepStrictEqual(result, JSON.parse(JSON.stringify(result)));
      }),
      { numRuns: 25 },
    );
  });

  test('keep the order of ids in rules, computed fields and XML', async () => {
    const { parsed_document, postprocessorOutput } = await extract(
      document(),
      JSON.stringify({
        fields: [...['b', '10', '2'].map(field)],
        computed_fields: [
          { id: 'joined', method: { id: 'customComputation', jsonLogic: { keys: { var: '' } } } },
          { id: 'gone', method: { id: 'suppressOutput', source_ids: ['10'] } },
        ],
        postprocessor: {
          type: 'xml',
          rule: { eachKey: { tag: 'all', content: { var: '' } } },
        },
      }),
    );
    expect(parsed_document['joined']).toMatchObject(['b', '10', '2'].map((each) => ({ value: each })));
    expect(orderedEntries(parsed_document).map(([id]) => id)).toEqual(['b', '2', 'joined']);
    expect(postprocessorOutput).toMatch(/^<all><b>.*<\/b><_2>.*<\/_2><joined>/u);
  });
});
