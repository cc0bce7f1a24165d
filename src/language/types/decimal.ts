/** Numbers as documents print them: separators, signs, exact decimal arithmetic on text. */
// See docs/language/04-types.md#43-shared-lexical-rules

import * as z from 'zod';
import { deprecatedMember, wholeNumber } from '../../foundation/schema/grammar.js';
import { printDecimal } from '../../foundation/text/decimal.js';
import { escapePattern } from '../../foundation/text/escape-pattern.js';
import { comparableText } from '../../page/document/cleaning.js';

/** Word characters of any script, minus characters and hyphens: contents of a character class. */
export const WORD = '\\p{L}\\p{N}_\\u0000\\uFFFD';

/**
 * What may continue a number: a digit, or a glyph that could not be read and may be one. A wrong amount is worse
 * than none.
 */
export const DIGIT_LIKE = '[\\d\\u0000\\uFFFD]';
export const MINUS = '\\-\\u2212';
export const DASH = '[\\-\\u2010-\\u2013\\u2212]';

/** Most fraction digits that a value may be rounded to. */
const MOST_DIGITS = 20;

export interface Separators {
  /** Empty when numbers are not grouped. */
  readonly thousands: string;
  readonly decimal: string;
}

export const PERIOD_DECIMAL: Separators = { thousands: ',', decimal: '.' };
export const COMMA_DECIMAL: Separators = { thousands: '.', decimal: ',' };

/** Separators as a config writes them. */
export interface SeparatorOptions {
  readonly thousandsSeparator?: string | undefined;
  readonly decimalSeparator?: string | undefined;
}

/** Rounding as a config writes it. */
export interface RoundingOptions {
  readonly roundTo?: number | string | undefined;
  readonly toFixed?: number | string | undefined;
}

/**
 * Members of every type that reads numbers with configurable separators. They have no default that a value could
 * say: what counts without one depends on the other (`resolveSeparators`).
 */
export function separatorMembers({ thousands, decimal }: Separators) {
  return {
    thousandsSeparator: z
      .string()
      .optional()
      .describe(
        `Character between groups of three digits, "" for none; without it, "${thousands}", or "${decimal}" if the decimal separator is "${thousands}"`,
      ),
    decimalSeparator: z
      .string()
      .optional()
      .describe(
        `Character before the fraction; without it, "${decimal}", or "${thousands}" if the thousands separator is "${decimal}"`,
      ),
  };
}

const printedCount = z.string().superRefine((printed, context) => {
  if (/^\d{1,2}$/u.test(printed) && Number(printed) <= MOST_DIGITS) return;
  context.addIssue({ code: 'custom', message: `must be a whole number from 0 to ${MOST_DIGITS}` });
});
const digitCount = z.union([wholeNumber(0, MOST_DIGITS), printedCount]);

/** Members that round a value. */
export const roundingMembers = {
  roundTo: digitCount.optional().describe('Round the value to this many decimal places, half away from zero'),
  toFixed: deprecatedMember(digitCount.optional().describe('Older name of roundTo'), 'roundTo'),
};

/** Fraction digits to round to; undefined keeps them all. `roundTo` wins over its older name. */
export function roundingOf({ roundTo, toFixed }: RoundingOptions): number | undefined {
  const digits = roundTo ?? toFixed;
  return digits === undefined ? undefined : Number(digits);
}

/**
 * The separators in force: when only one is given and it equals the other one's default, the other one
 * takes the opposite default.
 */
// See docs/language/04-types.md#432-separators
export function resolveSeparators(options: SeparatorOptions, defaults: Separators): Separators {
  const thousands = options.thousandsSeparator && comparableText(options.thousandsSeparator);
  const decimal = options.decimalSeparator && comparableText(options.decimalSeparator);
  if (thousands !== undefined && decimal !== undefined) return { thousands, decimal };
  if (decimal !== undefined) {
    return { decimal, thousands: decimal === defaults.thousands ? defaults.decimal : defaults.thousands };
  }
  if (thousands !== undefined) {
    return { thousands, decimal: thousands === defaults.decimal ? defaults.thousands : defaults.decimal };
  }
  return defaults;
}

