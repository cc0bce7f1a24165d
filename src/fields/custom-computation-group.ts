/** The computation group: a rule whose result gives several fields (chapter 6, 10; chapter 7, 1.5). */
import { z } from 'zod';
import { conversionOf } from '../computed/conversion.js';
import { closedObject } from '../grammar.js';
import type { Rule } from '../rules/compile.js';
import { toFieldGroup } from '../rules/to-field.js';
import { runRule } from '../values/rules.js';
import { holds, store } from '../values/store.js';
import { type FieldKind, type FieldValue, methodIdOf } from './definition.js';
import { placeOf } from './run.js';

/** A computation group, as a config holds it. */
export interface CustomComputationGroupField {
  id?: string | undefined;
  method: { id: 'customComputationGroup'; jsonLogic: Rule };
}

export const customComputationGroup: FieldKind<CustomComputationGroupField> = {
  id: 'customComputationGroup',
  summary: 'Several fields that one rule makes of other values',
  places: ['fields', 'computed_fields', 'addComputedFields', 'cellRows'],
  methodIds: () => ['customComputationGroup'],
  schema: (grammar) =>
    closedObject({
      id: z.string().optional().describe('Name in messages; no key of the output'),
      method: closedObject({
        id: z.literal('customComputationGroup'),
        jsonLogic: grammar.rule.describe('The rule; it gives an object, whose members become fields'),
      }).describe('How the fields are made'),
    }),
  matches: (field) => methodIdOf(field) === 'customComputationGroup',
  outputId: () => undefined,
  defines: () => undefined,
  async execute(field, scope, path) {
    const { run, groups, output } = scope;
    const fieldId = field.id === undefined ? groups.join('.') || undefined : [...groups, field.id].join('.');
    const at = [...path, 'method', 'jsonLogic'];
    const { value, failed } = runRule({ rule: field.method.jsonLogic, path: at, fieldId, bare: true }, scope);
    if (failed) return;
    const place = { ...placeOf(scope, at, undefined), ...(fieldId !== undefined && { field_id: fieldId }) };
    const report = (message: string) => run.error({ type: 'configuration', message, ...place });
    for (const [id, made] of toFieldGroup(value, conversionOf(run, report))) {
      if (!holds(output, id)) store(output, id, run.budget.spend(made as FieldValue));
    }
  },
};
