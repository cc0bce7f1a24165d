/** Describes what a zod schema accepts in a few words of Markdown. */
import type * as z from 'zod';

type Schema = z.core.$ZodType;

/**
 * Parts of the grammar that have a page of their own, by their definition. `.describe()` copies a schema but
 * not its definition, so that a part is recognised wherever it appears.
 */
export type NamedParts = ReadonlyMap<object, NamedPart>;

export interface NamedPart {
  readonly name: string;
  /** From the folder of the reference. */
  readonly page: string;
}

/** What zod keeps about a schema; each kind has some of these members. */
interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly getter?: () => Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly items?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}

/** A check beside the shape, such as a bound. */
interface Check {
  readonly check: string;
  readonly value?: number;
  readonly inclusive?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What zod keeps about a schema. */
export function definitionOf(schema: Schema): Definition {
  return schema._zod.def as unknown as Definition;
}

/** The schema inside wrappers such as `optional`, as far as the next named part or lazy schema. */
export function unwrapped(schema: Schema, named: NamedParts): Schema {
  const definition = definitionOf(schema);
  if (named.has(definition)) return schema;
  const inner = definition.innerType ?? (definition.type === 'pipe' ? inputOf(definition) : undefined);
  return inner ? unwrapped(inner, named) : schema;
}

/** The schema inside all wrappers, lazy ones too. */
export function contentOf(schema: Schema): Schema {
  const bare = unwrapped(schema, new Map());
  const { getter } = definitionOf(bare);
  return getter ? contentOf(getter()) : bare;
}

/** The side of a pipe that a config is written for: what is before a transformation, after a preprocessing. */
function inputOf({ in: before, out: after }: Definition): Schema | undefined {
  return before && definitionOf(before).type === 'transform' ? after : before;
}

/** Describes what a schema accepts; `link` makes the Markdown of a link to a page. */
export function typeText(schema: Schema, named: NamedParts, link: (part: NamedPart) => string): string {
  return alternatives(typeTexts(schema, named, link));
}

/** The alternatives that a schema accepts, one text each. */
function typeTexts(schema: Schema, named: NamedParts, link: (part: NamedPart) => string): string[] {
  const bare = unwrapped(schema, named);
  const definition = definitionOf(bare);
  const part = partOf(definition, named);
  if (part) return [link(part)];
  const below = (inner: Schema | undefined) => (inner ? typeTexts(inner, named, link) : ['any value']);
  switch (definition.type) {
    case 'literal':
      return (definition.values ?? []).map(code);
    case 'enum':
      return Object.values(definition.entries ?? {}).map(code);
    case 'union':
      return (definition.options ?? []).flatMap(below);
    case 'nullable':
      return [...below(definition.innerType), '`null`'];
    case 'array':
      return [[`array of ${grouped(below(definition.element))}`, ...boundsOf(definition)].join(', ')];
    case 'tuple':
      return [`array of ${(definition.items ?? []).map((item) => grouped(below(item))).join(', ')}`];
    case 'record':
      return [`object of names and ${grouped(below(definition.valueType))}`];
    case 'number':
      return [[isWhole(definition) ? 'whole number' : 'number', ...boundsOf(definition)].join(', ')];
    case 'string':
      return [['string', ...boundsOf(definition)].join(', ')];
    case 'unknown':
    case 'any':
      return ['any value'];
    case 'null':
      return ['`null`'];
    case 'lazy':
      throw new TypeError('a part of the grammar that may hold itself needs a page: name it in grammar.ts');
    default:
      return [definition.type];
  }
}

/** The named part that a definition is, or that a lazy one represents. */
function partOf(definition: Definition, named: NamedParts): NamedPart | undefined {
  const { getter } = definition;
  return named.get(definition) ?? (getter && named.get(definitionOf(getter())));
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

/** `a, b or c`, each only once. */
function alternatives(texts: readonly string[]): string {
  const unique = [...new Set(texts)];
  const last = unique.at(-1) ?? 'nothing';
  return unique.length < 2 ? last : `${unique.slice(0, -1).join(', ')} or ${last}`;
}

function grouped(texts: readonly string[]): string {
  const text = alternatives(texts);
  return text.includes(' or ') || text.includes(', ') ? `(${text})` : text;
}

function isWhole({ format, checks = [] }: Definition): boolean {
  const isFormat = ({ _zod }: (typeof checks)[number]) => _zod.def.check === 'number_format';
  return format?.includes('int') === true || checks.some(isFormat);
}

function boundsOf({ checks = [] }: Definition): string[] {
  return checks.flatMap(({ _zod: { def } }) => {
    switch (def.check) {
      case 'greater_than':
        return [`${def.inclusive ? 'at least' : 'greater than'} ${def.value}`];
      case 'less_than':
        return [`${def.inclusive ? 'at most' : 'less than'} ${def.value}`];
      case 'min_length':
        return def.minimum === 1 ? ['not empty'] : [`at least ${def.minimum} long`];
      case 'max_length':
        return [`at most ${def.maximum} long`];
      default:
        return [];
    }
  });
}
