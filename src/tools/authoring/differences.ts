/** Where the values of a result differ from those that were expected. */
import { orderedNames } from '../../foundation/objects/members.js';

/** One place at which a value is another than expected. */
export interface Difference {
  /** From the field on, e.g. `claims[2].paid`. */
  readonly path: string;
  /** Undefined where nothing was expected. */
  readonly expected?: unknown;
  /** Undefined where the result has nothing. */
  readonly actual?: unknown;
}

/** What of a field is other than expected. */
export interface FieldDifferences {
  readonly id: string;
  readonly differences: readonly Difference[];
}

type Members = Readonly<Record<string, unknown>>;

/** How two results are compared. */
export interface CompareOptions {
  /** Fields that the expected values do not name are passed over. */
  readonly partial: boolean;
}

/**
 * Compares fields by id; an id that one side lacks differs. Where a plain value (text, number, true, false) is expected
 * and the result has a typed one, only its `value` counts, so that expected values can be written by hand.
 *
 * @example
 * compareFields({ total: 5 }, result.parsed_document ?? {}, { partial: true }); // [] where the total is 5
 */
export function compareFields(
  expected: Members,
  actual: Members,
  { partial }: CompareOptions,
): readonly FieldDifferences[] {
  const ids = orderedNames(expected);
  const added = partial ? [] : orderedNames(actual).filter((id) => !Object.hasOwn(expected, id));
  return [...ids, ...added].flatMap((id) => {
    const differences = [...compare(own(expected, id), own(actual, id), id)];
    return differences.length === 0 ? [] : [{ id, differences }];
  });
}

function* compare(expected: unknown, actual: unknown, path: string): Generator<Difference> {
  if (isPlain(expected) && isTyped(actual)) {
    if (expected !== actual['value']) yield { path, expected, actual };
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    const longest = Math.max(expected.length, actual.length);
    for (let i = 0; i < longest; i++) yield* compare(expected[i], actual[i], `${path}[${i}]`);
  } else if (isTyped(expected) && isTyped(actual)) {
    // Reported as a whole: "12 (number)" beside "12 (currency)" says more than two paths of members.
    if ([...members(expected, actual, path)].length > 0) yield { path, expected, actual };
  } else if (isMembers(expected) && isMembers(actual)) {
    yield* members(expected, actual, path);
  } else if (expected !== actual) {
    yield difference(path, expected, actual);
  }
}

function* members(expected: Members, actual: Members, path: string): Generator<Difference> {
  const names = new Set([...orderedNames(expected), ...orderedNames(actual)]);
  for (const name of names) yield* compare(own(expected, name), own(actual, name), `${path}.${name}`);
}

function difference(path: string, expected: unknown, actual: unknown): Difference {
  return { path, ...(expected !== undefined && { expected }), ...(actual !== undefined && { actual }) };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a single typed one, as results have them. */
export function isTyped(value: unknown): value is Members & { readonly type: string } {
  return isMembers(value) && typeof value['type'] === 'string' && Object.hasOwn(value, 'value');
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function own(value: Members, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
