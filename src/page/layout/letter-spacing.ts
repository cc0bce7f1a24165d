/** Text set with wider gaps between its letters: `P o l i c y` is one word. */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs

import { isBlank } from '../document/cleaning.js';
import type { Glyph } from '../document/glyph.js';
import { across, along, axesOf } from '../document/text-axes.js';
import { narrowWordGap } from './narrow-gaps.js';
import { areSetAlike, isSameBaseline } from './same-row.js';
import { type TypedLetters, typedLetters } from './typed-letters.js';

/** Gaps between neighbouring glyphs from which letter spacing is recognised. */
const SPACED_GAPS = 3;
/**
 * By how much the gaps of letters that are shown one by one may differ, in text heights. An address whose letters
 * an editor had placed has 0.160 to 0.182; letters in columns of one width differ by 0.055 where `B` meets `C` in
 * Helvetica.
 */
const EVEN_GAPS = 0.03;

/** Letter spacing of some show operations. Those that are set together share one object. */
export interface LetterSpacing {
  /** Inches. */
  readonly gap: number;
  /** Gap above which a space is read in place of the usual one, in inches; undefined for the usual one. */
  readonly word?: number;
  /** Spaces are typed between the letters, which are none. */
  readonly isTyped?: true;
}

/** Gaps in text heights. */
interface GapLimits {
  /** Above it a space is read. */
  readonly word: number;
  /** Up to it text is joined. */
  readonly joining: number;
}

/**
 * Letter spacing by show operation: the smallest gap between visible glyphs, where gaps would be read as spaces
 * that are not. Words of letter-spaced text are set further apart than their letters.
 * @param glyphs in content order
 */
export function letterSpacing(
  glyphs: readonly Glyph[],
  limits: GapLimits,
): ReadonlyMap<number, LetterSpacing> {
  const spacing = new Map<number, LetterSpacing>();
  for (let start = 0; start < glyphs.length; ) {
    const { style } = glyphs[start]!;
    let end = start + 1;
    while (end < glyphs.length && glyphs[end]!.style === style) end++;
    const gap = end - start > SPACED_GAPS ? leastGap(glyphs, start, end) : 0;
    if (gap > limits.word * style.size) spacing.set(style.operation, { gap });
    start = end;
  }
  addRows(glyphs, limits, spacing);
  return spacing;
}

/** The smallest gap between neighbouring visible glyphs of a show operation; 0 for too few gaps. */
function leastGap(glyphs: readonly Glyph[], start: number, end: number): number {
  let least = Number.POSITIVE_INFINITY;
  let count = 0;
  for (let i = start + 1; i < end; i++) {
    if (glyphs[i]!.text === ' ' || glyphs[i - 1]!.text === ' ') continue;
    least = Math.min(least, gapBefore(glyphs, i));
    if (least <= 0) return 0;
    count += 1;
  }
  return count < SPACED_GAPS ? 0 : least;
}

/** From the end of the glyph before to one of the same direction, in inches. */
function gapBefore(glyphs: readonly Glyph[], index: number): number {
  return gapBetween(glyphs, index - 1, index);
}

function gapBetween(glyphs: readonly Glyph[], from: number, to: number): number {
  const { x, y, style } = glyphs[to]!;
  const before = glyphs[from]!;
  return along(axesOf(style.angle), x - before.x, y - before.y) - before.advance;
}

/** Adds the spacing of rows: of letters that are typed apart or shown by several operations, and of words that are hardly apart. */
function addRows(
  glyphs: readonly Glyph[],
  { word, joining }: GapLimits,
  spacing: Map<number, LetterSpacing>,
): void {
  let typed: TypedLetters | undefined;
  for (let start = 0, end = 0; start < glyphs.length; start = end) {
    end = rowEnd(glyphs, start, joining);
    const { operation, size } = glyphs[start]!.style;
    const isWhole = beginsOperation(glyphs, start) && beginsOperation(glyphs, end);
    const before = start > 0 && isOnRowOf(glyphs[start - 1]!, glyphs[start]!) ? typed : undefined;
    typed = typedLetters(glyphs, start, end, (from, to) => gapBetween(glyphs, from, to), before);
    const shared = typed
      ? { ...typed, isTyped: true as const }
      : isWhole
        ? spacingOf(glyphs, start, end, word * size)
        : undefined;
    if (shared === undefined) continue;
    if (spacing.has(operation) && shared.isTyped === undefined) continue;
    for (let i = start; i < end; i++) spacing.set(glyphs[i]!.style.operation, shared);
  }
}

function isOnRowOf(before: Glyph, { x, y, style }: Glyph): boolean {
  const axes = axesOf(style.angle);
  return (
    areSetAlike(before.style, style) && isSameBaseline(across(axes, x, y), across(axes, before.x, before.y))
  );
}

/** The spacing of a row of whole show operations. @param wordGap above which a space would be read, in inches */
function spacingOf(
  glyphs: readonly Glyph[],
  start: number,
  end: number,
  wordGap: number,
): LetterSpacing | undefined {
  const isOfSeveral = glyphs[start]!.style.operation !== glyphs[end - 1]!.style.operation;
  const gap = isOfSeveral ? evenGap(glyphs, start, end, wordGap) : 0;
  if (gap > 0) return { gap };
  const word = narrowWordGap(glyphs, start, end, (index) => gapBefore(glyphs, index));
  return word === undefined ? undefined : { gap: 0, word };
}

/** Index after the glyphs that are set alike on one baseline, each at most the joining gap behind the one before. */
function rowEnd(glyphs: readonly Glyph[], start: number, joining: number): number {
  const { x, y, style } = glyphs[start]!;
  const axes = axesOf(style.angle);
  const baseline = across(axes, x, y);
  let end = start + 1;
  for (; end < glyphs.length; end++) {
    const glyph = glyphs[end]!;
    if (!areSetAlike(glyph.style, style)) break;
    if (!isSameBaseline(across(axes, glyph.x, glyph.y), baseline)) break;
    const gap = gapBefore(glyphs, end);
    // A row runs on: what is shown further back is another one.
    if (gap > joining * style.size || gap + glyphs[end - 1]!.advance < 0) break;
  }
  return end;
}

/** Whether no show operation goes on over an index. */
function beginsOperation(glyphs: readonly Glyph[], index: number): boolean {
  return glyphs[index]?.style.operation !== glyphs[index - 1]?.style.operation;
}

/**
 * The smallest gap between neighbouring letters of a row, in inches, where all are even, and narrower than the
 * spaces that are typed in the row: such text separates its words by spaces. Else 0.
 * @param wordGap above which a space would be read, in inches
 */
function evenGap(glyphs: readonly Glyph[], start: number, end: number, wordGap: number): number {
  const even = EVEN_GAPS * glyphs[start]!.style.size;
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  let count = 0;
  let space = Number.POSITIVE_INFINITY;
  let first = start;
  while (first < end && isBlank(glyphs[first]!.text)) first++;
  for (let i = first + 1; i < end; i++) {
    if (isBlank(glyphs[i]!.text)) continue;
    const before = glyphs[i - 1]!;
    if (isBlank(before.text)) {
      space = Math.min(space, before.advance);
      continue;
    }
    const gap = gapBefore(glyphs, i);
    least = Math.min(least, gap);
    most = Math.max(most, gap);
    // Gaps are uneven from here on, or none is as wide as a space: so it is in most text, at its second glyph.
    if (least < wordGap - even) return 0;
    count += 1;
  }
  const isSpaced = count >= SPACED_GAPS && most > wordGap && most - least <= even;
  return isSpaced && most < space && Number.isFinite(space) ? least : 0;
}
