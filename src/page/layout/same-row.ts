/** Whether two texts are set alike on one baseline. */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs

import { angleDifference } from '../document/geometry.js';
import type { TextStyle } from '../document/glyph.js';

/** Sizes and baselines closer than this are equal, in inches. */
const SAME_LENGTH = 0.002;
/** Directions closer than this are equal, in degrees. */
const SAME_ANGLE = 1;

/** How text is set. */
type Setting = Pick<TextStyle, 'size' | 'angle'>;

/** Whether two styles have one size and direction; their fonts may differ. */
export function areSetAlike(a: Setting, b: Setting): boolean {
  if (a === b) return true;
  return Math.abs(a.size - b.size) <= SAME_LENGTH && angleDifference(a.angle, b.angle) <= SAME_ANGLE;
}

/** Whether two positions across the text, in inches, are one baseline. */
export function isSameBaseline(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME_LENGTH;
}
