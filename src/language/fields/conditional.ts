/** The conditional field: a rule decides which of two lists of fields runs in its place. */
// See docs/language/06-sections-and-field-kinds.md#9-conditionalexecutionfield
import * as z from 'zod';
import { formatPath } from '../../errors.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { Rule } from '../../foundation/schema/language.js';
import { isTruthy } from '../rules/value.js';
import { definedIds } from './defined-ids.js';
import { type FieldKind, methodIdOf } from './definition.js';
import { runRule } from './rules.js';
import { placeOf, runFields } from './runner.js';

/** A conditional field, as a config holds it; the types of its fields depend on the language. */
export interface ConditionalField<Field = object> {
  id?: string | undefined;
  method: {
    id: 'conditional';
    condition: Rule;
    fieldsOnPass: Field[];
    fieldsOnFail?: Field[] | undefined;
  };
}

export const conditional: FieldKind<ConditionalField> = {
  id: 'conditional',
  summary: 'Fields that run if a rule holds, and fields that run if it does not',
  places: ['fields', 'computed_fields', 'addComputedFields'],
  methodIds: () => ['conditional'],
  schema: (grammar, place) =>
    closedObject({
      id: z.string().optional().describe('Name in messages; not a key of the output'),
      method: closedObject({
        id: z.literal('conditional'),
        condition: grammar.rule.describe('The rule; its data is what the scope has so far'),
        fieldsOnPass: z.array(grammar.fieldIn[place]).describe('Fields that run if the rule holds'),
        fieldsOnFail: z.array(grammar.fieldIn[place]).optional().describe('Fields that run if it does not'),
      }).describe('The rule and the fields'),
    }) as unknown as z.ZodType<ConditionalField, ConditionalField>,
  matches: (field) => methodIdOf(field) === 'conditional',
  outputId: () => undefined,
  defines: ({ method }, language) =>
    definedIds([...method.fieldsOnPass, ...(method.fieldsOnFail ?? [])], language),
  examples: [
    {
      title: 'another caption in another language',
      document: [
        { text: 'Rechnung 4711', left: 1, top: 1 },
        { text: 'Summe', left: 1, top: 1.3 },
        { text: '80', left: 2, top: 1.3 },
      ],
      before: [{ id: 'german', anchor: 'rechnung', method: { id: 'passthrough' } }],
      field: {
        method: {
          id: 'conditional',
          condition: { exists: [{ var: 'german' }] },
          fieldsOnPass: [{ id: 'total', anchor: 'summe', type: 'number', method: { id: 'row' } }],
          fieldsOnFail: [{ id: 'total', anchor: 'total', type: 'number', method: { id: 'row' } }],
        },
      },
      result: { total: { source: '80', value: 80, type: 'number' } },
    },
  ],
  async execute(field, scope, path) {
    const { condition, fieldsOnPass, fieldsOnFail = [] } = field.method;
    const at = [...path, 'method', 'condition'];
    const place = placeOf(scope, path, field.id);
    const { value, failed } = runRule({ rule: condition, path: at, fieldId: place.field_id }, scope);
    if (!failed && typeof value !== 'boolean') {
      const message =
        'the condition did not give a boolean; it counts as met when rules take the value for true';
      scope.run.warn({ code: 'CONDITION_NOT_BOOLEAN', message, ...place, path: formatPath(at) });
    }
    const passes = !failed && isTruthy(value);
    const branch = passes ? fieldsOnPass : fieldsOnFail;
    await runFields(branch, scope, [...path, 'method', passes ? 'fieldsOnPass' : 'fieldsOnFail']);
  },
};
