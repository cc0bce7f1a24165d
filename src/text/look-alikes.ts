/** Readings of the same print: which characters OCR takes for which. */
import type { Span } from './edit-distance.js';

/**
 * Signs that look alike in small or poor print. Currency signs, rulings and brackets are in no group: one more figure
 * before an amount would be another amount.
 */
const GROUPS: readonly string[] = ['0OoDQ', '1lIi', '2Zz', '5Ss', '6Gb', '8B&', '9gq'];
/** What the slashes of dates are first taken for. */
const MISREAD_SLASH = '71lI';

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

/** Specks, separators, brackets and rulings, which readings of the same print have more or less of. */
const LOOSE = /[\s.,:;'"`~_*·•\-\u2010-\u2015\u2212|()[\]{}/\p{Sc}%]/u;

/** Longest text that is compared, in characters: values of strict form are short. */
const LONGEST = 60;

/**
 * Whether a second reading can be of the same print as a first: it has the same signs in the same order, or such as
 * look alike; separators, brackets and specks do not count. Longer texts than values are hardly ever the same.
 */
export function mayBeSame(first: string, second: string): boolean {
  if (first.length > LONGEST || second.length > LONGEST) return first === second;
  let reached = new Set([0]);
  for (const sign of second) {
    const next = new Set<number>();
    for (const at of withLoose(first, reached)) {
      if (at < first.length && areAlike(first[at]!, sign)) next.add(at + 1);
      if (LOOSE.test(sign)) next.add(at);
    }
    reached = next;
  }
  return withLoose(first, reached).has(first.length);
}

/** Positions, and those that are reached from them over loose signs. */
function withLoose(text: string, positions: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set<number>();
  for (const position of positions) {
    all.add(position);
    for (let at = position; at < text.length && LOOSE.test(text[at]!); at++) all.add(at + 1);
  }
  return all;
}

function areAlike(first: string, second: string): boolean {
  if (second === '/' && MISREAD_SLASH.includes(first)) return true;
  return first === second || ALIKE.get(first)?.includes(second) === true;
}

/** Whether a text has a digit, and else only signs of a set or such as look like one of them. */
export function mayBeMade(text: string, characters: string): boolean {
  if (!/\d/u.test(text)) return false;
  return [...text].every(
    (sign) => LOOSE.test(sign) || characters.includes(sign) || mayStandFor(sign, characters),
  );
}

function mayStandFor(sign: string, characters: string): boolean {
  return [...(ALIKE.get(sign) ?? '')].some((alike) => characters.includes(alike));
}

/**
 * What signs of words are compared as: all that OCR takes for each other as the same letter, and a letter that it takes
 * for two, or two for it, as the two. Fewer signs than of values: two figures are never alike here, as those of captions
 * distinguish the lines of a form from each other.
 */
const COMPARED_AS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '0o': 'o',
    '1li|!': 'l',
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
 * Spaces and small marks, which OCR loses between letters and finds in specks. Full stops, colons and commas stay: a config
 * that looks for "Insured:" does not mean the heading "Insured and agent information", nor with "13. " the figure 13.
 */
const LOST = ' \'"`_-·•*~';

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

/** Figures of a date, and what small or poor print makes of the slashes between them. */
const SLASHED = /^(\d{1,2}) ?([/,.;:'|\\-]) ?(\d{1,2}) ?([/,.;:'|\\-]) ?(\d{4})$/u;

/** Whether a text is a date with one slash, and another sign in place of the second. */
export function lacksSlash(text: string): boolean {
  const [, , before, , behind] = SLASHED.exec(text.trim()) ?? [];
  return before !== behind && (before === '/' || behind === '/');
}

/**
 * The date that two readings of one print agree on in all figures, where at least one reading has a slash between
 * them; undefined where they do not, as two other separators may be those of an amount or a time.
 */
export function agreedDate(first: string, second: string): string | undefined {
  const dates = [first, second].map((text) => SLASHED.exec(text.trim()));
  const [one, other] = dates.map((date) => date && [date[1], date[3], date[5]].join('/'));
  const hasSlash = dates.some((date) => date?.[2] === '/' || date?.[4] === '/');
  return hasSlash && one === other ? (one ?? undefined) : undefined;
}
