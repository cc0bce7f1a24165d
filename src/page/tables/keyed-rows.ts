/** Rows of a table of several lines each, all at one distance: a row begins where its first column has a value. */

/** A row of text by the columns that it fills, the first of them 0. */
export interface FilledRow {
  readonly filled: ReadonlySet<number>;
  /** Columns that hold nothing but figures. */
  readonly figures: ReadonlySet<number>;
}

/** Fewest rows that begin with a value in the first column. */
const LEAST_BEGUN = 2;
/** Share of these rows that have a figure in one column for it to be one of figures. */
const MOST = 0.8;

/**
 * Which rows of text begin a row of the table. Items of an invoice have a number and figures in their first line; the
 * others go on with the text of one column.
 * @returns undefined where the first column does not tell
 */
export function begunByKey(rows: readonly FilledRow[]): readonly boolean[] | undefined {
  const keyed = rows.filter(({ filled }) => filled.has(0));
  if (keyed.length < LEAST_BEGUN || !rows[0]!.filled.has(0)) return undefined;
  const columns = new Set(keyed.flatMap(({ figures }) => [...figures].filter((column) => column > 0)));
  const figured = [...columns].filter(
    (column) => keyed.filter(({ figures }) => figures.has(column)).length >= MOST * keyed.length,
  );
  if (figured.length === 0) return undefined;
  const begun = rows.map(
    ({ filled, figures }) => filled.has(0) || figured.some((column) => figures.has(column)),
  );
  const others = rows.filter((_, i) => !begun[i]);
  const texts = new Set(others.flatMap(({ filled }) => [...filled]));
  const [text] = texts;
  const isOneText =
    text !== undefined &&
    texts.size === 1 &&
    !figured.includes(text) &&
    keyed.filter(({ filled }) => filled.has(text)).length >= MOST * keyed.length;
  return isOneText ? begun : undefined;
}
