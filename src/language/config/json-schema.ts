/**
 * The JSON Schema of configs, with which editors complete and check them. A union of objects says by which member its
 * choices are distinguished (`if`, `then`), so that an editor offers all method ids, then the members of the chosen
 * method, and blames the member that is wrong.
 */
import { memo } from '../../foundation/objects/memo.js';
import { builtInLanguage, type Language } from './schema.js';
import {
  alternativesOf,
  type JsonSchema,
  mapSchema,
  referredName,
  type SchemaParts,
  schemaParts,
} from './schema-parts.js';

/**
 * The JSON Schema of a language's configs. Parts that occur several times are written once, under `$defs`. Checks
 * that a schema cannot express (patterns that JavaScript takes, members that depend on each other) are left
 * to `validateConfig`.
 * @returns a schema of the caller's own: editors and validators write into what they are given
 */
export function configJsonSchema(language: Language = builtInLanguage()): JsonSchema {
  return structuredClone(madeOnce(language));
}

/** To make it takes most of a second. */
const madeOnce = memo((language: Language): JsonSchema => {
  const parts = schemaParts(language);
  const choose = (part: JsonSchema) => mapSchema(part, (inner) => withChoice(inner, parts));
  const $defs = Object.fromEntries([...parts.parts].map(([name, part]) => [name, choose(part)]));
  const { $schema, ...root } = choose(parts.root);
  return { $schema, title: 'Anchorline config', ...root, $defs } as JsonSchema;
});

/** A member that distinguishes objects, and the values that mean one of them. */
interface Tag {
  /** `['type']`, or `['method', 'id']` for a member of a member. */
  readonly path: readonly string[];
  readonly values: ReadonlyMap<string, string | undefined>;
}

/** The schema, in which a union of several objects says how they are distinguished. */
function withChoice(part: JsonSchema, parts: SchemaParts): JsonSchema {
  const written = alternativesOf(part);
  if (!written) return part;
  const { anyOf: _, oneOf: __, ...rest } = part;
  const all = written.flatMap((each) => flattened(each, parts));
  const objects = all.filter((each) => isObject(each, parts));
  if (objects.length < 2) return part;
  const choice = choiceAmong(objects, parts);
  if (!choice) return part;
  const others = all.filter((each) => !objects.includes(each));
  return others.length === 0 ? { ...rest, ...choice } : { ...rest, anyOf: [...others, choice] };
}

/** An alternative, or those of the union that it refers to if they are not all objects. */
function flattened(alternative: JsonSchema, parts: SchemaParts): readonly JsonSchema[] {
  if (isObject(alternative, parts)) return [alternative];
  const inner = alternativesOf(resolved(alternative, parts));
  return inner ? inner.flatMap((each) => flattened(each, parts)) : [alternative];
}

function resolved(part: JsonSchema, parts: SchemaParts): JsonSchema {
  const name = referredName(part);
  const target = name === undefined ? undefined : parts.parts.get(name);
  return target ? resolved(target, parts) : part;
}

/** Whether a schema takes nothing but objects with declared members. */
function isObject(part: JsonSchema, parts: SchemaParts): boolean {
  const schema = resolved(part, parts);
  const alternatives = alternativesOf(schema);
  if (alternatives) return alternatives.every((each) => isObject(each, parts));
  return schema.type === 'object' && schema.properties !== undefined;
}

/** Deepest member that distinguishes objects: the id of a method. */
const TAG_PATHS = [['type'], ['id'], ['direction'], ['method', 'id']] as const;

/** The schema of an object that is one of several; undefined when nothing distinguishes them. */
function choiceAmong(objects: readonly JsonSchema[], parts: SchemaParts): JsonSchema | undefined {
  const shared = TAG_PATHS.map((path) => objects.map((each) => tagAt(each, path, parts))).find(
    (tags) => tags.every((tag) => tag !== undefined) && areDisjoint(tags),
  );
  if (shared) return byOneTag(objects, shared as Tag[]);
  const tags = objects.map((each) => ownTag(each, objects, parts));
  const rest = objects.filter((_, i) => tags[i] === undefined);
  return rest.length > 1 ? bySeveralMembers(objects, rest, parts) : byOwnTags(objects, tags, rest[0], parts);
}

