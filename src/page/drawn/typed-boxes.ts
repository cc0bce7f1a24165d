/**
 * States of boxes that are typed as text: what was put over an empty one ticks it. No value of 137 documents and no
 * cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection

import { type Box, boundingBox, boxHeight, centreX, isCentreIn } from '../document/geometry.js';
import type { Line } from '../document/model.js';
import { isFilled, markRatioBesideRules } from '../ink/mark.js';
import type { PageInk } from '../ink/page-ink.js';
import { isMarkToken, type TextBox } from './text-boxes.js';

/**
 * The inside of a symbol as shares of its font size: how far its middle is above the baseline, and half of its side.
 * Those of ZapfDingbats, Wingdings, Segoe UI Symbol, MS Gothic and DejaVu have it in common.
 */
const MIDDLE = 0.35;
const HALF_SIDE = 0.22;
/** Share of that which paths mark when they tick the symbol: strokes of ticks and crosses take 0.15 and more. */
const DRAWN_OVER = 0.1;

/**
 * Whether a box typed as text is ticked: by its symbol, or by a mark that was typed, drawn or written over it.
 * @param lines of its page
 */
export async function isTypedBoxTicked(
  box: TextBox,
  lines: readonly Line[],
  ink: PageInk | undefined,
): Promise<boolean> {
  return box.selected || isTypedOver(box.outer, lines) || (ink !== undefined && isDrawnOver(box.outer, ink));
}

function isTypedOver(outer: Box, lines: readonly Line[]): boolean {
  for (const line of lines) {
    if (line.top > outer.bottom || line.bottom < outer.top) continue;
    for (const { text, boundingPolygon } of line.words) {
      if (isMarkToken(text) && isCentreIn(outer, boundingBox(boundingPolygon))) return true;
    }
  }
  return false;
}

/** Whether a mark of one glyph, perhaps part of a word, or of paths is over a symbol. */
async function isDrawnOver(outer: Box, ink: PageInk): Promise<boolean> {
  if ((await ink.known())?.typed?.ticks(outer)) return true;
  const inside = insideOfSymbol(outer);
  // What OCR read of a scan is measured by its ink, which does not show where the inside is.
  const isPictured = (await ink.hasImageIn(inside)) && !(await ink.isScan());
  const bitmap = isPictured ? await ink.drawnAt(inside) : (await ink.borders())?.bitmap;
  if (!bitmap) return false;
  return isFilled(bitmap, inside) || markRatioBesideRules(bitmap, inside) >= DRAWN_OVER;
}

function insideOfSymbol(outer: Box): Box {
  const size = boxHeight(outer);
  const [x, y] = [centreX(outer), outer.bottom - MIDDLE * size];
  const half = HALF_SIDE * size;
  return { left: x - half, top: y - half, right: x + half, bottom: y + half };
}
