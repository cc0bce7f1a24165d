/** What the three currency types share; they differ in their defaults. */
// See docs/language/04-types.md#48-currency
// See docs/language/04-types.md#49-accountingcurrency-perioddelimitedcurrency
import * as z from 'zod';
import { comparableText } from '../document/cleaning.js';
import { boxHeight, overlapY } from '../document/geometry.js';
import { withDefault } from '../schema/defaults.js';
import { wholeNumber } from '../schema/grammar.js';
import { printDecimal, shiftDecimal } from '../text/decimal.js';
import { printedCode } from './currency-codes.js';
import {
  type AccountingMode,
  amountPatterns,
  CURRENCY_SIGN_BEFORE,
  cutOffDigits,
  FIRST_GROUP,
  GROUPS_BEFORE,
  GROUPS_BEFORE_LENGTH,
  MAGNITUDE_THERE,
  magnitudeOf,
  OCR_CENTS,
  OCR_STRETCH,
  readsParentheses,
  readsSuffix,
  SUFFIX_MINUS,
  SYMBOL_AND_MINUS,
  SYMBOL_AND_MINUS_LENGTH,
  symbolGroup,
} from './currency-pattern.js';
import {
  checkSeparators,
  cutOffTest,
  decimalValue,
  escapePattern,
  isGrouped,
  MINUS,
  numberCharacters,
  plainDecimal,
  resolveSeparators,
  roundingMembers,
  roundingOf,
  type Separators,
  separatorMembers,
} from './decimal.js';
import type { FindCandidates, TypedValue, TypeLine } from './definition.js';
import type { IgnoredSigns } from './ignored-sign.js';
import { eachLine, found, numberInCell, valueOfCell } from './shared.js';
import { matchingText, type Span, withoutOverlaps } from './text.js';

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
const FALLBACK_UNIT = '$';
/** Key of a symbol map that is no symbol but names the unit of amounts without one. */
const DEFAULT_KEY = 'default';
/** Most fraction digits that `maxDecimalDigits` may allow. */
const MOST_DECIMALS = 30;
/** From this amount on a thousands separator may be required. */
const THOUSAND = 1000;

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
  /** The unit to report for a printed symbol, or for an amount without one. */
  unit(symbol: string | undefined): string | undefined;
}

function symbolsOf(configured: CurrencyOptions['currencySymbol'], defaults: CurrencyDefaults): Symbols {
  if (configured === undefined)
    return { printed: defaults.symbols, isNamed: defaults.unit === undefined, unit: () => defaults.unit };
  if (typeof configured === 'string')
    return { printed: [comparableText(configured)], isNamed: true, unit: () => configured };
  const keys = printedSymbols(configured);
  const printed = keys.map(comparableText);
  // Symbols are found ignoring case, so they are looked up by the same rules.
  const tests = printed.map((symbol) => new RegExp(`^${escapePattern(symbol)}$`, 'iu'));
  const isNamed = Object.hasOwn(configured, DEFAULT_KEY);
  const fallback = isNamed ? configured[DEFAULT_KEY] : FALLBACK_UNIT;
  return {
    printed,
    isNamed,
    unit(symbol) {
      if (symbol === undefined) return fallback;
      const exact = printed.indexOf(symbol);
      const key = keys[exact >= 0 ? exact : tests.findIndex((test) => test.test(symbol))];
      return key === undefined ? fallback : configured[key];
    },
  };
}

/** The characters that amounts are printed with; those in words, as of magnitudes, left out. */
export function currencyCharacters(options: CurrencyOptions, defaults: CurrencyDefaults): string {
  const { printed } = symbolsOf(options.currencySymbol, defaults);
  return `${numberCharacters(resolveSeparators(options, defaults.separators))}()${printed.join('')}`;
}

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
    const shown = symbol.exec(text)?.[0];
    if (
      PERCENT.test(text) ||
      (shown === undefined && (CURRENCY_SIGN.test(text) || options.requireCurrencySymbol))
    )
      return undefined;
    if (options.requireThousandsSeparator && Math.abs(number) >= THOUSAND && !isGrouped(text, separators))
      return undefined;
    const made = amountOf(number);
    const digits = /\d(?:.*\d)?/u.exec(text);
    const at = { start: digits?.index ?? 0, end: digits ? digits.index + digits[0].length : 0 };
    const code = shown === undefined && !symbols.isNamed ? foreignCode(text, at) : undefined;
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

/** Every amount has a digit; most lines that are not amounts have none. */
const DIGIT = /\d/u;

