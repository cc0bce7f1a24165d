/** From text-showing operators to glyphs. */
// See docs/language/01-document-anchors-fields.md#12-geometry-of-a-text-line
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import { angleBetween, composeTransforms, type Transform } from '../../document/geometry.js';
import type { Glyph, TextStyle } from '../../document/glyph.js';
import type { PdfjsFont, PdfjsGlyph } from './fonts.js';
import type { GraphicsState } from './state.js';

/** Rendering modes that leave no mark: invisible, and clip only. */
const INVISIBLE_MODES: ReadonlySet<number> = new Set([3, 7]);

/** A nominal size below this, in inches, is that of a bitmap font when its glyphs are wider. */
// See docs/language/01-document-anchors-fields.md#12-geometry-of-a-text-line
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
// See docs/language/01-document-anchors-fields.md#12-geometry-of-a-text-line
const BOX_SIZE = 0.87;

/** A box is believed when the size it gives is within this factor of the mean advance, either way. */
const BELIEVED_BOX = 8;

/** Unit of the numbers in the arrays of `TJ`, in text space. */
const ADJUSTMENT = 0.001;

/** Ordinals of a show operation on its page. */
export interface ShowOperation {
  readonly textObject: number;
  readonly operation: number;
}

/**
 * Moves the pen over what a text-showing operator shows, and appends its glyphs.
 * @param state pen, font and matrices; the pen is moved
 * @param items glyphs, and adjustments in thousandths of the font size
 * @param into where the glyphs go; undefined moves the pen only (hidden text)
 */
export function showGlyphs(
  state: GraphicsState,
  items: readonly (PdfjsGlyph | number)[],
  position: ShowOperation,
  into: Glyph[] | undefined,
): void {
  const { font, fontSize } = state;
  if (font === undefined || fontSize === 0) return;
  const matrix = composeTransforms(state.textMatrix, state.ctm);
  const style = into === undefined ? undefined : textStyle(state, font, matrix, position);
  const show = font.vertical ? showVertical : showHorizontal;
  for (const item of items) {
    if (typeof item === 'number') moveBy(state, font, -item * ADJUSTMENT * fontSize);
    else show(state, font, matrix, item, style, into);
  }
}

/** Moves the pen in writing direction by a distance in unscaled text space. */
function moveBy(state: GraphicsState, font: PdfjsFont, distance: number): void {
  if (font.vertical) state.y += distance;
  else state.x += distance * state.horizontalScale;
}

function spacing(state: GraphicsState, glyph: PdfjsGlyph): number {
  return state.charSpacing + (glyph.isSpace ? state.wordSpacing : 0);
}

function showHorizontal(
  state: GraphicsState,
  font: PdfjsFont,
  matrix: Transform,
  glyph: PdfjsGlyph,
  style: TextStyle | undefined,
  into: Glyph[] | undefined,
): void {
  const width = (glyph.width ?? 0) * font.unitX * state.fontSize;
  if (style !== undefined && into !== undefined) {
    const { text, mapped, inferred } = font.decode(glyph);
    const y = state.y + state.rise;
    const shown: Glyph = {
      text,
      x: matrix.a * state.x + matrix.c * y + matrix.e,
      y: matrix.b * state.x + matrix.d * y + matrix.f,
      advance: Math.abs(width * state.horizontalScale) * Math.hypot(matrix.a, matrix.b),
      style,
      mapped,
    };
    into.push(inferred ? { ...shown, inferred } : shown);
  }
  moveBy(state, font, width + spacing(state, glyph));
}

/**
 * Vertical writing: the pen goes down, glyphs hang below it, centred. The baseline of the glyphs turned by a
 * quarter is half a size left of the pen.
 */
function showVertical(
  state: GraphicsState,
  font: PdfjsFont,
  matrix: Transform,
  glyph: PdfjsGlyph,
  style: TextStyle | undefined,
  into: Glyph[] | undefined,
): void {
  const metrics = glyph.vmetric ?? font.defaultVMetrics;
  const advance = (metrics?.[0] ?? -1000) * font.unitX * state.fontSize;
  if (style !== undefined && into !== undefined) {
    const { text, mapped, inferred } = font.decode(glyph);
    const x = state.x - (state.fontSize / 2) * state.horizontalScale;
    const y = state.y + state.rise;
    const shown: Glyph = {
      text,
      x: matrix.a * x + matrix.c * y + matrix.e,
      y: matrix.b * x + matrix.d * y + matrix.f,
      advance: Math.abs(advance) * Math.hypot(matrix.c, matrix.d),
      style,
      mapped,
    };
    into.push(inferred ? { ...shown, inferred } : shown);
  }
  moveBy(state, font, advance + spacing(state, glyph));
}

function textStyle(
  state: GraphicsState,
  font: PdfjsFont,
  matrix: Transform,
  { textObject, operation }: ShowOperation,
): TextStyle {
  const along = Math.hypot(matrix.a, matrix.b) * Math.abs(state.fontSize * state.horizontalScale);
  const across = Math.hypot(matrix.c, matrix.d) * Math.abs(state.fontSize);
  return {
    font: font.id,
    fontName: font.name,
    size: font.type3 ? type3Size(font, along, across) : font.vertical ? along : across,
    angle: baselineAngle(state, font, matrix),
    spaceWidth: font.spaceWidth === undefined ? undefined : font.spaceWidth * font.unitX * along,
    textObject,
    operation,
    invisible: INVISIBLE_MODES.has(state.renderingMode),
  };
}

function baselineAngle(state: GraphicsState, font: PdfjsFont, matrix: Transform): number {
  const reversed = font.vertical ? state.fontSize > 0 : state.fontSize * state.horizontalScale < 0;
  const sign = reversed ? -1 : 1;
  const x = sign * (font.vertical ? matrix.c : matrix.a);
  const y = sign * (font.vertical ? matrix.d : matrix.b);
  return angleBetween({ x: 0, y: 0 }, { x, y });
}

/**
 * The nominal size, but for fonts whose glyphs, as the font matrix scales them, have nothing to do with it: then
 * 0.87 × height of the font's bounding box, or the mean advance where the font gives no such box.
 */
// See docs/language/01-document-anchors-fields.md#12-geometry-of-a-text-line
function type3Size(font: PdfjsFont, along: number, across: number): number {
  const advance = font.meanWidth * font.unitX * along;
  const box = BOX_SIZE * font.boxHeight * font.unitY * across;
  const isSmaller = advance < SMALL_ADVANCE * across && box < SMALL_BOX * across;
  const isLarger = advance > LARGE_ADVANCE * across && (across < DOUBTFUL_SIZE || box > LARGE_BOX * across);
  if (!(advance > 0) || !(isSmaller || isLarger)) return across;
  return box > advance / BELIEVED_BOX && box < advance * BELIEVED_BOX ? box : advance;
}
