/** Reads the amounts of a line. */
// See docs/language/04-types.md#48-currency
import { shiftDecimal } from '../../foundation/text/decimal.js';
import { accountingMarks, foreignCode, hasMinusApart, magnitudeBehind } from './currency-marks.js';
import {
  type AmountMatch,
  amountsIn,
  cutOffSpan,
  isOtherCurrency,
  overlaps,
  withOwnSymbols,
} from './currency-match.js';
import {
  accountingOf,
  type CurrencyDefaults,
  type CurrencyOptions,
  isWithin,
  symbolsOf,
  THOUSAND,
} from './currency-members.js';
import {
  amountPatterns,
  magnitudeOf,
  SYMBOL_AND_MINUS,
  SYMBOL_AND_MINUS_LENGTH,
} from './currency-pattern.js';
import {
  cutOffTest,
  decimalValue,
  isGrouped,
  plainDecimal,
  resolveSeparators,
  roundingOf,
} from './decimal.js';
import type { TypedValue } from './definition.js';
import type { IgnoredSigns } from './ignored-sign.js';
import { withoutOverlaps } from './text.js';

/** Gives the values in the text of a line. @param isFollowing words or numbers are before the text on its line */
export type ReadLine = (text: string, isFollowing: boolean) => TypedValue[];

/** The patterns that a configured currency type runs. */
export function currencyPatterns(options: CurrencyOptions, defaults: CurrencyDefaults): RegExp[] {
  return amountPatterns(
    {
      symbols: symbolsOf(options.currencySymbol, defaults).printed,
      symbolBehind: defaults.symbolBehind || options.currencySymbol !== undefined,
      separators: resolveSeparators(options, defaults.separators),
      maxDecimalDigits: options.maxDecimalDigits ?? defaults.maxDecimalDigits,
      magnitudes: defaults.magnitudes,
      accounting: accountingOf(options, defaults),
      relaxed: defaults.relaxed || options.relaxed === true,
    },
    options.requireCurrencySymbol === true,
  );
}

/** Reads the amounts of a line as the members of a type say. @param signs is given those whose sign is not read */
export function amountReader(
  options: CurrencyOptions,
  defaults: CurrencyDefaults,
  signs?: IgnoredSigns,
): ReadLine {
  const separators = resolveSeparators(options, defaults.separators);
  const accounting = accountingOf(options, defaults);
  const symbols = symbolsOf(options.currencySymbol, defaults);
  const patterns = currencyPatterns(options, defaults);
  const digits = roundingOf(options);
  const symbolBehind = defaults.symbolBehind || options.currencySymbol !== undefined;
  const isPartOfNumber = cutOffTest(separators);
  const isCutOff = (text: string, start: number, end: number) =>
    isPartOfNumber(text, start, end) ||
    (separators.thousands !== '' &&
      (OTHER_FRACTION.test(text.slice(end, end + 2)) ||
        OTHER_WHOLE.test(text.slice(Math.max(0, start - 2), start))));
  const cutOffBy = cutOffSpan(separators);

  return (text, isFollowing) => {
    const [leading = [], ...rest] = patterns.map((pattern) =>
      amountsIn(text, pattern, accounting).filter(({ digits: [start, end] }) => !isCutOff(text, start, end)),
    );
    const trailing = symbolBehind ? (rest.shift() ?? []) : [];
    const cuts = [...leading, ...trailing].flatMap((match) => cutOffBy(text, match) ?? []);
    const isWhole = (match: AmountMatch) => !cuts.some((cut) => overlaps(cut, match));
    const beside = withOwnSymbols(
      leading.filter(isWhole),
      trailing.filter((match) => isWhole(match) && !isOtherCurrency(text, match.start, symbols.printed)),
      text,
      separators,
    );
    return withoutOverlaps([...beside, ...rest.flat().filter(isWhole)]).flatMap((match) => {
      const { groups } = match;
      const amount = groups['amount']!;
      const plain = plainDecimal(amount, separators);
      if (options.requireThousandsSeparator && Number(plain) >= THOUSAND && !isGrouped(amount, separators)) {
        return [];
      }
      if (
        SYMBOL_AND_MINUS.test(text.slice(Math.max(0, match.start - SYMBOL_AND_MINUS_LENGTH), match.start))
      ) {
        return [];
      }
      const inParentheses = accountingMarks(text, match, accounting);
      const scale = defaults.magnitudes ? magnitudeBehind(text, match) : undefined;
      const marks = scale ? { ...inParentheses, start: scale.start, end: scale.end } : inParentheses;
      if (groups['apart'] !== undefined && isFollowing) return [];
      const isApart =
        groups['apart'] !== undefined || hasMinusApart(text, marks.start, marks.end, isFollowing);
      const negative =
        isApart || marks.negative || groups['sign'] !== undefined || groups['inner'] !== undefined;
      const scaled = shiftDecimal(plain, scale?.power ?? magnitudeOf(groups));
      const printed = decimalValue(scaled, negative, undefined);
      const value = decimalValue(scaled, negative || options.alwaysNegative === true, digits);
      if (printed === undefined || value === undefined || !isWithin(printed, options)) return [];
      const code = symbols.isNamed || groups['symbol'] !== undefined ? undefined : foreignCode(text, marks);
      const unit = code ?? symbols.unit(groups['symbol']);
      const source = text.slice(isApart ? 0 : marks.start, marks.end);
      const amountValue = { source, value, ...(unit !== undefined && { unit }), type: defaults.id };
      if (!negative) signs?.look(amountValue, text, marks.start, marks.end);
      return [amountValue];
    });
  };
}

/** Digits behind a point or comma, whichever the separators are: `1 234,56` is no 1234 where the fraction has a point. */
const OTHER_FRACTION = /^[.,]\d/u;
const OTHER_WHOLE = /\d[.,]$/u;