/** @param isFollowing words or numbers are before the text on its line */
type ReadLine = (text: string, isFollowing: boolean) => TypedValue[];

/** A minus sign, a space, and nothing before them. */
const MINUS_APART = new RegExp(`^[${MINUS}] $`, 'u');

/**
 * Whether a text is nothing but a minus, a space and an amount, which is from `start` to `end`. A minus further
 * inside may be a dash between two things, and one before more than an amount the mark of a list.
 */
// See docs/language/04-types.md#482-amount-forms
function hasMinusApart(text: string, start: number, end: number, isFollowing: boolean): boolean {
  return !isFollowing && end === text.length && MINUS_APART.test(text.slice(0, start));
}

interface AmountMatch {
  readonly start: number;
  readonly end: number;
  /** The range of the digits and their separators. */
  readonly digits: readonly [start: number, end: number];
  readonly groups: Readonly<Record<string, string | undefined>>;
}

function amountReader(options: CurrencyOptions, defaults: CurrencyDefaults, signs?: IgnoredSigns): ReadLine {
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

/** The code whose amounts have the unit that is reported when the config names none. */
const FALLBACK_CODE = 'USD';

/** The code of another currency beside an amount, which is its unit where the config names none. */
// See docs/language/04-types.md#484-unit
function foreignCode(text: string, { start, end }: Span): string | undefined {
  const code = printedCode(text, start, end);
  return code === FALLBACK_CODE ? undefined : code;
}

/**
 * Gives the stretch of an amount beside a symbol whose other digits spaces have cut off; undefined for a whole one. What
 * is read of that stretch would be another amount.
 */
// See docs/language/04-types.md#482-amount-forms
function cutOffSpan(separators: Separators): (text: string, match: AmountMatch) => Span | undefined {
  const cut = cutOffDigits(separators);
  if (cut === undefined) return () => undefined;
  return (text, { start, digits: [from, to], groups }) => {
    if (groups['symbol'] !== undefined && start + (groups['sign'] ?? '').length < from) {
      const isFirst = FIRST_GROUP.test(groups['amount']!);
      for (const rest of isFirst ? [cut.any, cut.groups] : [cut.any]) {
        rest.lastIndex = to;
        if (rest.test(text)) return { start, end: rest.lastIndex };
      }
      return undefined;
    }
    if (!GROUP_FIRST.test(groups['amount']!)) return undefined;
    const before = GROUPS_BEFORE.exec(text.slice(Math.max(0, from - GROUPS_BEFORE_LENGTH), from));
    return before ? { start: from - before[0].length, end: to } : undefined;
  };
}

/** Digits behind a point or comma, whichever the separators are: `1 234,56` is no 1234 where the fraction has a point. */
const OTHER_FRACTION = /^[.,]\d/u;
const OTHER_WHOLE = /\d[.,]$/u;

/** A first group of three digits. */
const GROUP_FIRST = /^\d{3}(?!\d)/u;

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
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

/** Whether the sign of a currency that is not configured comes before a place. */
function isOtherCurrency(text: string, start: number, symbols: readonly string[]): boolean {
  const sign = CURRENCY_SIGN_BEFORE.exec(text.slice(Math.max(0, start - SIGN_LENGTH), start))?.[1];
  return sign !== undefined && !symbols.includes(sign);
}

/** Most characters of a currency sign, which may be two code units, and a space. */
const SIGN_LENGTH = 3;

/**
 * The amounts that the first pattern, with symbols before, and the second, with symbols behind, find, each symbol with one
 * of the two numbers that it may belong to. It belongs to the nearer one. Where both are as near, all symbols of a line
 * are on one side, which those beside a single number show; else a number with a fraction goes before one without.
 */
// See docs/language/04-types.md#482-amount-forms
function withOwnSymbols(
  before: readonly AmountMatch[],
  behind: readonly AmountMatch[],
  text: string,
  { decimal }: Separators,
): readonly AmountMatch[] {
  const leading = new Map(before.map((match) => [match.start + (match.groups['sign'] ?? '').length, match]));
  const trailing = new Map(behind.map((match) => [match.end - match.groups['symbol']!.length, match]));
  const isLeading = [...leading.keys()].some((at) => !trailing.has(at));
  const isTrailing = [...trailing.keys()].some((at) => !leading.has(at));
  const rejected = new Set<AmountMatch>();
  for (const [at, first] of trailing) {
    const second = leading.get(at);
    if (!second) continue;
    const gapBefore = text[at - 1] === ' ' ? 1 : 0;
    const gapBehind = skipSpaces(text, first.end, 1) - first.end;
    const hasFraction = ({ groups }: AmountMatch) => groups['amount']!.includes(decimal);
    let belongsToFirst = hasFraction(first) && !hasFraction(second);
    if (isLeading !== isTrailing) belongsToFirst = isTrailing;
    if (gapBefore !== gapBehind) belongsToFirst = gapBefore < gapBehind;
    rejected.add(belongsToFirst ? second : first);
  }
  return [...before, ...behind].filter((match) => !rejected.has(match));
}

function isWithin(amount: number, { minValue, maxValue }: CurrencyOptions): boolean {
  return (minValue === undefined || amount >= minValue) && (maxValue === undefined || amount <= maxValue);
}

function accountingOf({ accountingNegative }: CurrencyOptions, defaults: CurrencyDefaults): AccountingMode {
  if (accountingNegative === undefined) return defaults.accountingNegative;
  return accountingNegative === false ? null : accountingNegative;
}

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

function amountsIn(text: string, pattern: RegExp, accounting: AccountingMode): AmountMatch[] {
  return found(text, pattern, ({ 0: whole, index, groups = {} }) => {
    if (!isDecorationAllowed(groups, accounting)) return undefined;
    const amount = groups['amount']!;
    // No sign, symbol or parenthesis before the amount has a digit.
    const start = text.indexOf(amount, index);
    return { start: index, end: index + whole.length, digits: [start, start + amount.length], groups };
  });
}

/** A bare amount may carry both parentheses or none; one alone only where one is enough; not also a minus. */
function isDecorationAllowed(groups: AmountMatch['groups'], accounting: AccountingMode): boolean {
  if (!('close' in groups)) return true;
  const one = groups['open'] !== undefined;
  const other = groups['close'] !== undefined;
  if ((one || other) && groups['suffix'] !== undefined) return false;
  return one === other || accounting === 'anyParentheses';
}

interface AccountingMarks {
  readonly negative: boolean;
  /** The range of the amount with the marks that make it negative. */
  readonly start: number;
  readonly end: number;
}

/** Reads the marks inside and directly around a match. */
// See docs/language/04-types.md#485-accountingnegative
function accountingMarks(
  text: string,
  { start, end, groups }: AmountMatch,
  mode: AccountingMode,
): AccountingMarks {
  if (groups['close'] !== undefined || groups['suffix'] !== undefined) return { negative: true, start, end };
  if (readsSuffix(mode)) {
    SUFFIX_MINUS.lastIndex = end;
    if (SUFFIX_MINUS.test(text)) return { negative: true, start, end: end + 1 };
  }
  if (!readsParentheses(mode)) return { negative: false, start, end };
  const before = skipSpaces(text, start - 1, -1);
  const after = skipSpaces(text, end, 1);
  const inside = groups['open'] !== undefined;
  const opens = inside || text[before] === '(';
  const closes = text[after] === ')';
  const negative = mode === 'anyParentheses' ? opens || closes : opens && closes;
  return {
    negative,
    start: negative && opens && !inside ? before : start,
    end: negative && closes ? after + 1 : end,
  };
}

interface MagnitudeBehind {
  readonly power: number;
  /** The range of the amount with its parentheses and its magnitude. */
  readonly start: number;
  readonly end: number;
}

/** The magnitude behind the parentheses around an amount, as in `$(1.5) million`; undefined without one. */
function magnitudeBehind(text: string, { start, end, groups }: AmountMatch): MagnitudeBehind | undefined {
  if (magnitudeOf(groups) !== 0) return undefined;
  const close = skipSpaces(text, end, 1);
  const open = groups['open'] === undefined ? skipSpaces(text, start - 1, -1) : start;
  if ((open < start && text[open] !== '(') || text[close] !== ')') return undefined;
  MAGNITUDE_THERE.lastIndex = close + 1;
  const match = MAGNITUDE_THERE.exec(text);
  const power = magnitudeOf(match?.groups ?? {});
  return match && power !== 0 ? { power, start: open, end: close + 1 + match[0].length } : undefined;
}

function skipSpaces(text: string, from: number, step: 1 | -1): number {
  let at = from;
  while (text[at] === ' ') at += step;
  return at;
}

/**
 * Reads amounts whose separators OCR misread: the digits before the last separator with two digits behind
 * it, in each unbroken stretch of digits and separators.
 */
// See docs/language/04-types.md#487-relaxedwithcents
function ocrReader(options: CurrencyOptions, defaults: CurrencyDefaults): ReadLine {
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
