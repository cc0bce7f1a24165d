/** Which of an anchor's matches give the value of a field. */
// See docs/language/01-document-anchors-fields.md#33-choosing-among-candidates-match
import type { FieldValue } from '../../foundation/schema/language.js';
import { canonicalJson } from '../../llm/canonical-json.js';

export const FIELD_SELECTIONS = ['first', 'last', 'all', 'mostFrequent', 'allWithNull'] as const;
export type FieldSelection = (typeof FIELD_SELECTIONS)[number];

/** The result of a selection among no matches. */
// See docs/language/01-document-anchors-fields.md#33-choosing-among-candidates-match
export function emptySelection(selection: FieldSelection | undefined): FieldValue {
  return selection === 'all' || selection === 'allWithNull' ? [] : null;
}

/**
 * The result of a selection where there is one value, or none.
 * @param hasFailed it is not there because of an error
 */
export function selectionOfOne(
  selection: FieldSelection | undefined,
  value: FieldValue,
  hasFailed: boolean,
): FieldValue {
  if (hasFailed && value === null) return emptySelection(selection);
  if (selection === 'allWithNull') return [value];
  return value === null ? emptySelection(selection) : selection === 'all' ? [value] : value;
}

interface Outcome<Hit, Result> {
  readonly value: FieldValue;
  /** Every match that was tried, and whether the value was taken from it. */
  readonly attempts: readonly { readonly hit: Hit; readonly used: boolean; readonly result: Result }[];
}

/** Tries the matches in order, as few as the selection needs, and selects among what they gave. */
export async function select<Hit, Result extends { readonly value: FieldValue }>(
  selection: FieldSelection,
  hits: Iterable<Hit>,
  attempt: (hit: Hit) => Promise<Result>,
): Promise<Outcome<Hit, Result>> {
  const tried: { hit: Hit; used: boolean; result: Result }[] = [];
  for (const hit of hits) {
    const result = await attempt(hit);
    tried.push({ hit, used: false, result });
    if (selection === 'first' && result.value !== null) break;
  }
  const found = tried.filter(({ result }) => result.value !== null);
  switch (selection) {
    case 'first':
      return one(found[0], tried);
    case 'last':
      return one(found.at(-1), tried);
    case 'mostFrequent':
      return one(mostFrequent(found), tried);
    case 'all':
      return several(found, tried);
    case 'allWithNull':
      return several(tried, tried);
  }
}

interface Tried<Result> {
  used: boolean;
  readonly result: Result;
}

function one<Hit, Result extends { readonly value: FieldValue }>(
  chosen: Tried<Result> | undefined,
  attempts: Outcome<Hit, Result>['attempts'],
): Outcome<Hit, Result> {
  if (!chosen) return { value: null, attempts };
  chosen.used = true;
  return { value: chosen.result.value, attempts };
}

function several<Hit, Result extends { readonly value: FieldValue }>(
  chosen: readonly Tried<Result>[],
  attempts: Outcome<Hit, Result>['attempts'],
): Outcome<Hit, Result> {
  for (const attempt of chosen) attempt.used = true;
  return { value: chosen.map(({ result }) => result.value), attempts };
}

/** The result that occurs most often; the one seen first wins a tie. */
function mostFrequent<Result extends { readonly value: FieldValue }>(
  found: readonly Tried<Result>[],
): Tried<Result> | undefined {
  const groups: { readonly first: Tried<Result>; readonly key: string; count: number }[] = [];
  for (const candidate of found) {
    const key = comparable(candidate.result.value);
    const group = groups.find((other) => other.key === key);
    if (group) group.count += 1;
    else groups.push({ first: candidate, key, count: 1 });
  }
  return groups.reduce<(typeof groups)[number] | undefined>(
    (best, group) => (best && best.count >= group.count ? best : group),
    undefined,
  )?.first;
}

/** What makes two results equal: value and unit; for results without a value all of them. */
function comparable(value: FieldValue): string {
  if (value === null || !('value' in value)) return canonicalJson(value);
  return canonicalJson([value.value, 'unit' in value ? value.unit : undefined]);
}