/** Reports separators that cannot be distinguished from digits, from signs or from each other. */
export function checkSeparators(
  options: SeparatorOptions,
  defaults: Separators,
  context: z.core.$RefinementCtx,
): void {
  const add = (member: keyof SeparatorOptions, message: string) =>
    context.addIssue({ code: 'custom', path: [member], message });
  for (const member of ['thousandsSeparator', 'decimalSeparator'] as const) {
    if (/[\p{L}\p{N}\-\u2212]/u.test(options[member] ?? '')) {
      add(member, 'must not contain a digit, a letter or a minus');
    }
  }
  if (options.decimalSeparator === '') add('decimalSeparator', 'must not be empty');
  const { thousands, decimal } = resolveSeparators(options, defaults);
  if (thousands !== '' && thousands === decimal) {
    const member = options.thousandsSeparator === undefined ? 'decimalSeparator' : 'thousandsSeparator';
    add(member, `the thousands and the decimal separator must differ, both are "${decimal}"`);
  }
}

/** Separators as parts of regular expressions with the flag `u`. */
interface SeparatorSource {
  /** Undefined when numbers are not grouped. */
  readonly thousands: string | undefined;
  readonly decimal: string;
  /** Class content of both; without a thousands separator that is a space, which also separates numbers. */
  readonly either: string;
  readonly decimalClass: string;
}

/** Escapes separators for use in a pattern. */
export function separatorSource({ thousands, decimal }: Separators): SeparatorSource {
  const decimalClass = escapeClass(decimal);
  return {
    thousands: thousands === '' ? undefined : isApostrophe(thousands) ? APOSTROPHE : escapePattern(thousands),
    decimal: escapePattern(decimal),
    either: thousands.trim() === '' ? decimalClass : classOf(thousands) + decimalClass,
    decimalClass,
  };
}

/** The signs that serve as the apostrophe between thousands: documents print any of them. */
const APOSTROPHES = "'\u2019\u02bc\u00b4`";
const APOSTROPHE = `[${APOSTROPHES}]`;

/** Whether a separator is an apostrophe, which means any of the signs that are printed for one. */
export function isApostrophe(separator: string): boolean {
  return separator.length === 1 && APOSTROPHES.includes(separator);
}

function classOf(separator: string): string {
  return isApostrophe(separator) ? APOSTROPHES : escapeClass(separator);
}

/** Whether thousands are separated in a printed number. */
export function isGrouped(printed: string, { thousands }: Separators): boolean {
  return isApostrophe(thousands)
    ? [...printed].some((sign) => isApostrophe(sign))
    : thousands !== '' && printed.includes(thousands);
}

function escapeClass(text: string): string {
  return text.replace(/[\\^\-[\]]/gu, '\\$&');
}

/** A printed number as plain decimal text: `1,204.50` becomes `1204.50`, `.5` becomes `0.5`. */
export function plainDecimal(printed: string, { thousands, decimal }: Separators): string {
  const groups = isApostrophe(thousands) ? new RegExp(APOSTROPHE, 'gu') : thousands;
  const ungrouped = thousands === '' ? printed : printed.replaceAll(groups, '');
  const text = ungrouped.replace(decimal, '.');
  const whole = text.startsWith('.') ? `0${text}` : text;
  return whole.endsWith('.') ? whole.slice(0, -1) : whole;
}

/** The value of a number that is known as one, rounded; never -0. Undefined when it exceeds what a number can hold. */
export function signedValue(number: number, digits: number | undefined): number | undefined {
  return decimalValue(printDecimal(Math.abs(number)), number < 0, digits);
}

/** Plain decimal text cut to a number of fraction digits, half away from zero; never padded. */
function roundDecimal(text: string, digits: number): string {
  const [whole = '0', fraction = ''] = text.split('.');
  if (fraction.length <= digits) return text;
  const kept = whole + fraction.slice(0, digits);
  const rounded = fraction[digits]! >= '5' ? increment(kept) : kept;
  const point = rounded.length - digits;
  return digits === 0 ? rounded : `${rounded.slice(0, point)}.${rounded.slice(point)}`;
}

function increment(digits: string): string {
  let nines = digits.length;
  while (nines > 0 && digits[nines - 1] === '9') nines -= 1;
  const zeros = '0'.repeat(digits.length - nines);
  if (nines === 0) return `1${zeros}`;
  return digits.slice(0, nines - 1) + String(Number(digits[nines - 1]) + 1) + zeros;
}

/**
 * The value of plain decimal text, rounded; never -0. Undefined when it exceeds what a number can hold.
 */
export function decimalValue(
  text: string,
  negative: boolean,
  digits: number | undefined,
): number | undefined {
  const magnitude = Number(digits === undefined ? text : roundDecimal(text, digits));
  if (!Number.isFinite(magnitude)) return undefined;
  return negative && magnitude !== 0 ? -magnitude : magnitude;
}
