/** Texts made comparable, so that an answer is found although it is not printed letter for letter. */
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

const OUTER_PUNCTUATION = /^[\s\p{P}]+|[\s\p{P}]+$/gu;

/** The same without punctuation around it; as it is when nothing else is there. */
export function strippedText(comparable: string): string {
  return comparable.replace(OUTER_PUNCTUATION, '') || comparable;
}

const WORDS = /[\p{L}\p{N}]+/gu;

/** Runs of letters and digits of a comparable text, each once. */
export function wordsOf(comparable: string): ReadonlySet<string> {
  return new Set(comparable.match(WORDS) ?? []);
}

const TOKENS = /\d+(?:[.,]\d+)*|[\p{L}\p{N}]+/gu;
const THOUSANDS = /,(?=\d{3}(?!\d))/gu;

/** Words and numbers of a comparable text in order: decimals stay together, commas between thousands go. */
export function tokensOf(comparable: string): readonly string[] {
  return (comparable.match(TOKENS) ?? []).map((token) => token.replace(THOUSANDS, ''));
}

const DIGIT_GROUPS = /\d+(?:[.,]\d+)*/gu;

/** Numbers of a comparable text as their digits alone. */
export function digitGroupsOf(comparable: string): readonly string[] {
  return (comparable.match(DIGIT_GROUPS) ?? []).map((group) => group.replace(/[.,]/gu, ''));
}
