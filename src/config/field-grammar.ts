/** The grammar of fields in every place where some may stand (chapter 6, 7.1 and 7.2). */
import { z } from 'zod';
import { type FieldKind, type FieldPlace, methodIdOf } from '../fields/definition.js';
import { chosenUnion, suggestion, tagProblem, type UnionChoice } from '../grammar.js';
import type { FieldGrammar, Language } from './schema.js';

/** Where fields stand, for messages. */
const PLACE_NAMES: Readonly<Record<FieldPlace, string>> = {
  fields: 'in fields',
  computed_fields: 'in computed_fields',
  sections: 'in sections',
  addComputedFields: 'in the fields of addComputedFields',
  cellRows: 'in the fields of cellRows',
};

/**
 * The schemas of fields, by place.
 * @param grammar asked for when a schema is first used
 */
export function fieldSchemas(
  kinds: readonly FieldKind<object>[],
  grammar: () => FieldGrammar,
  language: () => Language,
): Readonly<Record<FieldPlace, z.ZodType<object, object>>> {
  const schemaIn = (place: FieldPlace) => z.lazy(() => fieldSchema(place, kinds, grammar(), language()));
  return {
    fields: schemaIn('fields'),
    computed_fields: schemaIn('computed_fields'),
    sections: schemaIn('sections'),
    addComputedFields: schemaIn('addComputedFields'),
    cellRows: schemaIn('cellRows'),
  };
}

function fieldSchema(
  place: FieldPlace,
  kinds: readonly FieldKind<object>[],
  grammar: FieldGrammar,
  language: Language,
): z.ZodType<object, object> {
  const here = new Map(
    kinds
      .filter(({ places }) => places.includes(place))
      .map((kind) => [kind, kind.schema(grammar, place)] as const),
  );
  const known = new Set(kinds.flatMap((kind) => kind.methodIds(grammar)));
  const typeIds = new Set(kinds.filter((kind) => kind.methodIds(grammar).length === 0).map(({ id }) => id));
  const allowed = [...here.keys()].flatMap((kind) => kind.methodIds(grammar));
  return chosenUnion([...here.values()], (value): UnionChoice => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return notAnObject(value);
    const methodId = methodIdOf(value);
    const hasKindType = 'type' in value && typeof value.type === 'string' && typeIds.has(value.type);
    if (methodId !== undefined && !known.has(methodId) && !hasKindType) {
      const message = tagProblem('id', 'method', allowed, { id: methodId });
      return { path: ['method', 'id'], code: 'invalid_value', message };
    }
    const kind = kinds.find((candidate) => candidate.matches(value, language));
    if (!kind) return { path: [], code: 'unknown_kind', message: unknownKind(value, [...here.keys()]) };
    const schema = here.get(kind);
    if (schema) return { option: schema };
    // What lacks all marks of another kind is meant as the only kind that may stand here.
    const [only, ...others] = here.values();
    if (only && others.length === 0 && kind.id === 'simple' && !('method' in value)) return { option: only };
    const message = `a field of the kind ${methodId ?? kind.id} may not stand ${PLACE_NAMES[place]}`;
    return { path: [], code: 'wrong_place', message };
  });
}

function notAnObject(value: unknown): UnionChoice {
  const given = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  return { path: [], code: 'invalid_type', message: `must be an object, not ${given}` };
}

function unknownKind(value: object, here: readonly FieldKind<object>[]): string {
  const types = here.map(({ id }) => id);
  const hint = 'type' in value && typeof value.type === 'string' ? suggestion(value.type, types) : '';
  return `unknown field kind${hint}: a field has a "method", or a "type" that names its kind`;
}
