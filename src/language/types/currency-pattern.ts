/** The forms in which amounts of money are printed, as patterns. */
// See docs/language/04-types.md#482-amount-forms
// See docs/language/04-types.md#487-relaxedwithcents

import { escapePattern } from '../../foundation/text/escape-pattern.js';
import { MAGNITUDE } from './currency-magnitudes.js';
import { MINUS, type Separators, separatorSource, WORD } from './decimal.js';
import { isSpaced, leftSource, tailSource } from './printed-number.js';

/** When accounting notation makes an amount negative; null never. */
export type AccountingMode = 'bothParentheses' | 'anyParentheses' | 'suffixNegativeSign' | 'default' | null;

/** What the patterns depend on. */
interface AmountGrammar {
  readonly symbols: readonly string[];
  /** A symbol may also be behind the amount. */
  readonly symbolBehind: boolean;
  readonly separators: Separators;
  /** Most fraction digits, 0 to 30. */
  readonly maxDecimalDigits: number;
  readonly magnitudes: boolean;
  readonly accounting: AccountingMode;
  /** Amounts without symbol and grouping may be anywhere in a line. */
  readonly relaxed: boolean;
}

/**
 * The patterns in the order in which they are tried; of two overlapping matches the earlier pattern wins.
 * Named groups: `amount`; where the form has them `sign`, `symbol`, `open`, `inner` (a minus behind the
 * symbol), `apart` (a minus and a space before all), `word`, `attached`, `spaced` (magnitudes), `close` and `suffix`
 * (accounting).
 */
export function amountPatterns(grammar: AmountGrammar, onlyWithSymbol: boolean): RegExp[] {
  const parts = sourceParts(grammar);
  const sources = [symbolForm(grammar, parts)];
  if (grammar.symbolBehind) sources.push(symbolBehindForm(grammar, parts));
  if (!onlyWithSymbol && grammar.relaxed) sources.push(relaxedForm(grammar, parts));
  if (!onlyWithSymbol && !grammar.relaxed) {
    if (parts.grouped !== undefined) sources.push(groupedForm(parts.grouped, parts));
    sources.push(bareForm(grammar, parts));
  }
  return sources.map((source) => new RegExp(source, 'giu'));
}

/** Whether a mode reads parentheses. */
export function readsParentheses(mode: AccountingMode): boolean {
  return mode === 'bothParentheses' || mode === 'anyParentheses' || mode === 'default';
}

/** Whether a mode reads a minus behind the amount. */
export function readsSuffix(mode: AccountingMode): boolean {
  return mode === 'suffixNegativeSign' || mode === 'default';
}

/** A minus directly behind an amount that is not the sign of what follows (flag `y`). */
export const SUFFIX_MINUS = new RegExp(`[${MINUS}](?![${WORD}$(])`, 'uy');

/**
 * A currency sign and a minus at the end of what is before an amount that is read without them. Nobody can say
 * whether the minus is that of the amount: `$ -` is how accounts print zero.
 */
export const SYMBOL_AND_MINUS = new RegExp(`\\p{Sc}\\s?[${MINUS}]\\s?$`, 'u');

/** Most characters of such a sign and minus: a currency sign may be two code units. */
export const SYMBOL_AND_MINUS_LENGTH = 5;

/** A currency sign at the end of what is before an amount. */
export const CURRENCY_SIGN_BEFORE = /(\p{Sc})\s?$/u;

/** Characters of an amount as OCR may read it, in unbroken stretches. */
// See docs/language/04-types.md#487-relaxedwithcents
export const OCR_STRETCH = /[\d.,;:_ ]+/gu;

/** The cents at the end of an amount as OCR may read it. */
export const OCR_CENTS = /[.,;:_ ](\d{2})(?!\d)/gu;

interface SourceParts {
  readonly sign: string;
  /** A number in groups of digits with an optional fraction; undefined when numbers are not grouped. */
  readonly grouped: string | undefined;
  /** A fraction with its separator; undefined when none is allowed. */
  readonly fraction: string | undefined;
  readonly optionalFraction: string;
  /** What may not follow the digits. */
  readonly tail: string;
  readonly magnitude: string;
  readonly left: string;
}

