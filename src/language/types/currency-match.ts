/** Amounts that the patterns of currencies find, by their text alone: which count, and how far they reach. */
// See docs/language/04-types.md#482-amount-forms
import { type AccountingMode, CURRENCY_SIGN_BEFORE } from './currency-pattern.js';
import type { Separators } from './decimal.js';
import { found } from './shared.js';
import type { Span } from './text.js';

/** An amount as a pattern found it in a text. */
export interface AmountMatch extends Span {
  /** The range of the digits and their separators. */
  readonly digits: Span;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/** The amounts that a pattern finds in a text, with the marks of accounting that it allows. */
export function amountsIn(text: string, pattern: RegExp, accounting: AccountingMode): AmountMatch[] {
  return found(text, pattern, ({ 0: whole, index, groups = {} }) => {
    if (!isDecorationAllowed(groups, accounting)) return undefined;
    const amount = groups['amount']!;
    // No sign, symbol or parenthesis before the amount has a digit.
    const start = text.indexOf(amount, index);
    return { start: index, end: index + whole.length, digits: { start, end: start + amount.length }, groups };
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

/**
 * The amounts that the first pattern, with symbols before, and the second, with symbols behind, find, each symbol with one
 * of the two numbers that it may belong to. It belongs to the nearer one. Where both are as near, all symbols of a line
 * are on one side, which those beside a single number show; else a number with a fraction goes before one without.
 */
// See docs/language/04-types.md#482-amount-forms
export function withOwnSymbols(
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

/** Whether the sign of a currency that is not configured comes before a place. */
export function isOtherCurrency(text: string, start: number, symbols: readonly string[]): boolean {
  const sign = CURRENCY_SIGN_BEFORE.exec(text.slice(Math.max(0, start - SIGN_LENGTH), start))?.[1];
  return sign !== undefined && !symbols.includes(sign);
}

/** Most characters of a currency sign, which may be two code units, and a space. */
const SIGN_LENGTH = 3;

/** The first place from one on that is no space, in one direction. */
export function skipSpaces(text: string, from: number, step: 1 | -1): number {
  let at = from;
  while (text[at] === ' ') at += step;
  return at;
}
