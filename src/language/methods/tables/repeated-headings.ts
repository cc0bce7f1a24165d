/** Headings that later pages repeat are no rows of a table. */
// See docs/language/03-layout-methods-ranges-tables.md#382-from-recognised-rows-to-values
import { digitShape, isAmount } from '../../../page/tables/walls/cell-texts.js';
import type { RawRow } from './raw-row.js';

/** Position of the headings on a page without any: every row is below. */
const NO_HEADING = -1;
/** Cells with text from which on the row of the anchor counts as headings; in tables of fewer columns, all. */
const LEAST_CELLS = 2;

/**
 * Rows without the headings that later pages repeat, and without what is above those on their pages.
 * @param anchored the row that the anchor is in, which need not be one of the rows
 * @param isTyped whether the columns take a row for an entry
 */
export function withoutRepeatedHeadings(
  rows: readonly RawRow[],
  anchored: RawRow | undefined,
  isTyped: (row: RawRow) => boolean,
): readonly RawRow[] {
  const isHeading = (row: RawRow | undefined): row is RawRow =>
    row !== undefined && keyOf(row) !== undefined && !row.key.some(isAmount) && !isTyped(row);
  const [first] = rows;
  const kept = isHeading(first) ? withoutFirst(rows, first) : rows;
  if (!isHeading(anchored) || !isWide(anchored)) return kept;
  const known = anchored === first ? pagesWith(keyOf(first), rows) : undefined;
  return withoutAnchored(kept, anchored, known);
}

function pagesWith(key: string | undefined, rows: readonly RawRow[]): ReadonlySet<number> {
  return new Set(rows.filter((row) => keyOf(row) === key).map(({ page }) => page));
}

/** Rows without those that repeat the first one, and without all above these on their pages. */
function withoutFirst(rows: readonly RawRow[], first: RawRow): readonly RawRow[] {
  const key = keyOf(first);
  return belowHeadings(rows, first.page, (row, above) => {
    if (keyOf(row) !== key) return undefined;
    return above.some((other) => isOfOneKind(other, row)) ? 'none' : 'above';
  });
}

/**
 * Rows without those that repeat the anchor's; entries above these stay, as those of a table that ends there.
 * @param done pages whose headings are out already
 */
function withoutAnchored(
  rows: readonly RawRow[],
  anchored: RawRow,
  done: ReadonlySet<number> = new Set(),
): readonly RawRow[] {
  const entries = rows.filter(({ page }) => page === anchored.page);
  return belowHeadings(rows, anchored.page, (row, above) => {
    if (done.has(row.page) || !repeats(row, anchored)) return undefined;
    return above.some((other) => entries.some((entry) => isLike(other, entry))) ? 'alone' : 'above';
  });
}

/** What goes at a row that repeats the headings: nothing, the row alone, or it with all above it on its page. */
type Dropped = 'none' | 'alone' | 'above';

/** @param drops undefined for a row that does not repeat the headings; only the first that does counts on a page */
function belowHeadings(
  rows: readonly RawRow[],
  firstPage: number,
  drops: (row: RawRow, above: readonly RawRow[]) => Dropped | undefined,
): readonly RawRow[] {
  const headings = new Map<number, { readonly at: number; readonly dropped: Dropped }>();
  const firstOf = new Map<number, number>();
  for (const [i, row] of rows.entries()) {
    if (!firstOf.has(row.page)) firstOf.set(row.page, i);
    if (row.page === firstPage || headings.has(row.page)) continue;
    const dropped = drops(row, rows.slice(firstOf.get(row.page), i));
    if (dropped) headings.set(row.page, { at: i, dropped });
  }
  return rows.filter(({ page }, i) => {
    const { at, dropped } = headings.get(page) ?? { at: NO_HEADING, dropped: 'none' };
    if (dropped === 'none') return true;
    return dropped === 'alone' ? i !== at : i > at;
  });
}

/** Whether a row has text in two cells, or in all: a title above the headings is not one. */
function isWide({ key }: RawRow): boolean {
  return key.filter((text) => text.trim() !== '').length >= Math.min(LEAST_CELLS, key.length);
}

/** Whether a row has the texts of a heading, perhaps with those of its other lines, and is empty where that is. */
function repeats(row: RawRow, heading: RawRow): boolean {
  return row.key.every((text, i) => {
    const [own, wanted] = [comparable(text), comparable(heading.key[i] ?? '')];
    return wanted === '' ? own === '' : ` ${own} `.includes(` ${wanted} `);
  });
}

/** Whether a number or date of one row has a column and its shape in common with one of another row: both are entries. */
function isOfOneKind(one: RawRow, other: RawRow): boolean {
  return one.key.some((text, i) => {
    const shape = digitShape(text);
    return shape !== undefined && shape === digitShape(other.key[i] ?? '');
  });
}

/** Whether two rows fill the same cells, and one of them with a number or date of one kind: a header of a page is no such row. */
function isLike(one: RawRow, other: RawRow): boolean {
  const isFilled = (text: string | undefined) => (text ?? '').trim() !== '';
  if (!one.key.every((text, i) => isFilled(text) === isFilled(other.key[i]))) return false;
  return isOfOneKind(one, other) || one.key.some((text, i) => isAmount(text) && isAmount(other.key[i] ?? ''));
}

/** The texts of a row in lower case; undefined for a row without text. */
function keyOf({ key }: RawRow): string | undefined {
  const texts = key.map(comparable);
  return texts.some((text) => text !== '') ? texts.join('\n') : undefined;
}

function comparable(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim();
}
