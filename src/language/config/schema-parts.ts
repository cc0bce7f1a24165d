/**
 * The grammar of configs as a JSON Schema in named parts: each is written once, however many places refer to it. The
 * schema for editors and the TypeScript types of configs are made of it.
 */
import * as z from 'zod';
import { takesAnyNumber } from '../../foundation/schema/grammar.js';
import type { Language } from './schema.js';

/** A JSON Schema document or a part of one, draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A schema whose shared parts are under `$defs`, by name. */
export interface SchemaParts {
  readonly root: JsonSchema;
  readonly parts: ReadonlyMap<string, JsonSchema>;
}

/** Shared parts with at most so many characters of JSON are written out: a reference saves nothing there. */
const INLINE_CHARACTERS = 200;

const DEFINITIONS = '#/$defs/';

/** The reference to a part. */
function referenceTo(name: string): JsonSchema {
  return { $ref: `${DEFINITIONS}${name}` };
}

/** The name of the part that a schema refers to; undefined for one that is here. */
export function referredName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(DEFINITIONS) ? $ref.slice(DEFINITIONS.length) : undefined;
}

/** The schemas that a value may be one of; undefined for a schema that is no union. */
export function alternativesOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] | undefined {
  return (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
}

/** The grammar of a language in named parts. Objects that a union chooses from are parts of their own. */
export function schemaParts(language: Language): SchemaParts {
  const { $defs = {}, ...root } = z.toJSONSchema(language.config, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'ref',
    override: ({ zodSchema, jsonSchema }) => {
      if (takesAnyNumber(zodSchema)) withoutLimits(jsonSchema);
    },
  });
  const drawn = { root, parts: new Map(Object.entries($defs as Record<string, JsonSchema>)) };
  return named(inlined(merged(separated(inlined(mapParts(drawn, titledOnce))))));
}

/** Limits that numbers may exceed with a warning are left out: a JSON Schema has no warnings. */
function withoutLimits(part: JsonSchema): void {
  part.type = 'number';
  delete part.minimum;
  delete part.maximum;
}

/** A schema with each title only where the titled part is: zod repeats it where the part gets a description. */
function titledOnce(part: JsonSchema): JsonSchema {
  return mapSchema(part, (inner) => {
    if (inner.$ref === undefined || inner.title === undefined) return inner;
    const { title: _, ...rest } = inner;
    return rest;
  });
}

/** Gives each part with a title, and each object that is written inside a union, a part of its own. */
function separated({ root, parts }: SchemaParts): SchemaParts {
  const added = new Map<string, JsonSchema>();
  const separate = (alternatives: readonly JsonSchema[]) =>
    alternatives.map((each) => {
      if (each.type !== 'object' || !each.properties) return each;
      const name = `object ${added.size}`;
      added.set(name, each);
      return referenceTo(name);
    });
  const visit = (given: JsonSchema): JsonSchema => {
    const { anyOf, oneOf, ...rest } = given;
    let part = given;
    if (anyOf) part = { ...rest, anyOf: separate(anyOf as JsonSchema[]) };
    else if (oneOf) part = { ...rest, oneOf: separate(oneOf as JsonSchema[]) };
    return part.title === undefined ? part : titledPart(part);
  };
  // What is said of the member stays with it; where it is the only one, its words are those of the part, too.
  const titledPart = ({ default: value, ...part }: JsonSchema): JsonSchema => {
    const name = `object ${added.size}`;
    added.set(name, part);
    return {
      ...referenceTo(name),
      ...(part.description !== undefined && { description: part.description }),
      ...(value !== undefined && { default: value }),
      ...(part.deprecated !== undefined && { deprecated: part.deprecated }),
    };
  };
  const all = mapParts({ root, parts }, (part) => mapSchema(part, visit));
  return { root: all.root, parts: new Map([...all.parts, ...added]) };
}

/**
 * Makes parts that say the same one part: all start as equal, and are split as long as their texts, with
 * references by class, differ. Parts that refer to each other in the same way are found to be equal, too.
 */
function merged({ root, parts }: SchemaParts): SchemaParts {
  let classes = new Map([...parts.keys()].map((name) => [name, 0]));
  for (let known = 1; ; ) {
    const byText = new Map<string, number>();
    const next = new Map<string, number>();
    for (const [name, part] of parts) {
      const text = JSON.stringify(
        mapReferences(part, (inner) => referenceTo(String(classes.get(inner) ?? inner))),
      );
      if (!byText.has(text)) byText.set(text, byText.size);
      next.set(name, byText.get(text)!);
    }
    classes = next;
    if (byText.size === known) break;
    known = byText.size;
  }
  const firsts = new Map<number, string>();
  for (const [name, each] of classes) if (!firsts.has(each)) firsts.set(each, name);
  const kept = new Set(firsts.values());
  const rename = (part: JsonSchema) =>
    mapReferences(part, (name) => referenceTo(firsts.get(classes.get(name) ?? -1) ?? name));
  return mapParts({ root, parts: new Map([...parts].filter(([name]) => kept.has(name))) }, rename);
}

