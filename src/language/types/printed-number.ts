/**
 * Where a printed number begins and ends: the one description that all types which read numbers share. What of a number
 * they do not read whole is no value of theirs, nor is any part of it: a wrong amount is worse than none.
 */
// See docs/language/04-types.md#431-where-a-number-begins-and-ends
import { adviceText } from './advice.js';
import { CURRENCY_CODES, isUnitCode } from './currency-codes.js';
import {
  DIGIT_LIKE,
  isApostrophe,
  MINUS,
  plainDecimal,
  type Separators,
  separatorSource,
  WORD,
} from './decimal.js';
import type { TypeLine } from './definition.js';
import { insertionPoint, type Span } from './text.js';

/** All that belongs to one printed number, whether a type can read it or not. */
interface Extent extends Span {
  /** The fraction of a number that ends with one, as that of `2 1/2`. */
  readonly fraction?: Span;
}

/** A number that was read whole. */
export interface PrintedNumber extends Span {
  /** The digits and separators without the sign. */
  readonly digits: Span;
  /** The value without its sign, in plain decimal notation. */
  readonly plain: string;
  readonly negative: boolean;
}

/** What may be printed directly behind a number of a type, as its unit: a pattern with the flag `y`; undefined for nothing. */
export type Behind = RegExp | undefined;

/** Digits, or one of the characters from `¼` to `⅞`. */
const TOKEN = /[\d\u0000\uFFFD]+|[\u00bc-\u00be\u2150-\u215e]/gu;
const VULGAR = /^[\u00bc-\u00be\u2150-\u215e]$/u;
const SLASH = /^[/\u2044]$/u;
const EXPONENT = /^[eE][+\-\u2212]$/u;
/** A separator that one space sets apart from digits, as text layers and OCR leave it: `$119. 95`. */
const SPLIT = /^(?:[.,] | [.,])$/u;
/** A word character directly behind a number: it is none. */
export const ATTACHED = new RegExp(`[${WORD}]`, 'uy');
const WORD_END = new RegExp(`[${WORD}]$`, 'u');
/** A minus, anywhere in a text. */
export const MINUS_SIGN = new RegExp(`[${MINUS}]`, 'u');
/** What another separator than the decimal one may follow where it begins a number: `,75` in `Berths,75` does not. */
const BEFORE_SEPARATOR = new RegExp(`^$|[\\s(\\[${MINUS}\\p{Sc}]$`, 'u');
const CURRENCY_SIGN = /\p{Sc}/u;
const CURRENCY_BEFORE = /\p{Sc}\s?$/u;
/** Most characters of a currency sign and a space. */
const CURRENCY_LENGTH = 3;
const CODE_BEFORE = new RegExp(`(?<![${WORD}])([A-Z]{3})\\s?$`, 'u');
const CODE_BEHIND = new RegExp(`\\s?([A-Z]{3})(?![${WORD}])`, 'uy');
/** Most characters of a code with what is around it. */
const CODE_LENGTH = 5;

/** Digits of a group, of cents, and most digits of a first group and of either part of a fraction. */
const GROUP = 3;
const CENTS = 2;
const PART = 2;

/** What ends a number whose first digits are beside a currency sign: `$1 234.56` and `$1 234 567` are one, `$45 365 days` two. */
const GROUPS_END = /\s*$|[.,]\d{1,2}(?!\d)| \d{3}(?!\d)/uy;
/** The fraction of an amount as long as that of `$1, 234.56`. */
const FRACTION_BEHIND = /[.,]\d/uy;
const NUMBER_BEHIND = /\s?[.,]?\d/uy;
const PERCENT_BEHIND = /\s?%/uy;
const CURRENCY_BEHIND = /\s?\p{Sc}/uy;
const END = /[\s).;-]*$/uy;

