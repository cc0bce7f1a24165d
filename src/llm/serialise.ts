/** Values of fields as JSON that a model reads. */
// See docs/language/08-language-models.md#848-values-of-other-fields-source_ids
import { ORIGIN_MEMBERS } from '../foundation/schema/language.js';

/** Members of values that say where they are from, not what they are. */
const INNER_MEMBERS: ReadonlySet<string> = new Set(['type', ...ORIGIN_MEMBERS, 'confidenceSignal']);

/** Types whose value is as good as the text that it was read from. */
const PLAIN_TYPES: ReadonlySet<unknown> = new Set(['string', 'boolean', 'number']);

/**
 * What a value says: the text of single values, rows of tables by column id, sections and other objects member by
 * member; `null` where there is none.
 */
export function simpleValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(simpleValue);
  const member = (name: string): unknown => Reflect.get(value, name);
  if (Object.hasOwn(value, 'columns') && Array.isArray(member('columns'))) {
    return columnsAsRows(member('columns') as readonly unknown[]);
  }
  // Sections may have fields of these names, whose values are no names of types.
  if (typeof member('type') === 'string' && Object.hasOwn(value, 'value')) {
    if (!PLAIN_TYPES.has(member('type')) && typeof member('source') === 'string') return member('source');
    return simpleValue(member('value'));
  }
  const simple: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    if (!INNER_MEMBERS.has(name) || typeof inner === 'object') defineMember(simple, name, simpleValue(inner));
  }
  return simple;
}

/** Also for names such as `__proto__`, which would change the object if they were assigned. */
function defineMember(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function columnsAsRows(columns: readonly unknown[]): readonly object[] {
  const read = columns.filter((column) => typeof column === 'object' && column !== null) as readonly {
    readonly id?: unknown;
    readonly values?: unknown;
  }[];
  const count = Math.max(0, ...read.map(({ values }) => (Array.isArray(values) ? values.length : 0)));
  return Array.from({ length: count }, (_, i) => {
    const row: Record<string, unknown> = {};
    for (const { id, values } of read) {
      const cell: unknown = Array.isArray(values) ? values[i] : null;
      defineMember(row, String(id), simpleValue(cell ?? null));
    }
    return row;
  });
}

/** Values as JSON, no longer than some tokens. */
interface SerialisedValues {
  readonly json: string;
  /** Whether rows had to be left out. */
  readonly isCut: boolean;
}

/**
 * Values by field id as JSON. What is too much loses elements from the end of its arrays, the largest first.
 * @param values whatever results hold
 */
export function serialiseValues(
  values: Readonly<Record<string, unknown>>,
  maxTokens: number,
  countTokens: (text: string) => number,
): SerialisedValues {
  const simple: Record<string, unknown> = {};
  for (const [id, value] of Object.entries(values)) defineMember(simple, id, simpleValue(value));
  let isCut = false;
  for (;;) {
    const json = JSON.stringify(simple, null, 2);
    const tokens = countTokens(json);
    if (tokens <= maxTokens) return { json, isCut };
    const largest = largestArray(simple);
    if (!largest) return { json: json.slice(0, Math.floor((json.length * maxTokens) / tokens)), isCut: true };
    largest.length = Math.min(largest.length - 1, Math.floor((largest.length * maxTokens) / tokens));
    isCut = true;
  }
}

/** The array that takes most room as JSON; undefined when all are empty. */
function largestArray(value: unknown): unknown[] | undefined {
  let largest: { readonly array: unknown[]; readonly size: number } | undefined;
  const open: unknown[] = [value];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    if (Array.isArray(part) && part.length > 0) {
      const size = JSON.stringify(part).length;
      if (!largest || size > largest.size) largest = { array: part, size };
    }
    open.push(...Object.values(part).filter((inner) => typeof inner === 'object' && inner !== null));
  }
  return largest?.array;
}
