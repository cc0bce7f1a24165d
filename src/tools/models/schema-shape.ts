/**
 * What a schema says that a config can ask for: a JSON Schema or a zod schema as a tree of values, objects and rows. What a
 * config cannot ask for is an error with its path in the schema.
 */
import * as z from 'zod';
import { formatPath, type PathStep } from '../../errors.js';

/** Types of the language that a value of a schema is read with. */
export type ShapeType = 'string' | 'number' | 'boolean' | 'date' | 'currency' | 'percentage' | 'phoneNumber';

/** A single value. */
export interface ValueShape {
  readonly kind: 'value';
  readonly type: ShapeType;
  /** What it is asked by. */
  readonly description: string;
  /** The JSON type that the schema wants. */
  readonly json: 'string' | 'number' | 'integer' | 'boolean';
  readonly format: string | undefined;
  /** The texts that the schema allows, where it lists them. */
  readonly choices: readonly string[] | undefined;
  /** Whether the schema of zod wants a `Date`. */
  readonly isDate: boolean;
  /** It may be null; it may be left out. */
  readonly isNullable: boolean;
  readonly isOptional: boolean;
}

/** Members by their names. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, Shape>;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
}

/** An array: of objects, or of single values, which are then the one column. */
export interface RowsShape {
  readonly kind: 'rows';
  readonly description: string;
  readonly item: ObjectShape | ValueShape;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
}

export type Shape = ValueShape | ObjectShape | RowsShape;

/** A JSON Schema (draft 2020-12), as an object. */
export type JsonSchemaInput = { readonly [keyword: string]: unknown };

/** A schema that says more than a config can ask for, or nothing that one could ask for. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
  /** Where in the schema. */
  readonly path: readonly PathStep[];

  constructor(path: readonly PathStep[], problem: string) {
    super(`${path.length === 0 ? 'the schema' : formatPath(path)}: ${problem}`);
    this.path = path;
  }
}

/** Formats of strings that are types of the language. */
const FORMATS: Readonly<Record<string, ShapeType>> = {
  date: 'date',
  'date-time': 'date',
  currency: 'currency',
  percentage: 'percentage',
  phone: 'phoneNumber',
  tel: 'phoneNumber',
  e164: 'phoneNumber',
};
/** Formats of numbers: how they are printed. */
const NUMBER_FORMATS: Readonly<Record<string, ShapeType>> = {
  currency: 'currency',
  percentage: 'percentage',
};
/** References that are followed one after the other: more are a circle, or as deep as one. */
const MOST_DEPTH = 16;

/** The keyword by which a `Date` of zod is known in its JSON Schema. */
const IS_DATE = 'x-date';

/** Whether a schema is one of zod. */
export function isZodSchema(schema: unknown): schema is z.ZodType {
  return typeof schema === 'object' && schema !== null && '_zod' in schema;
}

/** The JSON Schema of either kind. Dates of zod are strings, as they are before they are parsed. @throws SchemaError */
export function jsonSchemaOf(schema: z.ZodType | JsonSchemaInput): JsonSchemaInput {
  if (!isZodSchema(schema)) return schema;
  try {
    return z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type !== 'date') return;
        Object.assign(jsonSchema, { type: 'string', format: 'date-time', [IS_DATE]: true });
      },
    }) as JsonSchemaInput;
  } catch (error) {
    throw new SchemaError([], error instanceof Error ? error.message : String(error));
  }
}

/** The tree of a schema whose root is an object. @throws SchemaError */
export function shapeOf(schema: JsonSchemaInput): ObjectShape {
  const shape = new Reader(schema).read(schema, [], { name: '', isOptional: false });
  if (shape.kind === 'object') return shape;
  throw new SchemaError([], 'must be an object: its members are what is extracted');
}

interface Place {
  /** The name that it is a member under. */
  readonly name: string;
  readonly isOptional: boolean;
  readonly inRows?: boolean;
}

class Reader {
  readonly #root: JsonSchemaInput;

  constructor(root: JsonSchemaInput) {
    this.#root = root;
  }