/** Writes out small parts and those that only refer to another, until none is left. */
function inlined(given: SchemaParts): SchemaParts {
  const short = new Map([...given.parts].filter(([, part]) => isShort(part)));
  if (short.size === 0) return given;
  const inline = (part: JsonSchema): JsonSchema =>
    mapReferences(part, (name) => {
      const written = short.get(name);
      return written ? inline(written) : referenceTo(name);
    });
  const rest = new Map([...given.parts].filter(([name]) => !short.has(name)));
  return inlined(mapParts({ root: given.root, parts: rest }, inline));
}

function isShort(part: JsonSchema): boolean {
  if (part.title !== undefined) return false;
  if (referredName(part) !== undefined) return true;
  const text = JSON.stringify(part);
  return text.length <= INLINE_CHARACTERS && !text.includes('"$ref"') && part.type !== 'object';
}

/**
 * Names the parts: by their title, by the value that distinguishes them in a union, with what they are, or by the place
 * where they are first.
 */
function named({ root, parts }: SchemaParts): SchemaParts {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const give = (old: string, wanted: string) => {
    let name = wanted;
    for (let n = 2; taken.has(name); n += 1) name = `${wanted}${n}`;
    taken.add(name);
    names.set(old, name);
    visit(parts.get(old)!, name);
  };
  const visit = (part: JsonSchema, around: string): void => {
    const old = referredName(part);
    if (old !== undefined) {
      const target = parts.get(old);
      if (target && !names.has(old)) give(old, ownName(target) ?? around);
      return;
    }
    for (const each of alternativesOf(part) ?? []) visit(each, around);
    for (const [member, value] of Object.entries(part.properties ?? {})) {
      visit(value as JsonSchema, `${around}${pascal(member)}`);
    }
    for (const inner of [part.items, part.additionalProperties]) {
      if (typeof inner === 'object') visit(inner as JsonSchema, singular(around));
    }
  };
  for (const [name, part] of parts) {
    if (part.title !== undefined && !names.has(name)) give(name, pascal(part.title));
  }
  visit(root, '');
  const rename = (part: JsonSchema) => mapReferences(part, (name) => referenceTo(names.get(name) ?? name));
  const sorted = [...names].map(([old, name]) => [name, rename(parts.get(old)!)] as const);
  return { root: rename(root), parts: new Map(sorted) };
}

/** The name that a part has wherever it appears. */
function ownName({ title }: JsonSchema): string | undefined {
  return title === undefined ? undefined : pascal(title);
}

/** `LabelMethod` of `label method` and `labelMethod`. */
function pascal(text: string): string {
  return text.replace(/(?:^|[^\p{L}\p{N}]+)([\p{L}\p{N}])/gu, (_, letter: string) => letter.toUpperCase());
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (name.endsWith('sses')) return name.slice(0, -2);
  return /[^su]s$/u.test(name) ? name.slice(0, -1) : name;
}

function mapParts({ root, parts }: SchemaParts, change: (part: JsonSchema) => JsonSchema): SchemaParts {
  return {
    root: change(root),
    parts: new Map([...parts].map(([name, part]) => [name, change(part)])),
  };
}

/** A schema with each reference replaced by `replacement`; what is beside a reference stays. */
function mapReferences(part: JsonSchema, replacement: (name: string) => JsonSchema): JsonSchema {
  return mapSchema(part, (inner) => {
    const name = referredName(inner);
    if (name === undefined) return inner;
    const { $ref: _, ...beside } = inner;
    return { ...replacement(name), ...beside };
  });
}

/** Members of a schema that hold values, not schemas. */
const PLAIN_MEMBERS = new Set([
  'default',
  'examples',
  'enum',
  'const',
  'required',
  'type',
  'enumDescriptions',
  'enumDetails',
  'enumSortTexts',
]);

/** A schema whose parts are changed from the inside out. */
export function mapSchema(part: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => inside(each));
    return typeof value === 'object' && value !== null ? mapSchema(value as JsonSchema, change) : value;
  };
  const byName = (members: object) =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, inside(value)]));
  const copy = Object.entries(part).map(([key, value]): [string, unknown] => {
    if (PLAIN_MEMBERS.has(key)) return [key, value];
    return [key, key === 'properties' ? byName(value as object) : inside(value)];
  });
  return change(Object.fromEntries(copy) as JsonSchema);
}
