/**
 * The parts of the grammar that concepts refer to without knowing them: a method has types among its
 * members, a section has fields. Each definition's `options` is given this when the grammar is composed.
 */
import { z } from 'zod';
import { editDistance } from './text-distance.js';
import type { TypeReference } from './types/definition.js';

export interface Grammar {
  /** Any value type. */
  readonly type: z.ZodType<TypeReference, TypeReference>;
  /** A value type that may be a column of a table. */
  readonly columnType: z.ZodType<TypeReference, TypeReference>;
  /** A value type that may stand in `typeFilters`. */
  readonly filterType: z.ZodType<TypeReference, TypeReference>;
  /** A value type inside `compose` or `any`. */
  readonly nestedType: z.ZodType<TypeReference, TypeReference>;
}

/**
 * An object without further members; an unknown one is reported with what is allowed.
 * @param foreign members that are known elsewhere, with what is said of them here
 */
export function closedObject<Shape extends z.ZodRawShape>(
  shape: Shape,
  foreign: Readonly<Record<string, string>> = {},
): z.ZodObject<Shape, z.core.$strict> {
  const allowed = Object.keys(shape);
  const explain = (key: string) => (Object.hasOwn(foreign, key) ? foreign[key] : unknownMember(key, allowed));
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? issue.keys.map(explain).join('\n') : undefined),
  });
}

/** Sentence about a member that does not exist, with the nearest name and all names. */
export function unknownMember(name: string, allowed: readonly string[]): string {
  return `unknown member${suggestion(name, allowed)}${allowed.length === 0 ? '; no members are allowed here' : `; allowed: ${allowed.join(', ')}`}`;
}

/** Begins every suggestion of a name. */
export const DID_YOU_MEAN = 'did you mean';

/** ` (did you mean "…"?)` when a name is close to one of those allowed, else nothing. */
export function suggestion(name: string, allowed: readonly string[]): string {
  const near = nearest(name, allowed);
  return near === undefined ? '' : ` (${DID_YOU_MEAN} "${near}"?)`;
}

/** The allowed name that takes the fewest edits: at most 1 for short names, 2 from four letters, 3 from six. */
export function nearest(name: string, allowed: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of allowed) {
    const limit = Math.min(3, Math.max(1, Math.floor(candidate.length / 2)));
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (edits <= limit && edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/**
 * A union of objects told apart by a literal member. An unknown or missing tag is reported at the tag, with
 * the nearest name and all names; `what` names the thing, e.g. `method`.
 */
export function taggedUnion<
  const Options extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]],
>(tag: string, what: string, options: Options) {
  return z.discriminatedUnion(tag, options, {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? tagProblem(tag, what, [issue.options ?? []].flat().map(String), issue.input)
        : undefined,
  });
}

/** Sentence about a tag that is missing or unknown. */
export function tagProblem(tag: string, what: string, names: readonly string[], input: unknown): string {
  const given = typeof input === 'object' && input !== null ? Reflect.get(input, tag) : undefined;
  const allowed = names.join(', ');
  if (given === undefined) return `"${tag}" is required and names the ${what}; allowed: ${allowed}`;
  if (typeof given !== 'string')
    return `"${tag}" must be a string that names the ${what}; allowed: ${allowed}`;
  return `unknown ${what} "${given}"${suggestion(given, names)}; allowed: ${allowed}`;
}

/** Which option of a union a value is meant for, or what keeps it from being any. */
export type UnionChoice =
  | { readonly option: z.ZodType<object, object> }
  | { readonly path: readonly (string | number)[]; readonly code: string; readonly message: string };

interface ChosenUnionDefinition extends z.core.$ZodUnionDef {
  readonly choose: (value: unknown) => UnionChoice;
}

/** A union that looks at one option only: problems are those of the option that the value is meant for. */
const ChosenUnion = z.core.$constructor<z.ZodUnion, ChosenUnionDefinition>(
  'ChosenUnion',
  (schema, definition) => {
    z.ZodUnion.init(schema, definition as never);
    schema._zod.parse = (payload, context) => {
      const choice = definition.choose(payload.value);
      if ('option' in choice) return choice.option._zod.run(payload, context);
      const { path, code, message } = choice;
      payload.issues.push({
        code: 'custom',
        path: [...path],
        message,
        params: { code },
        input: payload.value,
        inst: schema,
      });
      return payload;
    };
  },
);

/**
 * A union of objects whose option a function chooses. Where options nest in each other, this keeps the time
 * linear, too.
 */
export function chosenUnion(
  options: readonly z.ZodType<object, object>[],
  choose: (value: unknown) => UnionChoice,
): z.ZodType<object, object> {
  return new ChosenUnion({ type: 'union', options, choose }) as unknown as z.ZodType<object, object>;
}
