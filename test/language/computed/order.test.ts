import { describe, expect, test } from 'vitest';
import { validateConfig } from '../../../src/index.js';
import { giving, number, runConfig, runOn, text } from './support.js';

const constant = (id: string, value: string, more: object = {}) => ({
  id,
  method: { id: 'constant', value },
  ...more,
});
const join = (id: string, ...source_ids: string[]) => ({ id, method: { id: 'concat', source_ids } });
const suppress = (source_ids: unknown, id = 'hide') => ({ id, method: { id: 'suppressOutput', source_ids } });

describe('order and fallback', () => {
  test('a field sees only what ran before it, and computed_fields come after fields', async () => {
    const { parsed_document } = await runOn({}, [join('early', 'a'), constant('a', 'x')], {
      config: { computed_fields: [join('late', 'a', 'b'), constant('b', 'y'), join('last', 'late', 'b')] },
    });
    expect(parsed_document).toEqual({
      early: null,
      a: text('x'),
      late: text('x'),
      b: text('y'),
      last: text('x y'),
    });
  });

  test('fields that read each other, or themselves, end', async () => {
    const { parsed_document, errors } = await runOn({}, [join('a', 'b'), join('b', 'a'), join('c', 'c')]);
    expect(parsed_document).toEqual({ a: null, b: null, c: null });
    expect(errors).toEqual([]);
  });

  test('the first value of an id stays, a failed one is replaced at its place', async () => {
    const { parsed_document } = await runOn({}, [
      giving('a', null),
      constant('b', '1'),
      constant('a', '2'),
      constant('b', '3'),
      giving('c', []),
      constant('c', '4'),
    ]);
    expect(parsed_document).toEqual({ a: text('2'), b: text('1'), c: text('4') });
    expect(Object.keys(parsed_document)).toEqual(['a', 'b', 'c']);
  });

  test('a computed field falls back to one that reads the document, and the other way round', async () => {
    const { parsed_document } = await runConfig(
      {
        fields: [
          { id: 'a', anchor: 'absent', method: { id: 'passthrough' } },
          constant('a', 'from config'),
          join('b', 'gone'),
          { id: 'b', anchor: 'Total', method: { id: 'passthrough' } },
        ],
      },
      ['Total 7'],
    );
    expect(parsed_document).toEqual({ a: text('from config'), b: text('Total 7') });
  });
});

describe('suppressOutput', () => {
  test('suppressOutput runs last in computed_fields, and at its place in fields', async () => {
    const late = await runOn({ a: text('x') }, [], {
      config: { computed_fields: [suppress(['a']), join('b', 'a')] },
    });
    expect(late.parsed_document).toEqual({ b: text('x') });
    const early = await runOn({ a: text('x') }, [suppress(['a']), join('b', 'a')]);
    expect(early.parsed_document).toEqual({ b: null });
  });

  test('hides later values of ids that it names, not of those a pattern selected', async () => {
    const named = await runOn({}, [suppress(['a']), constant('a', 'x'), join('b', 'a')]);
    expect(named.parsed_document).toEqual({ b: null });
    const selected = await runOn({}, [suppress({ pattern: 'a' }), constant('a', 'x')]);
    expect(selected.parsed_document).toEqual({ a: text('x') });
  });

  test('a hidden value still stops fallback, a hidden failure does not', async () => {
    const { parsed_document } = await runOn({ a: text('x'), b: null }, [
      suppress({ pattern: '.' }),
      constant('a', 'y'),
      constant('b', 'z'),
    ]);
    expect(parsed_document).toEqual({ b: text('z') });
  });

  test('suppressOutput may have the id of what it hides, and unknown ids are no error', async () => {
    const { parsed_document, errors } = await runOn({ a: text('x') }, [suppress(['a', 'gone'], 'a')]);
    expect([parsed_document, errors]).toEqual([{}, []]);
  });

  test('hidden values are not counted, validated or given to rules', async () => {
    const { validation_summary, coverage, parsed_document } = await runOn(
      { a: null, b: text('x') },
      [suppress(['a'])],
      {
        config: {
          computed_fields: [
            { id: 'keys', method: { id: 'customComputation', jsonLogic: { keys: { var: '' } } } },
          ],
        },
        options: {
          validations: [{ description: 'd', severity: 'error', condition: { exists: { var: 'a' } } }],
        },
      },
    );
    expect(parsed_document['keys']).toEqual([text('b')]);
    expect(validation_summary).toEqual({ fields: 2, fields_present: 2, errors: 1, warnings: 0, skipped: 0 });
    expect(coverage).toBe(0.5);
  });
});

