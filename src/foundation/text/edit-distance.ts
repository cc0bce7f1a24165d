/**
 * Levenshtein distance in UTF-16 units: insertions, deletions and substitutions cost 1 each. fast-levenshtein
 * compares whole strings, some twenty times faster than a table; it finds no pieces of a line, so the search for
 * those is here.
 */
import levenshtein from 'fast-levenshtein';
import type { PatternGuard } from './pattern-guard.js';

/** A range of UTF-16 units, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Which pieces of a line a text is compared with. */
export type FuzzyMode = 'whole' | 'prefix' | 'suffix' | 'substring';

/** The piece of a line that is closest to a text. */
interface FuzzyHit extends Span {
  readonly distance: number;
}

/** Edits that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  return levenshtein.get(a, b);
}

/**
 * The piece of `line` (all of it, a prefix, a suffix or any substring) with the smallest distance to `text`.
 * Ties: leftmost start, then the length closest to the text's. O(text × line).
 */
// See docs/language/01-document-anchors-fields.md#23-editdistance
export function closest(text: string, line: string, mode: FuzzyMode): FuzzyHit {
  if (mode === 'suffix') {
    const mirrored = closest(reversed(text), reversed(line), 'prefix');
    return { start: line.length - mirrored.end, end: line.length, distance: mirrored.distance };
  }
  if (mode === 'whole') return { start: 0, end: line.length, distance: editDistance(text, line) };
  const { distances, starts } = lastRow(text, line, mode === 'substring');
  let best: FuzzyHit | undefined;
  for (let end = 0; end <= line.length; end += 1) {
    const hit = { start: starts[end]!, end, distance: distances[end]! };
    if (best === undefined || isBetter(hit, best, text.length)) best = hit;
  }
  return best!;
}

/** Characters that are counted one by one; others count as found. */
const COUNTED = 128;

/**
 * Pairs of a character of the text and one of the line that are compared on one line: some 30 ms. A text of 50
 * characters is looked for in the first 100,000 of a line.
 */
const MAX_PAIRS = 5_000_000;

/** Pairs that whole texts are compared by at a time: fast-levenshtein works on the bits of a word. */
const PAIRS_AT_A_TIME = 32;

/**
 * Makes a search for pieces of lines that are close to a text. Of a line beyond all proportion only a part is
 * searched, which is reported to its guard, if there is one.
 * @param limit edits up to which a piece is a hit
 * @returns the closest piece of a line, as `closest` gives it; undefined when it takes more edits
 */
export function fuzzySearch(
  text: string,
  mode: FuzzyMode,
  limit: number,
): (line: string, guard?: PatternGuard) => FuzzyHit | undefined {
  const missing = missingCounter(text);
  const pieces = piecesOf(text, limit + 1);
  return (line, guard) => {
    // So many edits leave one of the pieces as it is.
    if (!pieces.some((piece) => line.includes(piece))) return undefined;
    // Every character of the text that the line lacks costs an edit, and most lines lack too many.
    if (missing(line) > limit) return undefined;
    if (mode === 'whole' && Math.abs(line.length - text.length) > limit) return undefined;
    const useful = usefulPart(text, line, mode, limit);
    const pairs = mode === 'whole' ? MAX_PAIRS * PAIRS_AT_A_TIME : MAX_PAIRS;
    const searched = Math.min(useful, Math.ceil(pairs / text.length));
    if (searched < useful) guard?.report(partlySearched(text, searched, line));
    guard?.worked?.((text.length * searched) / (mode === 'whole' ? PAIRS_AT_A_TIME : 1));
    const offset = mode === 'suffix' ? line.length - searched : 0;
    const hit = closest(text, line.slice(offset, offset + searched), mode);
    return hit.distance <= limit ? { ...hit, start: hit.start + offset, end: hit.end + offset } : undefined;
  };
}

/**
 * How many characters of a line may be a hit: a piece that is longer than the text and the limit together is not one.
 */
function usefulPart(text: string, line: string, mode: FuzzyMode, limit: number): number {
  const isAnchored = mode === 'prefix' || mode === 'suffix';
  return isAnchored ? Math.min(line.length, text.length + limit) : line.length;
}

function partlySearched(text: string, searched: number, line: string) {
  const message = `only ${searched} of ${line.length} characters were compared with a text of ${text.length}`;
  return { code: 'PATTERN_TEXT_CUT', message } as const;
}

/** A text in pieces about as long as each other; they are empty where there are more of them than characters. */
function piecesOf(text: string, count: number): readonly string[] {
  const edge = (index: number) => Math.floor((index * text.length) / count);
  return Array.from({ length: count }, (_, index) => text.slice(edge(index), edge(index + 1)));
}

/** Counts how many characters of a text a line does not have, so often as the text has them. */
function missingCounter(text: string): (line: string) => number {
  const wanted = new Int32Array(COUNTED);
  let all = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code >= COUNTED) continue;
    wanted[code]! += 1;
    all += 1;
  }
  const left = new Int32Array(COUNTED);
  return (line) => {
    left.set(wanted);
    let missing = all;
    for (let i = 0; i < line.length && missing > 0; i += 1) {
      const code = line.charCodeAt(i);
      if (code >= COUNTED || left[code] === 0) continue;
      left[code]! -= 1;
      missing -= 1;
    }
    return missing;
  };
}

function isBetter(hit: FuzzyHit, best: FuzzyHit, wanted: number): boolean {
  if (hit.distance !== best.distance) return hit.distance < best.distance;
  if (hit.start !== best.start) return hit.start < best.start;
  return Math.abs(hit.end - hit.start - wanted) < Math.abs(best.end - best.start - wanted);
}

/**
 * Last row of the edit matrix: for each end in the line the smallest distance, and the leftmost start that
 * gives it. With `freeStart` a piece may begin anywhere at no cost (Sellers' variant), else at 0.
 */
function lastRow(text: string, line: string, freeStart: boolean) {
  const width = line.length + 1;
  let distances = Int32Array.from({ length: width }, (_, j) => (freeStart ? 0 : j));
  let starts = Int32Array.from({ length: width }, (_, j) => (freeStart ? j : 0));
  let nextDistances = new Int32Array(width);
  let nextStarts = new Int32Array(width);
  for (let i = 1; i <= text.length; i += 1) {
    nextDistances[0] = i;
    nextStarts[0] = 0;
    const letter = text.charCodeAt(i - 1);
    for (let j = 1; j < width; j += 1) {
      const substitution = distances[j - 1]! + (letter === line.charCodeAt(j - 1) ? 0 : 1);
      const deletion = distances[j]! + 1;
      const insertion = nextDistances[j - 1]! + 1;
      const least = Math.min(substitution, deletion, insertion);
      let start = width;
      if (substitution === least) start = starts[j - 1]!;
      if (deletion === least && starts[j]! < start) start = starts[j]!;
      if (insertion === least && nextStarts[j - 1]! < start) start = nextStarts[j - 1]!;
      nextDistances[j] = least;
      nextStarts[j] = start;
    }
    [distances, nextDistances] = [nextDistances, distances];
    [starts, nextStarts] = [nextStarts, starts];
  }
  return { distances, starts };
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}
