/** The computation group: a rule whose result gives several fields. */
// See docs/language/06-sections-and-field-kinds.md#10-computed-fields-and-computation-groups-as-field-kinds
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { FieldValue, Rule } from '../../foundation/schema/language.js';
import { holds, store } from '../computed/output.js';
import { toFieldGroup } from '../rules/to-field.js';
import { conversionOf } from './conversion.js';
import { type FieldKind, methodIdOf } from './definition.js';
import { runRule } from './rules.js';
import { placeOf } from './runner.js';

/** A computation group, as a config holds it. */
export interface CustomComputationGroupField {
  id?: string | undefined;
  method: { id: 'customComputationGroup'; jsonLogic: Rule };
}

export const customComputationGroup: FieldKind<CustomComputationGroupField> = {
  id: 'customComputationGroup',
  summary: 'Several fields that one rule makes from other values',
  places: ['fields', 'computed_fields', 'addComputedFields', 'cellRows'],
  methodIds: () => ['customComputationGroup'],
  schema: (grammar) =>
    closedObject({
      id: z.string().optional().describe('Name in messages; not a key of the output'),
      method: closedObject({
        id: z.literal('customComputationGroup'),
        jsonLogic: grammar.rule.describe('The rule; it gives an object whose members become fields'),
      }).describe('How to compute the fields'),
    }),
  matches: (field) => methodIdOf(field) === 'customComputationGroup',
  outputId: () => undefined,
  defines: () => undefined,
  examples: [
    {
      title: 'the parts of a number',
      document: [
        { text: 'Account', left: 1, top: 1 },
        { text: '370-4711', left: 2, top: 1 },
      ],
      before: [{ id: 'account', anchor: 'account', method: { id: 'row' } }],
      field: {
        method: {
          id: 'customComputationGroup',
          jsonLogic: {
            eachKey: {
              bank: { substr: [{ var: 'account.value' }, 0, 3] },
              number: { substr: [{ var: 'account.value' }, 4] },
            },
          },
        },
      },
      result: { bank: { value: '370', type: 'string' }, number: { value: '4711', type: 'string' } },
    },
  ],
  async execute(field, scope, path) {
    const { run, groups } = scope;
    const fieldId = field.id === undefined ? groups.join('.') || undefined : [...groups, field.id].join('.');
    const at = [...path, 'method', 'jsonLogic'];
    const { value, failed } = runRule({ rule: field.method.jsonLogic, path: at, fieldId, bare: true }, scope);
    if (failed) return;
    const place = { ...placeOf(scope, at, undefined), ...(fieldId !== undefined && { field_id: fieldId }) };
    const report = (message: string) => run.error({ type: 'configuration', message, ...place });
    for (const [id, made] of toFieldGroup(value, conversionOf(run, report))) {
      if (!holds(scope, id)) store(scope, id, run.budget.spend(made as FieldValue));
    }
  },
};