describe('the grammar', () => {
  const issues = (...fields: object[]) =>
    validateConfig(JSON.stringify({ fields })).map(
      ({ path, code, severity }) => `${path.join('.')} ${code} ${severity}`,
    );
  const method = (id: string, options: object, more: object = {}) => ({
    id: 'x',
    method: { id, ...options },
    ...more,
  });

  test.each<[string, object, string]>([
    ['an unknown method', method('concatt', {}), 'fields.0.method.id invalid_value error'],
    [
      'an anchor',
      method('constant', { value: 'x' }, { anchor: 'a' }),
      'fields.0.anchor unknown_member error',
    ],
    ['a match', method('constant', { value: 'x' }, { match: 'all' }), 'fields.0.match unknown_member error'],
    [
      'an option of layout methods',
      method('constant', { value: 'x', tiebreaker: 'first' }),
      'fields.0.method.tiebreaker unknown_member error',
    ],
    [
      'a constant that is no text',
      method('constant', { value: 6 }),
      'fields.0.method.value invalid_type error',
    ],
    ['no sources', method('concat', { source_ids: [] }), 'fields.0.method.source_ids invalid_value error'],
    [
      'a pattern with more',
      method('zip', { source_ids: { pattern: 'a', flags: 'i' } }),
      'fields.0.method.source_ids.flags unknown_member error',
    ],
    [
      'a pattern that does not compile',
      method('zip', { source_ids: { pattern: 'a)(b' } }),
      'fields.0.method.source_ids.pattern invalid_value error',
    ],
    [
      'a negative index',
      method('split', { source_id: 'a', separator: ' ', index: -1 }),
      'fields.0.method.index invalid_value error',
    ],
    [
      'a fraction as index',
      method('split', { source_id: 'a', separator: ' ', index: 1.5 }),
      'fields.0.method.index invalid_type error',
    ],
    [
      'a rule with two operators',
      method('customComputation', { jsonLogic: { var: 'a', cat: 'b' } }),
      'fields.0.method.jsonLogic invalid_rule error',
    ],
    [
      'a field that reads the document, in rows',
      method('addComputedFields', {
        source_id: 't',
        fields: [{ id: 'y', anchor: 'a', method: { id: 'passthrough' } }],
      }),
      'fields.0.method.fields.0 wrong_place error',
    ],
    [
      'an unknown type',
      method('constant', { value: 'x' }, { type: 'nmber' }),
      'fields.0.type unknown_type error',
    ],
  ])('the grammar of computed fields reports %s', (_title, field, expected) => {
    expect(issues(field)).toEqual([expected]);
  });

  test('a layout field is not allowed in computed_fields', () => {
    const config = { fields: [], computed_fields: [{ id: 'a', anchor: 'a', method: { id: 'passthrough' } }] };
    expect(
      validateConfig(JSON.stringify(config)).map(({ path, severity }) => [path.slice(0, 2), severity]),
    ).toEqual([[['computed_fields', 0], 'error']]);
  });

  test('warns of sources that are null for certain', () => {
    expect(
      issues(
        join('a', 'b'),
        join('b', 'a'),
        join('c', 'gone'),
        join('d', 'd'),
        suppress(['e', 'none']),
        constant('e', 'x'),
      ),
    ).toEqual([
      'fields.0.method later_source warning',
      'fields.2.method unknown_source warning',
      'fields.3.method later_source warning',
      'fields.4.method unknown_source warning',
      'fields.4.method.source_ids.0 unread_id warning',
    ]);
    const group = { method: { id: 'customComputationGroup', jsonLogic: { preserve: {} } } };
    expect(issues(group, join('a', 'from the group'))).toEqual([]);
  });

  test('warns of rows from lists that leave out places without a value', () => {
    const list = (id: string, match: string) => ({ id, anchor: id, match, method: { id: 'row' } });
    const rows = { id: 'z', method: { id: 'zip', source_ids: ['a', 'b'] } };
    const alone = { id: 'z', method: { id: 'zip', source_ids: ['a'] } };
    expect(issues(list('a', 'all'), list('b', 'allWithNull'), rows)).toEqual([
      'fields.2.method.source_ids shifted_rows warning',
    ]);
    expect(issues(list('a', 'allWithNull'), list('b', 'allWithNull'), rows)).toEqual([]);
    expect(issues(list('a', 'all'), alone)).toEqual([]);
  });

  test('accepts a type where values are handed through', () => {
    expect(
      issues(constant('t', 'x'), { id: 'z', type: 'table', method: { id: 'zip', source_ids: ['t'] } }),
    ).toEqual([]);
  });
});

test('numbers keep their type through all steps', async () => {
  const { parsed_document } = await runOn({ a: number(2) }, [
    { id: 'b', method: { id: 'customComputation', jsonLogic: { '*': [{ var: 'a.value' }, 3] } } },
    { id: 'c', type: 'number', method: { id: 'concat', source_ids: ['a', 'b'], delimiter: '' } },
  ]);
  expect(parsed_document).toEqual({ a: number(2), b: { value: 6, type: 'number' }, c: number(26) });
});
