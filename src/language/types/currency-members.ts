/** The members of the currency types, and what a config sets by them. */
// See docs/language/04-types.md#48-currency

import * as z from 'zod';
import { withDefault } from '../../foundation/schema/defaults.js';
import { wholeNumber } from '../../foundation/schema/grammar.js';
import { escapePattern } from '../../foundation/text/escape-pattern.js';
import { comparableText } from '../../page/document/cleaning.js';
import type { AccountingMode } from './currency-pattern.js';
import { checkSeparators, roundingMembers, type Separators, separatorMembers } from './decimal.js';

/** How a language model is asked for an amount. */
export const CURRENCY_PROMPT_HINT = 'money amount with printed symbol and sign';

/** In what one currency type differs from another. */
export interface CurrencyDefaults {
  readonly id: string;
  readonly separators: Separators;
  readonly accountingNegative: AccountingMode;
  readonly relaxed: boolean;
  readonly maxDecimalDigits: number;
  readonly magnitudes: boolean;
  /** Symbols may also be behind amounts when the config names none; those that it names always may. */
  readonly symbolBehind: boolean;
  /** Symbols read when the config names none. */
  readonly symbols: readonly string[];
  /** Unit reported when the config names no symbol; undefined for none. */
  readonly unit: string | undefined;
}

/** Unit of a symbol map without a `default`, and of amounts read from bad OCR. */
export const FALLBACK_UNIT = '$';
/** Key of a symbol map that is no symbol but names the unit of amounts without one. */
const DEFAULT_KEY = 'default';
/** Most fraction digits that `maxDecimalDigits` may allow. */
const MOST_DECIMALS = 30;
/** From this amount on a thousands separator may be required. */
export const THOUSAND = 1000;

const flag = (description: string) => withDefault(z.boolean(), false).describe(description);

/** The members of the currency types. */
export function currencyMembers(defaults: CurrencyDefaults) {
  return {
    accountingNegative: withDefault(
      z.union([
        z.enum(['bothParentheses', 'anyParentheses', 'suffixNegativeSign', 'default']),
        z.literal(false),
        z.null(),
      ]),
      defaults.accountingNegative,
    ).describe('Accounting notation that makes an amount negative; null or false for none'),
    alwaysNegative: flag('The value is negative, whatever sign is printed'),
    removeSpaces: flag('Remove all white space from each line first'),
    relaxedWithCents: flag(
      'Read amounts whose separators OCR may have misread; the last two digits are cents',
    ),
    relaxed: withDefault(z.boolean(), defaults.relaxed).describe(
      'Read amounts without symbol and grouping anywhere in a line',
    ),
    requireCurrencySymbol: flag('Read only amounts with a symbol'),
    requireThousandsSeparator: flag('Read amounts from 1000 on only with separated thousands'),
    currencySymbol: z
      .union([z.string(), z.record(z.string(), z.string())])
      .optional()
      .describe(symbolDescription(defaults)),
    ...separatorMembers(defaults.separators),
    maxDecimalDigits: withDefault(wholeNumber(0, MOST_DECIMALS), defaults.maxDecimalDigits).describe(
      'Amounts with more decimal places are not read',
    ),
    maxValue: z.number().optional().describe('Largest amount to read'),
    minValue: z.number().optional().describe('Smallest amount to read'),
    ...roundingMembers,
  };
}

function symbolDescription({ symbols, symbolBehind, unit }: CurrencyDefaults): string {
  const read = symbols.map((symbol) => JSON.stringify(symbol)).join(', ');
  const reported =
    unit === undefined
      ? 'without a unit'
      : `with the unit ${JSON.stringify(unit)}, printed or not, or the ISO 4217 code beside the amount`;
  return (
    'Symbol printed before or after amounts, which is then the unit of every value; or an object from printed ' +
    `symbols to units, with "default" for amounts without one (else "${FALLBACK_UNIT}"). Without it, ${read} before ` +
    `${symbolBehind ? 'or after ' : ''}the amount, ${reported}`
  );
}

