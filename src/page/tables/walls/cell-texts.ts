/** What the text of a cell says about its row, whatever its column means. */
// See docs/language/03-layout-methods-ranges-tables.md#392-lattice

/** Digits with two decimals, perhaps with signs of minus, debit or credit, and of a currency. */
const AMOUNT = /^[-(]?(?:[$€£] ?)?[-(]?\d{1,3}(?:[,.' ]?\d{3}){0,4}[,.]\d{2}[-)]?(?: ?[CD]R)?$/iu;

/** Whether a text is a whole amount with its cents: neither part of wrapped text nor a heading is. */
export function isAmount(text: string): boolean {
  return AMOUNT.test(text);
}

/**
 * A text with each digit as 9: one for all dates of a format, or all numbers of a series.
 * @returns undefined for a text without a digit
 */
export function digitShape(text: string): string | undefined {
  return /\d/u.test(text) ? text.replace(/\d/gu, '9').toLowerCase() : undefined;
}
