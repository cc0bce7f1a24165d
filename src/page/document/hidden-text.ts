/** Text that a file holds but a page does not show. */
// See docs/language/01-document-anchors-fields.md#113-text-that-cannot-be-seen
import type { Box } from './geometry.js';

/** Why a reader of the page does not see some text, with the words that say so. */
export const HIDDEN_REASONS = {
  sameColour: 'it has the colour of what is under it',
  covered: 'a filled area is painted over it',
  behindPicture: 'a picture is painted over it',
  unpainted: 'it is in a rendering mode that paints nothing',
  transparent: 'it is transparent',
  clipped: 'it is outside the area that is painted',
  offPage: 'it is off the page',
  tiny: 'it is too small to read',
} as const;

export type HiddenReason = keyof typeof HIDDEN_REASONS;

/** Neighbouring glyphs that cannot be seen, by what the file says of how they are painted. */
export interface HiddenStretch {
  /** Inches, on the page as displayed. */
  readonly box: Box;
  readonly reason: HiddenReason;
}
