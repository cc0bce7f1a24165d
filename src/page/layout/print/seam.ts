/** Places inside runs that may be between two cells. */

/** Where a show operation begins right behind a figure that another shows; lengths in inches along the text. */
export interface Seam {
  /** The operation that begins. */
  readonly operation: number;
  /** The word before it, which ends in a figure. */
  readonly left: number;
  readonly right: number;
  /** Where it begins. */
  readonly start: number;
}

const FIGURE_END = /[\p{Nd}%)]$/u;
const NAME_START = /^\p{L}/u;

/** Whether a text that ends so and one that begins so may be two cells that touch: a figure, and a name. */
export function mayTouch(end: string, start: string): boolean {
  return FIGURE_END.test(end) && NAME_START.test(start);
}
