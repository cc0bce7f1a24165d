/** From text-showing operators to glyphs. */
// See docs/language/01-document-anchors-fields.md#12-geometry-of-a-text-line
// See docs/language/01-document-anchors-fields.md#14-text-cleaning
import {
  angleBetween,
  applyTransform,
  composeTransforms,
  type Transform,
} from '../../../page/document/geometry.js';
import { type Glyph, glyphOf, type TextStyle } from '../../../page/document/glyph.js';
import { type Type3Measures, type3Size } from '../type3-size.js';
import type { PdfjsFont, PdfjsGlyph } from './fonts.js';
import type { GraphicsState } from './state.js';

/** Rendering modes that leave no mark: invisible, and clip only. */
const INVISIBLE_MODES: ReadonlySet<number> = new Set([3, 7]);

/** Unit of the numbers in the arrays of `TJ`, in text space. */
const ADJUSTMENT = 0.001;

/** Ordinals of a show operation on its page. */
interface ShowOperation {
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
    const { text, mapped } = font.decode(glyph);
    const y = state.y + state.rise;
    const advance = Math.abs(width * state.horizontalScale) * Math.hypot(matrix.a, matrix.b);
    const at = applyTransform(matrix, { x: state.x, y });
    into.push(glyphOf(text, at.x, at.y, advance, style, mapped));
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
    const { text, mapped } = font.decode(glyph);
    const x = state.x - (state.fontSize / 2) * state.horizontalScale;
    const y = state.y + state.rise;
    const at = applyTransform(matrix, { x, y });
    const length = Math.abs(advance) * Math.hypot(matrix.c, matrix.d);
    into.push(glyphOf(text, at.x, at.y, length, style, mapped));
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
    size: font.type3 ? type3Size(measuresOf(font), along, across) : font.vertical ? along : across,
    angle: baselineAngle(state, font, matrix),
    spaceWidth: font.spaceWidth === undefined ? undefined : font.spaceWidth * font.unitX * along,
    operation,
    textObject,
    invisible: INVISIBLE_MODES.has(state.renderingMode),
  };
}

function measuresOf({ meanWidth, unitX, boxHeight, unitY }: PdfjsFont): Type3Measures {
  return { meanAdvance: meanWidth * unitX, boxHeight: boxHeight * unitY };
}

function baselineAngle(state: GraphicsState, font: PdfjsFont, matrix: Transform): number {
  const reversed = font.vertical ? state.fontSize > 0 : state.fontSize * state.horizontalScale < 0;
  const sign = reversed ? -1 : 1;
  const x = sign * (font.vertical ? matrix.c : matrix.a);
  const y = sign * (font.vertical ? matrix.d : matrix.b);
  return angleBetween({ x: 0, y: 0 }, { x, y });
}
