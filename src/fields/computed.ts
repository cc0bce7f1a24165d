/** The computed field: a value that is made of values that are there already. */
// See docs/language/07-computed-rules-postprocessor.md#1-computed-fields
import { z } from 'zod';
import { suppressOutput } from '../computed/suppress-output.js';
import { closedObject } from '../grammar.js';
import { type FieldKind, methodIdOf } from './definition.js';
import { type ComputedFieldConfig, runComputed } from './run-computed.js';

export const computed: FieldKind<ComputedFieldConfig> = {
  id: 'computed',
  summary: 'A value that is made from other values',
  places: ['fields', 'computed_fields', 'addComputedFields', 'cellRows'],
  methodIds: ({ computedMethods }) => [...computedMethods.keys()],
  schema: (grammar) =>
    closedObject({
      id: z.string().min(1).describe('Key of the value in the output'),
      method: grammar.computedMethod.describe('How to compute the value'),
      type: grammar.type
        .optional()
        .describe('Type of the value; without it, text is a string and other values keep their type'),
    }),
  matches: (field, { computedMethods }) => computedMethods.has(methodIdOf(field) ?? ''),
  outputId: ({ id, method }) => (method.id === suppressOutput.id ? undefined : id),
  defines: ({ id, method }) => (method.id === suppressOutput.id ? [] : [id]),
  execute: runComputed,
};
