/**
 * Geometry that several methods share. Thresholds a fifth smaller change no value of 104 documents, a quarter larger 299
 * values.
 */
// See docs/language/02-layout-methods-geometry.md#2-shared-geometry

import { shortened } from '../../errors.js';
import { withDefault } from '../../foundation/schema/defaults.js';
import { limitedNumber } from '../../foundation/schema/grammar.js';
import {
  type Box,
  boxHeight,
  boxPolygon,
  boxWidth,
  centreX,
  centreY,
  overlapX,
  overlapY,
  type Point,
  roundPoint,
} from '../../page/document/geometry.js';
import { linesNear } from '../../page/document/lines-near.js';
import type { Line, Page, Region } from '../../page/document/model.js';
import type { AnchorHit } from '../anchors/anchors.js';
import type { StopMatch } from '../anchors/forms.js';
import type { SearchScope } from '../anchors/scope.js';
import { findSequence, isHit, sequenceOf } from '../anchors/sequence.js';
import type { Piece } from './definition.js';

export const HORIZONTAL = ['left', 'right'] as const;
export const VERTICAL = ['above', 'below'] as const;
export const DIRECTIONS = ['left', 'right', 'above', 'below'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Share of the smaller side that a line and a rectangle must have in common, exceeded. */
// See docs/language/02-layout-methods-geometry.md#24-constants
const BOX_X = 0.9;
const BOX_Y = 0.8;

/** Share of the line height that a line must lie lower to be below another, not beside it. */
// See docs/language/02-layout-methods-geometry.md#33-below
// See docs/language/02-layout-methods-geometry.md#5-column
export const BELOW_SHARE = 0.3;

/** Share of the narrower line that two stacked lines have in common along x. */
// See docs/language/02-layout-methods-geometry.md#4-row
// See docs/language/02-layout-methods-geometry.md#5-column
const STACKED_SHARE = 0.5;

/** A percentage of overlap of 1 can only be reached up to rounding. */
const FULL_OVERLAP = 1 - 1e-6;

/** A share, 0 to 1. */
export const share = limitedNumber(0, 1);

/** Members for the shares of the smaller sides. */
export const overlapMembers = {
  percentOverlapX: withDefault(share, BOX_X).describe(
    'Share of the smaller width, of line or box, by which the two must overlap',
  ),
  percentOverlapY: withDefault(share, BOX_Y).describe(
    'Share of the smaller height, of line or box, by which the two must overlap',
  ),
};

/** Whether a line lies in a rectangle: it shares more than `px` and `py` of the smaller sides. */
// See docs/language/02-layout-methods-geometry.md#22-containment-of-a-line-in-a-rectangle
export function contained(box: Box, line: Box, px = BOX_X, py = BOX_Y): boolean {
  // Nearly all lines of a page are apart from a rectangle.
  if (line.top > box.bottom || line.bottom < box.top || line.left > box.right || line.right < box.left) {
    return false;
  }
  return (
    shares(overlapX(box, line), Math.min(boxWidth(box), boxWidth(line)), px) &&
    shares(overlapY(box, line), Math.min(boxHeight(box), boxHeight(line)), py)
  );
}

function shares(overlap: number, smaller: number, wanted: number): boolean {
  // A side of no length means that the other covers its coordinate.
  if (smaller <= 0) return overlap >= 0;
  const share = overlap / smaller;
  return wanted >= 1 ? share >= FULL_OVERLAP : share > wanted;
}

/** Middle of a side of a box, or its centre. */
// See docs/language/02-layout-methods-geometry.md#21-start-points
export function startPoint(box: Box, side: (typeof DIRECTIONS)[number] | undefined): Point {
  switch (side) {
    case 'left':
      return { x: box.left, y: centreY(box) };
    case 'right':
      return { x: box.right, y: centreY(box) };
    case 'above':
      return { x: centreX(box), y: box.top };
    case 'below':
      return { x: centreX(box), y: box.bottom };
    case undefined:
      return { x: centreX(box), y: centreY(box) };
  }
}

/** Whether two boxes are on each other: they share half of the narrower along x. */
export function stacked(a: Box, b: Box): boolean {
  return overlapX(a, b) >= STACKED_SHARE * Math.min(boxWidth(a), boxWidth(b));
}

/** Whether `line` begins lower than `other` by more than its row allows. */
export function startsBelow(line: Box, other: Box & { readonly lineHeight: number }): boolean {
  return line.top > other.top + BELOW_SHARE * other.lineHeight;
}

/** A rectangle as results print it. */
export function regionOf(page: number, box: Box): Region {
  return { page, boundingPolygon: boxPolygon(box).map(roundPoint) };
}

/** Whole lines as pieces. */
export function wholeLines(lines: readonly Line[]): Piece[] {
  return lines.map((line) => ({ text: line.text, line }));
}

/** Lines of a page that are in the scope and lie in a box, in document order; see `contained`. */
export function linesIn(scope: SearchScope, page: number, box: Box, px?: number, py?: number): Line[] {
  return linesNear(scope.linesOn(page), box.top, box.bottom).filter((line) => contained(box, line, px, py));
}

/** Lines of the anchor's page that are in the scope. */
export function anchorPageLines(scope: SearchScope, anchor: AnchorHit): readonly Line[] {
  return scope.linesOn(anchor.line.page);
}

/** The page that a line is on. */
export function pageOf(scope: SearchScope, line: Line): Page | undefined {
  return scope.pages.get(line.page);
}

/** The words that an anchor matched, in quotes: reasons begin with what authors know, and end with measures. */
export function quoted({ line, start, end }: Pick<AnchorHit, 'line' | 'start' | 'end'>): string {
  return JSON.stringify(shortened(line.text.slice(start, end).trim() || line.text));
}

/** Inches for people: at most 3 decimals. */
export function inches(length: number): string {
  return `${Number(length.toFixed(3))} in`;
}

/** Index of the first of some lines, in their order, that a stop matches; undefined where none does, and where it is the end. */
// See docs/language/03-layout-methods-ranges-tables.md#305-stop
export function stopAmong(
  stop: StopMatch,
  lines: readonly Line[],
  { patternGuard }: Pick<SearchScope, 'patternGuard'>,
): number | undefined {
  const sequence = sequenceOf(stop);
  if (sequence.toEnd) return undefined;
  const hit = findSequence(sequence, lines, { from: 0, to: lines.length, lower: 0 }, patternGuard);
  return isHit(hit) ? hit.index : undefined;
}

/** A remainder without any of these is punctuation, never the value a user wants. */
export const MEANINGFUL = /[\p{L}\p{N}\p{Sc}%]/u;
