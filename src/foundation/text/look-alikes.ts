/** Readings of the same print: which characters OCR takes for which. */
import type { Span } from './edit-distance.js';

/**
 * Signs that look alike in small or poor print. Currency signs, rulings and brackets are in no group: one more figure
 * before an amount would be another amount.
 */
const GROUPS: readonly string[] = ['0OoDQ', '1lIi', '2Zz', '5Ss', '6Gb', '8B&', '9gq'];

const ALIKE: ReadonlyMap<string, string> = new Map(
  [...new Set(GROUPS.join(''))].map((sign) => [
    sign,
    GROUPS.filter((group) => group.includes(sign)).join(''),
  ]),
);

const DIGIT = /^\d$/u;

/** The letters that a digit looks like, or the digits that a letter looks like. */
export function otherKindOf(sign: string): readonly string[] {
  const alike = [...(ALIKE.get(sign) ?? '')].filter((other) => /[\da-z]/iu.test(other));
  return alike.filter((other) => DIGIT.test(other) !== DIGIT.test(sign));
}

/**
 * What signs of words are compared as: all that OCR takes for each other as the same letter, and a letter that it takes
 * for two, or two for it, as the two. Fewer signs than of values: two figures are never alike here, as those of captions
 * distinguish the lines of a form from each other.
 */
const COMPARED_AS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '0o': 'o',
    '1li|!/': 'l',
    ';': ':',
    '2z': 'z',
    '5s': 's',
    '8b': 'b',
    '9gq': 'g',
    m: 'rn',
    d: 'cl',
    w: 'vv',
  }).flatMap(([signs, as]) => [...signs].map((sign) => [sign, as] as const)),
);

/**
 * Spaces and small marks, which OCR loses between letters and finds in specks. Colons and commas stay: a config that looks for
 * "Insured:" does not mean the heading "Insured and agent information".
 */
const LOST = ' \'"`_-·•*~.';

/** A sign as it is compared where OCR read it; nothing for those that it loses. @param sign one UTF-16 unit, in lower case */
function comparedAs(sign: string): string {
  return LOST.includes(sign) ? '' : (COMPARED_AS.get(sign) ?? sign);
}

/**
 * A text as it is compared with what OCR reads: without spaces, and all signs that look alike as one. Each sign becomes
 * the same whatever is beside it, so that a part of a text becomes a part of what the text becomes.
 * @param text in lower case
 */
export function readAlike(text: string): string {
  let alike = '';
  for (let at = 0; at < text.length; at += 1) alike += comparedAs(text[at]!);
  return alike;
}

/**
 * Which signs of a text a part of `readAlike` of it came of; undefined where it begins or ends within a sign.
 * @param start of the part in what `readAlike` gives, `end` exclusive
 */
export function signsOf(text: string, { start, end }: Span): Span | undefined {
  let first: number | undefined;
  for (let at = 0, passed = 0; at < text.length && passed < end; at += 1) {
    const { length } = comparedAs(text[at]!);
    if (passed === start && length > 0) first ??= at;
    passed += length;
    if (passed === end) return first === undefined ? undefined : { start: first, end: at + 1 };
  }
  return undefined;
}