/** The members as a parsed config holds them. */
export type CurrencyOptions = z.output<z.ZodObject<ReturnType<typeof currencyMembers>>>;

/** Checks that concern several members. */
export function checkCurrency(
  options: CurrencyOptions,
  defaults: CurrencyDefaults,
  context: z.core.$RefinementCtx,
): void {
  checkSeparators(options, defaults.separators, context);
  const { minValue, maxValue, currencySymbol } = options;
  if (minValue !== undefined && maxValue !== undefined && minValue > maxValue) {
    context.addIssue({
      code: 'custom',
      path: ['minValue'],
      message: `must not be greater than maxValue (${maxValue})`,
    });
  }
  const problem = currencySymbol === undefined ? undefined : symbolProblem(currencySymbol);
  if (problem !== undefined) context.addIssue({ code: 'custom', path: ['currencySymbol'], message: problem });
}

function symbolProblem(symbol: string | Readonly<Record<string, string>>): string | undefined {
  const symbols = typeof symbol === 'string' ? [symbol] : printedSymbols(symbol);
  if (symbols.length === 0) return 'must name at least one symbol beside "default"';
  if (symbols.some((text) => text.trim() === '')) return 'must not be empty';
  if (symbols.some((text) => /\d/u.test(text)))
    return 'must not contain a digit, which could be read as part of the amount';
  return undefined;
}

/** The printed symbols of a symbol map: all keys but `default`. */
export function printedSymbols(map: Readonly<Record<string, string>>): string[] {
  return Object.keys(map).filter((key) => key !== DEFAULT_KEY);
}

interface Symbols {
  readonly printed: readonly string[];
  /** Whether the unit of amounts without a symbol was named, or there is none. */
  readonly isNamed: boolean;
  /** Whether units were named symbol by symbol. */
  readonly isMapped: boolean;
  /** The unit to report for a printed symbol, or for an amount without one. */
  unit(symbol: string | undefined): string | undefined;
}

/** The symbols that a config sets, and their units. */
export function symbolsOf(
  configured: CurrencyOptions['currencySymbol'],
  defaults: CurrencyDefaults,
): Symbols {
  if (configured === undefined)
    return {
      printed: defaults.symbols,
      isNamed: defaults.unit === undefined,
      isMapped: false,
      unit: () => defaults.unit,
    };
  if (typeof configured === 'string')
    return { printed: [comparableText(configured)], isNamed: true, isMapped: false, unit: () => configured };
  const keys = printedSymbols(configured);
  const printed = keys.map(comparableText);
  // Symbols are found ignoring case, so they are looked up by the same rules.
  const tests = printed.map((symbol) => new RegExp(`^${escapePattern(symbol)}$`, 'iu'));
  const isNamed = Object.hasOwn(configured, DEFAULT_KEY);
  const fallback = isNamed ? configured[DEFAULT_KEY] : FALLBACK_UNIT;
  return {
    printed,
    isNamed,
    isMapped: true,
    unit(symbol) {
      if (symbol === undefined) return fallback;
      const exact = printed.indexOf(symbol);
      const key = keys[exact >= 0 ? exact : tests.findIndex((test) => test.test(symbol))];
      return key === undefined ? fallback : configured[key];
    },
  };
}

/** The notation of negative amounts that a config sets. */
export function accountingOf(
  { accountingNegative }: CurrencyOptions,
  defaults: CurrencyDefaults,
): AccountingMode {
  if (accountingNegative === undefined) return defaults.accountingNegative;
  return accountingNegative === false ? null : accountingNegative;
}

/** Whether an amount is within the bounds that a config sets. */
export function isWithin(amount: number, { minValue, maxValue }: CurrencyOptions): boolean {
  return (minValue === undefined || amount >= minValue) && (maxValue === undefined || amount <= maxValue);
}
