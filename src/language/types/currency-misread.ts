/** Reads amounts whose separators OCR misread. */
import type { ReadLine } from './currency-amounts.js';
import { hasMinusApart } from './currency-marks.js';
import { skipSpaces } from './currency-match.js';
import { type CurrencyDefaults, type CurrencyOptions, FALLBACK_UNIT } from './currency-members.js';
import { OCR_CENTS, OCR_STRETCH } from './currency-pattern.js';
import { decimalValue } from './decimal.js';
import type { TypedValue } from './definition.js';

/**
 * Reads amounts whose separators OCR misread: the digits before the last separator with two digits behind
 * it, in each unbroken stretch of digits and separators.
 */
// See docs/language/04-types.md#487-relaxedwithcents
export function ocrReader(options: CurrencyOptions, defaults: CurrencyDefaults): ReadLine {
  const named = defaults.unit !== undefined || options.currencySymbol !== undefined;
  const unit = named ? { unit: FALLBACK_UNIT } : {};
  return (text, isFollowing) => {
    const values: TypedValue[] = [];
    for (const stretch of text.matchAll(OCR_STRETCH)) {
      const first = stretch[0].search(/\d/u);
      const cents = [...stretch[0].matchAll(OCR_CENTS)].findLast(({ index }) => index > first);
      if (first < 0 || !cents) continue;
      const digits = stretch[0].slice(first, cents.index).replace(/\D/gu, '');
      const end = stretch.index + cents.index + cents[0].length;
      const { start, negative } = ocrPrefix(text, stretch.index + first);
      const isApart = hasMinusApart(text, start, end, isFollowing);
      const value = decimalValue(`${digits}.${cents[1]}`, negative || isApart, undefined);
      if (value === undefined) continue;
      values.push({ source: text.slice(isApart ? 0 : start, end), value, ...unit, type: defaults.id });
    }
    return values;
  };
}

/** Reads back over `-$ -` before an amount: a minus on either side of the symbol counts. */
function ocrPrefix(text: string, amount: number): { start: number; negative: boolean } {
  const isMinus = (at: number) => text[at] === '-' || text[at] === '\u2212';
  let start = isMinus(amount - 1) ? amount - 1 : amount;
  const symbol = skipSpaces(text, start - 1, -1);
  if (text[symbol] === '$') start = symbol;
  if (isMinus(start - 1) && !/[\p{L}\p{N}_)]$/u.test(text.slice(Math.max(0, start - 3), start - 1)))
    start -= 1;
  const negative = isMinus(start) || isMinus(amount - 1);
  return { start, negative };
}
