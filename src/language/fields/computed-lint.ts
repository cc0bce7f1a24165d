/**
 * Warns of computed fields whose sources are null for certain: fields run in order, so one that runs later, or
 * that does not exist, has no value yet. That covers fields that read each other. Warns, too, of rows made of lists from which
 * places without a value are missing.
 */
// See docs/language/07-computed-rules-postprocessor.md#12-order-visibility-fallback
// See docs/language/07-computed-rules-postprocessor.md#13-resolving-sources

import { type FoundIssue, type PathStep, shortened } from '../../errors.js';
import { suppressOutput } from '../computed/suppress-output.js';
import { zip } from '../computed/zip.js';
import { definedIds } from './defined-ids.js';
import type { FieldLanguage } from './definition.js';
import { methodIdOf } from './definition.js';

/** The arrays that a scope runs. */
interface ScopeLike {
  readonly fields?: unknown;
  readonly computed_fields?: unknown;
  readonly sections?: unknown;
}

interface Placed {
  readonly field: object;
  readonly path: readonly PathStep[];
}

/** Warnings about sources, in this scope and those inside it. @param path of the object with the arrays */
export function sourceWarnings(
  scope: ScopeLike,
  language: FieldLanguage,
  path: readonly PathStep[] = [],
): readonly FoundIssue[] {
  const placed = inOrder(scope, path);
  const everywhere = new Set(placed.flatMap(({ field }) => definedIds([field], language) ?? []));
  const before = new Set<string>();
  const found: FoundIssue[] = [];
  let open = false;
  for (const { field, path: at } of placed) {
    if (!open) found.push(...missingSources(field, language, before, everywhere, at));
    found.push(...shiftedRows(field, placed, at));
    const ids = definedIds([field], language);
    for (const id of ids ?? []) before.add(id);
    // From a field whose ids are known only in a run, every source may exist.
    open ||= ids === undefined;
    if (Array.isArray(Reflect.get(field, 'fields'))) found.push(...sourceWarnings(field, language, at));
  }
  return found;
}

function inOrder(scope: ScopeLike, path: readonly PathStep[]): readonly Placed[] {
  const list = (name: keyof ScopeLike): Placed[] => {
    const fields: unknown = scope[name];
    if (!Array.isArray(fields)) return [];
    return fields.flatMap((field: unknown, i) =>
      typeof field === 'object' && field !== null ? [{ field, path: [...path, name, i] }] : [],
    );
  };
  const computed = list('computed_fields');
  const isLast = ({ field }: Placed) => methodIdOf(field) === suppressOutput.id;
  return [
    ...list('fields'),
    ...computed.filter((each) => !isLast(each)),
    ...computed.filter(isLast),
    ...list('sections'),
  ];
}

function missingSources(
  field: object,
  language: FieldLanguage,
  before: ReadonlySet<string>,
  everywhere: ReadonlySet<string>,
  path: readonly PathStep[],
): FoundIssue[] {
  const definition = language.computedMethods.get(methodIdOf(field) ?? '');
  if (!definition || !('method' in field)) return [];
  // Suppressing an id that comes later hides its value, so only one that never comes is doubtful.
  const known = definition.id === suppressOutput.id ? everywhere : before;
  return definition
    .reads(field.method as never)
    .filter((id) => !known.has(id))
    .map((id) => {
      const isLater = everywhere.has(id);
      const reason = isLater
        ? 'has no value yet: it runs later or is this field itself'
        : 'names no field in this scope';
      return {
        path: [...path, 'method'],
        message: `the source ${JSON.stringify(shortened(id))} ${reason}; it counts as null`,
        severity: 'warning' as const,
        code: isLater ? 'later_source' : 'unknown_source',
      };
    });
}

/** A warning where `zip` puts lists side by side of which some leave out the places that have no value. */
function shiftedRows(field: object, placed: readonly Placed[], path: readonly PathStep[]): FoundIssue[] {
  if (methodIdOf(field) !== zip.id) return [];
  const { source_ids: ids } = Reflect.get(field, 'method') as { readonly source_ids?: unknown };
  if (!Array.isArray(ids) || ids.length < 2) return [];
  const shortening = ids.filter((id) =>
    placed.some(
      ({ field: each }) =>
        Reflect.get(each, 'id') === id &&
        Reflect.get(each, 'match') === 'all' &&
        Reflect.get(each, 'type') !== 'table',
    ),
  );
  if (shortening.length === 0) return [];
  const names = shortening.map((id) => JSON.stringify(shortened(String(id)))).join(', ');
  return [
    {
      path: [...path, 'method', 'source_ids'],
      message:
        `rows go by position, and "match": "all" leaves out the places that have no value, so that a value of ${names} may come into ` +
        'the row of another; "allWithNull" keeps them',
      severity: 'warning',
      code: 'shifted_rows',
    },
  ];
}
