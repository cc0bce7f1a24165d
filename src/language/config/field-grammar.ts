/** The grammar of fields in every place that may hold some. */
// See docs/language/06-sections-and-field-kinds.md#71-telling-the-kinds-apart
// See docs/language/06-sections-and-field-kinds.md#72-where-each-kind-is-allowed
import * as z from 'zod';
import { shortened } from '../../errors.js';
import {
  nearest,
  notAnObject,
  shapeOf,
  suggestion,
  taggedUnion,
  tagProblem,
  titled,
  type UnionChoice,
  withWarnings,
  writtenObject,
} from '../../foundation/schema/grammar.js';
import type { FieldPlace } from '../../foundation/schema/language.js';
import type { FieldLanguage, KindGrammar } from '../fields/definition.js';
import { type FieldKind, methodIdOf } from '../fields/definition.js';

/** Where fields are, for messages. */
const PLACE_NAMES: Readonly<Record<FieldPlace, string>> = {
  fields: 'in fields',
  computed_fields: 'in computed_fields',
  sections: 'in sections',
  addComputedFields: 'in the fields of addComputedFields',
  cellRows: 'in the fields of cellRows',
};

/** What any field is called in each place. */
const PLACE_TITLES: Readonly<Record<FieldPlace, string>> = {
  fields: 'field',
  computed_fields: 'computed array field',
  sections: 'sections element',
  addComputedFields: 'row computation',
  cellRows: 'row field',
};

/** What a field of a kind is called, as other places allow other fields inside it. */
function kindTitle(id: string, place: FieldPlace): string {
  if (place === 'fields' || (place === 'cellRows' && id === 'cell')) return `${id} field`;
  return `${id} ${PLACE_TITLES[place]}`;
}

/**
 * The schemas of fields, by place.
 * @param grammar asked for when a schema is first used
 */
export function fieldSchemas(
  kinds: readonly FieldKind<object>[],
  grammar: () => KindGrammar,
  language: () => FieldLanguage,
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
  grammar: KindGrammar,
  language: FieldLanguage,
): z.ZodType<object, object> {
  const here = new Map(
    kinds
      .filter(({ places }) => places.includes(place))
      .map((kind) => [kind, kindSchema(kind, place, grammar, language)] as const),
  );
  const known = new Set(kinds.flatMap((kind) => kind.methodIds(grammar)));
  const typeIds = new Set(kinds.filter((kind) => kind.methodIds(grammar).length === 0).map(({ id }) => id));
  // The plainest kinds are asked last; their methods are those that most authors mean.
  const allowed = [...here.keys()].reverse().flatMap((kind) => kind.methodIds(grammar));
  /** The field with the method that its own nearly names; undefined where there is none. */
  const meantAs = (value: object, methodId: string) => {
    const id = nearest(methodId, allowed);
    if (id === undefined || !('method' in value)) return undefined;
    const meant = { ...value, method: { ...(value.method as object), id } };
    const kind = kinds.find((candidate) => candidate.matches(meant, language));
    const option = kind && here.get(kind);
    return option && { option, value: meant };
  };
  const union = taggedUnion([...here.values()], (value): UnionChoice => {
    if (typeof value === 'string') {
      const message = notAnObject(writtenObject(shapeOf([...here.values()].at(-1)), value));
      return { path: [], code: 'invalid_type', message };
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { expected: 'object' };
    const methodId = methodIdOf(value);
    const hasKindType = 'type' in value && typeof value.type === 'string' && typeIds.has(value.type);
    if (methodId !== undefined && !known.has(methodId) && !hasKindType) {
      const message = tagProblem('id', 'method', allowed, { id: methodId });
      return { path: ['method', 'id'], code: 'invalid_value', message, meant: meantAs(value, methodId) };
    }
    if (methodId === undefined && !hasKindType && nearKind(value, [...typeIds]) !== '') {
      return { path: ['type'], code: 'unknown_kind', message: unknownKind(value, [...typeIds]) };
    }
    const kind = kinds.find((candidate) => candidate.matches(value, language));
    if (!kind) return { path: [], code: 'unknown_kind', message: unknownKind(value, [...typeIds]) };
    const schema = here.get(kind);
    if (schema) return { option: schema };
    if ('method' in value && typeof value.method === 'string') {
      const message = notAnObject(`{"id": ${JSON.stringify(shortened(value.method))}, …}`);
      return { path: ['method'], code: 'invalid_type', message };
    }
    // What lacks all marks of another kind is meant as the only kind that may be here.
    const [only, ...others] = here.values();
    if (only && others.length === 0 && kind.id === 'simple' && !('method' in value)) return { option: only };
    const message = `fields of the kind ${methodId ?? kind.id} are not allowed ${PLACE_NAMES[place]}`;
    return { path: [], code: 'wrong_place', message };
  });
  return titled(PLACE_TITLES[place], union);
}

function kindSchema(
  kind: FieldKind<object>,
  place: FieldPlace,
  grammar: KindGrammar,
  language: FieldLanguage,
): z.ZodType<object, object> {
  return withWarnings(
    titled(kindTitle(kind.id, place), kind.schema(grammar, place)).meta({ completionDetail: groupOf(kind) }),
    (field) => kind.warnings?.(field, language) ?? [],
  );
}

/** What editors call the methods of a kind. */
function groupOf({ id, cost }: FieldKind<object>): string {
  if (cost === 'model') return 'asks a language model';
  return id === 'simple' || id === 'cell' ? 'reads the page' : 'works on other values';
}

function unknownKind(value: object, ids: readonly string[]): string {
  return `unknown field kind${nearKind(value, ids)}: a field has a "method", or a "type" that names its kind`;
}

/** The hint at a kind of field that a type nearly names; nothing where there is none. */
function nearKind(value: object, ids: readonly string[]): string {
  return 'type' in value && typeof value.type === 'string' ? suggestion(value.type, ids) : '';
}
