/** `concat`: joins texts. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import { z } from 'zod';
import { settled, withDefault } from '../defaults.js';
import type { FieldValue } from '../language.js';
import { type ComputedContext, defineComputed } from './definition.js';
import { shapeOf, textOf } from './shapes.js';
import { namedIds, type SourceIds, sourceIdsSchema } from './sources.js';

/** The text of a single value, or one text for each element of an array. */
type Part = string | readonly (string | null)[];

const members = {
  source_ids: sourceIdsSchema.describe('Fields to join, in order; those without a value are left out'),
  delimiter: withDefault(z.string(), ' ').describe('Text between them'),
};

export const concat = defineComputed({
  id: 'concat',
  summary: 'Joins the texts of other fields',
  options: () => members,
  reads: ({ source_ids }) => namedIds(source_ids),
  async compute(context) {
    const { delimiter, source_ids } = settled(members, context.options);
    const parts = partsOf(context, source_ids);
    const arrays = parts.filter((part) => typeof part !== 'string');
    const length = arrays[0]?.length ?? 0;
    if (arrays.length === 0 || arrays.some((array) => array.length !== length)) {
      return joined(context, parts.map(firstText), delimiter);
    }
    const single = parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);
    context.scope.run.budget.reserveText(length * (single + parts.length * delimiter.length));
    const values: FieldValue[] = [];
    for (let i = 0; i < length; i++) {
      await context.turn();
      const texts = parts.map((part) => (typeof part === 'string' ? part : (part[i] ?? null)));
      const isNull = arrays.every((array) => array[i] === null);
      values.push(isNull ? null : joined(context, texts, delimiter));
    }
    return values;
  },
  examples: [
    {
      title: 'a name from its parts',
      values: {
        first: { value: 'Ada', type: 'string' },
        middle: null,
        last: { value: 'Byron', type: 'string' },
      },
      field: { method: { id: 'concat', source_ids: ['first', 'middle', 'last'] } },
      result: { value: 'Ada Byron', type: 'string' },
    },
    {
      title: 'arrays of one length element by element, single values with each',
      values: {
        street: [
          { value: '1 Elm Row', type: 'string' },
          { value: '2 Oak Way', type: 'string' },
        ],
        town: { value: 'Bath', type: 'string' },
      },
      field: { method: { id: 'concat', source_ids: ['street', 'town'], delimiter: ', ' } },
      result: [
        { value: '1 Elm Row, Bath', type: 'string' },
        { value: '2 Oak Way, Bath', type: 'string' },
      ],
    },
  ],
});

/** The texts of the sources in order, each source read once however often it is named. */
function partsOf(context: ComputedContext<unknown>, sources: SourceIds): Part[] {
  const ids = context.sources(sources);
  const parts = new Map<string, Part | null>();
  for (const id of new Set(ids)) {
    const report = () =>
      context.report(`${JSON.stringify(id)} is not text: a table or a group of sections cannot be joined`);
    parts.set(id, partOf(context.value(id), report));
  }
  return ids.map((id) => parts.get(id) ?? null).filter((part) => part !== null);
}

function partOf(value: FieldValue, report: () => void): Part | null {
  const shape = shapeOf(value);
  if (shape === 'field') return textOf(value);
  if (shape === 'fields') return (value as FieldValue[]).map(textOf);
  if (shape !== 'none') report();
  return null;
}

function firstText(part: Part): string | null {
  return typeof part === 'string' ? part : (part[0] ?? null);
}

function joined(
  { typed, scope }: ComputedContext<unknown>,
  texts: readonly (string | null)[],
  delimiter: string,
): FieldValue {
  const present = texts.filter((text) => text !== null);
  if (present.length === 0) return null;
  const characters = present.reduce((sum, text) => sum + text.length + delimiter.length, 0);
  scope.run.budget.reserveText(characters);
  return typed(present.join(delimiter));
}
