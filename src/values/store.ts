/** Where values of a scope are kept: in its output, or beside it once they are suppressed (chapter 7, 1.5). */
import type { FieldOutput, FieldValue } from '../fields/definition.js';

/** Whether a value is worth keeping: anything but null and an empty array (chapter 1, 7.1). */
export function passed(value: FieldValue | undefined): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

interface Hidden {
  readonly values: FieldOutput;
  /** Ids whose later values are hidden, too. */
  readonly ids: Set<string>;
}

/** What is hidden of an output; it lives as long as the output does. */
const hiddenParts = new WeakMap<FieldOutput, Hidden>();

/** An output without values; its members are ids, whatever their names. */
export function emptyOutput(): FieldOutput {
  return Object.create(null) as FieldOutput;
}

/** Keeps a value under an id: in the output, or hidden when the id is suppressed. */
export function store(output: FieldOutput, id: string, value: FieldValue): void {
  const hidden = hiddenParts.get(output);
  if (hidden?.ids.has(id)) hidden.values[id] = value;
  else output[id] = value;
}

/** Whether a scope has a value for an id, visible or hidden, that a later field need not replace (chapter 7, 1.2). */
export function holds(output: FieldOutput, id: string): boolean {
  return passed(output[id]) || passed(hiddenParts.get(output)?.values[id]);
}

/** The value of an id, hidden or not; undefined when there is none. */
export function storedValue(output: FieldOutput, id: string): FieldValue | undefined {
  if (Object.hasOwn(output, id)) return output[id];
  return hiddenParts.get(output)?.values[id];
}

/**
 * Hides the values of ids.
 * @param later whether values that come later are hidden as well
 */
export function hide(output: FieldOutput, ids: readonly string[], later: boolean): void {
  const hidden = hiddenParts.get(output) ?? { values: emptyOutput(), ids: new Set<string>() };
  hiddenParts.set(output, hidden);
  for (const id of ids) {
    const value = Object.hasOwn(output, id) ? output[id] : undefined;
    if (value !== undefined) {
      hidden.values[id] = value;
      delete output[id];
    }
    if (later) hidden.ids.add(id);
  }
}
