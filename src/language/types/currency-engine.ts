/** What the three currency types share; they differ in their defaults. */
// See docs/language/04-types.md#48-currency
// See docs/language/04-types.md#49-accountingcurrency-perioddelimitedcurrency

import { printDecimal } from '../../foundation/text/decimal.js';
import { boxHeight, overlapY } from '../../page/document/geometry.js';
import { amountReader } from './currency-amounts.js';
import { foreignCode } from './currency-marks.js';
import {
  type CurrencyDefaults,
  type CurrencyOptions,
  isWithin,
  symbolsOf,
  THOUSAND,
} from './currency-members.js';
import { ocrReader } from './currency-misread.js';
import { isForeign, symbolGroup } from './currency-pattern.js';
import { decimalValue, isGrouped, resolveSeparators, roundingOf } from './decimal.js';
import type { FindCandidates, TypedValue, TypeLine } from './definition.js';
import type { IgnoredSigns } from './ignored-sign.js';
import { eachLine, numberInCell, valueOfCell } from './shared.js';
import { matchingText } from './text.js';

/** Finds amounts of money in each line. @param signs is given those whose sign is not read */
export function currencyCandidates(
  options: CurrencyOptions,
  defaults: CurrencyDefaults,
  signs?: IgnoredSigns,
): FindCandidates {
  const read =
    options.relaxedWithCents === true ? ocrReader(options, defaults) : amountReader(options, defaults, signs);
  const prepare =
    options.removeSpaces === true ? (text: string) => text.replace(/\s/gu, '') : (text: string) => text;
  const { printed } = symbolsOf(options.currencySymbol, defaults);
  const ofCell = cellReader(options, defaults);
  return (lines, guard) =>
    eachLine(lines, guard, (text, line, position) => {
      if (!DIGIT.test(text)) return [];
      const prepared = prepare(text);
      const values = read(prepared, followsText(text, line));
      const held = numberInCell(text, line);
      const made = held === undefined ? undefined : ofCell(text, held);
      if (made) return valueOfCell(text, values, made);
      if (values.length > 0 || !BARE.test(prepared)) return values;
      const symbol = symbolBeside(lines[position - 1], line, printed);
      return symbol === undefined
        ? values
        : read(symbol + prepared, false).map((value) => ({ ...value, source: prepared }));
    });
}

/** Every amount has a digit; most lines that are not amounts have none. */
const DIGIT = /\d/u;

/** A percent sign, or the sign of a currency. */
const PERCENT = /%/u;
const CURRENCY_SIGN = /\p{Sc}/u;

/**
 * Gives the amount of a cell that holds a number: its forms do not count, but a percentage is no amount, nor is a number
 * beside the sign of another currency, and required symbols and separators must be shown.
 */
// See docs/language/04-types.md#4110-cells-of-spreadsheets
function cellReader(
  options: CurrencyOptions,
  defaults: CurrencyDefaults,
): (text: string, number: number) => TypedValue | undefined {
  const symbols = symbolsOf(options.currencySymbol, defaults);
  const symbol = new RegExp(symbolGroup(symbols.printed), 'iu');
  const separators = resolveSeparators(options, defaults.separators);
  const amountOf = currencyOfNumber(options, defaults);
  return (text, number) => {
    const match = symbol.exec(text);
    const shown = match?.[0];
    if (
      (match && isForeign(text, match.index, match[0])) ||
      PERCENT.test(text) ||
      (shown === undefined && (CURRENCY_SIGN.test(text) || options.requireCurrencySymbol))
    )
      return undefined;
    if (options.requireThousandsSeparator && Math.abs(number) >= THOUSAND && !isGrouped(text, separators))
      return undefined;
    const made = amountOf(number);
    const digits = /\d(?:.*\d)?/u.exec(text);
    const at = { start: digits?.index ?? 0, end: digits ? digits.index + digits[0].length : 0 };
    const code = symbols.isNamed ? undefined : foreignCode(text, at, shown);
    const unit = code ?? symbols.unit(shown);
    return made ? { ...made, ...(unit !== undefined && { unit }) } : undefined;
  };
}

/** A number that is no amount by itself where it has too many digits without a separator, or where a symbol is required. */
const BARE = /^\d+(?:[.,]\d+)*$/u;

/** From a symbol to its amount at most, in inches: forms print the symbol at the left end of a field, an inch wide. */
const SYMBOL_REACH = 1;

/** Share of the lower height that a symbol and its amount have in common. */
const SYMBOL_HEIGHT = 0.5;

/** The symbol that is all of the line before, where it is left of a line in its row. */
// See docs/language/04-types.md#482-amount-forms
function symbolBeside(
  before: TypeLine | undefined,
  own: TypeLine,
  symbols: readonly string[],
): string | undefined {
  const [left, right] = [before?.line, own.line];
  if (before === undefined || !left || !right || left.page !== right.page) return undefined;
  const gap = right.left - left.right;
  const least = SYMBOL_HEIGHT * Math.min(boxHeight(left), boxHeight(right));
  if (gap < 0 || gap > SYMBOL_REACH || overlapY(left, right) < least) return undefined;
  const text = matchingText(before.text).trim();
  return symbols.find((symbol) => symbol === text);
}

/** A word, a number or a closing bracket, before a piece of a line. */
const TEXT_BEFORE = /[\p{L}\p{N}%)\]]\s*$/u;

/** Whether words or numbers are on the printed line before a piece of it, so that a dash in between separates them. */
function followsText(text: string, { line }: TypeLine): boolean {
  if (line === undefined || line.text.startsWith(text)) return false;
  const at = line.text.lastIndexOf(text);
  return at < 0 || TEXT_BEFORE.test(line.text.slice(0, at));
}

/** The amount of a number that is known as one: its bounds and its rounding count, the forms of printed amounts do not. */
// See docs/language/04-types.md#419-plain-text-input
export function currencyOfNumber(
  options: CurrencyOptions,
  defaults: CurrencyDefaults,
): (value: number) => TypedValue | null {
  const digits = roundingOf(options);
  const unit = symbolsOf(options.currencySymbol, defaults).unit(undefined);
  return (number) => {
    if (!isWithin(number, options)) return null;
    const negative = number < 0 || options.alwaysNegative === true;
    const value = decimalValue(printDecimal(Math.abs(number)), negative, digits);
    if (value === undefined) return null;
    return { source: printDecimal(number), value, ...(unit !== undefined && { unit }), type: defaults.id };
  };
}