  read(given: unknown, path: readonly PathStep[], place: Place): Shape {
    if (path.length > MOST_DEPTH) throw new SchemaError(path, 'is nested too deeply, or refers to itself');
    const { schema, isNullable } = this.#plain(given, path);
    const about = { isNullable, isOptional: place.isOptional };
    const type = schema['type'] ?? (schema['properties'] ? 'object' : schema['enum'] ? 'string' : undefined);
    const description = described(schema, place.name);
    switch (type) {
      case 'object':
        return { kind: 'object', members: this.#members(schema, path, place), ...about };
      case 'array': {
        if (place.inRows) throw new SchemaError(path, 'is an array in an array, which no field extracts');
        const items = schema['items'];
        if (typeof items !== 'object' || items === null || schema['prefixItems'] !== undefined)
          throw new SchemaError(path, 'needs items of one kind');
        const name = place.name;
        // Arrays inside of rows are refused.
        const item = this.read(items, [...path, 'items'], {
          name,
          isOptional: false,
          inRows: true,
        }) as RowsShape['item'];
        return { kind: 'rows', description, item, ...about };
      }
      case 'string':
      case 'number':
      case 'integer':
      case 'boolean': {
        const json = type as ValueShape['json'];
        return { kind: 'value', json, ...typed(schema, json), description, ...about };
      }
      default:
        throw new SchemaError(
          path,
          type === undefined
            ? 'has no type: string, number, integer, boolean, object or array'
            : `has the type ${JSON.stringify(type)}, which no field extracts`,
        );
    }
  }

  #members(
    schema: JsonSchemaInput,
    path: readonly PathStep[],
    { inRows = false }: Place,
  ): Map<string, Shape> {
    const { properties, required } = schema;
    const names = typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
    if (names.length === 0) throw new SchemaError(path, 'names no properties: every value needs a name');
    const needed = new Set(Array.isArray(required) ? required : []);
    return new Map(
      names.map(([name, each]) => {
        const at = [...path, name];
        if (name === '' || name.includes('.'))
          throw new SchemaError(at, 'has no name, or one with a full stop, which parts the names in an id');
        return [name, this.read(each, at, { name, isOptional: !needed.has(name), inRows })] as const;
      }),
    );
  }

  /** A schema without references and alternatives to null. */
  #plain(given: unknown, path: readonly PathStep[]): { schema: JsonSchemaInput; isNullable: boolean } {
    let schema = given as JsonSchemaInput;
    let isNullable = false;
    for (let step = 0; step <= MOST_DEPTH; step += 1) {
      if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
        throw new SchemaError(path, 'must be a schema with a type');
      const { $ref, anyOf, oneOf, allOf, type, ...rest } = schema;
      if (typeof $ref === 'string') schema = { ...this.#referred($ref, path), ...rest };
      else if (Array.isArray(anyOf ?? oneOf)) {
        const all = (anyOf ?? oneOf) as readonly JsonSchemaInput[];
        const some = all.filter((each) => each?.['type'] !== 'null');
        if (some.length !== 1)
          throw new SchemaError(path, 'has alternatives; only one, and null, can be asked for');
        isNullable ||= some.length < all.length;
        schema = { ...some[0], ...rest };
      } else if (Array.isArray(allOf) && allOf.length === 1) schema = { ...allOf[0], ...rest };
      else if (Array.isArray(type)) {
        const some = type.filter((each) => each !== 'null');
        if (some.length !== 1)
          throw new SchemaError(path, 'has several types; only one, and null, can be asked for');
        isNullable ||= some.length < type.length;
        schema = { ...rest, type: some[0] };
      } else return { schema: { ...rest, ...(type !== undefined && { type }) }, isNullable };
    }
    throw new SchemaError(path, 'refers to itself');
  }

  #referred(reference: string, path: readonly PathStep[]): JsonSchemaInput {
    if (!reference.startsWith('#')) throw new SchemaError(path, `refers to ${reference}, which is elsewhere`);
    let found: unknown = this.#root;
    for (const step of reference.split('/').slice(1)) {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      const isThere = typeof found === 'object' && found !== null && Object.hasOwn(found, name);
      found = isThere ? (found as Record<string, unknown>)[name] : undefined;
    }
    if (typeof found === 'object' && found !== null) return found as JsonSchemaInput;
    throw new SchemaError(path, `refers to ${reference}, which is not there`);
  }
}

function typed(schema: JsonSchemaInput, json: ValueShape['json']) {
  const { format, enum: listed, const: only } = schema;
  const choices = Array.isArray(listed) ? listed : only === undefined ? undefined : [only];
  return {
    type: typeOf(json, typeof format === 'string' ? format : undefined),
    format: typeof format === 'string' ? format : undefined,
    isDate: schema[IS_DATE] === true,
    choices: choices?.filter((each) => each !== null).map(String),
  };
}

function typeOf(json: ValueShape['json'], format: string | undefined): ShapeType {
  if (json === 'boolean') return 'boolean';
  if (json === 'string') return (format !== undefined && FORMATS[format]) || 'string';
  return (format !== undefined && NUMBER_FORMATS[format]) || 'number';
}

/** The question: what the schema says, else the words of the name. */
function described({ description, title }: JsonSchemaInput, name: string): string {
  for (const text of [description, title])
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  return wordsOfName(name);
}

/** `invoiceNumber`, `invoice_number` and `invoice-number` are "invoice number". */
export function wordsOfName(name: string): string {
  return name
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .replace(/[_\s-]+/gu, ' ')
    .trim()
    .toLowerCase();
}
