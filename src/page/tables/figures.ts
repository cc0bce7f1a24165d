/** Which texts are figures: what the columns of most tables hold. */

/** A number as reports print it, with its signs, unit and footnote marks; ranges and years with dashes, too. */
const NUMBER =
  /^[([{<>≤≥=~≈±*†‡§¶#^$€£¥+−–—-]{0,6}[.,]?\d[\d.,:'’/–—−$€£¥-]{0,40}[%‰°]?[)\]}*†‡§¶#^]{0,6}[a-z]?\)?$/iu;
/** What is printed where there is no number. */
const NO_NUMBER = /^(?:[-–—−:.*…]{1,12}|\(?(?:n\.?\/?a\.?|x|z|s|d|c|nd|nil|none)\)?)$/iu;
const LAST_GROUP = /^\d{3}(?!\d)/u;
const FIRST_GROUPS = /(?:^|\D)\d{1,3}$/u;

/** Whether a word is a figure, or takes the place of a missing one. */
export function isFigure(text: string): boolean {
  return NUMBER.test(text) || NO_NUMBER.test(text);
}

/** Whether a word is a number, not a mark for one that is missing. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

/** Whether two words with a space between them may be one number: `10 000`. */
export function mayBeOneNumber(left: string, right: string): boolean {
  return FIRST_GROUPS.test(left) && LAST_GROUP.test(right);
}