/** Denominators whose fractions are exact, and printed in measures. */
const DENOMINATORS: ReadonlySet<number> = new Set([2, 4, 8, 16, 32, 64]);
/** From this numerator on only fractions of inches have a numerator of two digits: `80/20%` is none. */
const LONG_DENOMINATOR = 16;

/**
 * All that looks like a number in a text, in order. Digits belong together that are parted by a separator, by spaces
 * between groups of three, by a space beside the separator before cents, by an exponent or by an apostrophe, and with the
 * fraction behind them.
 */
function extentsIn(text: string, separators: Separators, behind: Behind): Extent[] {
  const extents: Growing[] = [];
  const joiners = joinersOf(separators);
  for (const token of tokensIn(text)) {
    const before = extents.at(-1);
    const link = before && linkOf(before, text.slice(before.end, token.start), token);
    if (link === undefined) extents.push(begin(text, token, joiners, separators.decimal));
    else extents[extents.length - 1] = extended(before!, token, link);
  }
  return extents;

  function linkOf(before: Growing, gap: string, token: Token): Link {
    if (before.fraction) return undefined;
    const length = token.end - token.start;
    if (token.isFraction) {
      const isApart = gap === ' ' || (length > 1 && gap === '-');
      return before.isWhole && (isApart || (gap === '' && length === 1)) ? 'fraction' : undefined;
    }
    if (isApostrophe(gap) && length === GROUP) return 'group';
    if (joiners.has(gap) || EXPONENT.test(gap)) return gap === separators.thousands ? 'group' : 'separator';
    if (gap === ' ' && length === GROUP && before.isSpaced && separators.thousands !== '')
      return isGroup(before, token) ? 'space' : undefined;
    return SPLIT.test(gap) && isSplit(before, gap, token) ? 'separator' : undefined;
  }

  /** Whether a space before three digits is one between groups: `$45 365 days` are two numbers. */
  function isGroup(before: Growing, { end }: Token): boolean {
    return (
      isSpaced(separators) ||
      !isBesideCurrency(text, before.start) ||
      isThere(GROUPS_END, text, end) ||
      isInUnits(end)
    );
  }

  /** Whether a space beside a separator is one too many, rather than between two numbers. */
  function isSplit({ start }: Growing, gap: string, token: Token): boolean {
    const separator = gap.trim();
    if (!joiners.has(separator)) return false;
    const isCutGroup = gap === ` ${separators.thousands}`;
    const length = token.end - token.start;
    if (length === GROUP) return isCutGroup || isThere(FRACTION_BEHIND, text, token.end);
    if (length > CENTS || isThere(FRACTION_BEHIND, text, token.end)) return false;
    if (isInUnits(token.end) || isThere(PERCENT_BEHIND, text, token.end)) return true;
    const isLast = isThere(END, text, token.end);
    if (isBesideCurrency(text, start))
      return isLast || (length === CENTS && !isThere(NUMBER_BEHIND, text, token.end));
    return isLast && length === CENTS && (separator === separators.decimal || start === 0);
  }

  function isInUnits(end: number): boolean {
    return isThere(CURRENCY_BEHIND, text, end) || (behind !== undefined && isThere(behind, text, end));
  }
}

/** What joins digits: a space between groups, another thousands separator, any other sign, or that a fraction follows. */
type Link = 'space' | 'group' | 'separator' | 'fraction' | undefined;

interface Token extends Span {
  readonly isFraction: boolean;
}

interface Growing extends Extent {
  /** Groups of three digits may follow, each behind a space. */
  readonly isSpaced: boolean;
  /** Nothing but digits and groups of them so far. */
  readonly isWhole: boolean;
}

function extended(before: Growing, token: Token, link: Link): Growing {
  return {
    ...before,
    end: token.end,
    ...(token.isFraction && { fraction: token }),
    isSpaced: before.isSpaced && link === 'space',
    isWhole: before.isWhole && (link === 'space' || link === 'group'),
  };
}

