/** The notations in which values are printed: day before month, a comma before cents, other signs. */
import type { TypeReference } from '../../foundation/schema/language.js';
import { membersAdvised } from '../../language/types/advice.js';
import type { TypedValue } from '../../language/types/definition.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import { ownGuard } from './guard.js';
import type { PageIndex } from './page-index.js';

/** How often a type is asked what else would read a text: separators, a sign, and once to see that nothing is left. */
const ROUNDS = 3;
/** Printed forms of one value that are looked at on a document, and lines that are searched for them. */
const MOST_FORMS = 24;
/** Digits of a plain value at least that are looked for in other notations: less are part of much. */
const LEAST_DIGITS = 2;
/** A run of digits with what separates them, and the sign, or the code of three letters, beside it. */
const NUMBER = /(?:\p{Sc}|\b[A-Z]{3}\b)?\s?[-(]?\d(?:[\d.,'’\s]*\d)?(?:\s?(?:%|\p{Sc}|[A-Z]{3}\b))?/gu;
/** A date in digits, or with its month in words. */
const DATE =
  /\b\d{1,4}(?:[-/. ]{1,2})(?:\d{1,2}|\p{L}{3,10}\.?)(?:[-/., ]{1,2})\d{2,4}\b|\p{L}{3,10}\.? \d{1,2},? \d{4}/gu;

/** An amount with a blank before, or behind, its separator: "717 ,97". */
const BLANK_INSIDE = /\d(?:\s+[.,]|[.,]\s+)\d/u;

/** A type as a config has it, and what it makes of a text as a whole. */
export interface Notation {
  readonly reference: TypeReference;
  readonly value: unknown;
}

/**
 * How a type reads a text as nothing but one value: by its id alone, or with the members that it names itself where it
 * does not; undefined where nothing helps.
 */
export function notationOf(text: string, type: string, types: TypeRegistry): Notation | undefined {
  // No type is asked what a blank before its separator means: it would read the digits before it.
  let members: Readonly<Record<string, unknown>> =
    type === 'currency' && BLANK_INSIDE.test(text) ? { removeSpaces: true } : {};
  for (let round = 0; round < ROUNDS; round++) {
    const reference = referenceOf(type, members);
    const read = wholeValue(text, reference, types);
    if (read) return { reference, value: read.value };
    const advice = types.compile(reference).hint?.([{ text }], ownGuard());
    const added = advice === undefined ? {} : membersAdvised(advice);
    if (Object.keys(added).length === 0) return undefined;
    members = { ...members, ...added };
  }
  return undefined;
}

function referenceOf(type: string, members: Readonly<Record<string, unknown>>): TypeReference {
  return Object.keys(members).length === 0 ? type : ({ id: type, ...members } as TypeReference);
}

/** The value of a text that is nothing but one value of a type. */
export function wholeValue(
  text: string,
  reference: TypeReference,
  types: TypeRegistry,
): TypedValue | undefined {
  const candidates = types.compile(reference).candidates([{ text }], ownGuard());
  const [only] = candidates;
  if (!only || candidates.length > 1) return undefined;
  const { source } = only.value;
  return source === undefined || unspaced(source) === unspaced(text) ? only.value : undefined;
}

/** The other notations in which a document prints a value of a type. */
export function notationsOn(
  index: PageIndex,
  value: string | number,
  type: string,
  types: TypeRegistry,
): readonly TypeReference[] {
  const isDate = type === 'date';
  const digits = digitsOf(String(value));
  if (digits.length < LEAST_DIGITS) return [];
  const found = new Map<string, TypeReference>();
  let forms = 0;
  for (const { text } of index.lines) {
    if (!/\d/u.test(text) || (!isDate && !digitsOf(text).includes(digits))) continue;
    for (const [printed] of text.matchAll(isDate ? DATE : NUMBER)) {
      const form = printed.trim();
      if (isDate ? !hasDigits(form, digits) : !isAmountOf(form, digits)) continue;
      if (++forms > MOST_FORMS) return [...found.values()];
      const notation = notationOf(form, type, types);
      if (!notation || notation.value !== value || typeof notation.reference === 'string') continue;
      found.set(JSON.stringify(notation.reference), notation.reference);
    }
  }
  return [...found.values()];
}

/** A text as types compare it that read over blanks. */
export function unspaced(text: string): string {
  return text.replace(/\s+/gu, '');
}

function digitsOf(text: string): string {
  return text.replace(/\D/gu, '');
}

/** Whether a printed amount has the digits of a plain one, and further zeros after them at most. */
function isAmountOf(printed: string, digits: string): boolean {
  const own = digitsOf(printed);
  return own.startsWith(digits) && /^0{0,4}$/u.test(own.slice(digits.length));
}

/** Whether a printed date has the last two digits of the year of one in ISO 8601, and its day. */
function hasDigits(printed: string, digits: string): boolean {
  const [year, day] = [digits.slice(2, 4), String(Number(digits.slice(6, 8)))];
  return printed.includes(year) && printed.includes(day);
}
