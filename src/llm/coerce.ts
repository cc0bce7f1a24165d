/** Answers made to fit the schema that they were asked in, as far as nothing has to be guessed for it. */
import { setMember } from '../foundation/objects/members.js';
import type { JsonSchemaSubset } from './schema.js';

/** A value that fits, or what keeps it from fitting, each with its place. */
export type Coerced = { readonly value: unknown } | { readonly problems: readonly string[] };

interface CoerceOptions {
  /** Members that are missing are null instead of a problem. */
  readonly fillMissing?: boolean | undefined;
}

/** Problems reported at a time: a model is shown a few of them, not thousands. */
const MOST_PROBLEMS = 5;

/**
 * A value as its schema wants it: numbers and booleans become text where text is wanted, lists of plain values are
 * joined, an object with a single text becomes that text, members that nobody asked for go, and a bare array
 * becomes the only array that an object was asked to hold.
 */
export function coerce(value: unknown, schema: JsonSchemaSubset, options: CoerceOptions = {}): Coerced {
  const problems: string[] = [];
  const fitted = adapt(value, schema, '', problems, options.fillMissing ?? false);
  return problems.length > 0 ? { problems } : { value: fitted };
}

function adapt(
  value: unknown,
  schema: JsonSchemaSubset,
  path: string,
  problems: string[],
  fillMissing: boolean,
): unknown {
  if ('anyOf' in schema) return fitUnion(value, schema.anyOf, path, problems, fillMissing);
  const type = typeof schema.type === 'string' ? schema.type : schema.type[0];
  if (value === null || value === undefined) {
    if (mayBeNull(schema)) return null;
    return report(problems, path, `must be ${article(type)}, not null`);
  }
  switch (type) {
    case 'object':
      return 'properties' in schema
        ? fitObject(value, schema.properties, path, problems, fillMissing)
        : undefined;
    case 'array': {
      if (!('items' in schema)) return undefined;
      if (!Array.isArray(value)) return report(problems, path, 'must be an array');
      const items: readonly unknown[] = value;
      return items.map((item, i) => adapt(item, schema.items, `${path}[${i}]`, problems, fillMissing));
    }
    default:
      return fitScalar(value, type, 'enum' in schema ? schema.enum : undefined, path, problems);
  }
}

function mayBeNull(schema: JsonSchemaSubset): boolean {
  return 'anyOf' in schema ? schema.anyOf.some(mayBeNull) : typeof schema.type !== 'string';
}

/** A value as the first form that it fits; forms of its own type go before those that it would be changed for. */
function fitUnion(
  value: unknown,
  options: readonly JsonSchemaSubset[],
  path: string,
  problems: string[],
  fillMissing: boolean,
): unknown {
  if ((value === null || value === undefined) && options.some(mayBeNull)) return null;
  const own = options.filter((option) => hasTypeOf(value, option));
  for (const option of [...own, ...options.filter((other) => !own.includes(other))]) {
    const misfits: string[] = [];
    const fitted = adapt(value, option, path, misfits, fillMissing);
    if (misfits.length === 0) return fitted;
  }
  return report(problems, path, 'fits none of the forms that it may have');
}

function hasTypeOf(value: unknown, schema: JsonSchemaSubset): boolean {
  if ('anyOf' in schema) return schema.anyOf.some((option) => hasTypeOf(value, option));
  const type = typeof schema.type === 'string' ? schema.type : schema.type[0];
  if (type === 'integer') return Number.isInteger(value);
  return type === (Array.isArray(value) ? 'array' : typeof value);
}

function fitObject(
  value: unknown,
  properties: Readonly<Record<string, JsonSchemaSubset>>,
  path: string,
  problems: string[],
  fillMissing: boolean,
): unknown {
  const names = Object.keys(properties);
  if (Array.isArray(value)) {
    const [only] = names;
    if (names.length === 1 && only !== undefined && 'items' in properties[only]!) {
      return { [only]: adapt(value, properties[only], `${path}.${only}`, problems, fillMissing) };
    }
    return report(problems, path, 'must be an object, not an array');
  }
  if (typeof value !== 'object' || value === null) return report(problems, path, 'must be an object');
  const result: Record<string, unknown> = {};
  for (const name of names) {
    const at = path === '' ? name : `${path}.${name}`;
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    const schema = properties[name]!;
    if (member === undefined && fillMissing) setMember(result, name, empty(schema));
    else if (member === undefined) report(problems, at, 'is missing');
    else setMember(result, name, adapt(member, schema, at, problems, fillMissing));
  }
  return result;
}

/** What takes the place of a member that is missing even after a second try. */
function empty(schema: JsonSchemaSubset): unknown {
  if (mayBeNull(schema)) return null;
  if ('items' in schema) return [];
  if (!('properties' in schema)) return null;
  return Object.fromEntries(Object.entries(schema.properties).map(([name, member]) => [name, empty(member)]));
}

function fitScalar(
  value: unknown,
  type: 'string' | 'integer' | 'number' | 'boolean',
  allowed: readonly unknown[] | undefined,
  path: string,
  problems: string[],
): unknown {
  const fitted = scalarOf(value, type);
  if (fitted === undefined) return report(problems, path, `must be ${article(type)}`);
  if (allowed && type !== 'string' && !allowed.includes(fitted)) {
    return report(problems, path, `must be one of ${allowed.join(', ')}`);
  }
  return fitted;
}

/**
 * A value as plain text, number or boolean; undefined when it is not one. Text outside an enumeration is left to the
 * caller.
 */
function scalarOf(value: unknown, type: 'string' | 'integer' | 'number' | 'boolean'): unknown {
  if (type === 'string') return answerAsText(value);
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : undefined;
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return type === 'integer' && !Number.isInteger(number) ? undefined : number;
}

function answerAsText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const texts = items.map((item) => (typeof item === 'object' ? undefined : answerAsText(item)));
    return texts.includes(undefined) ? undefined : texts.join(', ');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const members: readonly unknown[] = Object.values(value);
  return members.length === 1 && typeof members[0] === 'string' ? members[0] : undefined;
}

function article(type: string): string {
  return /^[aeio]/u.test(type) ? `an ${type}` : `a ${type}`;
}

function report(problems: string[], path: string, message: string): undefined {
  if (problems.length < MOST_PROBLEMS) problems.push(`${path === '' ? 'the answer' : path} ${message}`);
  return undefined;
}
