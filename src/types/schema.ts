/** The grammar of type references: the id of a type, or an object with `id` and members (chapter 4, 4.2). */
import { z } from 'zod';
import { closedObject, type Grammar, suggestion, tagProblem } from '../grammar.js';
import type { TypeDefinition, TypeReference } from './definition.js';

/** Most times that compose and any may stand inside each other (chapter 4, 4.2). */
export const DEEPEST_NESTING = 16;

type Place = keyof Grammar;
type ReferenceSchema = z.ZodType<TypeReference, TypeReference>;

/** Which note of a definition keeps it out of a place. */
const UNFIT: Readonly<Record<Place, keyof NonNullable<TypeDefinition['unfit']> | undefined>> = {
  type: undefined,
  columnType: 'columns',
  filterType: 'typeFilters',
  nestedType: 'nested',
};

/** How deep the reference that is being read stands inside others; shared by the schemas of one grammar. */
interface Depth {
  current: number;
}

/** What a reference schema is made of, beside the options that JSON Schema is derived from. */
interface ReferenceDef extends z.core.$ZodUnionDef {
  readonly definitions: ReadonlyMap<string, TypeDefinition>;
  readonly objects: ReadonlyMap<string, z.ZodType>;
  readonly place: Place;
  readonly depth: Depth;
}

interface ReferenceUnion extends z.ZodUnion {
  readonly _zod: z.ZodUnion['_zod'] & { readonly def: ReferenceDef };
}

/**
 * A union that knows from its input which branch is meant, so that problems are reported at their own place:
 * strings are ids, objects are told apart by `id`.
 */
const ReferenceUnion = z.core.$constructor<ReferenceUnion, ReferenceDef>(
  'AnchorlineTypeReference',
  (inst, def) => {
    z.ZodUnion.init(inst, def);
    inst._zod.parse = (payload, context) => {
      const { value } = payload;
      const add = (message: string, path: PropertyKey[] = [], code = 'invalid_value') => {
        payload.issues.push({ code: 'custom', input: value, inst, path, message, params: { code } });
        return payload;
      };
      if (typeof value === 'string') {
        const problem = plainProblem(value, def);
        return problem === undefined ? payload : add(problem, [], 'unknown_type');
      }
      if (value === undefined)
        return add('is required (the id of a type, or an object with "id")', [], 'required');
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return add('must be the id of a type, or an object with "id"', [], 'invalid_type');
      }
      const id: unknown = Reflect.get(value, 'id');
      const schema = typeof id === 'string' ? def.objects.get(id) : undefined;
      if (!schema)
        return add(objectProblem(id, value, def), ['id'], id === undefined ? 'required' : 'unknown_type');
      const { depth } = def;
      if (depth.current > DEEPEST_NESTING) return add(`types may be nested at most ${DEEPEST_NESTING} deep`);
      depth.current += 1;
      try {
        return schema._zod.run(payload, context);
      } finally {
        depth.current -= 1;
      }
    };
  },
);

function plainProblem(id: string, { definitions, place, objects }: ReferenceDef): string | undefined {
  const definition = definitions.get(id);
  if (definition?.plain && objects.has(id)) return undefined;
  const unfit = unfitReason(definition, place);
  if (unfit !== undefined) return unfit;
  const allowed = [...objects.keys()];
  if (!definition) return `unknown type "${id}"${suggestion(id, allowed)}; allowed: ${allowed.join(', ')}`;
  return `the type ${id} needs members: write {"id": "${id}", ${requiredMembers(objects.get(id))}}`;
}

function objectProblem(id: unknown, value: object, { definitions, place, objects }: ReferenceDef): string {
  const definition = typeof id === 'string' ? definitions.get(id) : undefined;
  return unfitReason(definition, place) ?? tagProblem('id', 'type', [...objects.keys()], value);
}

function unfitReason(definition: TypeDefinition | undefined, place: Place): string | undefined {
  const note = UNFIT[place];
  const reason = note === undefined ? undefined : definition?.unfit?.[note];
  return reason === undefined ? undefined : `the type ${definition?.id} cannot stand here: ${reason}`;
}

/** The required members of a type, as a config would write them. */
function requiredMembers(schema: z.ZodType | undefined): string {
  const shape = schema instanceof z.ZodObject ? schema.shape : {};
  return Object.entries(shape)
    .filter(([member, value]) => member !== 'id' && !z.safeParse(value as z.ZodType, undefined).success)
    .map(([member]) => `"${member}": …`)
    .join(', ');
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
  const depth: Depth = { current: 0 };
  const build = (place: Place) => referenceSchema(place, definitions, objects, depth);
  const grammar: Grammar = {
    type: build('type'),
    columnType: build('columnType'),
    filterType: build('filterType'),
    nestedType: build('nestedType'),
  };
  return grammar;
}

/** Schema of `{id, …members}` of one type. */
export function objectSchema(definition: TypeDefinition, grammar: Grammar): z.ZodType {
  const shape = closedObject({ id: z.literal(definition.id), ...definition.options(grammar) });
  const { check } = definition;
  const checked = check ? shape.superRefine((options, context) => check(options, context)) : shape;
  return checked.describe(definition.summary);
}

function referenceSchema(
  place: Place,
  definitions: readonly TypeDefinition[],
  objects: ReadonlyMap<string, z.ZodType>,
  depth: Depth,
): ReferenceSchema {
  const fitting = definitions.filter((definition) => unfitReason(definition, place) === undefined);
  const own = new Map(fitting.map(({ id }) => [id, objects.get(id)!]));
  const plain = fitting.filter((definition) => definition.plain).map(({ id }) => id);
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const options = [z.enum(plain), ...own.values()];
  const schema = new ReferenceUnion({
    type: 'union',
    options,
    definitions: byId,
    objects: own,
    place,
    depth,
  });
  return schema as unknown as ReferenceSchema;
}