function begin(text: string, token: Token, joiners: ReadonlySet<string>, decimal: string): Growing {
  const { start, end, isFraction } = token;
  if (isFraction) return { start, end, fraction: token, isSpaced: false, isWhole: false };
  const lead = text.charAt(start - 1);
  const isLed = joiners.has(lead) && mayLead(text, start - 1, lead === decimal);
  const isAttached = isAfterWord(text, start);
  const isSpaced = !isLed && !isAttached && end - start <= GROUP && text[start] !== '0';
  return { start: isLed ? start - 1 : start, end, isSpaced, isWhole: !isLed };
}

/** Whether the separator at a place may begin a number. */
function mayLead(text: string, at: number, isDecimal: boolean): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  return isDecimal
    ? !isAfterWord(text, at) && !before.endsWith(text.charAt(at))
    : BEFORE_SEPARATOR.test(before);
}

function isAfterWord(text: string, at: number): boolean {
  return WORD_END.test(text.slice(Math.max(0, at - 2), at));
}

/** The digits of a text, each fraction as one. */
function tokensIn(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: shown, index: start } of text.matchAll(TOKEN)) {
    const token = { start, end: start + shown.length, isFraction: VULGAR.test(shown) };
    const before = tokens.at(-1);
    if (before && isFraction(text, before, token)) {
      tokens[tokens.length - 1] = { start: before.start, end: token.end, isFraction: true };
    } else tokens.push(token);
  }
  return tokens;
}

/** Whether two numbers are the parts of a fraction, rather than of a date, of a share as `80/20`, or of a price by piece. */
function isFraction(text: string, { start, end, ...one }: Token, other: Token): boolean {
  if (one.isFraction || other.isFraction || !SLASH.test(text.slice(end, other.start))) return false;
  if (end - start > PART || other.end - other.start > PART) return false;
  if (/[.,/\u2044]/u.test(text.charAt(start - 1)) || isAfterWord(text, start)) return false;
  if (/^(?:[/\u2044]|[.,\-\u2013]\d)/u.test(text.slice(other.end, other.end + 2))) return false;
  if (text[start] === '0' || text[other.start] === '0' || isBesideCurrency(text, start)) return false;
  const denominator = Number(text.slice(other.start, other.end));
  const isShort = end - start === 1;
  return isShort || (denominator >= LONG_DENOMINATOR && DENOMINATORS.has(denominator));
}

function isBesideCurrency(text: string, start: number): boolean {
  return CURRENCY_BEFORE.test(text.slice(Math.max(0, start - CURRENCY_LENGTH), start));
}

