/** JSON values as rules see them: own members only, JavaScript's conversions without its prototypes. */
import jsonLogic from 'json-logic-js';

export interface ValueObject {
  readonly [member: string]: Value;
}

/** Any value that a rule reads or gives. */
export type Value = null | boolean | number | string | readonly Value[] | ValueObject;

/** Whether a value is an array, narrowed to readonly arrays. */
export function isArray(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value is an object, and no array. */
export function isObject(value: Value): value is ValueObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own member, null where it holds undefined; undefined when there is none. Nothing is inherited. */
export function ownMember(object: ValueObject, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : undefined;
}

const { truthy } = jsonLogic;

/** False for false, null, 0, NaN, the empty text and the empty array. */
// See docs/language/07-computed-rules-postprocessor.md#22-evaluation
export function isTruthy(value: Value): boolean {
  return truthy(value);
}

/** A number as results hold it: null for NaN and infinity, 0 for -0. */
export function finite(number: number): number | null {
  return Number.isFinite(number) ? number + 0 : null;
}

/** JavaScript's `Number(value)`: null and the empty array are 0, objects are NaN. */
export function toNumber(value: Value): number {
  let inner = value;
  // The text of an array with several items holds a comma, that of one item is the item's.
  while (isArray(inner)) {
    if (inner.length === 0) return 0;
    const first: Value = inner[0] ?? null;
    if (inner.length > 1 || typeof first === 'boolean') return Number.NaN;
    inner = first;
  }
  return isObject(inner) ? Number.NaN : Number(inner);
}

/** Whether an object is a field as results print it: a text `type` and a `value`. */
// See docs/language/07-computed-rules-postprocessor.md#0-where-this-chapter-sits-in-the-pipeline
export function isFieldObject(value: Value): value is ValueObject & { readonly type: string } {
  return isObject(value) && typeof ownMember(value, 'type') === 'string' && Object.hasOwn(value, 'value');
}

/** Whether an object is a table: it has an array `columns`. */
// See docs/language/07-computed-rules-postprocessor.md#0-where-this-chapter-sits-in-the-pipeline
export function isTable(value: Value): value is ValueObject {
  return isObject(value) && isArray(ownMember(value, 'columns') ?? null);
}

/** What a value is, for messages: `an array`, `text`. */
export function kindOf(value: Value): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'an array';
  if (isFieldObject(value)) return 'a field (did you mean its ".value"?)';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}
