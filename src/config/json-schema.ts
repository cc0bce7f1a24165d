/** The JSON Schema of configs, with which editors complete and check them. */
import { z } from 'zod';
import { builtInLanguage, type Language } from './schema.js';

/** A JSON Schema document, draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Shared parts with at most so many characters of JSON are written out: a reference saves nothing there. */
const INLINE_CHARACTERS = 200;

/**
 * The JSON Schema of a language's configs. Parts that occur several times stand once, under `$defs`. Checks
 * that a schema cannot express (patterns that JavaScript takes, members that depend on each other) are left
 * to `validateConfig`.
 */
export function configJsonSchema(language: Language = builtInLanguage()): JsonSchema {
  const schema = z.toJSONSchema(language.config, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'ref',
  });
  return { title: 'Anchorline config', ...withoutSmallParts(schema) };
}

/** Writes out small shared parts until none is left, and numbers the others anew. */
function withoutSmallParts({ $defs = {}, ...root }: JsonSchema): JsonSchema {
  const small = Object.entries($defs).filter(([, part]) => {
    const text = JSON.stringify(part);
    return text.length <= INLINE_CHARACTERS && !text.includes('"$ref"');
  });
  if (small.length === 0) return numbered({ ...root, $defs });
  const parts = new Map<string, unknown>(small);
  const large = Object.entries($defs).filter(([name]) => !parts.has(name));
  const inline = (part: unknown) => replaceReferences(part, (name) => parts.get(name));
  return withoutSmallParts({
    ...(inline(root) as JsonSchema),
    $defs: Object.fromEntries(large.map(([name, part]) => [name, inline(part) as JsonSchema])),
  });
}

function numbered({ $defs = {}, ...root }: JsonSchema): JsonSchema {
  const names = new Map(Object.keys($defs).map((name, i) => [name, `part${i + 1}`]));
  const rename = (part: unknown) =>
    replaceReferences(part, (name) => ({ $ref: `${DEFINITIONS}${names.get(name) ?? name}` }));
  return {
    ...(rename(root) as JsonSchema),
    $defs: Object.fromEntries(
      Object.entries($defs).map(([name, part]) => [names.get(name) ?? name, rename(part) as JsonSchema]),
    ),
  };
}

const DEFINITIONS = '#/$defs/';

/** A schema in which `replacement` stands for each reference it knows; what stands beside a reference stays. */
function replaceReferences(part: unknown, replacement: (name: string) => unknown): unknown {
  if (Array.isArray(part)) return part.map((element) => replaceReferences(element, replacement));
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.entries(part).map(([key, value]) => [key, replaceReferences(value, replacement)]);
  const copy: Record<string, unknown> = Object.fromEntries(members);
  const { $ref, ...beside } = copy;
  if (typeof $ref !== 'string') return copy;
  const known = replacement($ref.slice(DEFINITIONS.length)) ?? { $ref };
  return { ...(known as object), ...beside };
}
