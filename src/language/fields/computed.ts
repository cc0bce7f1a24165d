/** The computed field: a value that is made of values that are there already. */
// See docs/language/07-computed-rules-postprocessor.md#1-computed-fields
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import { suppressOutput } from '../computed/suppress-output.js';
import { type FieldKind, methodIdOf } from './definition.js';
import { type ComputedFieldConfig, runComputed } from './run-computed.js';

/** Of the example; a reference to a method, as the field has it, shows no members. */
const DAY_AND_YEAR = { id: 'concat', source_ids: ['day', 'year'], delimiter: '/' } as const;

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
  examples: [
    {
      title: 'a value joined from two, as a date',
      document: [
        { text: 'Day', left: 1, top: 1 },
        { text: '3/4', left: 2, top: 1 },
        { text: 'Year', left: 1, top: 1.3 },
        { text: '2024', left: 2, top: 1.3 },
      ],
      before: [
        { id: 'day', anchor: 'day', method: { id: 'row' } },
        { id: 'year', anchor: 'year', method: { id: 'row' } },
      ],
      field: {
        id: 'date',
        type: 'date',
        method: DAY_AND_YEAR,
      },
      result: { date: { source: '3/4/2024', value: '2024-03-04T00:00:00.000Z', type: 'date' } },
    },
  ],
  execute: runComputed,
};