/** Whether a pattern with the flag `y` matches at a place. */
export function isThere(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Separators that join digits. Points and commas always do, unless a config says that numbers are not grouped. */
function joinersOf(separators: Separators): ReadonlySet<string> {
  const { thousands, decimal } = separators;
  if (thousands === '') return new Set([decimal]);
  return new Set(['.', ',', decimal, ...(isSpaced(separators) ? [] : [thousands])]);
}

/** Source of a number with these separators, without its boundaries: no group is behind a single 0. */
export function numberSource(separators: Separators): string {
  const { thousands, decimal } = separatorSource(separators);
  const groups = thousands === undefined ? '' : `[1-9]\\d*(?:${thousands}\\d{3})+|`;
  return `(?:${groups}\\d+)(?:${decimal}\\d+)?|${decimal}\\d+`;
}

/** Letters that OCR reads for the digits 0 and 1; and for 5, 8 and 2, which are letters of their own but before digits. */
const MISREAD = '(?:[OolI]|[SBZ](?=\\d))';
/** How far the rest of a number is looked for: a million with cents, and what bounds it. */
const REST_LENGTH = 12;
/** A decimal separator that was read twice, or as another sign, before the cents of an amount: `$1..23`, `$12:34`. */
const MISREAD_CENTS = new RegExp(`^(?:[.,]{2}|[:;])\\d{2}(?![${WORD}])`, 'u');

/**
 * Gives whether letters that OCR reads for digits go on with a number, as in `I,234.00`, `1,O00` and `$1O0`, or cents follow
 * an amount behind another sign than a separator.
 */
function misreadTest(separators: Separators): (text: string, span: Span) => boolean {
  const { either } = separatorSource(separators);
  const digits = `(?:\\d|${MISREAD})`;
  const before = new RegExp(`(?<![${WORD}])${MISREAD}[${either}]$`, 'u');
  const behind = new RegExp(
    `^(?:[${either}]${digits}{2,3}|${MISREAD}${digits}*(?:[${either}]${digits}+)*)(?![${WORD}])`,
    'u',
  );
  return (text, { start, end }) => {
    const rest = text.slice(end, end + REST_LENGTH);
    return (
      before.test(text.slice(Math.max(0, start - REST_LENGTH), start)) ||
      behind.test(rest) ||
      (MISREAD_CENTS.test(rest) && isBesideCurrency(text, start))
    );
  };
}

/**
 * Gives whether a range of a text, as that of the digits that a pattern has found, is no part of a longer number.
 * @param behind what may follow the numbers of the type
 */
export function wholeTest(
  separators: Separators,
  behind?: Behind,
): (text: string) => (span: Span) => boolean {
  const isMisread = misreadTest(separators);
  return (text) => {
    let extents: readonly Extent[] | undefined;
    return (span) => {
      extents ??= extentsIn(text, separators, behind);
      if (isMisread(text, span)) return false;
      // Extents do not overlap: only those that contain either end can reach beyond it.
      const first = extents[insertionPoint(extents, span.start + 1) - 1];
      const last = extents[insertionPoint(extents, span.end) - 1];
      const isCutBefore = first !== undefined && first.start < span.start && first.end > span.start;
      return !isCutBefore && !(last !== undefined && last.end > span.end);
    };
  };
}

/**
 * Finds the numbers that can be read whole, those attached to letters too.
 * @param behind what may follow the numbers of the type
 */
export function numberFinder(separators: Separators, behind?: Behind): (text: string) => PrintedNumber[] {
  const form = new RegExp(`^(?:${numberSource(separators)})$`, 'u');
  const isMisread = misreadTest(separators);
  const plainOf = (printed: string) => (form.test(printed) ? plainDecimal(printed, separators) : undefined);
  return (text) =>
    extentsIn(text, separators, behind).flatMap((extent) => {
      const { start, end, fraction } = extent;
      if (isAfterWord(text, start) || isMisread(text, extent)) return [];
      const plain = fraction
        ? withFraction(text, start, fraction, plainOf, behind)
        : plainOf(text.slice(start, end));
      if (plain === undefined) return [];
      const sign = signBefore(text, start);
      return [{ start: sign ?? start, end, digits: { start, end }, plain, negative: sign !== undefined }];
    });
}

/** The numbers of a text that cannot be read whole, but for figures alone, which another rule refuses. */
function unreadIn(text: string, separators: Separators, behind?: Behind): Span[] {
  const read = new Set(numberFinder(separators, behind)(text).map(({ end }) => end));
  return extentsIn(text, separators, behind).filter(
    ({ start, end }) => !read.has(end) && !/^\d+$/u.test(text.slice(start, end)),
  );
}

/**
 * Says of the first number of some lines that cannot be read whole that no part of it is read; undefined without one.
 */
export function unreadNumber(
  lines: readonly TypeLine[],
  separators: Separators,
  behind?: Behind,
): string | undefined {
  const text = adviceText(lines);
  const [unread] = text === undefined ? [] : unreadIn(text, separators, behind);
  return (
    unread &&
    `${JSON.stringify(text!.slice(unread.start, unread.end))} is not read whole, so no part of it is`
  );
}

/** The first number behind a currency sign that cannot be read whole, as `$1.235.96`, where points stand for commas. */
export function unreadAmount(text: string, separators: Separators): string | undefined {
  if (!CURRENCY_SIGN.test(text)) return undefined;
  const unread = unreadIn(text, separators).find(({ start }) => isBesideCurrency(text, start));
  return unread && text.slice(unread.start, unread.end);
}

/** The value of a number with a fraction; undefined where it may as well be something else, or is not exact. */
function withFraction(
  text: string,
  start: number,
  fraction: Span,
  plainOf: (printed: string) => string | undefined,
  behind: Behind,
): string | undefined {
  const shown = text.slice(fraction.start, fraction.end);
  const [numerator, denominator] = shown
    .normalize('NFKD')
    .split(/[/\u2044]/u)
    .map(Number);
  if (numerator! >= denominator! || !DENOMINATORS.has(denominator!)) return undefined;
  const printed = text.slice(start, fraction.start);
  const isSure =
    shown.length === 1 || printed.endsWith(' ') || (behind && isThere(behind, text, fraction.end));
  const whole = printed === '' ? '0' : plainOf(printed.replace(/[ -]$/u, ''));
  return isSure && whole !== undefined ? whole + String(numerator! / denominator!).slice(1) : undefined;
}

/**
 * The place of the minus before a number, or before its currency sign or code. One behind a word that is no code, a number
 * or a closing parenthesis is a hyphen.
 */
// See docs/language/04-types.md#435-signs-that-are-not-read
export function signBefore(text: string, start: number): number | undefined {
  if (codeBeforeMinus(text, start)) return start - 1;
  const symbol = CURRENCY_BEFORE.exec(text.slice(Math.max(0, start - CURRENCY_LENGTH), start));
  const beside = symbol ? start - symbol[0].length : codeBefore(text, start)?.start;
  return [start, beside].map((at) => (at ?? 0) - 1).find((at) => isSign(text, at));
}

function isSign(text: string, at: number): boolean {
  if (!MINUS_SIGN.test(text.charAt(at))) return false;
  return text.charAt(at - 1) !== ')' && !isAfterWord(text, at);
}

/** The code of a currency that is before the minus of a number, as in `CHF-42.10`. @param start of the digits */
export function codeBeforeMinus(text: string, start: number): Span | undefined {
  const found = MINUS_SIGN.test(text.charAt(start - 1)) ? codeBefore(text, start - 1) : undefined;
  return found && isUnitCode(found.code) ? found : undefined;
}

/** The code of a currency directly before a place. */
export function codeBefore(text: string, end: number): (Span & { readonly code: string }) | undefined {
  const match = CODE_BEFORE.exec(text.slice(Math.max(0, end - CODE_LENGTH), end));
  const code = match?.[1];
  return code !== undefined && CURRENCY_CODES.has(code)
    ? { start: end - match![0].length, end, code }
    : undefined;
}

/** The end of the code of a currency directly behind a place; that place without one. */
export function codeEnd(text: string, start: number): number {
  CODE_BEHIND.lastIndex = start;
  const match = CODE_BEHIND.exec(text);
  return match && CURRENCY_CODES.has(match[1]!) ? start + match[0].length : start;
}

/** Source of what may not follow the digits of a number. */
export function tailSource(separators: Separators): string {
  return `(?!${DIGIT_LIKE}|[${separatorSource(separators).either}]${DIGIT_LIKE})`;
}

/**
 * Source of what may not precede a number, which begins at no group behind a space either: each would be read to the end.
 * @param also further characters that join digits
 */
export function leftSource(separators: Separators, also = ''): string {
  const group = isSpaced(separators) ? '(?!(?<=(?<![\\d.,])\\d{1,3} )\\d{3}(?!\\d))' : '';
  return `(?<![${WORD}])(?<!\\d[${separatorSource(separators).either}${also}])${group}`;
}

/** Whether spaces are between groups of digits. */
export function isSpaced({ thousands }: Separators): boolean {
  return /^\s+$/u.test(thousands);
}
