import { extract } from '../../../../src/index.js';
import type { LineSketch, PathSketch } from '../../../../src/page/document/sketch.js';
import { documentFromLines } from '../../../../src/reading/from-lines.js';

/** A field of a table method. */
export function field(method: object, extra: object = {}) {
  return { id: 'value', anchor: 'start', method, ...extra };
}

/** Runs one field on lines and drawn lines. */
export async function run(
  config: object,
  lines: readonly LineSketch[],
  paths: readonly PathSketch[] = [],
  verbosity = 0,
) {
  const text = JSON.stringify({ fields: [config], verbosity });
  const result = await extract(documentFromLines(lines, paths), text, undefined, { trace: true });
  const value = result.parsed_document['value'] as TableValue | null;
  const trace = result.trace?.['value']?.[0];
  return { value, errors: result.errors, reason: trace?.reason, table: trace?.table };
}

export interface TableValue {
  readonly columns: readonly { readonly id: string; readonly values: readonly Cell[] }[];
  readonly title?: { readonly value: string };
  readonly footer?: { readonly value: string };
}

type Cell = { readonly value: unknown; readonly lines?: readonly object[] } | null;

/** The values of a table, row by row. */
export function rowsOf(value: TableValue | null): unknown[][] | null {
  if (!value) return null;
  const [first] = value.columns;
  return first!.values.map((_, row) => value.columns.map(({ values }) => values[row]?.value ?? null));
}

/** A line of text for each cell, one row below the other; `''` for none. */
export function cellLines(
  rows: readonly (readonly string[])[],
  { lefts = [1.1, 3.1, 5.1], top = 1.4, pitch = 0.4, page = 0 } = {},
): LineSketch[] {
  return rows.flatMap((row, i) =>
    row.flatMap((text, column) =>
      text === '' ? [] : [{ text, left: lefts[column]!, top: top + i * pitch, page }],
    ),
  );
}
