/** Glyphs as a file shows them: what lines are made of. Lengths in inches on the page as displayed, y down. */

/** Height of capitals and digits over the baseline, in font sizes. */
export const CAP_HEIGHT = 0.72;

/** What the glyphs of one show operation (Tj, TJ, ', ") share. */
export interface TextStyle {
  /** Identifies the font on its page; another page may have another id for it. */
  readonly font: string;
  /** Name of the font as the file gives it, e.g. `ABCDEF+Helvetica-Bold`. */
  readonly fontName: string;
  /**
   * Effective font size in inches: length of the transformed vertical unit vector (font size × text
   * matrix × CTM), after the corrections for bitmap fonts.
   */
  readonly size: number;
  /** Direction of the baseline in degrees, clockwise, in (-180, 180]. */
  readonly angle: number;
  /** Advance of the font's space glyph at this size in inches, when the font has one. */
  readonly spaceWidth: number | undefined;
  /** Ordinal of the text object (BT..ET) on the page, where the engine says it. */
  readonly textObject?: number;
  /** Ordinal of the show operation on the page. */
  readonly operation: number;
  /** Text rendering mode 3 (or 7): the glyphs leave no mark, as in the text layer of a scan. */
  readonly invisible: boolean;
}

/** One glyph as shown, in content order. */
export interface Glyph {
  /** Unicode text, not yet cleaned; U+0000 when the font gives no usable mapping. */
  readonly text: string;
  /** Origin of the glyph on its baseline. */
  readonly x: number;
  readonly y: number;
  /** Distance along the baseline to the end of the glyph's advance, without character and word spacing. */
  readonly advance: number;
  readonly style: TextStyle;
  /** False when the mapping to Unicode is missing or a guess. */
  // See docs/language/01-document-anchors-fields.md#14-text-cleaning
  readonly mapped: boolean;
  /** The text was inferred from the order of the font's glyphs: replacement text of the file is better. */
  readonly inferred?: true | undefined;
  /** Replacement text of the marked content that the glyph belongs to, on its first glyph; `''` on the others. */
  readonly actualText?: string | undefined;
}

/** A glyph with all members, known or not: what reads glyphs is compiled again for every set of them, and gets slower. */
export function glyphOf(
  text: string,
  x: number,
  y: number,
  advance: number,
  style: TextStyle,
  mapped: boolean,
  inferred?: true,
  actualText?: string,
): Glyph {
  return { text, x, y, advance, style, mapped, inferred, actualText };
}

/** A glyph with replacement text: see `Glyph.actualText`. */
export function withActualText(glyph: Glyph, actualText: string): Glyph {
  const { text, x, y, advance, style, mapped, inferred } = glyph;
  return glyphOf(text, x, y, advance, style, mapped, inferred, actualText);
}
