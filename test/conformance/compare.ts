/** Compares results with expected values. Everything here is pure. */

type Members = Readonly<Record<string, unknown>>;

/** Members that say where a value came from; they count only where the expected value has them too. */
const PROVENANCE = new Set([
  'lines',
  'anchor',
  'anchors',
  'confidenceSignal',
  'boundingPolygon',
  'page',
  'location',
  'polygon',
  'sourceLines',
  'title',
  'footer',
]);

/** Fields of `expected` whose value in `actual` is the same; a field that is absent counts as null. */
export function equalFields(expected: Members, actual: Members): string[] {
  return Object.keys(expected).filter((id) => isSame(own(actual, id), expected[id]));
}

function isSame(actual: unknown, expected: unknown): boolean {
  return JSON.stringify(comparable(actual, expected)) === JSON.stringify(comparable(expected, expected));
}

/** A value without provenance that is not expected, members in one order, quotes and spaces in one form. */
function comparable(value: unknown, expected: unknown): unknown {
  if (typeof value === 'string') return plainText(value);
  if (Array.isArray(value)) {
    return value.map((element, i) => comparable(element, Array.isArray(expected) ? expected[i] : undefined));
  }
  if (!isMembers(value)) return value;
  const kept = Object.keys(value).filter((key) => !PROVENANCE.has(key) || hasMember(expected, key));
  return Object.fromEntries(kept.sort().map((key) => [key, comparable(value[key], own(expected, key))]));
}

function plainText(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02BC]/gu, "'")
    .replace(/[\u201C\u201D]/gu, '"')
    .replace(/[ \t\u00A0]+/gu, ' ')
    .trim();
}

/** How many fields hold something: not null, and not an array without anything. */
export function countFound(values: Members): number {
  return Object.values(values).filter(
    (value) => value !== null && !(Array.isArray(value) && value.every((element) => element === null)),
  ).length;
}

/**
 * Paths of the single values of a golden that are right. An object in the golden names only the members
 * that are certain; the length of an array is one value more. Typed values count by their `value` alone.
 */
export function rightLeaves(golden: Members, actual: Members): string[] {
  return Object.keys(golden).flatMap((id) => rightBelow(bare(golden[id]), bare(own(actual, id)), id));
}

function rightBelow(expected: unknown, actual: unknown, path: string): string[] {
  if (Array.isArray(expected)) {
    const elements: readonly unknown[] = Array.isArray(actual) ? actual : [];
    const length = Array.isArray(actual) && actual.length === expected.length ? [`${path}.length`] : [];
    return [...length, ...expected.flatMap((value, i) => rightBelow(value, elements[i], `${path}[${i}]`))];
  }
  if (isMembers(expected)) {
    return Object.keys(expected).flatMap((key) =>
      rightBelow(expected[key], own(actual, key), `${path}.${key}`),
    );
  }
  return JSON.stringify(actual ?? null) === JSON.stringify(expected ?? null) ? [path] : [];
}

/** A value without types and sources, texts with single spaces. */
function bare(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\s+/gu, ' ').trim();
  if (Array.isArray(value)) return value.map(bare);
  if (!isMembers(value)) return value ?? null;
  if (Object.hasOwn(value, 'value')) return bare(value['value']);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, bare(member)]));
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasMember(value: unknown, key: string): boolean {
  return isMembers(value) && Object.hasOwn(value, key);
}

function own(value: unknown, key: string): unknown {
  return isMembers(value) && Object.hasOwn(value, key) ? value[key] : null;
}
