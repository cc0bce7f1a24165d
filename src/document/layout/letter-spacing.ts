/** Text set with wider gaps between its letters: `P o l i c y` is one word. */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs

import type { Glyph } from '../glyph.js';
import { along, axesOf } from '../text-axes.js';

/** Gaps between neighbouring glyphs of a show operation from which letter spacing is told. */
const SPACED_GAPS = 3;

/**
 * Letter spacing by show operation, in inches: the smallest gap between its visible glyphs, where that alone would
 * be read as a space. Words of letter-spaced text are set further apart than their letters.
 * @param glyphs in content order
 * @param wordGap gap above which a space is read, in text heights
 */
export function letterSpacing(glyphs: readonly Glyph[], wordGap: number): ReadonlyMap<number, number> {
  const spacing = new Map<number, number>();
  for (let start = 0; start < glyphs.length; ) {
    const { style } = glyphs[start]!;
    let end = start + 1;
    while (end < glyphs.length && glyphs[end]!.style === style) end++;
    const least = end - start > SPACED_GAPS ? leastGap(glyphs, start, end) : 0;
    if (least > wordGap * style.size) spacing.set(style.operation, least);
    start = end;
  }
  return spacing;
}

/** The smallest gap between neighbouring visible glyphs of a show operation; 0 for too few gaps. */
function leastGap(glyphs: readonly Glyph[], start: number, end: number): number {
  const axes = axesOf(glyphs[start]!.style.angle);
  let least = Number.POSITIVE_INFINITY;
  let count = 0;
  for (let i = start + 1; i < end; i++) {
    const glyph = glyphs[i]!;
    const before = glyphs[i - 1]!;
    if (glyph.text === ' ' || before.text === ' ') continue;
    least = Math.min(least, along(axes, glyph.x - before.x, glyph.y - before.y) - before.advance);
    if (least <= 0) return 0;
    count += 1;
  }
  return count < SPACED_GAPS ? 0 : least;
}
