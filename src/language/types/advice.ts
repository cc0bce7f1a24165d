/** What a config could set to have text read that is not read: what the types share of it. */
// See docs/language/04-types.md#488-advice
import { allMatches } from '../../foundation/text/matches.js';
import { isApostrophe, type Separators } from './decimal.js';
import type { TypeLine } from './definition.js';
import { matchingText } from './text.js';

/** Members as a config writes them. */
interface SeparatorMembers {
  readonly thousandsSeparator?: string;
  readonly decimalSeparator?: string;
}

const SPACED = /\d \d{3}(?!\d)/u;
const WITH_APOSTROPHES = /\d['\u2019\u02bc\u00b4`]\d{3}(?!\d)/u;

/**
 * Members with which a text may be read that is not read with some separators, those that change least first.
 * @param text numbers, and what is around them
 */
export function otherSeparators(
  text: string,
  { thousands, decimal }: Separators,
): readonly SeparatorMembers[] {
  const isSwappable = [thousands, decimal].sort().join('') === ',.';
  const between = [
    ...(WITH_APOSTROPHES.test(text) && !isApostrophe(thousands) ? ["'"] : []),
    ...(SPACED.test(text) && thousands !== ' ' ? [' '] : []),
  ];
  return [
    ...(isSwappable ? [{ thousandsSeparator: decimal, decimalSeparator: thousands }] : []),
    ...between.map((thousandsSeparator) => ({ thousandsSeparator })),
    ...(isSwappable
      ? between.map((thousandsSeparator) => ({ thousandsSeparator, decimalSeparator: thousands }))
      : []),
  ];
}

/** Longest text that is looked at, in characters: a cell or a short line. */
export const LONGEST_ADVISED = 500;

/** Members as a config writes them; `undefined` means that a member is to be left out. */
export function said(change: object): string {
  return Object.entries(change)
    .map(([member, value]) =>
      value === undefined ? `another "${member}"` : `"${member}": ${JSON.stringify(value)}`,
    )
    .join(' and ');
}

/** The text of some lines that advice is given for; undefined for a long one. */
export function adviceText(lines: readonly TypeLine[]): string | undefined {
  const text = lines.map((line) => matchingText(line.text)).join(' ');
  return text.length > LONGEST_ADVISED ? undefined : text;
}

/** How an advice that names members begins, and how it ends. */
const SET = 'set ';
const TO_READ = ' to read it';

/** The members that an advice names with the values to set; none where it only says that some are to be left out. */
export function membersAdvised(advice: string): Readonly<Record<string, unknown>> {
  const begin = advice.startsWith(SET) ? 0 : advice.indexOf(`; ${SET}`);
  if (begin < 0 || !advice.endsWith(TO_READ)) return {};
  const advised = advice.slice(advice.indexOf(SET, begin) + SET.length, -TO_READ.length);
  const named = allMatches(advised, /"(\w+)": ("(?:[^"\\]|\\.)*"|\{[^{}]*\}|[\w.-]+)/gu);
  return Object.fromEntries(named.map(([, member, value]) => [member!, JSON.parse(value!)]));
}

/** Names the separators with which some lines are read; undefined where there are none. */
export function separatorAdvice(
  lines: readonly TypeLine[],
  separators: Separators,
  reads: (change: SeparatorMembers) => boolean,
): string | undefined {
  const text = adviceText(lines);
  const change = text === undefined ? undefined : otherSeparators(text, separators).find(reads);
  return change && `set ${said(change)} to read it`;
}
