/** The fields of a result as a tree: values with the runs that gave them, sections with their fields. */

import { orderedEntries, orderedNames, setMember } from '../../../foundation/objects/members.js';
import type { FieldOutput, FieldValue } from '../../../foundation/schema/language.js';
import { isField, isTable, shapeOf } from '../../../language/computed/shapes.js';
import {
  closestTry,
  type FieldTrace,
  type SectionPlace,
  type SectionTrace,
} from '../../../language/fields/trace.js';
import type { FieldNode } from './payload.js';
import { type Inspected, runData } from './run-data.js';

/** A trace with the id of its field. */
interface Traced {
  readonly id: string;
  readonly trace: FieldTrace;
}

/** Members of values that say where they are, which the marks show. */
const GEOMETRY: ReadonlySet<string> = new Set([
  'lines',
  'points',
  'regions',
  'anchors',
  'boundingPolygon',
  'anchorConfidence',
  'valueConfidence',
]);
/** Characters of a text that the report shows; images are longer. */
const LONGEST_TEXT = 5_000;

/**
 * The fields of a document.
 * @param output undefined where the result leaves it out
 */
export function fieldNodes(
  output: FieldOutput | undefined,
  trace: Readonly<Record<string, readonly FieldTrace[]>>,
  inspected: Inspected,
): readonly FieldNode[] {
  const traced = orderedEntries(trace).flatMap(([id, entries]) =>
    entries.map((entry) => ({ id, trace: entry })),
  );
  return scopeNodes(output, traced, 0, inspected);
}

/** The fields of one scope. @param traced of this scope and those in it @param depth sections around it */
function scopeNodes(
  output: FieldOutput | undefined,
  traced: readonly Traced[],
  depth: number,
  inspected: Inspected,
): FieldNode[] {
  const own = new Map<string, FieldTrace[]>();
  const inner = new Map<string, Traced[]>();
  for (const entry of traced) {
    const place = entry.trace.section?.[depth];
    if (place) append(inner, place.group, entry);
    else append(own, entry.id, entry.trace);
  }
  const named = new Set([...(output ? orderedNames(output) : []), ...own.keys(), ...inner.keys()]);
  return [...named].map((id) => {
    const value = output && Object.hasOwn(output, id) ? output[id] : undefined;
    const traces = own.get(id) ?? [];
    const sections = traces.flatMap((trace) => trace.sections ?? []);
    const within = inner.get(id) ?? [];
    const children =
      sections.length > 0 || within.length > 0
        ? sectionNodes(value, sections, within, depth, inspected)
        : plainSections(value, depth, inspected);
    return fieldNode(id, value, traces, children, inspected);
  });
}

function append<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function fieldNode(
  id: string,
  value: FieldValue | undefined,
  traces: readonly FieldTrace[],
  children: readonly FieldNode[],
  inspected: Inspected,
): FieldNode {
  const present = shapeOf(value) !== 'none';
  const reason = present ? undefined : reasonOf(value, traces);
  return {
    id,
    kind: 'field',
    ...(children.length === 0 && value !== undefined && { value: shownValue(value) }),
    present,
    ...(value === undefined && { hidden: true }),
    ...(reason !== undefined && { reason }),
    runs: traces.map((trace) => runData(trace, inspected)),
    children,
  };
}

function reasonOf(value: FieldValue | undefined, traces: readonly FieldTrace[]): string | undefined {
  const reason = closestTry(traces)?.reason;
  if (reason !== undefined) return reason;
  return value === undefined ? 'found, but not part of the result' : undefined;
}

/** Sections that a field cut, with those that are not in the result. */
function sectionNodes(
  value: FieldValue | undefined,
  sections: readonly SectionTrace[],
  traced: readonly Traced[],
  depth: number,
  inspected: Inspected,
): FieldNode[] {
  const outputs: readonly (FieldOutput | undefined)[] = Array.isArray(value) ? value : [];
  const byIndex = new Map<number, Traced[]>();
  for (const entry of traced) {
    const place: SectionPlace = entry.trace.section![depth]!;
    const list = byIndex.get(place.index);
    if (list) list.push(entry);
    else byIndex.set(place.index, [entry]);
  }
  // Rows of cells have no trace of their own, and all of them are in the result.
  const cut = sections.length > 0 ? sections : outputs.map((_, index) => ({ index, used: true }));
  let position = 0;
  return cut.map(({ index, used }) => {
    const output = used ? outputs[position++] : undefined;
    return {
      id: String(index),
      kind: 'section',
      present: used,
      ...(!used && { reason: 'left out: a required field has no value' }),
      runs: [],
      children: scopeNodes(output, byIndex.get(index) ?? [], depth + 1, inspected),
    };
  });
}

/** Sections of a result that no field cut: rows that computed fields made, groups in groups. */
function plainSections(value: FieldValue | undefined, depth: number, inspected: Inspected): FieldNode[] {
  if (shapeOf(value) !== 'group') return [];
  return (value as readonly (FieldOutput | null)[]).map((output, index) => ({
    id: String(index),
    kind: 'section',
    present: output !== null,
    runs: [],
    children: scopeNodes(output ?? undefined, [], depth + 1, inspected),
  }));
}

/** A value without its geometry, and with long texts cut. */
function shownValue(value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT) {
    return `${value.slice(0, LONGEST_TEXT)}… (${value.length} characters)`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shownValue);
  const isValue = isField(value as FieldValue) || isTable(value as FieldValue);
  const shown: Record<string, unknown> = {};
  for (const [name, member] of orderedEntries(value as Record<string, unknown>)) {
    if (isValue && GEOMETRY.has(name)) continue;
    setMember(shown, name, shownValue(member));
  }
  return shown;
}
