import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BudgetError, MAX_VALUE_LEVELS, ValueBudget } from '../../../src/language/computed/budget.js';
import { processorTime } from '../../support/processor-time.js';
import { runOn, text } from './support.js';

const rows = (count: number) => ({
  columns: [{ id: 'k', values: Array.from({ length: count }, (_, i) => text(String(i))) }],
});

test('ids such as __proto__ and constructor are ordinary', async () => {
  const ids = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const { parsed_document, errors } = await runOn({}, [
    ...ids.map((id) => ({ id, method: { id: 'constant', value: id } })),
    { id: 'joined', method: { id: 'concat', source_ids: ids } },
    { id: 'zipped', method: { id: 'zip', source_ids: ids } },
    { id: 'rule', method: { id: 'customComputation', jsonLogic: { var: '__proto__.value' } } },
    { id: 'gone', method: { id: 'customComputation', jsonLogic: { var: 'zipped.0.valueOf' } } },
    { id: 'hide', method: { id: 'suppressOutput', source_ids: ['__proto__'] } },
  ]);
  expect(errors).toEqual([]);
  expect(Object.keys(parsed_document)).toEqual([...ids.slice(1), 'joined', 'zipped', 'rule', 'gone']);
  expect(parsed_document['joined']).toEqual(text(ids.join(' ')));
  expect(Object.keys((parsed_document['zipped'] as object[])[0]!)).toEqual(ids);
  expect(parsed_document['rule']).toEqual(text('__proto__'));
  expect(parsed_document['gone']).toBeNull();
  expect(({} as Record<string, unknown>)['value']).toBeUndefined();
});

test('sources that are not there are null', async () => {
  const source = ['constructor', '__proto__', 'gone'];
  const { parsed_document, errors } = await runOn({}, [
    { id: 'a', method: { id: 'concat', source_ids: source } },
    { id: 'b', method: { id: 'zip', source_ids: source } },
    ...source.map((id, i) => ({ id: `m${i}`, method: { id: 'mapper', source_id: id, mappings: {} } })),
    { id: 'c', method: { id: 'copy_from_sections', source_sections: 'constructor', source_field: 'name' } },
  ]);
  expect(Object.values(parsed_document)).toEqual([null, null, null, null, null, null]);
  expect(errors).toEqual([]);
});

test('text that doubles with each field ends in an error, not in memory', async () => {
  const fields = Array.from({ length: 60 }, (_, i) => ({
    id: `f${i + 1}`,
    method: { id: 'concat', source_ids: [`f${i}`, `f${i}`] },
  }));
  const { parsed_document, errors } = await runOn({ f0: text('0123456789') }, fields);
  expect(errors).toEqual([expect.objectContaining({ type: 'configuration', code: 'computed_budget' })]);
  expect(parsed_document['f10']).not.toBeNull();
  expect(parsed_document['f60']).toBeNull();
});

test('groups that hold copies of groups are bounded in size and depth', async () => {
  const copy = (from: string) => ({ id: 'c', method: { id: 'copy_to_section', source_id: from } });
  const nest = (id: string, from: string) => ({
    id,
    method: { id: 'addComputedFields', source_id: 't', fields: [copy(from)] },
  });
  const wide = ['b', 'c', 'd', 'e', 'f'].map((id, i) => nest(id, i === 0 ? 't' : 'abcdef'[i]!));
  const result = await runOn({ t: rows(100) }, wide);
  expect(JSON.stringify(result.parsed_document).length).toBeLessThan(400_000_000);
  expect(result.errors.some(({ code }) => code === 'computed_budget')).toBe(true);

  const deep = Array.from({ length: 400 }, (_, i) => nest(`n${i + 1}`, i === 0 ? 't' : `n${i}`));
  const nested = await runOn({ t: rows(1) }, deep);
  expect(nested.errors.some(({ code }) => code === 'computed_budget')).toBe(true);
  expect(() => JSON.stringify(nested.parsed_document)).not.toThrow();
});

test('a split into millions of characters is refused', async () => {
  const { parsed_document, errors } = await runOn({ a: text('x'.repeat(1_500_000)) }, [
    { id: 'b', method: { id: 'split', source_id: 'a', separator: '' } },
  ]);
  expect(parsed_document['b']).toBeNull();
  expect(errors).toEqual([expect.objectContaining({ code: 'computed_budget' })]);
});

test('5,000 fields that read each other take linear time', async () => {
  const milliseconds = async (count: number) => {
    const fields = Array.from({ length: count }, (_, i) =>
      i % 3 === 0
        ? { id: `f${i}`, method: { id: 'constant', value: 'x' } }
        : i % 3 === 1
          ? { id: `f${i}`, method: { id: 'concat', source_ids: [`f${i - 1}`] } }
          : { id: `f${i}`, method: { id: 'customComputation', jsonLogic: { var: `f${i - 1}.value` } } },
    );
    const started = processorTime();
    const { parsed_document } = await runOn({}, fields);
    expect(parsed_document[`f${count - 1}`]).not.toBeNull();
    return processorTime() - started;
  };
  await milliseconds(500);
  const few = await milliseconds(1_250);
  const many = await milliseconds(5_000);
  expect(many).toBeLessThan(Math.max(4 * few * 3, 2_000));
});

test('whatever the rule, an extraction ends with a value or an entry', async () => {
  const rule = fc.letrec<{ rule: unknown }>((tie) => ({
    rule: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(null, true, 0, -1, 'a', '', '../', 'a.value', '__proto__'),
      fc.array(tie('rule'), { maxLength: 3 }),
      fc
        .tuple(
          fc.constantFrom(
            '+',
            '/',
            'var',
            'cat',
            'map',
            'object',
            'get',
            'date_shift',
            'match',
            'merge',
            'let',
            'keys',
            'slice',
          ),
          fc.array(tie('rule'), { minLength: 1, maxLength: 3 }),
        )
        .map(([operator, args]) => ({ [operator]: args })),
    ),
  })).rule;
  const { extract, documentFromLines, ConfigError } = await import('../../../src/index.js');
  await fc.assert(
    fc.asyncProperty(rule, async (jsonLogic) => {
      const config = {
        fields: [
          { id: 'a', method: { id: 'constant', value: 'x' } },
          { id: 'r', method: { id: 'customComputation', jsonLogic } },
        ],
        postprocessor: { type: 'jsonLogic', rule: jsonLogic },
      };
      const result = await extract(documentFromLines([]), JSON.stringify(config)).catch(
        (error: unknown) => error,
      );
      if (result instanceof ConfigError) return;
      expect(result).toMatchObject({ parsed_document: { a: text('x') } });
      for (const { type } of (result as { errors: { type: string }[] }).errors)
        expect(type).toBe('configuration');
    }),
    { numRuns: 300 },
  );
});

test('the budget counts shared parts each time, and depth', () => {
  const budget = new ValueBudget(100);
  const part = { a: 'x', b: [1, 2] };
  const size = budget.sizeOf(part);
  expect(budget.sizeOf([part, part, part])).toBe(1 + 3 * (size + 1));
  expect(() => budget.spend(Array.from({ length: 20 }, () => part))).toThrow(BudgetError);
  expect(budget.spend(part)).toBe(part);
  let deep: unknown = 1;
  for (let i = 0; i < MAX_VALUE_LEVELS; i += 1) deep = [deep];
  expect(() => budget.sizeOf(deep)).not.toThrow();
  expect(() => budget.sizeOf([deep])).toThrow(BudgetError);
});
