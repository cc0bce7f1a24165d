/** From text objects, one a show operation, to glyphs. */
// See docs/language/01-document-anchors-fields.md#12-geometry-of-a-text-line
import { angleBetween, type Transform } from '../../../page/document/geometry.js';
import { type Glyph, glyphOf, type TextStyle } from '../../../page/document/glyph.js';
import { type3Size } from '../type3-size.js';
import type { FontUse } from './fonts.js';
import { SHIFT } from './memory-layout.js';
import type { Scratch } from './scratch.js';

/** Rendering modes that leave no mark: invisible, and clip only. */
const INVISIBLE_MODES: ReadonlySet<number> = new Set([3, 7]);

/** A text object as it is met on a page. */
export interface ShownText extends FontUse {
  /** Its address. */
  readonly object: number;
  /** Text space, font size left out, to inches on the displayed page. */
  readonly matrix: Transform;
  readonly renderingMode: number;
  /** Ordinal on the page. */
  readonly operation: number;
  /** It is in a form, not in the page's own content stream. */
  readonly isInForm: boolean;
  /** It is in the appearance of an annotation. */
  readonly isAnnotation: boolean;
  /** The forms around it, the outermost first. */
  readonly forms: readonly number[];
}

const THOUSANDTH = 0.001;

/**
 * Appends the glyphs of a text object. Its font knows all of its codes.
 * @param textObject ordinal of what is taken for the text object (BT..ET) of the file
 */
export function showText(
  { words, floats }: Scratch,
  text: ShownText,
  textObject: number,
  into: Glyph[],
): void {
  const { font, matrix, shown, size } = text;
  const { a, b, c, d, e, f } = matrix;
  const along = lengthOf(a, b) * Math.abs(size);
  const unit = Math.abs(size) * lengthOf(a, b) * THOUSANDTH;
  const style = styleOf(text, textObject, along, lengthOf(c, d) * Math.abs(size));
  /** What glyphs are further than PDFium places them, in thousandths of the font size. */
  let rest = 0;
  for (let i = 0; i < shown.count; i++) {
    const code = words[shown.codes + i] ?? SHIFT;
    if (code === SHIFT) continue;
    const known = font.codes.get(code);
    if (known === undefined) continue;
    const at = (i === 0 ? 0 : (floats[shown.positions + i - 1] ?? 0)) + rest * size * THOUSANDTH;
    rest += known.rest;
    const { text: shownText, mapped, inferred } = known;
    const x = a * at + e;
    const y = b * at + f;
    const advance = Math.abs(known.width) * unit;
    into.push(glyphOf(shownText, x, y, advance, style, mapped, inferred));
  }
}

/** That of nearly all text is upright, where no root need be taken. */
function lengthOf(x: number, y: number): number {
  if (y === 0) return Math.abs(x);
  return x === 0 ? Math.abs(y) : Math.hypot(x, y);
}

/** @param along size of the font along the baseline, and `across` it, in inches */
function styleOf(text: ShownText, textObject: number, along: number, across: number): TextStyle {
  const { font, matrix, size, renderingMode, operation } = text;
  const { a, b } = matrix;
  const sign = size < 0 ? -1 : 1;
  return {
    font: font.id,
    fontName: font.name,
    size: typeof font.type3 === 'object' ? type3Size(font.type3, along, across) : across,
    angle: angleBetween({ x: 0, y: 0 }, { x: sign * a, y: sign * b }),
    spaceWidth: font.spaceWidth === undefined ? undefined : font.spaceWidth * along * THOUSANDTH,
    operation,
    textObject,
    invisible: INVISIBLE_MODES.has(renderingMode),
  };
}
