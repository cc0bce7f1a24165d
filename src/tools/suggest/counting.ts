/**
 * Ids that count: the second of equal places for `address_2`, the third row of a table for `amount_3`; and boxes of equal
 * captions, of which each is that of another id. By the rows of tables 144 of the 163 values of a property section are
 * right instead of 120; by copies, claims and captions of two lines 294 instead of 274 of 321 boxes in the tuned half of
 * `bench:suggest`, 135 instead of 133 of 148 in the other. By ids that count alone, and places outside a column, 7 of 802 values
 * and a box more are right, on two forms. That values without numbers have places of their own,
 * too, wins none and loses one.
 */
import { boxHeight, overlapX } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import { type PageIndex, ROW_TOLERANCE } from './page-index.js';
import type { Relevance } from './relevance.js';

/**
 * What it is worth to be the place that is counted, or the one that no earlier value has, as a share of an id: copies of a
 * form differ by nothing else.
 */
const COUNTED = 0.4;
/** The same for a row of a table: more than the ways from a heading to its first row and to its others differ. */
const IN_ROW = 1;
/** Fits of rows that are as good as the best, as a share of an id. */
const AS_GOOD = 0.06;
/** Ids that count the rows of a table at least: two rather count copies of a form, "left_exposure" and "left_exposure_2". */
const TABLE_ROWS = 3;
/** How much more of such an id is said at a place outside the column that makes it no row of it, as a share of the id. */
const RIVAL = 0.15;
/** Inches from one row of a table to the next at most. */
const PITCH = 0.5;
/** Share of an id that the heading of a column says at least. */
const TELLING = 0.3;

/** Which of how many an id counts. */
export interface Count {
  readonly number: number;
  /** Ids that differ by their numbers only, those with smaller numbers that nobody asks for among them; one without a number is the first. */
  readonly of: number;
  /** The id has no number: others that do make it the first. */
  readonly isImplied: boolean;
}

/** What each id counts; undefined for those that do not. */
export function countsOf(ids: readonly (string | undefined)[]): (Count | undefined)[] {
  const parts = ids.map((id = '') => /^(.*\D)(\d)$/u.exec(id));
  const stem = (text: string) => text.replace(/_$/u, '');
  const counting = new Map<string, Set<string>>();
  for (const [i, part] of parts.entries()) {
    const key = stem(part?.[1] ?? ids[i] ?? '');
    counting.set(key, (counting.get(key) ?? new Set()).add(part?.[2] ?? '1'));
  }
  return parts.map((part, i) => {
    const of = counting.get(stem(part?.[1] ?? ids[i] ?? ''))!.size;
    if (part?.[2] === '0' || (!part && of === 1)) return undefined;
    const number = Number(part?.[2] ?? 1);
    return { number, of: Math.max(of, number), isImplied: !part };
  });
}

/**
 * Raises the fit of the place that is counted among those that fit equally well, where each is another value. Where there
 * are as many copies of some places as ids, it is in its copy; earlier values have their places.
 * @param places in the order of the document @param asGood how much less than the best still counts as equal, as a share
 * of the id @param isClaimed whether an earlier value has a place
 */
export function counted<T extends { readonly fit: number }>(
  places: readonly T[],
  count: Count | undefined,
  asGood: number,
  isClaimed: (place: T) => boolean,
): readonly T[] {
  const best = places.reduce((most, { fit }) => Math.max(most, fit), 0);
  const equal = places.filter(({ fit }) => fit > 0 && fit >= best - asGood);
  if (!count) {
    const first = equal.find((each) => each.fit === best);
    const free = first && isClaimed(first) ? equal.find((each) => !isClaimed(each)) : undefined;
    return free ? raised(places, free, COUNTED) : places;
  }
  const size = equal.length % count.of === 0 ? equal.length / count.of : 1;
  const own = equal.slice((count.number - 1) * size, count.number * size);
  return raised(places, own.find((each) => !isClaimed(each)) ?? own[0], COUNTED);
}

function raised<T extends { readonly fit: number }>(
  places: readonly T[],
  chosen: T | undefined,
  by: number,
): readonly T[] {
  return places.map((each) => (each === chosen ? { ...each, fit: each.fit + by } : each));
}

/**
 * Raises the fit of the place in the row that is counted, below the heading that the id names; as they are where there is
 * none. Of the values of a table equal ones are in several rows, so that counting them says nothing.
 */
export function countedInColumn<T extends { readonly fit: number; readonly line: Line }>(
  places: readonly T[],
  count: Count | undefined,
  index: PageIndex,
  relevance: Relevance,
  isClaimed: (place: T) => boolean,
): readonly T[] {
  if (!count || count.of < 2) return places;
  const inRow = places.filter(({ line }) => {
    const row = rowBelowHeading(line, index, relevance);
    return row?.number === count.number && row.of >= count.of;
  });
  const best = inRow.reduce((most, { fit }) => Math.max(most, fit), 0);
  const likely = inRow.filter(({ fit }) => fit >= best - AS_GOOD);
  const isTable = !count.isImplied && count.of >= TABLE_ROWS;
  if (!isTable && places.some(({ fit }) => fit > best + RIVAL)) return places;
  const chosen = likely.find((each) => !isClaimed(each)) ?? likely[0];
  return chosen ? raised(places, chosen, IN_ROW) : places;
}

/** In which row below its heading a line is, and of how many; undefined where no heading above it says enough of the id. */
function rowBelowHeading(
  line: Line,
  index: PageIndex,
  relevance: Relevance,
): Pick<Count, 'number' | 'of'> | undefined {
  const column = index
    .on(line.page)
    .filter((each) => overlapX(each, line) > 0)
    .toSorted((a, b) => b.top - a.top);
  const at = column.indexOf(line);
  const above = column.slice(at + 1);
  const heading = above.findIndex((each, i) => {
    const higher = above[i + 1];
    const isOne = higher !== undefined && each.top - higher.bottom <= boxHeight(each) / 2;
    return relevance.of(isOne ? `${higher.text} ${each.text}` : each.text) >= TELLING;
  });
  if (heading < 0) return undefined;
  const number = 1 + rowsOf(above.slice(0, heading)).length;
  const below = rowsOf(column.slice(0, at + 1).toReversed());
  const end = below.findIndex((top, i) => i > 0 && top - below[i - 1]! > PITCH);
  return { number, of: number - 1 + (end < 0 ? below.length : end) };
}

/** Tops of the rows that lines are in, in their order. */
function rowsOf(lines: readonly Line[]): readonly number[] {
  return lines
    .map(({ top }) => top)
    .filter((top, i, tops) => i === 0 || Math.abs(top - tops[i - 1]!) > ROW_TOLERANCE);
}
