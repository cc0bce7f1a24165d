/**
 * How much ink the empty boxes of a scan hold: specks, and shades of paper. No value of 137 documents and no cell of
 * their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
import { memo } from '../../foundation/objects/memo.js';
import { inchesOf } from './grey.js';
import type { InkLayer } from './ink-layer.js';
import { insideOf, markRatio } from './mark.js';

/** Boxes of a page that show how much ink empty ones hold: of fewer, all may be marked. */
const LEAST_BOXES = 6;
/** Share of the boxes of a form that are empty at least. */
const EMPTY_SHARE = 0.25;
/** The most that counts as specks: of real marks the lightest have 0.08. */
const MOST_SPECKS = 0.05;

/**
 * Share of the pixels that stand out in the empty boxes of a scan, 0 to 0.05, by the quarter of its frames and rings
 * with the least ink; 0 where there are too few of them, or where even those hold more: they are marked then.
 */
// See docs/language/02-layout-methods-geometry.md#101-checkbox
export const inkOfEmpty = memo((layer: InkLayer): number => {
  const { dpi } = layer.bitmap;
  const ratios = layer
    .shapes()
    .filter(({ kind }) => kind !== 'cell')
    .map(({ interior }) => markRatio(layer.bitmap, insideOf(inchesOf(interior, dpi))))
    .sort((a, b) => a - b);
  if (ratios.length < LEAST_BOXES) return 0;
  const empty = ratios[Math.floor(EMPTY_SHARE * ratios.length)]!;
  return empty <= MOST_SPECKS ? empty : 0;
});
