/**
 * What a config defines and nothing uses, and what it uses and nothing defines, over all of its parts. Everything here
 * errs on the side of silence: what may be used counts as used.
 */
import type { FoundIssue, PathStep } from '../../errors.js';
import { shortened } from '../../errors.js';
import { parsePath } from '../rules/frames.js';

type Members = Readonly<Record<string, unknown>>;

/** A part of a config that is an object. */
interface Part {
  readonly value: Members;
  readonly path: readonly PathStep[];
  /** Names of the members on the way to it, for rules: `{"map": [ … ]}`. */
  readonly inside: readonly string[];
}

/** Operators that bind names or items, in which variables mean other things than ids. */
const BINDING = new Set([
  'map',
  'filter',
  'reduce',
  'all',
  'every',
  'some',
  'none',
  'map_with_index',
  'stateful_map',
  'sort_by',
  'group',
  'preserve',
  'eachKey',
  'mapObject',
  'let',
]);
/** Names that every rule has. */
const GLOBAL = ['extra_data', 'metadata'];
/** Kinds of field whose ids are known only in a run. */
const OPEN = new Set(['customComputationGroup', 'addComputedFields', 'invoice']);
/** Arrays of fields that run one after the other. */
const FIELD_LISTS = ['fields', 'computed_fields', 'sections'] as const;

/** Warnings about a config that the grammar has accepted. */
export function useWarnings(config: object): readonly FoundIssue[] {
  const parts = [...partsOf(config as Members, [], [])];
  return [
    ...unusedDefinitions(parts),
    ...unreadIds(parts),
    ...unknownVariables(parts),
    ...parts.flatMap(({ value, path }) => deadFallbacks(value, path)),
  ];
}

function* partsOf(value: unknown, path: readonly PathStep[], inside: readonly string[]): Generator<Part> {
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) yield* partsOf(item, [...path, i], inside);
  } else if (isMembers(value)) {
    yield { value, path, inside };
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'object') yield* partsOf(member, [...path, name], [...inside, name]);
    }
  }
}

function warning(path: readonly PathStep[], code: string, message: string): FoundIssue {
  return { path, code, message, severity: 'warning' };
}

function unusedDefinitions(parts: readonly Part[]): FoundIssue[] {
  const used = new Set(parts.flatMap(({ value: { ref } }) => (typeof ref === 'string' ? [ref] : [])));
  return parts
    .filter(({ value }) => value['type'] === 'anchorDefinition' && !used.has(String(value['name'])))
    .map(({ value, path }) =>
      warning(
        [...path, 'name'],
        'unused_anchor',
        `nothing refers to the anchor ${quoted(String(value['name']))}`,
      ),
    );
}

/** Ids that are kept out of the output, and that nothing reads. */
function unreadIds(parts: readonly Part[]): FoundIssue[] {
  const strings = new Set(parts.flatMap(readStrings));
  const counts = new Map<string, number>();
  for (const { value } of parts) {
    if (typeof value['id'] === 'string') counts.set(value['id'], (counts.get(value['id']) ?? 0) + 1);
  }
  // A rule that reads everything, or a pattern of ids, may read any of them.
  const readsAll = parts.some(
    ({ value }) => value['var'] === '' || (isMembers(value['source_ids']) && !isSuppressing(value)),
  );
  if (readsAll) return [];
  return parts.flatMap(({ value, path }) => {
    const { method } = value;
    if (!isMembers(method) || !isSuppressing(method) || !Array.isArray(method['source_ids'])) return [];
    return method['source_ids'].flatMap((id: unknown, i) =>
      typeof id === 'string' && counts.get(id) === 1 && !strings.has(id)
        ? [
            warning(
              [...path, 'method', 'source_ids', i],
              'unread_id',
              `${quoted(id)} is kept out of the output and nothing reads it, so its field is of no use`,
            ),
          ]
        : [],
    );
  });
}

function isSuppressing(method: Members): boolean {
  return method['id'] === 'suppressOutput';
}

/** Texts by which a part may name an id: members' names and texts, and the steps of paths in them. */
function readStrings({ value }: Part): string[] {
  if (isSuppressing(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const texts = (Array.isArray(member) ? member : [member]).filter((each) => typeof each === 'string');
    const own = name === 'id' ? [] : texts.flatMap((text) => [text, ...parsePath(text).segments]);
    return [name, ...own];
  });
}

/** Variables of rules that name no id of the config. */
function unknownVariables(parts: readonly Part[]): FoundIssue[] {
  if (parts.some(({ value }) => OPEN.has(String(value['id'])))) return [];
  const known = new Set([...GLOBAL, ...parts.flatMap(({ value }) => namesIn(value))]);
  return parts.flatMap(({ value, path, inside }) => {
    const text = variableOf(value);
    if (text === undefined || inside.some((name) => BINDING.has(name))) return [];
    const [first] = parsePath(text).segments;
    if (first === undefined || /^\d*$/u.test(first) || known.has(first)) return [];
    const message = `no field has the id ${quoted(first)}; the variable is null`;
    return [warning([...path, 'var'], 'unknown_variable', message)];
  });
}

/** Names that a part may give to values. */
function namesIn(value: Members): string[] {
  return ['id', 'name', 'key', 'group_id'].flatMap((member) =>
    typeof value[member] === 'string' ? [value[member]] : [],
  );
}

function variableOf(value: Members): string | undefined {
  if (Object.keys(value).length !== 1) return undefined;
  const given = value['var'];
  const text: unknown = Array.isArray(given) ? given[0] : given;
  return typeof text === 'string' ? text : undefined;
}

/** Fields whose id has a value for certain when their turn comes, or that repeat one that gave none. */
function deadFallbacks(scope: Members, path: readonly PathStep[]): FoundIssue[] {
  const seen = new Map<
    string,
    { readonly text: string | undefined; readonly place: string; readonly isSure: boolean }[]
  >();
  const found: FoundIssue[] = [];
  for (const list of FIELD_LISTS) {
    const fields: unknown = scope[list];
    if (!Array.isArray(fields)) continue;
    for (const [i, field] of fields.entries()) {
      if (!isMembers(field) || typeof field['id'] !== 'string') continue;
      const { id } = field;
      // Only fields with an anchor are compared: they have no others in them, and give the same each time.
      const text = 'anchor' in field ? JSON.stringify(field) : undefined;
      const before = seen.get(id) ?? [];
      const sure = before.find(({ isSure }) => isSure);
      const same = text === undefined ? undefined : before.find((each) => each.text === text);
      if (sure) {
        found.push(
          warning(
            [...path, list, i],
            'dead_fallback',
            `never runs: ${sure.place} always gives ${quoted(id)} a value`,
          ),
        );
      } else if (same) {
        found.push(
          warning(
            [...path, list, i],
            'dead_fallback',
            `is the same as ${same.place}, and gives nothing where that gives nothing`,
          ),
        );
      }
      seen.set(id, [...before, { text, place: `${list}[${i}]`, isSure: isConstant(field) }]);
    }
  }
  return found;
}

/** A constant without a type is a value whatever the document. */
function isConstant({ method, type }: Members): boolean {
  if (!isMembers(method) || method['id'] !== 'constant' || type !== undefined) return false;
  return typeof method['value'] === 'string' && method['value'] !== '';
}

function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
