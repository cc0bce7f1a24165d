/** `mapper`: replaces a text with another that the config gives for it. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import * as z from 'zod';
import type { FieldValue } from '../../foundation/schema/language.js';
import { withPlainSpaces } from '../../page/document/cleaning.js';
import { type ComputedContext, defineComputed } from './definition.js';
import { forEachText } from './each.js';
import { valueText } from './shapes.js';

export const mapper = defineComputed({
  id: 'mapper',
  summary: 'Replaces a text with another that the config gives for it',
  options: () => ({
    source_id: z.string().describe('The field to map'),
    mappings: z
      .record(z.string(), z.string())
      .describe('Result for each text; the whole value must be this text, in the same letter case'),
    default: z
      .string()
      .nullable()
      .optional()
      .describe('Result for all other texts; without it, they stay as they are'),
  }),
  reads: ({ source_id }) => [source_id],
  compute(context) {
    const lookup = lookupIn(context.options.mappings);
    return forEachText(context, context.options.source_id, (field, text) =>
      mapped(context, lookup, field, text),
    );
  },
  examples: [
    {
      title: 'a code replaced with its meaning',
      values: { unit: { value: 'ea', type: 'string' } },
      field: { method: { id: 'mapper', source_id: 'unit', mappings: { ea: 'each', dz: 'dozen' } } },
      result: { value: 'each', type: 'string' },
    },
    {
      title: 'without default, other texts pass through',
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

type Lookup = (text: string | undefined) => string | undefined;

function mapped(
  { options, typed }: ComputedContext<Mapping>,
  lookup: Lookup,
  field: object,
  text: string,
): FieldValue {
  const known = lookup(text) ?? lookup(sourceOf(field));
  if (known !== undefined) return typed(known);
  if (options.default === null) return null;
  return typed(options.default ?? valueText(field) ?? '');
}

/** Finds the result for a text: under its own key, else under the first that differs in the kind of spaces only. */
function lookupIn(mappings: Mapping['mappings']): Lookup {
  const alike = new Map(
    Object.entries(mappings)
      .reverse()
      .map(([key, result]) => [withPlainSpaces(key), result]),
  );
  return (text) => {
    if (text === undefined) return undefined;
    return Object.hasOwn(mappings, text) ? mappings[text] : alike.get(withPlainSpaces(text));
  };
}

function sourceOf(field: object): string | undefined {
  return 'source' in field && typeof field.source === 'string' ? field.source : undefined;
}
