/** Texts made comparable, so that an answer is found although it is not printed letter for letter. */
import { isUnspaced, UNSPACED } from '../foundation/text/unspaced.js';
import { cleanForModel } from './clean.js';

const QUOTES: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201A\u201B\u02BC\u2032]/gu, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033]/gu, '"'],
  [/[\u2010-\u2015\u2212]/gu, '-'],
];

/** A text in one form: compatible characters as one, lower case, plain quotes and dashes, single spaces. */
export function comparableText(text: string): string {
  let result = cleanForModel(text).normalize('NFKC').toLowerCase();
  for (const [pattern, replacement] of QUOTES) result = result.replace(pattern, replacement);
  return result.replace(/\s+/gu, ' ').trim();
}

/** A minus before an amount and a percent sign after it belong to what the text says. */
const OUTER_PUNCTUATION = /^(?:(?!-\p{Sc}?\.?\d)[\s\p{P}])+|(?:(?![%‰])[\s\p{P}])+$/gu;

/** The same without punctuation around it; as it is when nothing else is there. */
export function strippedText(comparable: string): string {
  return comparable.replace(OUTER_PUNCTUATION, '') || comparable;
}

const WORDS = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}])+`, 'gu');

/** Words of a comparable text, each once: runs of letters and digits; characters of scripts without spaces. */
export function comparableWords(comparable: string): ReadonlySet<string> {
  return new Set(comparable.match(WORDS) ?? []);
}

const TOKENS = /\d+(?:[.,/:-]\d+)*|[\p{L}\p{N}]+/gu;
const THOUSANDS = /,(?=\d{3}(?!\d))/gu;

/** Words and numbers of a comparable text in order: decimals, dates and the like stay together, commas between thousands go. */
export function tokensOf(comparable: string): readonly string[] {
  return (comparable.match(TOKENS) ?? []).map((token) => token.replace(THOUSANDS, ''));
}

const DIGIT_GROUPS = /\d+(?:[.,]\d+)*/gu;

/** Numbers of a comparable text as their digits alone. */
export function digitGroupsOf(comparable: string): readonly string[] {
  return (comparable.match(DIGIT_GROUPS) ?? []).map((group) => group.replace(/[.,]/gu, ''));
}

/** Whether some numbers of a text that follow each other have together the digits of all given ones, no more and no less. */
export function holdsDigits(groups: readonly string[], wanted: readonly string[]): boolean {
  const digits = wanted.join('');
  if (digits === '') return true;
  return groups.some((_, first) => {
    let rest = digits;
    for (let i = first; i < groups.length && rest !== '' && rest.startsWith(groups[i]!); i++) {
      rest = rest.slice(groups[i]!.length);
    }
    return rest === '';
  });
}

const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const DIGIT = /\d/u;

/**
 * Where a text occurs by itself from some position on: no word, and no number, goes on at its ends. -1 where it
 * does not. Both texts are comparable ones.
 */
export function occurrence(text: string, wanted: string, from: number): number {
  for (let start = text.indexOf(wanted, from); start >= 0; start = text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length;
    if (isBoundary(text, start) && isBoundary(text, end) && !losesSign(text, start)) return start;
  }
  return -1;
}

/** Whether a word or number ends, or begins, at a position. */
function isBoundary(text: string, position: number): boolean {
  const before = text[position - 1];
  const after = text[position];
  if (before === undefined || after === undefined) return true;
  if (ALPHANUMERIC.test(before) && ALPHANUMERIC.test(after)) return isUnspaced(before) || isUnspaced(after);
  return !isInNumber(text, position);
}

/** A hyphen between words is no minus. */
function losesSign(text: string, start: number): boolean {
  return text[start] === '-' && ALPHANUMERIC.test(text[start - 1] ?? ' ');
}

/**
 * Numbers with separators: groups of three divided by commas, points or apostrophes (of two as well before the last, as in
 * 12,34,567); decimals.
 */
const ONE_NUMBER =
  /^(?:\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:'\d{3})+(?:\.\d+)?|\d+\.\d+|\d+,\d{1,3})$/u;
const NUMBER_PART = /[\d.,']/u;
/** Characters of a number, at most. */
const LONGEST_NUMBER = 40;

/** Whether a position is next to a separator within a number. */
function isInNumber(text: string, position: number): boolean {
  const isPart = (at: number) => NUMBER_PART.test(text[at] ?? ' ');
  if (!isPart(position - 1) || !isPart(position)) return false;
  if (!DIGIT.test(text[position - 1]!) && !DIGIT.test(text[position]!)) return false;
  let start = position;
  while (position - start < LONGEST_NUMBER && isPart(start - 1)) start--;
  let end = position;
  while (end - position < LONGEST_NUMBER && isPart(end)) end++;
  while (start < position && !DIGIT.test(text[start]!)) start++;
  while (end > position && !DIGIT.test(text[end - 1]!)) end--;
  return start < position && position < end && ONE_NUMBER.test(text.slice(start, end));
}

/** Whether a text is by itself between other characters than letters and digits, whatever the script. */
export function standsAlone(text: string, wanted: string): boolean {
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + 1)) {
    const isFree = (character: string | undefined) =>
      character === undefined || !ALPHANUMERIC.test(character);
    if (isFree(text[start - 1]) && isFree(text[start + wanted.length])) return true;
  }
  return false;
}
