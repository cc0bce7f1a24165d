/** Walks a config along its grammar, so that every part is seen as what the grammar takes it for. */
import * as z from 'zod';
import { $ZodLazy } from 'zod/v4/core';
import { type ConfigPlace, chosenOption } from '../../foundation/schema/grammar.js';

type Schema = z.core.$ZodType;

/**
 * Called with every part and the schema that takes it; wrappers such as `optional` and what they wrap count separately.
 */
export type LookAtPart = (schema: Schema, value: unknown, place: ConfigPlace) => void;

/** What zod keeps about the schemas that hold others. */
interface Holder {
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
}

/** Looks at all parts of a value that a schema has accepted, from the outside in. */
export function walkConfig(
  schema: Schema,
  value: unknown,
  look: LookAtPart,
  place: ConfigPlace = { path: [], around: [] },
): void {
  if (value === undefined) return;
  look(schema, value, place);
  const holder = schema._zod.def as unknown as Holder;
  const taken = holder.innerType ?? lazyContent(schema) ?? optionFor(schema, holder, value);
  if (taken) {
    walkConfig(taken, value, look, place);
  } else if (holder.element && Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      walkConfig(holder.element, item, look, { ...place, path: [...place.path, i] });
    }
  } else if (typeof value === 'object' && value !== null) {
    const around = [...place.around, value];
    for (const [name, member] of Object.entries(value)) {
      const inner = holder.valueType ?? (holder.shape && ownSchema(holder.shape, name));
      if (inner) walkConfig(inner, member, look, { path: [...place.path, name], around });
    }
  }
}

/** What a lazy schema represents: zod makes it once, its getter would make it again at each access. */
function lazyContent(schema: Schema): Schema | undefined {
  return schema instanceof $ZodLazy ? schema._zod.innerType : undefined;
}

function ownSchema(shape: Readonly<Record<string, Schema>>, name: string): Schema | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

/** The option of a union that takes a value. Unions without tags distinguish forms and do not hold each other. */
function optionFor(schema: Schema, { options }: Holder, value: unknown): Schema | undefined {
  return chosenOption(schema, value) ?? options?.find((option) => z.safeParse(option, value).success);
}
