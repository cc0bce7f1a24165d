/**
 * Columns out of all rows of a table together: the white rivers between them. Each gap between two words of a row asks
 * to be parted, the more the wider it is; each word that a river would have to cross asks that it does not; a column
 * more has its price. The rivers are those that leave the least to be paid, found at once for the whole width. Without
 * its price a column loses 544 relations of cells on 34 reports with ground truth, without that of crossed words 170,
 * without the strength of wide gaps 136, without its growth with the rows 118. Of 20,449 values and cells of 137
 * documents thresholds a fifth smaller change 18 of one, a quarter larger none.
 */
import { isFigure, mayBeOneNumber } from './figures.js';
import type { VerticalRule } from './rules.js';
import { isLeader, type PlacedWord, type TextRow } from './words.js';

/** The white between two columns; lengths in inches. */
export interface River {
  /** Where it is free of text in all rows that it does not cross. */
  readonly from: number;
  readonly to: number;
  /** A place in it. */
  readonly at: number;
}

/** Gaps in sizes of type. Up to the first, letters touch; up to the second, a gap is a space. */
const TOUCHING = 0.12;
const SPACE = 0.42;
/** Characters up to which a gap is a space. */
const CHARACTERS = 1.1;
/** From here on a gap is hardly a space, and from the next on none. */
const WIDE = 0.8;
const VERY_WIDE = 1.5;
/** Such a gap parts two cells although no other row shows it. */
const HUGE = 2.5;
const HUGE_STRENGTH = 1.6;
/** What gaps ask for: spaces, gaps that are hardly spaces, spaces between two figures. */
const SPACE_STRENGTH = 0.04;
const WIDE_STRENGTH = 0.6;
const FIGURES_STRENGTH = 0.6;
/** The price of a word that is crossed in a full row. */
const CROSSED = 1.2;
/** Rows with few cells are headings and notes: their words cost less, at least this share. */
const LEAST_WEIGHT = 0.2;
/** The price of a column, and its growth with the number of rows. */
const COLUMN = 1.2;
const COLUMN_PER_ROW = 0.03;
/** What is taken off for a river that crosses nothing. */
const UNCROSSED = 0.35;
/** What a vertical line along all rows gives to a river in it. */
const RULED = 1;
/** A river ends so far before the word to its right, in inches. */
const EPS = 0.004;
/** Rivers that are weighed at most; tables of print have a tenth of it. */
const MOST_CANDIDATES = 400;

/** A gap between two neighbouring words. */
interface Gap {
  readonly from: number;
  readonly to: number;
  /** From 0: how sure it parts two cells; from 0.55 on it does so alone. */
  readonly strength: number;
}

/** How sure a gap parts two cells, 0 to 1, from the two words alone. */
export function gapStrength(a: PlacedWord, b: PlacedWord): number {
  const size = Math.min(a.size, b.size);
  if (size <= 0) return 0;
  const width = (b.left - a.right) / size;
  if (width < TOUCHING) return 0;
  if (width >= HUGE) return HUGE_STRENGTH;
  // In monospaced print a space is as wide as any character.
  const space = Math.max(SPACE, (CHARACTERS * Math.min(characterWidth(a), characterWidth(b))) / size);
  const byWidth = strengthOf(width, Math.min(space, WIDE));
  if (isLeader(a.text)) return isLeader(b.text) ? 0 : Math.max(byWidth, FIGURES_STRENGTH);
  if (isLeader(b.text)) return 0;
  if (!isFigure(a.text) || !isFigure(b.text)) return byWidth;
  return mayBeOneNumber(a.text, b.text) ? byWidth : Math.max(byWidth, FIGURES_STRENGTH);
}

/** @param space up to which a gap is a space, in sizes of type, as its width */
function strengthOf(width: number, space: number): number {
  if (width < space) return SPACE_STRENGTH;
  if (width >= VERY_WIDE) return 1;
  if (width >= WIDE) return WIDE_STRENGTH + ((width - WIDE) / (VERY_WIDE - WIDE)) * (1 - WIDE_STRENGTH);
  return SPACE_STRENGTH + ((width - space) / (WIDE - space)) * (WIDE_STRENGTH - SPACE_STRENGTH);
}

function characterWidth({ left, right, text }: PlacedWord): number {
  return (right - left) / text.length;
}

/** The gaps of a row, from left to right; what leads from a text to a figure is no text. */
function gapsOf({ words }: TextRow): Gap[] {
  const gaps: Gap[] = [];
  let end: PlacedWord | undefined;
  for (const word of words) {
    if (isLeader(word.text)) continue;
    if (end && word.left > end.right)
      gaps.push({ from: end.right, to: word.left, strength: gapStrength(end, word) });
    if (!end || word.right > end.right) end = word;
  }
  return gaps;
}

/** Strength from which a gap alone parts two cells. */
export const PARTING = 0.55;

/** A row prepared to be asked what a river through it costs. */
interface WeighedRow {
  readonly words: readonly PlacedWord[];
  readonly gaps: readonly Gap[];
  readonly weight: number;
}

/**
 * The rivers between the columns of some rows, from left to right.
 * @param rules vertical lines near the rows
 */
