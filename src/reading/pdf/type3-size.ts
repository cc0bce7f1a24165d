/** The size of text in Type 3 fonts, whose glyphs need not be of about the nominal size. */
// See docs/language/01-document-anchors-fields.md#12-geometry-of-a-text-line

/** Measures of a Type 3 font as shares of the font size. */
export interface Type3Measures {
  /** Mean advance of its glyphs. */
  readonly meanAdvance: number;
  /** Height of its bounding box; 0 when unknown. */
  readonly boxHeight: number;
}

/** A nominal size below this, in inches, is that of a bitmap font when its glyphs are wider. */
const DOUBTFUL_SIZE = 0.03;

/**
 * Glyphs of a Type 3 font whose mean advance and box, as shares of the nominal size, both lie below these are drawn
 * smaller than the size says. The narrowest text of real fonts has a mean advance of 0.22 (full stops and the like),
 * glyphs drawn at a tenth of the size have 0.05 and a box of 0.1.
 */
const SMALL_ADVANCE = 0.2;
const SMALL_BOX = 0.4;

/** And those above these are drawn larger. Boxes of ornate fonts reach twice the size, their mean advance half of it. */
const LARGE_ADVANCE = 1;
const LARGE_BOX = 2.5;

/** Share of the bounding box of a Type 3 font that is its size. */
const BOX_SIZE = 0.87;

/** A box is believed when the size it gives is within this factor of the mean advance, either way. */
const BELIEVED_BOX = 8;

/**
 * The nominal size, but for fonts whose glyphs, as the font matrix scales them, have nothing to do with it: then
 * 0.87 × height of the font's bounding box, or the mean advance where the font gives no such box.
 * @param along the nominal size in inches along the baseline, as advances are scaled
 * @param across the nominal size in inches
 */
export function type3Size({ meanAdvance, boxHeight }: Type3Measures, along: number, across: number): number {
  const advance = meanAdvance * along;
  const box = BOX_SIZE * boxHeight * across;
  const isSmaller = advance < SMALL_ADVANCE * across && box < SMALL_BOX * across;
  const isLarger = advance > LARGE_ADVANCE * across && (across < DOUBTFUL_SIZE || box > LARGE_BOX * across);
  if (!(advance > 0) || !(isSmaller || isLarger)) return across;
  return box > advance / BELIEVED_BOX && box < advance * BELIEVED_BOX ? box : advance;
}