const SIGN = `(?:(?<![${WORD})])(?<sign>[${MINUS}]))?`;

/** A number beside a currency sign that is not configured would be reported in the wrong unit. */
const NO_OTHER_CURRENCY = '(?<!\\p{Sc}\\s?)';
/** A dollar sign, or one before a further amount, does not belong to the number before it. */
const NO_OTHER_CURRENCY_BEHIND = '(?!\\s?(?!\\$)\\p{Sc}(?!\\s?\\d))';

/** Symbols of currencies whose amounts are printed in lakhs, `₹12,34,567.00`. Elsewhere such digits may be a list. */
const IN_LAKHS: ReadonlySet<string> = new Set('₹ ৳ rs rs. inr npr pkr bdt lkr tk tk.'.split(' '));

/** Source of a number in groups of digits; undefined where numbers are not grouped. @param first its first digits */
function groupsSource({ symbols, separators }: AmountGrammar, first: string, fraction: string) {
  const { thousands } = separatorSource(separators);
  if (thousands === undefined) return undefined;
  const threes = `${first}(?:${thousands}\\d{3})+`;
  const inLakhs = symbols.some((symbol) => IN_LAKHS.has(symbol.toLowerCase()));
  const groups = inLakhs ? `(?:\\d{1,2}(?:${thousands}\\d{2})+${thousands}\\d{3}|${threes})` : threes;
  return `(?!0)${groups}${fraction}`;
}

function sourceParts(grammar: AmountGrammar): SourceParts {
  const { separators, maxDecimalDigits, magnitudes } = grammar;
  const { decimal } = separatorSource(separators);
  const fraction = maxDecimalDigits === 0 ? undefined : `${decimal}\\d{1,${maxDecimalDigits}}`;
  const optionalFraction = fraction === undefined ? '' : `(?:${fraction})?`;
  return {
    sign: SIGN,
    grouped: groupsSource(grammar, '\\d{1,3}', optionalFraction),
    fraction,
    optionalFraction,
    tail: tailSource(separators),
    magnitude: magnitudes ? MAGNITUDE : '',
    left: leftSource(separators),
  };
}

function amountOf(forms: readonly (string | undefined)[]): string {
  return `(?<amount>${forms.filter((form) => form !== undefined).join('|')})`;
}

/** Form A: a symbol, then an amount, anywhere in the line. */
function symbolForm({ symbols, accounting }: AmountGrammar, parts: SourceParts): string {
  const open = readsParentheses(accounting) ? '(?<open>\\(\\s*)?' : '';
  return `${parts.sign}${symbolGroup(symbols)}\\s*${open}(?<inner>[${MINUS}])?${anyAmount(parts)}${parts.tail}${parts.magnitude}(?!\\s?%)`;
}

/** Form S: an amount, then a symbol, anywhere in the line. */
function symbolBehindForm({ symbols, separators }: AmountGrammar, parts: SourceParts): string {
  const { left, sign, tail, magnitude } = parts;
  // Where a space separates groups, `left` lets an amount begin at each of them, and each would be read to the end.
  const first = isSpaced(separators) ? `(?!(?<=\\d${separators.thousands})\\d{3}(?!\\d))` : '';
  return `${left}${first}${sign}${anyAmount(parts)}${tail}${magnitude}\\s?${symbolGroup(symbols)}`;
}

function anyAmount({ grouped, optionalFraction, fraction }: SourceParts): string {
  return amountOf([grouped, `\\d+${optionalFraction}`, fraction]);
}

/** The symbols, the longest first. */
export function symbolGroup(symbols: readonly string[]): string {
  const longestFirst = [...symbols].sort((a, b) => b.length - a.length);
  return `(?<symbol>${longestFirst.map(symbolSource).join('|')})`;
}

/** The pattern of a symbol behind an amount. */
export function symbolThere(symbols: readonly string[]): RegExp {
  return new RegExp(`\\s?${symbolGroup(symbols)}`, 'iuy');
}

