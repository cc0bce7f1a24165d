/**
 * Tables on samples of which a row is not printed: whether they then hold the others and nothing else. Without it 3 columns of
 * `bench:distil` have an empty row for a value, where a table with a stop takes its box for one to tick.
 */
import type { Document } from '../../page/document/model.js';
import { type GivenTable, type GivenValue, isSame, rowCount } from '../../run/extraction/answers.js';
import { isSections } from '../suggest/by-section.js';
import { withoutValues } from './blanks.js';
import { type RunFields, runAll, tablesIn } from './prove.js';

/** Samples that are tried. */
const SAMPLES = 2;
/** Rows of a table at least of which one may be missing. */
const LEAST_ROWS = 3;
/** Which row is missing, from 0, the first, to 1, the last. */
const MISSING = [0, 0.5, 1];

/** A table field with what it gave on all samples. */
export interface GivenRows {
  readonly field: object;
  readonly tables: readonly (GivenTable | undefined)[];
}

/**
 * Which of some fields for the same rows give them without one that is missing, or nothing at all. Others count rows, or take
 * an empty box for a value.
 */
export async function steadyRows(
  fields: readonly GivenRows[],
  documents: readonly Document[],
  run: RunFields,
): Promise<readonly boolean[]> {
  const isUnsteady = new Set<GivenRows>();
  for (const [i, document] of documents.slice(0, SAMPLES).entries()) {
    for (const alike of alikeOn(i, fields)) {
      const before = alike[0]!.tables[i];
      const held = before ? heldRows(before) : [];
      if (!before || held.length < LEAST_ROWS) continue;
      for (const at of MISSING) {
        const row = held[Math.round(at * (held.length - 1))]!;
        const gone = before.columns.flatMap(({ values }) =>
          values[row] && !isShared(values, row) ? [values[row]] : [],
        );
        if (gone.length === 0) continue;
        const given = await runAll(alike, [withoutValues(document, gone)], run);
        for (const [k, each] of alike.entries()) {
          const [now] = tablesIn(given[k]!);
          if (now && !isWithout(now, before, row, isSections(each.field))) isUnsteady.add(each);
        }
      }
    }
  }
  return fields.map((each) => !isUnsteady.has(each));
}

/** Positions of the rows that hold something: of sections some may be blocks that are not filled in. */
function heldRows(table: GivenTable): readonly number[] {
  const rows = Array.from({ length: rowCount(table) }, (_, row) => row);
  return rows.filter((row) => table.columns.some(({ values }) => values[row]));
}

/** The fields in groups that gave the same on a sample. */
function alikeOn(sample: number, fields: readonly GivenRows[]): readonly (readonly GivenRows[])[] {
  const groups = new Map<string, GivenRows[]>();
  for (const each of fields) {
    const key = textOf(each.tables[sample]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

/** What tables have in common that hold the same. */
function textOf(table: GivenTable | undefined): string {
  return JSON.stringify(table?.columns.map(({ id, values }) => [id, values.map((cell) => cell?.value)]));
}

/**
 * Whether rows lack one, and no other.
 * @param mayBeEmpty whether it may be there without its values, as of sections captions are left
 */
function isWithout(now: GivenTable, before: GivenTable, row: number, mayBeEmpty: boolean): boolean {
  const isGone = rowCount(now) === rowCount(before) - 1;
  if (!isGone && !(mayBeEmpty && rowCount(now) === rowCount(before))) return false;
  return before.columns.every(({ id, values }) => {
    const own = now.columns.find((column) => column.id === id)?.values ?? [];
    const left = isShared(values, row) ? values : values.with(row, null);
    const wanted = isGone ? values.filter((_, i) => i !== row) : left;
    return wanted.every((cell, i) => areSame(own[i], cell));
  });
}

/** Whether a cell is printed in the place of another one of its column: once above all rows, which stays without one of them. */
function isShared(values: GivenTable['columns'][number]['values'], row: number): boolean {
  const place = JSON.stringify(values[row]?.lines ?? []);
  return place !== '[]' && values.some((cell, i) => i !== row && JSON.stringify(cell?.lines) === place);
}

function areSame(a: GivenValue | null | undefined, b: GivenValue | null | undefined): boolean {
  return a && b ? isSame(a, b) : !a === !b;
}
