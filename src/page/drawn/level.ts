/** Levelling a scan that hangs. */
// See docs/language/01-document-anchors-fields.md#16-rotated-text-and-page-rotation

import { turnAboutMiddle } from '../document/geometry.js';
import type { PageSize } from '../layout/page-rotation.js';
import { drawThrough } from './draw-through.js';
import type { PageMove } from './move.js';

/**
 * The turn of a page about its middle that makes rows level; its size stays, and what comes in from outside is white.
 * @param degrees by which rows hang, clockwise
 * @param finest resolution of the page's picture, where it is one
 */
export function levelMove({ width, height }: PageSize, degrees: number, finest?: number): PageMove {
  const move = { width, height, transform: turnAboutMiddle({ width, height }, -degrees), finest };
  return { ...move, draw: (graphics, options) => drawThrough(graphics, move, options) };
}
