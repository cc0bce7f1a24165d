/** `concat`: joins texts. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import type { FieldValue } from '../../foundation/schema/language.js';
import { type ComputedContext, defineComputed } from './definition.js';
import { isField, shapeOf, valueText } from './shapes.js';
import { namedIds, type SourceIds, sourceIdsSchema } from './sources.js';

/** What a single value gives to the joined text: its text, or the number that it is. */
type Piece = string | number;

/** The piece of a single value, or one for each element of an array. */
type Part = Piece | readonly (Piece | null)[];

const members = {
  source_ids: sourceIdsSchema.describe('Fields to join, in order; those without a value are left out'),
  delimiter: withDefault(z.string(), ' ').describe('Text between them'),
};

export const concat = defineComputed({
  id: 'concat',
  summary: 'Joins the texts of other fields',
  countsOnce: true,
  options: () => members,
  reads: ({ source_ids }) => namedIds(source_ids),
  async compute(context) {
    const { delimiter, source_ids } = settled(members, context.options);
    const parts = partsOf(context, source_ids);
    const arrays = parts.filter((part) => typeof part === 'object');
    const length = arrays[0]?.length ?? 0;
    if (arrays.length === 0 || arrays.some((array) => array.length !== length)) {
      return joined(context, parts.map(firstPiece), delimiter);
    }
    const single = parts.reduce<number>(
      (sum, part) => sum + (typeof part === 'object' ? 0 : String(part).length),
      0,
    );
    context.scope.run.budget.reserveText(length * (single + parts.length * delimiter.length));
    const values: FieldValue[] = [];
    for (let i = 0; i < length; i++) {
      await context.turn();
      const pieces = parts.map((part) => (typeof part === 'object' ? (part[i] ?? null) : part));
      const isNull = arrays.every((array) => array[i] === null);
      values.push(isNull ? null : joined(context, pieces, delimiter));
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

/** The pieces of the sources in order, each source read once however often it is named. */
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
  if (shape === 'field') return pieceOf(value);
  if (shape === 'fields') return (value as FieldValue[]).map(pieceOf);
  if (shape !== 'none') report();
  return null;
}

function pieceOf(value: FieldValue): Piece | null {
  return isField(value) && typeof value.value === 'number' ? value.value : valueText(value);
}

function firstPiece(part: Part): Piece | null {
  return typeof part === 'object' ? (part[0] ?? null) : part;
}

function joined(
  { typed, scope }: ComputedContext<unknown>,
  pieces: readonly (Piece | null)[],
  delimiter: string,
): FieldValue {
  const present = pieces.filter((piece) => piece !== null);
  const [only] = present;
  if (only === undefined) return null;
  // A field that is only given another type keeps its number, which need not look like a printed one.
  if (present.length === 1 && typeof only === 'number') return typed(only);
  const texts = present.map(String);
  const characters = texts.reduce((sum, text) => sum + text.length + delimiter.length, 0);
  scope.run.budget.reserveText(characters);
  return typed(texts.join(delimiter));
}