/** Every object has one and the same required member, with values of its own. */
function byOneTag(objects: readonly JsonSchema[], tags: readonly Tag[]): JsonSchema {
  const [first] = tags;
  return {
    type: 'object',
    ...offered(first!.path, tags, true),
    allOf: objects.map((object, i) => branch(conditionOf(tags[i]!), object)),
  } as JsonSchema;
}

/** Each object has a member that distinguishes it from the others; an object with none of these values is the last. */
function byOwnTags(
  objects: readonly JsonSchema[],
  tags: readonly (Tag | undefined)[],
  rest: JsonSchema | undefined,
  parts: SchemaParts,
): JsonSchema {
  const known = tags.filter((tag) => tag !== undefined);
  const paths = [...new Map(known.map(({ path }) => [path.join('.'), path])).values()];
  const fallback = rest ?? objects.at(-1)!;
  // The plainest objects are the last: their values are offered first.
  const groups = new Map(objects.map((object, i) => [tags[i], groupOf(object, parts)] as const).reverse());
  const offers = paths.map((path) =>
    offered(
      path,
      [...groups.keys()].filter((tag) => tag !== undefined && tag.path.join() === path.join()) as Tag[],
      false,
      memberOf(fallback, path[0]!, parts),
      groups,
    ),
  );
  const chosen = objects.flatMap((object, i) => {
    const tag = tags[i];
    return tag ? [branch(conditionOf(tag), object)] : [];
  });
  // An unknown id of a method is reported once, not again by the object that takes the rest.
  const meant = known.map((tag) => (tag.path.length > 1 ? presence(tag.path) : conditionOf(tag)));
  const unique = [...new Map(meant.map((each) => [JSON.stringify(each), each])).values()];
  return {
    type: 'object',
    allOf: [...offers, ...chosen, { if: { anyOf: unique }, else: fallback }],
  } as JsonSchema;
}

/**
 * Objects that are distinguished by members of their own, or by a tag; the last one is the object with none of them.
 */
function bySeveralMembers(
  objects: readonly JsonSchema[],
  untagged: readonly JsonSchema[],
  parts: SchemaParts,
): JsonSchema | undefined {
  const marks = new Map(untagged.map((object) => [object, ownMember(object, objects, parts)]));
  const unmarked = untagged.filter((object) => marks.get(object) === undefined);
  if (unmarked.length > 1) return undefined;
  const last = unmarked[0] ?? untagged.at(-1)!;
  const steps = objects
    .filter((object) => object !== last)
    .map((object) => {
      const member = marks.get(object);
      const tag = member === undefined ? ownTag(object, objects, parts) : undefined;
      return { tag, if: tag ? presence(tag.path) : { required: [member!] }, object };
    })
    .sort((a, b) => Number(b.tag !== undefined) - Number(a.tag !== undefined));
  // An editor that completes the tag has none yet, so its values are beside the chain.
  const offers = steps.flatMap(({ tag }) => (tag ? [offered(tag.path, [tag], false)] : []));
  const chain = steps.reduceRight<JsonSchema>(
    (otherwise, step) => branch(step.if as JsonSchema, step.object, otherwise),
    last,
  );
  return { type: 'object', ...(offers.length > 0 && { allOf: offers }), ...chain } as JsonSchema;
}

/** A required member that no other object has. */
function ownMember(
  object: JsonSchema,
  objects: readonly JsonSchema[],
  parts: SchemaParts,
): string | undefined {
  const { required = [] } = resolved(object, parts);
  const others = objects.filter((each) => each !== object);
  return required.find((member) => others.every((other) => !memberNames(other, parts).has(member)));
}

/** What editors call the values that mean an object. */
function groupOf(object: JsonSchema, parts: SchemaParts): string | undefined {
  const { completionDetail } = resolved(object, parts);
  return typeof completionDetail === 'string' ? completionDetail : undefined;
}

/** The schema of a member. */
function memberOf(object: JsonSchema, name: string, parts: SchemaParts): JsonSchema | undefined {
  return resolved(object, parts).properties?.[name] as JsonSchema | undefined;
}

function memberNames(object: JsonSchema, parts: SchemaParts): ReadonlySet<string> {
  const schema = resolved(object, parts);
  const inner = alternativesOf(schema);
  if (inner) return new Set(inner.flatMap((each) => [...memberNames(each, parts)]));
  return new Set(Object.keys(schema.properties ?? {}));
}

