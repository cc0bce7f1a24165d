/** Tables on samples of which a row is not printed: whether they then hold the others and nothing else. */
import type { Document } from '../../page/document/model.js';
import { type GivenTable, type GivenValue, isSame, rowCount } from '../../run/extraction/answers.js';
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
  const isSteady = fields.map(() => true);
  for (const [i, document] of documents.slice(0, SAMPLES).entries()) {
    const shown = fields.map(({ tables }) => tables[i]).find((table) => table !== undefined);
    if (!shown || rowCount(shown) < LEAST_ROWS) continue;
    for (const at of MISSING) {
      const row = Math.round(at * (rowCount(shown) - 1));
      const gone = shown.columns.flatMap(({ values }) => values[row] ?? []);
      const copy = withoutValues(document, gone);
      const given = await runAll(
        fields.map(({ field }) => field),
        [copy],
        run,
      );
      for (const [k, { tables }] of fields.entries()) {
        const [now] = tablesIn(given[k]!);
        const before = tables[i];
        if (now && before && !isWithout(now, before, row)) isSteady[k] = false;
      }
    }
  }
  return isSteady;
}

function isWithout(now: GivenTable, before: GivenTable, row: number): boolean {
  return (
    rowCount(now) === rowCount(before) - 1 &&
    before.columns.every(({ id, values }) => {
      const own = now.columns.find((column) => column.id === id)?.values ?? [];
      return values.filter((_, i) => i !== row).every((cell, i) => areSame(own[i], cell));
    })
  );
}

function areSame(a: GivenValue | null | undefined, b: GivenValue | null | undefined): boolean {
  return a && b ? isSame(a, b) : !a === !b;
}
