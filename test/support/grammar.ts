/** Walks the schemas of the grammar: all that there are, or those that a value goes through. */
import type * as z from 'zod';
import type { PathStep } from '../../src/errors.js';
import { defaultOf } from '../../src/foundation/schema/defaults.js';
import type { UnionChoice } from '../../src/foundation/schema/grammar.js';

type Schema = z.core.$ZodType;

/** What zod keeps about a schema; each kind has some of these members. */
interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly getter?: () => Schema;
  readonly element?: Schema;
  readonly items?: readonly Schema[];
  readonly options?: readonly Schema[];
  readonly choose?: (value: unknown) => UnionChoice;
  readonly valueType?: Schema;
  readonly in?: Schema;
}

function definitionOf(schema: Schema): Definition {
  return schema._zod.def as unknown as Definition;
}

/** All schemas below some, each once. */
export function schemasBelow(...roots: readonly Schema[]): Schema[] {
  const seen = new Set<Schema>();
  const open = [...roots];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    const {
      shape = {},
      innerType,
      getter,
      element,
      items = [],
      options = [],
      ...rest
    } = definitionOf(schema);
    const below = [innerType, getter?.(), element, rest.valueType, rest.in, ...items, ...options];
    for (const inner of [...below, ...Object.values(shape)]) if (inner) open.push(inner);
  }
  return [...seen];
}

/** A member that a value leaves out, with the default that then counts. */
export interface LeftOut {
  readonly path: readonly PathStep[];
  readonly value: unknown;
}

/** The members with a default that a value of a schema leaves out, at any depth. */
export function leftOut(schema: Schema, value: unknown, path: readonly PathStep[] = []): LeftOut[] {
  const { shape, innerType, getter, element, items, options, choose, valueType, ...rest } =
    definitionOf(schema);
  const inner = innerType ?? getter?.() ?? rest.in;
  if (inner) return leftOut(inner, value, path);
  if (choose) {
    const choice = choose(value);
    return 'option' in choice ? leftOut(choice.option, value, path) : [];
  }
  if (options) {
    const fitting = options.find((option) => (option as z.ZodType).safeParse(value).success);
    return fitting ? leftOut(fitting, value, path) : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((each, i) => {
      const own = element ?? items?.[i];
      return own ? leftOut(own, each, [...path, i]) : [];
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  const members =
    shape ?? (valueType && Object.fromEntries(Object.keys(value).map((key) => [key, valueType])));
  return Object.entries(members ?? {}).flatMap(([name, member]) => {
    const given: unknown = Reflect.get(value, name);
    if (given !== undefined) return leftOut(member, given, [...path, name]);
    const found = defaultOf(member);
    return found ? [{ path: [...path, name], value: found.value }] : [];
  });
}

/** A copy of a value with members written out. */
export function writtenOut<T extends object>(value: T, members: readonly LeftOut[]): T {
  const copy = structuredClone(value);
  for (const { path, value: added } of members) {
    const holder = path.slice(0, -1).reduce<object>((at, step) => Reflect.get(at, step) as object, copy);
    Reflect.set(holder, path.at(-1)!, added);
  }
  return copy;
}
