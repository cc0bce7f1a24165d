/** Copies what a library says about a document into plain data. */

/** Nesting and members beyond these are left out: metadata is small, or it is an attack. */
const MAX_DEPTH = 4;
const MAX_MEMBERS = 500;

/** Names that would reach the prototype of a record. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * A copy of some members, as far as they are strings, numbers, booleans, null, arrays or plain objects.
 * @param entries names and values
 */
export function plainRecord(
  entries: Iterable<readonly [string, unknown]>,
  depth = 0,
): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  let members = 0;
  for (const [name, value] of entries) {
    if (members >= MAX_MEMBERS) break;
    if (FORBIDDEN.has(name)) continue;
    const plain = plainValue(value, depth + 1);
    if (plain === undefined) continue;
    record[name] = plain;
    members += 1;
  }
  return record;
}

function plainValue(value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object' || depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    return value.slice(0, MAX_MEMBERS).flatMap((item) => plainValue(item, depth + 1) ?? []);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype
    ? plainRecord(Object.entries(value), depth)
    : undefined;
}