export function riversOf(rows: readonly TextRow[], rules: readonly VerticalRule[]): readonly River[] {
  const weighed = weigh(rows);
  const gaps = weighed.flatMap((row) => row.gaps).sort((a, b) => a.from - b.from);
  const left = Math.min(...rows.map((row) => row.left));
  const right = Math.max(...rows.map((row) => row.right));
  const inner = rules.filter(({ at }) => at > left && at < right);
  const candidates = candidatesOf(weighed, gaps, inner, rows);
  return choose(candidates, gaps, COLUMN + COLUMN_PER_ROW * rows.length).map((at) => riverAt(at, gaps));
}

function weigh(rows: readonly TextRow[]): WeighedRow[] {
  const gaps = rows.map(gapsOf);
  const cells = gaps.map((own) => 1 + own.filter(({ strength }) => strength >= PARTING).length);
  const many = [...cells].filter((count) => count > 1).sort((a, b) => a - b);
  const full = many[Math.floor(many.length * 0.75)] ?? 1;
  return rows.map(({ words }, i) => ({
    words,
    gaps: gaps[i]!,
    weight: Math.max(LEAST_WEIGHT, Math.min(1, (cells[i]! - 1) / Math.max(1, full - 1))),
  }));
}

/** Where a river may be, and what it costs besides the price of a column. */
interface Candidate {
  readonly at: number;
  readonly cost: number;
}

function candidatesOf(
  rows: readonly WeighedRow[],
  gaps: readonly Gap[],
  rules: readonly VerticalRule[],
  texts: readonly TextRow[],
): Candidate[] {
  const places = distinct(gaps.filter(({ strength }) => strength > 0).flatMap(placesIn));
  const kept =
    places.length <= MOST_CANDIDATES
      ? places
      : [...places]
          .map((at) => ({ at, support: supportOf(at, gaps) }))
          .sort((a, b) => b.support - a.support)
          .slice(0, MOST_CANDIDATES)
          .map(({ at }) => at);
  const ruled = distinct(rules.map(({ at }) => at)).map((at) => ({
    at,
    cost: crossing(at, rows) - ruledShare(at, rules, texts) * RULED * texts.length,
  }));
  const plain = kept.map((at) => {
    const crossed = crossing(at, rows);
    return { at, cost: crossed === 0 ? -UNCROSSED : crossed };
  });
  return [...plain, ...ruled].sort((a, b) => a.at - b.at);
}

/** Ascending places without those that are all but the same. */
function distinct(places: readonly number[]): number[] {
  return [...places].sort((a, b) => a - b).filter((at, i, all) => i === 0 || at - all[i - 1]! > EPS / 4);
}

/** Beside either word: a river can be moved there without crossing more of them. */
function placesIn({ from, to }: Gap): number[] {
  const step = Math.min(EPS, (to - from) / 2);
  return [from + step, to - step];
}

function supportOf(at: number, gaps: readonly Gap[]): number {
  let sum = 0;
  for (const { from, to, strength } of gaps) if (from <= at && at <= to) sum += strength;
  return sum;
}

/** The price of the words that a river crosses. */
function crossing(at: number, rows: readonly WeighedRow[]): number {
  let price = 0;
  for (const { words, weight } of rows) {
    for (const { left, right, text } of words) {
      if (left >= at) break;
      if (right > at + EPS && left < at - EPS && !isLeader(text)) {
        price += CROSSED * weight;
        break;
      }
    }
  }
  return price;
}

/** Share of the rows along which a vertical line runs. */
function ruledShare(at: number, rules: readonly VerticalRule[], rows: readonly TextRow[]): number {
  const own = rules.filter((rule) => Math.abs(rule.at - at) <= EPS);
  const along = rows.filter(({ top, bottom }) => {
    const y = (top + bottom) / 2;
    return own.some(({ from, to }) => from <= y && y <= to);
  });
  return along.length / rows.length;
}

/** The candidates of least cost: a path from left to right, each step of which leaves gaps inside a column unparted. */
function choose(candidates: readonly Candidate[], gaps: readonly Gap[], price: number): number[] {
  const ends = [...candidates.map(({ at }) => at), Number.POSITIVE_INFINITY];
  const best: number[] = [];
  const previous: number[] = [];
  for (const [j, end] of ends.entries()) {
    // Gaps that end before this place, the last begun first: they are left inside the column as it grows to the left.
    const inside = gaps.filter(({ to }) => to < end);
    let next = inside.length - 1;
    let unparted = 0;
    let least = Number.POSITIVE_INFINITY;
    let from = -1;
    for (let i = j - 1; i >= -1; i -= 1) {
      const start = i < 0 ? Number.NEGATIVE_INFINITY : ends[i]!;
      while (next >= 0 && inside[next]!.from > start) unparted += inside[next--]!.strength;
      const cost = (i < 0 ? 0 : best[i]!) + unparted;
      if (cost < least) {
        least = cost;
        from = i;
      }
    }
    best.push(least + (j < candidates.length ? price + candidates[j]!.cost : 0));
    previous.push(from);
  }
  const chosen: number[] = [];
  for (let at = previous.at(-1)!; at >= 0; at = previous[at]!) chosen.unshift(ends[at]!);
  return chosen;
}

/** The white around a place: what all gaps that hold it have in common. */
function riverAt(at: number, gaps: readonly Gap[]): River {
  let from = Number.NEGATIVE_INFINITY;
  let to = Number.POSITIVE_INFINITY;
  for (const gap of gaps) {
    if (gap.from > at || gap.to < at) continue;
    from = Math.max(from, gap.from);
    to = Math.min(to, gap.to);
  }
  return { from, to, at };
}
