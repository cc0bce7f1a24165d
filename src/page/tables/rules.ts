/** Lines drawn in the area of a table, and how they lie to its text. All lengths are inches. */
import type { Box } from '../document/geometry.js';

/** A horizontal line, in inches. */
export interface HorizontalRule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A vertical line that may part columns. */
export interface VerticalRule {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Lines that are drawn in a table's area. */
export interface Rules {
  readonly horizontal: readonly HorizontalRule[];
  readonly vertical: readonly VerticalRule[];
  /** Where its columns part, in inches from left to right, where that is known. */
  readonly columns?: readonly number[];
}

/** Where the text of a column begins and ends, in inches. */
export interface ColumnExtent {
  readonly left: number;
  readonly right: number;
}

/** Share of a table's width from which a line runs all through it. */
const FULL_WIDTH = 0.75;

/** Whether a line runs all through a table. */
export function isThrough({ from, to }: HorizontalRule, { left, right }: ColumnExtent): boolean {
  return Math.min(to, right) - Math.max(from, left) >= FULL_WIDTH * (right - left);
}

/** Whether a line lies between two rows. */
export function isBetween({ at }: HorizontalRule, above: Box, below: Box): boolean {
  return at > (above.top + above.bottom) / 2 && at < (below.top + below.bottom) / 2;
}
