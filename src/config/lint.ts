/** Doubtful things in a config that the grammar allows: warnings, and errors that concern several fields. */

import type { PathStep } from '../errors.js';
import { sourceWarnings } from '../fields/computed-lint.js';
import { nearest } from '../grammar.js';
import { yieldOf } from '../methods/yield.js';
import type { TypeReference } from '../types/definition.js';
import { idOf } from '../types/nested.js';
import type { TypeRegistry } from '../types/registry.js';
import type { FoundIssue } from './issues.js';
import type { AnyMethodOptions, Config, Language } from './schema.js';

/** An edit distance above this share of the text's length matches almost anything (chapter 1, 2.3). */
const LARGE_EDIT_SHARE = 1 / 3;

type Members = Readonly<Record<string, unknown>>;

/** All warnings about a config that the grammar has accepted, and anchors that refer to each other in a circle. */
export function lint(config: Config, language: Language): FoundIssue[] {
  const issues: FoundIssue[] = [];
  visit(config, [], (members, path) => {
    issues.push(
      ...patternWarnings(members, path),
      ...matcherWarnings(members, path),
      ...deprecations(members, path),
      ...typeReferences(members, path).flatMap((reference) => typeWarnings(reference, language.types)),
      ...methodWarnings(members, path, language),
      ...kindWarnings(members, path, language),
    );
  });
  return [...issues, ...referenceIssues(config), ...sourceWarnings(config, language)];
}

function visit(
  value: unknown,
  path: readonly PathStep[],
  look: (members: Members, path: readonly PathStep[]) => void,
): void {
  if (Array.isArray(value)) {
    for (const [i, element] of value.entries()) visit(element, [...path, i], look);
  } else if (typeof value === 'object' && value !== null) {
    look(value as Members, path);
    for (const [key, member] of Object.entries(value)) visit(member, [...path, key], look);
  }
}

function warning(path: readonly PathStep[], code: string, message: string): FoundIssue {
  return { path, message, severity: 'warning', code };
}

function patternWarnings(members: Members, path: readonly PathStep[]): FoundIssue[] {
  const { pattern, flags } = members;
  const searches = members['type'] === 'regex' || members['id'] === 'regex';
  if (!searches || typeof pattern !== 'string') return [];
  if (!new RegExp(pattern, typeof flags === 'string' ? flags : '').test('')) return [];
  return [warning([...path, 'pattern'], 'matches_empty', 'this pattern can match nothing at all')];
}

function matcherWarnings(members: Members, path: readonly PathStep[]): FoundIssue[] {
  const found: FoundIssue[] = [];
  const { text, editDistance, match } = members;
  if (
    typeof text === 'string' &&
    typeof editDistance === 'number' &&
    editDistance > text.length * LARGE_EDIT_SHARE
  ) {
    found.push(
      warning([...path, 'editDistance'], 'large_edit_distance', 'more than a third of the text may differ'),
    );
  }
  for (const [name, value] of Object.entries(members)) {
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    const isSequence =
      name === 'match' || name === 'start' || name === 'end' || name === 'stop' || name === 'anchor';
    if (isSequence && isMembers(first) && first['reverse'] === true && !mayBeginUpwards([...path, name])) {
      found.push(
        warning(
          [...path, name, 0, 'reverse'],
          'ignored_member',
          'the first element is always searched downwards',
        ),
      );
    }
  }
  if (isMembers(match) && match['reverse'] === true && !mayBeginUpwards([...path, 'match'])) {
    found.push(
      warning(
        [...path, 'match', 'reverse'],
        'ignored_member',
        'a single matcher is always searched downwards',
      ),
    );
  }
  return found;
}

