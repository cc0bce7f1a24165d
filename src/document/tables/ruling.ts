/** Straight lines that may bound cells. */

/** A horizontal or vertical line; all lengths in inches. */
export interface Ruling {
  readonly orientation: 'horizontal' | 'vertical';
  /** y of a horizontal, x of a vertical line. */
  readonly at: number;
  /** Its ends along the other axis, `from < to`. */
  readonly from: number;
  readonly to: number;
}

/** Rulings this near to each other have one coordinate, in inches (chapter 3, 3.9). */
export const SNAP = 0.03;
