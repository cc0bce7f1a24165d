/** What a config could set to have amounts read that it does not read. */
// See docs/language/04-types.md#488-advice

import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import { adviceText, otherSeparators, said } from './advice.js';
import { CURRENCY_CODES } from './currency-codes.js';
import { currencyCandidates } from './currency-engine.js';
import { type CurrencyDefaults, type CurrencyOptions, printedSymbols } from './currency-members.js';
import { resolveSeparators } from './decimal.js';
import type { FindCandidates, TypeHint, TypeLine } from './definition.js';
import { unreadNumber } from './printed-number.js';

/** Signs and codes of one text that are tried. */
const MOST_SYMBOLS = 3;

/** A currency sign with the letters of a country before it or without, or a word of three capitals that may be an ISO 4217 code. */
const SYMBOL = /(?<![\p{L}\p{N}])[A-Z]{1,3}\$|\p{Sc}|(?<!\p{L})[A-Z]{3}(?![\p{L}$])/gu;

/** Other values of some members. */
type Change = Partial<CurrencyOptions>;

/**
 * Tries what else a configured type could read.
 * @returns gives the members to set for some lines without an amount, as `set "currencySymbol": "£" to read it`
 */
export function currencyHint(options: CurrencyOptions, defaults: CurrencyDefaults): TypeHint {
  const readers = new Map<string, FindCandidates>();
  const reads = (change: Change, lines: readonly TypeLine[], { milliseconds }: PatternGuard) => {
    const key = said(change);
    const reader = readers.get(key) ?? currencyCandidates({ ...options, ...change }, defaults);
    readers.set(key, reader);
    return reader(lines, { milliseconds, report: () => undefined }).length > 0;
  };
  const separators = resolveSeparators(options, defaults.separators);
  const ownChanges = steadyChanges(options);
  return (lines, guard) => {
    const text = adviceText(lines);
    if (options.relaxedWithCents === true || text === undefined || !/\d/u.test(text)) return undefined;
    const symbols = symbolChanges(text, options, defaults);
    const steady = [...otherSeparators(text, separators), ...ownChanges];
    const both = symbols.flatMap((symbol) => steady.map((change) => ({ ...symbol, ...change })));
    const change = [...symbols, ...steady, ...both].find((one) => reads(one, lines, guard));
    return change ? `set ${said(change)} to read it` : unreadNumber(lines, separators);
  };
}

/** Changes that do not depend on the text, those that change least first. */
function steadyChanges(options: CurrencyOptions): Change[] {
  const { minValue, maxValue } = options;
  return [
    ...(options.requireCurrencySymbol ? [{ requireCurrencySymbol: false }] : []),
    ...(options.requireThousandsSeparator ? [{ requireThousandsSeparator: false }] : []),
    ...(minValue === undefined ? [] : [{ minValue: undefined }]),
    ...(maxValue === undefined ? [] : [{ maxValue: undefined }]),
    { accountingNegative: 'default' },
    ...(options.removeSpaces ? [] : [{ removeSpaces: true }]),
    { relaxed: true },
  ];
}

/** Changes that have the type read further symbols, which the text shows. */
function symbolChanges(text: string, options: CurrencyOptions, defaults: CurrencyDefaults): Change[] {
  const { currencySymbol } = options;
  const configured =
    typeof currencySymbol === 'string' ? { [currencySymbol]: currencySymbol } : currencySymbol;
  const known = new Set(configured ? printedSymbols(configured) : defaults.symbols);
  const shown = [...text.matchAll(SYMBOL)]
    .map(([symbol]) => symbol)
    .filter((symbol) => !known.has(symbol) && (/\p{Sc}$/u.test(symbol) || CURRENCY_CODES.has(symbol)));
  return [...new Set(shown)]
    .slice(0, MOST_SYMBOLS)
    .map((symbol) => ({ currencySymbol: configured ? { ...configured, [symbol]: symbol } : symbol }));
}
