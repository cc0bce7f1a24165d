/**
 * Rows of a table of several lines each, all at one distance: a row begins where its first column has a value, or ends where
 * it has its figures. Which of both is decided once for a table; what stands first in it tells.
 */

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
  const figured = mostly(keyed, ({ figures }) => figures).filter((column) => column > 0);
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
    mostly(keyed, ({ filled }) => filled).includes(text);
  return isOneText ? begun : undefined;
}

/**
 * Which rows of text begin a row of the table whose first lines stand above its figures: no figure is in the first of them,
 * and nothing is below the last figures.
 * @returns undefined where they do not stand so
 */
export function begunAboveFigures(rows: readonly FilledRow[]): readonly boolean[] | undefined {
  const isEnd = rows.map(({ figures }) => [...figures].some((column) => column > 0));
  const ended = rows.filter((_, i) => isEnd[i]);
  if (ended.length < LEAST_BEGUN || isEnd[0] || !isEnd.at(-1)) return undefined;
  const figured = mostly(ended, ({ figures }) => figures);
  const texts = mostly(ended, ({ filled }) => filled).filter(
    (column) => column > 0 && !figured.includes(column),
  );
  const areTexts = rows.every(
    ({ filled }, i) => isEnd[i] || [...filled].every((column) => texts.includes(column)),
  );
  return areTexts ? rows.map((_, i) => i === 0 || isEnd[i - 1]!) : undefined;
}

/** The columns that most of some rows have. */
function mostly(rows: readonly FilledRow[], of: (row: FilledRow) => ReadonlySet<number>): number[] {
  return [...new Set(rows.flatMap((row) => [...of(row)]))].filter(
    (column) => rows.filter((row) => of(row).has(column)).length >= MOST * rows.length,
  );
}
