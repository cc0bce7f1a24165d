/**
 * Defaults: what counts where a config leaves a member out. A default is defined once, with the schema of its member;
 * the reference, the JSON Schema and the code that runs a config take it from there. A config stays as its author
 * wrote it: parsing fills nothing in.
 */
import * as z from 'zod';
import { memo } from '../objects/memo.js';

/** Marks schemas with a default for the type checker; no schema has such a member. */
declare const DEFAULT: unique symbol;

/** The schema of a member that may be left out because it has a default. */
export type WithDefault<Schema extends z.ZodType> = z.ZodOptional<Schema> & { readonly [DEFAULT]: true };

/**
 * A member that may be left out: `value` then counts. Not for members whose absence means something that no value
 * can say, such as "the width of the page"; their description says it.
 *
 * @example
 * const members = { tolerance: withDefault(z.number().min(0), 1).describe('Largest angle in degrees') };
 * settled(members, {}).tolerance // 1
 */
export function withDefault<Schema extends z.ZodType>(
  schema: Schema,
  value: NoInfer<z.output<Schema>>,
): WithDefault<Schema> {
  return schema.optional().meta({ default: value }) as WithDefault<Schema>;
}

/** The default of a member's schema, in an object; undefined for members without one. */
export function defaultOf(schema: z.core.$ZodType): { readonly value: unknown } | undefined {
  const meta = z.globalRegistry.get(schema);
  return meta && 'default' in meta ? { value: meta['default'] } : undefined;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

type DefaultedKey<Members extends Shape> = {
  [Key in keyof Members]: Members[Key] extends { readonly [DEFAULT]: true } ? Key : never;
}[keyof Members];

/** Members of a config, those with a default present. */
export type Settled<Members extends Shape, Given> = Omit<Given, DefaultedKey<Members>> & {
  readonly [Key in DefaultedKey<Members>]: Exclude<z.core.output<Members[Key]>, undefined>;
};

/**
 * The members of a config object with the defaults of those that are missing.
 * @param members schemas of members, by name; other members of `given` stay as they are
 * @returns a new object
 *
 * @example
 * settled({ tolerance: withDefault(z.number(), 1) }, { page: 3 }); // { page: 3, tolerance: 1 }
 */
export function settled<Members extends Shape, Given extends object>(
  members: Members,
  given: Given,
): Settled<Members, Given> {
  const result = { ...given } as Record<string, unknown>;
  for (const [name, value] of defaultsIn(members)) {
    if (result[name] === undefined) result[name] = value;
  }
  return result as Settled<Members, Given>;
}

/** Members with a default, and these. */
const defaultsIn = memo((members: Shape) =>
  Object.entries(members).flatMap(([name, schema]) => {
    const found = defaultOf(schema);
    return found ? [[name, found.value] as const] : [];
  }),
);
