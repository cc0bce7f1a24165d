/** `mapper`: replaces a text by another that the config gives for it (chapter 7, 1.5). */
import { z } from 'zod';
import type { FieldValue } from '../fields/definition.js';
import { textOf } from '../values/values.js';
import { type ComputedContext, defineComputed } from './definition.js';
import { forEachText } from './each.js';

export const mapper = defineComputed({
  id: 'mapper',
  summary: 'Replaces a text by another that is given for it',
  options: () => ({
    source_id: z.string().describe('The field to map'),
    mappings: z
      .record(z.string(), z.string())
      .describe('Result for each text, which must be the whole of the value, with its capitals'),
    default: z
      .string()
      .nullable()
      .optional()
      .describe('Result for all other texts; when absent they stay as they are'),
  }),
  reads: ({ source_id }) => [source_id],
  compute: (context) =>
    forEachText(context, context.options.source_id, (field, text) => mapped(context, field, text)),
  examples: [
    {
      title: 'a code by its meaning',
      values: { unit: { value: 'ea', type: 'string' } },
      field: { method: { id: 'mapper', source_id: 'unit', mappings: { ea: 'each', dz: 'dozen' } } },
      result: { value: 'each', type: 'string' },
    },
    {
      title: 'without a default, other texts pass through',
      values: { unit: { value: 'pallet', type: 'string' } },
      field: { method: { id: 'mapper', source_id: 'unit', mappings: { ea: 'each' } } },
      result: { value: 'pallet', type: 'string' },
    },
    {
      title: 'a number from a word',
      values: { term: { value: 'dozen', type: 'string' } },
      field: {
        type: 'number',
        method: { id: 'mapper', source_id: 'term', mappings: { dozen: '12' }, default: null },
      },
      result: { source: '12', value: 12, type: 'number' },
    },
  ],
});

interface Mapping {
  readonly mappings: Readonly<Record<string, string>>;
  readonly default?: string | null | undefined;
}

function mapped({ options, typed }: ComputedContext<Mapping>, field: object, text: string): FieldValue {
  const known = find(options.mappings, text) ?? find(options.mappings, sourceOf(field));
  if (known !== undefined) return typed(known);
  if (options.default === null) return null;
  return typed(options.default ?? textOf(field) ?? '');
}

function find(mappings: Mapping['mappings'], text: string | undefined): string | undefined {
  return text !== undefined && Object.hasOwn(mappings, text) ? mappings[text] : undefined;
}

function sourceOf(field: object): string | undefined {
  return 'source' in field && typeof field.source === 'string' ? field.source : undefined;
}
