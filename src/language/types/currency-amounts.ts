/** Reads the amounts of a line. */
// See docs/language/04-types.md#48-currency
import { shiftDecimal } from '../../foundation/text/decimal.js';
import { isMagnified, magnitudeOf } from './currency-magnitudes.js';
import {
  accountingMarks,
  foreignCode,
  hasMinusApart,
  hasMinusBeforeCode,
  magnitudeBehind,
} from './currency-marks.js';
import { type AmountMatch, amountsIn, isOtherCurrency, withOwnSymbols } from './currency-match.js';
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
  isForeign,
  SYMBOL_AND_MINUS,
  SYMBOL_AND_MINUS_LENGTH,
  symbolThere,
} from './currency-pattern.js';
import { decimalValue, isGrouped, plainDecimal, resolveSeparators, roundingOf } from './decimal.js';
import type { TypedValue } from './definition.js';
import { type IgnoredSigns, marksAround } from './ignored-sign.js';
import { wholeTest } from './printed-number.js';
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
  const wholeIn = wholeTest(separators, symbolThere(symbols.printed));

  return (text, isFollowing) => {
    const isWhole = wholeIn(text);
    const isAmount = ({ start, end, digits: span, groups }: AmountMatch) =>
      isWhole(span) &&
      !isMagnified(text, end, defaults.magnitudes) &&
      !(
        groups['symbol'] !== undefined &&
        isForeign(text, start + (groups['sign'] ?? '').length, groups['symbol'])
      );
    const [leading = [], ...rest] = patterns.map((pattern) =>
      amountsIn(text, pattern, accounting).filter(isAmount),
    );
    const trailing = symbolBehind ? (rest.shift() ?? []) : [];
    const beside = withOwnSymbols(
      leading,
      trailing.filter((match) => !isOtherCurrency(text, match.start, symbols.printed)),
      text,
      separators,
    );
    return withoutOverlaps([...beside, ...rest.flat()]).flatMap((match) => {
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
      const scale = magnitudeBehind(text, match);
      if (scale && !defaults.magnitudes) return [];
      const marks = scale ? { ...inParentheses, start: scale.start, end: scale.end } : inParentheses;
      const power = magnitudeOf(scale?.groups ?? groups, separators.decimal, text.slice(marks.end));
      if (power === undefined) return [];
      if (groups['apart'] !== undefined && isFollowing) return [];
      const isApart =
        groups['apart'] !== undefined || hasMinusApart(text, marks.start, marks.end, isFollowing);
      const negative =
        isApart || marks.negative || groups['sign'] !== undefined || groups['inner'] !== undefined;
      if (!negative && !options.alwaysNegative && hasMinusBeforeCode(text, marks.end)) return [];
      const scaled = shiftDecimal(plain, power);
      const printed = decimalValue(scaled, negative, undefined);
      const value = decimalValue(scaled, negative || options.alwaysNegative === true, digits);
      if (printed === undefined || value === undefined || !isWithin(printed, options)) return [];
      const code = foreignCode(text, match, groups['symbol']);
      if (code !== undefined && symbols.isMapped && groups['symbol'] !== undefined) {
        if (symbols.unit(groups['symbol']) !== code) return [];
      }
      const unit = (symbols.isNamed ? undefined : code) ?? symbols.unit(groups['symbol']);
      const source = text.slice(isApart ? 0 : marks.start, marks.end);
      const amountValue = { source, value, ...(unit !== undefined && { unit }), type: defaults.id };
      if (!negative) signs?.look(amountValue, marksAround(text, marks));
      return [amountValue];
    });
  };
}