/** Only the anchor of an external range may be searched upwards at once (chapter 6, 2.6). */
function mayBeginUpwards(path: readonly PathStep[]): boolean {
  const place = path.at(-1) === 'match' ? path.slice(0, -1) : path;
  return place.at(-1) === 'anchor' && place.at(-2) === 'externalRange';
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function deprecations(members: Members, path: readonly PathStep[]): FoundIssue[] {
  const found: FoundIssue[] = [];
  if (members['xMajorSort'] === true) {
    const message = 'deprecated; use "sortLines": "readingOrderLeftToRight"';
    found.push(warning([...path, 'xMajorSort'], 'deprecated', message));
  }
  if (members['toFixed'] !== undefined) {
    found.push(warning([...path, 'toFixed'], 'deprecated', 'deprecated; use roundTo'));
  }
  if (path.length === 0 && members['verbosity'] === 2) {
    found.push(warning(['verbosity'], 'unknown_level', '2 is taken as 1; the levels are 0, 1 and 3'));
  }
  return found;
}

interface PlacedType {
  readonly type: TypeReference;
  readonly path: readonly PathStep[];
}

/** The types that an object refers to: a field's or a column's own, and those of its filters. */
function typeReferences(members: Members, path: readonly PathStep[]): PlacedType[] {
  const found: PlacedType[] = [];
  const isColumn = path.at(-2) === 'columns' && typeof path.at(-1) === 'number';
  if ((isMembers(members['method']) || isColumn) && isReference(members['type'])) {
    found.push({ type: members['type'], path: [...path, 'type'] });
  }
  const filters = members['typeFilters'];
  if (Array.isArray(filters)) {
    for (const [i, type] of filters.entries()) {
      if (isReference(type)) found.push({ type, path: [...path, 'typeFilters', i] });
    }
  }
  return found;
}

function isReference(value: unknown): value is TypeReference {
  return typeof value === 'string' || (isMembers(value) && typeof value['id'] === 'string');
}

function typeWarnings({ type, path }: PlacedType, types: TypeRegistry): FoundIssue[] {
  const own = types
    .warnings(type)
    .map((found) => warning([...path, ...found.path], 'doubtful_type', found.message));
  return [...deprecatedTypes({ type, path }), ...own];
}

function deprecatedTypes({ type, path }: PlacedType): FoundIssue[] {
  const id = typeof type === 'string' ? type : type.id;
  if (id === 'accountingCurrency') {
    const message = 'deprecated; use {"id": "currency", "accountingNegative": "default", "relaxed": true}';
    return [warning(path, 'deprecated', message)];
  }
  const nested: unknown = typeof type === 'string' ? undefined : type['types'];
  if (!Array.isArray(nested)) return [];
  return nested
    .filter(isReference)
    .flatMap((inner, i) => deprecatedTypes({ type: inner, path: [...path, 'types', i] }));
}

/** Members that hold fields. */
const FIELD_ARRAYS: ReadonlySet<unknown> = new Set([
  'fields',
  'computed_fields',
  'sections',
  'fieldsOnPass',
  'fieldsOnFail',
]);

/** What the kind of a field warns of. */
function kindWarnings(members: Members, path: readonly PathStep[], language: Language): FoundIssue[] {
  if (typeof path.at(-1) !== 'number' || !FIELD_ARRAYS.has(path.at(-2))) return [];
  const found = language.fieldKind(members).warnings?.(members, language) ?? [];
  return found.map((each) => warning([...path, ...each.path], each.code, each.message));
}

/** What the method of a field warns of, and a type that does not go with it. */
function methodWarnings(members: Members, path: readonly PathStep[], language: Language): FoundIssue[] {
  const { method: options, type } = members;
  if (!isMembers(options) || typeof options['id'] !== 'string') return [];
  const method = language.methods.get(options['id']);
  if (!method) return [];
  const own = method.warnings?.(options as never) ?? [];
  const found = own.map((each) => warning([...path, 'method', ...each.path], each.code, each.message));
  const yields = yieldOf(method, options as AnyMethodOptions);
  const typeId = type === undefined ? undefined : idOf(type as TypeReference);
  if (typeId === 'table' && yields !== 'table') {
    const message = `the method ${method.id} gives no table, so the value is always null`;
    found.push(warning([...path, 'type'], 'type_mismatch', message));
  } else if (yields === 'table' && typeId !== undefined && typeId !== 'table') {
    const message = `the method ${method.id} gives a table; the type is taken as table`;
    found.push(warning([...path, 'type'], 'type_mismatch', message));
  } else if (yields === 'images' && typeId !== 'images') {
    const message = 'with includeImages the value is images; write "type": "images"';
    found.push(warning([...path, ...(type === undefined ? [] : ['type'])], 'type_mismatch', message));
  }
  return found;
}

interface Definition {
  readonly name: string;
  readonly ref: string | undefined;
  readonly path: readonly PathStep[];
}

function referenceIssues(config: Config): FoundIssue[] {
  const definitions: Definition[] = [];
  const references: { readonly ref: string; readonly path: readonly PathStep[] }[] = [];
  visit(config, [], (members, path) => {
    const { type, name, anchor, ref } = members;
    if (type === 'anchorDefinition' && typeof name === 'string') {
      definitions.push({
        name,
        ref: isMembers(anchor) && typeof anchor['ref'] === 'string' ? anchor['ref'] : undefined,
        path,
      });
    }
    if (typeof ref === 'string' && Object.keys(members).length === 1) references.push({ ref, path });
  });
  const names = [...new Set(definitions.map(({ name }) => name))];
  const unknown = references
    .filter(({ ref }) => !names.includes(ref))
    .map(({ ref, path }) => {
      const near = nearest(ref, names);
      const hint = near === undefined ? '' : `; did you mean "${near}"?`;
      return warning(
        [...path, 'ref'],
        'unknown_anchor',
        `no anchorDefinition is named ${JSON.stringify(ref)}${hint}`,
      );
    });
  return [...unknown, ...cycles(definitions)];
}

/** Definitions that refer to themselves, directly or over others, can never be resolved. */
function cycles(definitions: readonly Definition[]): FoundIssue[] {
  const refs = new Map(definitions.map(({ name, ref }) => [name, ref]));
  return definitions
    .filter(({ name }) => reaches(name, refs))
    .map(({ name, path }) => ({
      path: [...path, 'anchor', 'ref'],
      message: `the anchor ${JSON.stringify(name)} refers to itself`,
      severity: 'error' as const,
      code: 'anchor_cycle',
    }));
}

function reaches(name: string, refs: ReadonlyMap<string, string | undefined>): boolean {
  const seen = new Set<string>();
  for (let at = refs.get(name); at !== undefined && !seen.has(at); at = refs.get(at)) {
    if (at === name) return true;
    seen.add(at);
  }
  return false;
}
