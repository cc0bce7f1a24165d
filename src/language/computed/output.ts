/** Where values of a scope are kept: in its output, or beside it once they are suppressed. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods

import { deleteMember, setMember } from '../../foundation/objects/members.js';
import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';

/** Whether a value is worth keeping: anything but null and an empty array. */
// See docs/language/01-document-anchors-fields.md#71-fallback-fields
export function passed(value: FieldValue | undefined): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** What is hidden of a scope. */
interface Hidden {
  readonly values: FieldOutput;
  /** Ids whose later values are hidden, too. */
  readonly ids: Set<string>;
}

/** What the scopes of an extraction have hidden, by their outputs; only of those that have hidden anything. */
export type HiddenByOutput = Map<FieldOutput, Hidden>;

/** A scope, as far as its values are concerned. */
export interface Values {
  readonly output: FieldOutput;
  readonly hidden: Hidden;
}

/** The value of an id of an output; undefined where there is none, as ids may be called like inherited members. */
export function visibleValue(output: FieldOutput, id: string): FieldValue | undefined {
  return Object.hasOwn(output, id) ? output[id] : undefined;
}

/** The values of a scope at its beginning. @param output that it holds already */
export function valuesOf(output: FieldOutput = {}): Values {
  return { output, hidden: { values: {}, ids: new Set() } };
}

/** Keeps a value under an id: in the output, or hidden when the id is suppressed. */
export function store({ output, hidden }: Values, id: string, value: FieldValue): void {
  setMember(hidden.ids.has(id) ? hidden.values : output, id, value);
}

/** Whether a scope has a value for an id, visible or hidden, that a later field need not replace. */
// See docs/language/07-computed-rules-postprocessor.md#12-order-visibility-fallback
export function holds({ output, hidden }: Values, id: string): boolean {
  return passed(visibleValue(output, id)) || passed(visibleValue(hidden.values, id));
}

/** The value of an id of a finished section, hidden or not; undefined when there is none. */
export function storedValue(
  section: FieldOutput,
  id: string,
  hidden: HiddenByOutput,
): FieldValue | undefined {
  if (Object.hasOwn(section, id)) return section[id];
  const beside = hidden.get(section);
  return beside && visibleValue(beside.values, id);
}

/**
 * Hides the values of ids.
 * @param later whether values that come later are hidden as well
 */
export function hide(
  { output, hidden, run }: Values & { readonly run: { readonly hidden: HiddenByOutput } },
  ids: readonly string[],
  later: boolean,
): void {
  run.hidden.set(output, hidden);
  for (const id of ids) {
    const value = visibleValue(output, id);
    if (value !== undefined) {
      setMember(hidden.values, id, value);
      deleteMember(output, id);
    }
    if (later) hidden.ids.add(id);
  }
}
