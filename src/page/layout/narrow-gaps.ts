/**
 * Words that are set apart by less than a space: condensed print, and lines that were squeezed, without typed spaces. No
 * value of 104 documents changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs

import { isBlank } from '../document/cleaning.js';
import type { Glyph } from '../document/glyph.js';

/** Gaps in text heights: kerning opens letters by less, and words are further apart. */
const MOST_KERNING = 0.05;
const LEAST_WORD_GAP = 0.095;

/** Glyphs of a row that shows how its words are set. */
const ENOUGH_GLYPHS = 5;

const LETTER = /\p{L}$/u;
const BEFORE_WORD = /[\p{L}\p{N}.,:;)]$/u;

/**
 * The gap, in inches, above which a space is read in a row that types none: where letters are either close together or clearly apart.
 * Undefined where nothing shows it. Amounts whose figures are placed one by one have such gaps around their points, and
 * do not count.
 * @param start index of the first glyph of the row
 * @param end index after its last
 * @param gapBefore inches from the end of the glyph before
 */
export function narrowWordGap(
  glyphs: readonly Glyph[],
  start: number,
  end: number,
  gapBefore: (index: number) => number,
): number | undefined {
  if (end - start < ENOUGH_GLYPHS) return undefined;
  const { size, textObject } = glyphs[start]!.style;
  // So it is in nearly all text.
  for (let i = start; i < end; i++) if (isBlank(glyphs[i]!.text)) return undefined;
  let close = 0;
  let apart = 0;
  for (let i = start + 1; i < end; i++) {
    const { text, style } = glyphs[i]!;
    // What is placed by itself may be shown in any order.
    if (style.textObject !== textObject) return undefined;
    const gap = gapBefore(i);
    if (gap <= MOST_KERNING * size) close += 1;
    else if (gap >= LEAST_WORD_GAP * size && beginsWord(glyphs[i - 1]!.text, text)) apart += 1;
    else return undefined;
  }
  return apart > 0 && close >= apart ? ((MOST_KERNING + LEAST_WORD_GAP) / 2) * size : undefined;
}

function beginsWord(before: string, text: string): boolean {
  return (LETTER.test(text) && BEFORE_WORD.test(before)) || (LETTER.test(before) && /^[\p{N}(]/u.test(text));
}
