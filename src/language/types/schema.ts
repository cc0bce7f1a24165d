/** The grammar of type references: the id of a type, or an object with `id` and members. */
// See docs/language/04-types.md#42-configuration-forms-and-validation
import * as z from 'zod';
import {
  type ChooseOption,
  definitionObject,
  type Nesting,
  shapeOf,
  suggestion,
  taggedUnion,
  tagProblem,
  titled,
  type UnionChoice,
  warningsOf,
  withWarnings,
  writtenObject,
} from '../../foundation/schema/grammar.js';
import type { Grammar, TypeReference } from '../../foundation/schema/language.js';
import type { TypeDefinition } from './definition.js';
import { idOf } from './nested.js';

/** How deep `compose` and `any` may be nested. */
// See docs/language/04-types.md#42-configuration-forms-and-validation
const DEEPEST_NESTING = 16;

type Place = keyof Grammar;
type ReferenceSchema = z.ZodType<TypeReference, TypeReference>;

/** Which note of a definition keeps it out of a place. */
const UNFIT: Readonly<Record<Place, keyof NonNullable<TypeDefinition['unfit']> | undefined>> = {
  type: undefined,
  columnType: 'columns',
  filterType: undefined,
  nestedType: 'nested',
};

/** What a reference is called in each place. */
const PLACE_TITLES: Readonly<Record<Place, string>> = {
  type: 'value type',
  columnType: 'column type',
  filterType: 'filter type',
  nestedType: 'nested type',
};

/** What is allowed in a place. */
interface PlaceTypes {
  readonly place: Place;
  /** All of the language, by id. */
  readonly definitions: ReadonlyMap<string, TypeDefinition>;
  /** Ids that are allowed without an object. */
  readonly plain: z.ZodType<string, string>;
  /** Objects that are allowed here, by their id. */
  readonly objects: ReadonlyMap<string, z.ZodType>;
}

/** Strings are ids; objects are distinguished by `id`. */
function referenceChooser(types: PlaceTypes, nesting: Nesting): ChooseOption {
  return (value): UnionChoice => {
    if (typeof value === 'string') {
      const message = plainProblem(value, types);
      return message === undefined ? { option: types.plain } : { path: [], code: 'unknown_type', message };
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const form = 'the id of a type, or an object with "id"';
      return value === undefined
        ? { path: [], code: 'required', message: `is required (${form})` }
        : { path: [], code: 'invalid_type', message: `must be ${form}` };
    }
    const id: unknown = Reflect.get(value, 'id');
    const option = typeof id === 'string' ? types.objects.get(id) : undefined;
    if (!option) {
      const code = id === undefined ? 'required' : 'unknown_type';
      return { path: ['id'], code, message: objectProblem(id, value, types) };
    }
    if (nesting.depth > DEEPEST_NESTING) {
      const message = `types may be nested at most ${DEEPEST_NESTING} deep`;
      return { path: [], code: 'invalid_value', message };
    }
    return { option, nesting };
  };
}

/** A type that does not filter, such as `any` with `string`, which takes every line; it may be in `typeFilters`. */
function unfitInside(
  reference: TypeReference,
  definitions: PlaceTypes['definitions'],
): { readonly message: string; readonly path: readonly (string | number)[] } | undefined {
  const definition = definitions.get(idOf(reference));
  const own = definition?.unfit?.typeFilters;
  if (own !== undefined) return { message: `the type ${idOf(reference)} is not a filter: ${own}`, path: [] };
  const types = typeof reference === 'string' ? undefined : reference['types'];
  if (definition?.unfitThrough === undefined || !Array.isArray(types)) return undefined;
  const found = types.map((type, i) => {
    const inner = isReference(type) ? unfitInside(type, definitions) : undefined;
    return inner && { ...inner, path: ['types', i, ...inner.path] };
  });
  return definition.unfitThrough === 'some' || !found.includes(undefined) ? found.find(Boolean) : undefined;
}

function isReference(value: unknown): value is TypeReference {
  if (typeof value === 'string') return true;
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

function plainProblem(id: string, { definitions, place, objects }: PlaceTypes): string | undefined {
  const definition = definitions.get(id);
  if (definition?.plain && objects.has(id)) return undefined;
  const unfit = unfitReason(definition, place);
  if (unfit !== undefined) return unfit;
  const allowed = [...objects.keys()];
  if (!definition) return `unknown type "${id}"${suggestion(id, allowed)}; allowed: ${allowed.join(', ')}`;
  return `the type ${id} needs members: write ${writtenObject(shapeOf(objects.get(id)), id)}`;
}

function objectProblem(id: unknown, value: object, { definitions, place, objects }: PlaceTypes): string {
  const definition = typeof id === 'string' ? definitions.get(id) : undefined;
  return unfitReason(definition, place) ?? tagProblem('id', 'type', [...objects.keys()], value);
}

function unfitReason(definition: TypeDefinition | undefined, place: Place): string | undefined {
  const note = UNFIT[place];
  const reason = note === undefined ? undefined : definition?.unfit?.[note];
  return reason === undefined ? undefined : `the type ${definition?.id} is not allowed here: ${reason}`;
}

/** Composes the schemas of type references from the definitions. */
export function typeGrammar(definitions: readonly TypeDefinition[]): Grammar {
  const later = (place: Place): ReferenceSchema => z.lazy(() => grammar[place]);
  const nested: Grammar = {
    type: later('type'),
    columnType: later('columnType'),
    filterType: later('filterType'),
    nestedType: later('nestedType'),
  };
  const objects = new Map(definitions.map((definition) => [definition.id, objectSchema(definition, nested)]));
  const nesting: Nesting = { depth: 0 };
  const build = (place: Place) => referenceSchema(place, definitions, objects, nesting);
  const grammar: Grammar = {
    type: build('type'),
    columnType: build('columnType'),
    filterType: build('filterType'),
    nestedType: build('nestedType'),
  };
  return grammar;
}

/** Schema of `{id, …members}` of one type. */
function objectSchema(definition: TypeDefinition, grammar: Grammar): z.ZodType {
  return definitionObject(
    `${definition.id} type`,
    { id: z.literal(definition.id), ...definition.options(grammar) },
    definition,
  );
}

function referenceSchema(
  place: Place,
  definitions: readonly TypeDefinition[],
  objects: ReadonlyMap<string, z.ZodType>,
  nesting: Nesting,
): ReferenceSchema {
  const fitting = definitions.filter((definition) => unfitReason(definition, place) === undefined);
  const own = new Map(fitting.map(({ id }) => [id, objects.get(id)!]));
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const plain = withWarnings(
    z.enum(fitting.filter((definition) => definition.plain).map(({ id }) => id)),
    // The id alone means the object without members; parsing fills in the defaults of a host's type.
    (id, at) => warningsOf(own.get(id)!, own.get(id)!.parse({ id }), at),
  );
  const types: PlaceTypes = { place, definitions: byId, plain, objects: own };
  const schema = titled(
    PLACE_TITLES[place],
    taggedUnion([plain, ...own.values()], referenceChooser(types, nesting)),
  );
  const reference = schema as unknown as ReferenceSchema;
  if (place !== 'filterType') return reference;
  return withWarnings(reference, (type) => {
    const unfit = unfitInside(type, byId);
    return unfit ? [{ ...unfit, code: 'doubtful_type' }] : [];
  });
}
