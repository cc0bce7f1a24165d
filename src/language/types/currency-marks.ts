/** What is printed around an amount: minus signs, parentheses, magnitudes and codes of currencies. */
// See docs/language/04-types.md#48-currency
import { printedCode } from './currency-codes.js';
import { MAGNITUDE_THERE } from './currency-magnitudes.js';
import { type AmountMatch, skipSpaces } from './currency-match.js';
import { type AccountingMode, readsParentheses, readsSuffix, SUFFIX_MINUS } from './currency-pattern.js';
import { MINUS } from './decimal.js';
import { codeBefore, codeBeforeMinus, codeEnd, MINUS_SIGN, signBefore } from './printed-number.js';
import type { Span } from './text.js';

/** A minus sign, a space, and nothing before them. */
const MINUS_APART = new RegExp(`^[${MINUS}] $`, 'u');

/**
 * Whether a text is nothing but a minus, a space and an amount, which is from `start` to `end`. A minus further
 * inside may be a dash between two things, and one before more than an amount the mark of a list.
 */
// See docs/language/04-types.md#482-amount-forms
export function hasMinusApart(text: string, start: number, end: number, isFollowing: boolean): boolean {
  const first = codeBefore(text, start)?.start ?? start;
  return !isFollowing && end === text.length && MINUS_APART.test(text.slice(0, first));
}

const NUMBER_NEXT = /\s?[\p{Sc}\d]/uy;

/**
 * Whether a minus is directly behind an amount and the code of its currency behind that, as in `1,234.56- GBP`: no dash,
 * which words or a further amount follow (`100- GBP 200`).
 * @param end of the amount
 */
// See docs/language/04-types.md#482-amount-forms
export function hasMinusBeforeCode(text: string, end: number): boolean {
  if (!MINUS_SIGN.test(text.charAt(end))) return false;
  const behind = codeEnd(text, end + 1);
  NUMBER_NEXT.lastIndex = behind;
  return behind > end + 1 && !NUMBER_NEXT.test(text);
}

interface AccountingMarks {
  readonly negative: boolean;
  /** The range of the amount with the marks that make it negative. */
  readonly start: number;
  readonly end: number;
}

/** Reads the marks inside and directly around a match, and those around it and the code of a currency before it. */
// See docs/language/04-types.md#485-accountingnegative
export function accountingMarks(text: string, match: AmountMatch, mode: AccountingMode): AccountingMarks {
  const marks = marksOf(text, match, mode);
  if (marks.negative || match.groups['symbol'] !== undefined) return marks;
  const sign = match.groups['sign'] === undefined ? signBefore(text, match.start) : undefined;
  const code = codeBeforeMinus(text, match.start);
  if (code) return { negative: true, start: code.start, end: match.end };
  if (sign !== undefined) return { negative: true, start: sign, end: match.end };
  const start = codeBefore(text, match.start)?.start ?? match.start;
  const around = marksOf(text, { ...match, start, end: codeEnd(text, match.end) }, mode);
  return around.negative ? around : marks;
}

function marksOf(text: string, { start, end, groups }: AmountMatch, mode: AccountingMode): AccountingMarks {
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
  readonly groups: AmountMatch['groups'];
  /** The range of the amount with its parentheses and its magnitude. */
  readonly start: number;
  readonly end: number;
}

/** The magnitude behind the parentheses around an amount, as in `$(1.5) million`; undefined without one. */
export function magnitudeBehind(
  text: string,
  { start, end, groups }: AmountMatch,
): MagnitudeBehind | undefined {
  const close = skipSpaces(text, end, 1);
  const open = groups['open'] === undefined ? skipSpaces(text, start - 1, -1) : start;
  if ((open < start && text[open] !== '(') || text[close] !== ')') return undefined;
  MAGNITUDE_THERE.lastIndex = close + 1;
  const match = MAGNITUDE_THERE.exec(text);
  return match?.[0] ? { groups: match.groups!, start: open, end: close + 1 + match[0].length } : undefined;
}

/** The code whose amounts have the unit that is reported when the config names none. */
const FALLBACK_CODE = 'USD';

/** The sign that many currencies share. */
const DOLLAR = '$';

/**
 * The code of another currency beside an amount, which is its unit where the config names none.
 * @param symbol of the amount
 */
// See docs/language/04-types.md#484-unit
export function foreignCode(text: string, { start, end }: Span, symbol?: string): string | undefined {
  if (symbol !== undefined && symbol !== DOLLAR) return undefined;
  const code = printedCode(text, start, end, symbol !== undefined);
  return code === FALLBACK_CODE ? undefined : code;
}