/** The tag of an object whose values no other object has at the same place. */
function ownTag(object: JsonSchema, objects: readonly JsonSchema[], parts: SchemaParts): Tag | undefined {
  for (const path of [...TAG_PATHS].reverse()) {
    const tag = tagAt(object, path, parts);
    const others = objects.filter((each) => each !== object).map((each) => tagAt(each, path, parts));
    if (tag && others.every((other) => areDisjoint([tag, other]))) return tag;
  }
  return undefined;
}

function areDisjoint(tags: readonly (Tag | undefined)[]): boolean {
  const values = tags.flatMap((tag) => [...(tag?.values.keys() ?? [])]);
  return new Set(values).size === values.length;
}

/** The constants that a schema requires at a path; undefined when it takes other values there, or none. */
function tagAt(part: JsonSchema, path: readonly string[], parts: SchemaParts): Tag | undefined {
  const schema = resolved(part, parts);
  const alternatives = alternativesOf(schema);
  if (alternatives) {
    const tags = alternatives.map((each) => tagAt(each, path, parts));
    if (tags.some((tag) => tag === undefined)) return undefined;
    return { path, values: new Map(tags.flatMap((tag) => [...tag!.values])) };
  }
  const [member, ...rest] = path;
  const value = schema.properties?.[member!] as JsonSchema | undefined;
  if (value === undefined || !schema.required?.includes(member!)) return undefined;
  if (rest.length > 0) {
    const inner = tagAt(value, rest, parts);
    return inner && { path, values: inner.values };
  }
  const at = resolved(value, parts);
  const values = (at.const !== undefined ? [at.const] : (at.enum ?? [])) as unknown[];
  if (values.length === 0 || values.some((each) => typeof each !== 'string')) return undefined;
  return { path, values: new Map(values.map((each) => [each as string, schema.description])) };
}

/**
 * The values of tags at a path, for completion; with `closed` no other is taken.
 * @param others what the object without a tag has there: an editor that completes a value takes every condition on it for
 *   met, so that it never comes to that object
 */
function offered(
  path: readonly string[],
  tags: readonly Tag[],
  closed: boolean,
  others?: JsonSchema,
  groups: ReadonlyMap<Tag | undefined, string | undefined> = new Map(),
): JsonSchema {
  const values = new Map(tags.flatMap((tag) => [...tag.values]));
  const [member, ...rest] = path;
  const choices = {
    enum: [...values.keys()],
    enumDescriptions: [...values.values()].map((text) => text ?? ''),
    ...(rest.length > 0 && inGroups(tags, groups)),
  };
  // Only the id of a method distinguishes the fields that have one: all others are wrong.
  if (rest.length > 0) {
    return { properties: { [member!]: { properties: { [rest[0]!]: choices } } } } as unknown as JsonSchema;
  }
  if (!closed) {
    const anyOf = [choices, ...(others ? [others] : []), {}];
    return { properties: { [member!]: { anyOf } } } as unknown as JsonSchema;
  }
  return { required: [member!], properties: { [member!]: choices } } as unknown as JsonSchema;
}

/** The groups of values, in their order, as editors show and sort them. */
function inGroups(tags: readonly Tag[], groups: ReadonlyMap<Tag | undefined, string | undefined>): object {
  const order = [...new Set(tags.map((tag) => groups.get(tag) ?? ''))];
  const ofValues = tags.flatMap((tag) =>
    [...tag.values.keys()].map((value) => [value, groups.get(tag) ?? ''] as const),
  );
  return {
    enumDetails: ofValues.map(([, group]) => group),
    enumSortTexts: ofValues.map(([value, group]) => `${order.indexOf(group)} ${value}`),
  };
}

/** A value for which the condition holds is of one schema, any other of another, or of any. */
function branch(condition: JsonSchema, holds: JsonSchema, otherwise?: JsonSchema): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema; nothing awaits a schema
  return { if: condition, then: holds, ...(otherwise && { else: otherwise }) };
}

/** Holds for objects with one of the values of a tag. */
function conditionOf({ path, values }: Tag): JsonSchema {
  const names = [...values.keys()];
  return at(path, names.length === 1 ? { const: names[0] } : { enum: names });
}

/** Holds for objects that have a member at a path. */
function presence(path: readonly string[]): JsonSchema {
  return at(path, {});
}

function at([member, ...rest]: readonly string[], value: object): JsonSchema {
  const inner = rest.length > 0 ? { type: 'object', ...at(rest, value) } : value;
  return { required: [member!], properties: { [member!]: inner } } as unknown as JsonSchema;
}