/** What is printed directly before `$` where it is the dollar or peso of another country than the USA. */
const COUNTRIES =
  'A|AU|AUD|AR|ARS|B|BB|BD|Bds|BM|BR|BRL|BS|BZ|C|CA|CAD|CAN|Can|CL|CLP|CO|COL|Col|EC|FJ|G|GY|HK|HKD|J|JA|KY|L|LR|Mex|MEX|MX|MXN|N|NA|NT|NZ|NZD|R|RD|S|SB|SG|SGD|SR|T|TT|TWD|UY|WS|XCD|Z';
const COUNTRY_BEFORE = new RegExp(`(?<![${WORD}])(?:${COUNTRIES})$`, 'u');
/** What multiplies a currency sign: `M€ 75`, `k€`, `Mio. €`. */
const MAGNITUDE_BEFORE = new RegExp(`(?<![${WORD}])(?:[kKM]|MM|mn|Md|(?:Mio|Mrd|Tsd)\\.? ?)$`, 'u');
/** Most characters of them. */
const BEFORE_LENGTH = 7;

/** Whether the currency sign at a place is that of another currency, or of many of its units. */
// See docs/language/04-types.md#484-unit
export function isForeign(text: string, at: number, symbol: string): boolean {
  if (!/^\p{Sc}/u.test(symbol)) return false;
  const before = text.slice(Math.max(0, at - BEFORE_LENGTH), at);
  return MAGNITUDE_BEFORE.test(before) || (symbol.startsWith('$') && COUNTRY_BEFORE.test(before));
}

/** A symbol that begins or ends with a letter must be apart from other letters. */
function symbolSource(symbol: string): string {
  const left = /^\p{L}/u.test(symbol) ? '(?<!\\p{L})' : '';
  const right = /\p{L}$/u.test(symbol) ? '(?!\\p{L})' : '';
  return `${left}${escapePattern(symbol)}${right}`;
}

/** Form B: digits in groups, anywhere in the line. */
function groupedForm(grouped: string, { left, sign, tail, magnitude }: SourceParts): string {
  return `${left}${NO_OTHER_CURRENCY}${sign}${amountOf([grouped])}${tail}${magnitude}(?!\\s?%)${NO_OTHER_CURRENCY_BEHIND}`;
}

/** Form C: a number of limited length alone on its line, with the decorations of accounting; lines are trimmed. */
function bareForm({ accounting, separators }: AmountGrammar, parts: SourceParts): string {
  const { decimal } = separatorSource(separators);
  const withCents = parts.fraction === undefined ? undefined : `\\d{1,9}${parts.fraction}`;
  const amount = amountOf([withCents, `\\d{1,6}(?:${decimal})?`, parts.fraction]);
  const open = readsParentheses(accounting) ? '(?<open>\\(\\s*)?' : '';
  const close = readsParentheses(accounting) ? '(?<close>\\s*\\))?' : '';
  const suffix = readsSuffix(accounting) ? `(?<suffix>[${MINUS}])?` : '';
  return `^(?<apart>[${MINUS}] )?${open}${parts.sign}${amount}${parts.magnitude}${close}${suffix}$`;
}

/** Form R: forms B and C without their limits, anywhere in the line but not in dates, times and codes. */
function relaxedForm(grammar: AmountGrammar, parts: SourceParts): string {
  const { separators } = grammar;
  const left = leftSource(separators, '/:\\-');
  const first = isSpaced(separators) ? '\\d{1,3}' : '\\d+';
  const groups = groupsSource(grammar, first, parts.optionalFraction);
  const amount = amountOf([groups, `\\d+${parts.optionalFraction}`, parts.fraction]);
  const right = `(?![${WORD}]|[/:\\-]\\d|\\s?%)${NO_OTHER_CURRENCY_BEHIND}`;
  return `${left}${NO_OTHER_CURRENCY}${parts.sign}${amount}${parts.tail}${parts.magnitude}${right}`;
}
