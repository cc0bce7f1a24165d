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
  const stepOf = font.vertical ? downwardStep : levelStep;
  for (const item of items) {
    if (typeof item === 'number') {
      moveBy(state, font, -item * ADJUSTMENT * fontSize);
      continue;
    }
    const step = stepOf(state, font, matrix, item);
    if (style !== undefined && into !== undefined) {
      const { text, mapped } = font.decode(item);
      const at = applyTransform(matrix, step);
      into.push(glyphOf(text, at.x, at.y, step.advance, style, mapped));
    }
    moveBy(state, font, step.distance + spacing(state, item));
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

/** Where the pen sets a glyph, in text space, and how far it goes: in text space, and on the page. */
interface Step {
  readonly x: number;
  readonly y: number;
  readonly distance: number;
  readonly advance: number;
}

function levelStep(state: GraphicsState, font: PdfjsFont, { a, b }: Transform, glyph: PdfjsGlyph): Step {
  const distance = (glyph.width ?? 0) * font.unitX * state.fontSize;
  const advance = Math.abs(distance * state.horizontalScale) * Math.hypot(a, b);
  return { x: state.x, y: state.y + state.rise, distance, advance };
}

/**
 * Vertical writing: the pen goes down, glyphs hang below it, centred. The baseline of the glyphs turned by a
 * quarter is half a size left of the pen.
 */
function downwardStep(state: GraphicsState, font: PdfjsFont, { c, d }: Transform, glyph: PdfjsGlyph): Step {
  const metrics = glyph.vmetric ?? font.defaultVMetrics;
  const distance = (metrics?.[0] ?? -1000) * font.unitX * state.fontSize;
  const x = state.x - (state.fontSize / 2) * state.horizontalScale;
  return { x, y: state.y + state.rise, distance, advance: Math.abs(distance) * Math.hypot(c, d) };
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
