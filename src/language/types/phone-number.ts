import type { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod';
import { allMatches } from '../../foundation/text/matches.js';
import { WORD } from './decimal.js';
import { defineType, type TypedValue } from './definition.js';
import { eachLine } from './shared.js';
import { matchingText, type Span, withoutOverlaps } from './text.js';

const SEPARATOR = '[ .\\-\\u2010-\\u2013]';
/** A dash between spaces, as forms print it: `(206) 555 - 0142`. */
const SPACED_DASH = '[ ][\\-\\u2010-\\u2013][ ]';
/** What is between the groups of a number: needed where nothing else parts them. */
const BETWEEN = `(?:${SPACED_DASH}|${SEPARATOR}{1,2})`;
const MAYBE_BETWEEN = `(?:${SPACED_DASH}|${SEPARATOR}{0,2})`;
/** Neither a part of a number, nor behind the zero that is dialled before an area code elsewhere. */
const LEFT = `(?<![${WORD}+])(?<!\\d[-./])(?<!(?<![\\d.,])0 |\\(0\\) ?)`;
const RIGHT = '(?!\\d|[-./]\\d)';
/** A sign or a currency before ten digits makes them an amount. */
const NO_AMOUNT = '(?<![\\-\\u2212\\p{Sc}] ?)';

/**
 * What a number with its country code begins: behind a plus, or behind the digits that are dialled for one. A part of what
 * follows is no number by itself.
 */
// See docs/language/04-types.md#411-phonenumber
export const INTERNATIONAL = new RegExp(
  `(?<![${WORD}])(?:(?<plus>\\(?\\+[ (]{0,2})|(?<![.,:/\\-])(?:00|011(?=[ .\\-]))[ .\\-]?\\(?)(?=[1-9])[\\d ().\\-\\u2010\\u2011\\u2013/]{1,26}`,
  'gu',
);

/** The three spellings of a North American number; no area code begins with a zero. */
// See docs/language/04-types.md#411-phonenumber
export const NATIONAL: readonly RegExp[] = [
  `${LEFT}(?:1${SEPARATOR}{0,2})?\\( {0,2}([1-9]\\d\\d) {0,2}\\)${MAYBE_BETWEEN}(\\d{3})${MAYBE_BETWEEN}(\\d{4})${RIGHT}`,
  `${LEFT}(?:1${SEPARATOR}{0,2})?([1-9]\\d\\d)(?:${BETWEEN}|/)(\\d{3})${BETWEEN}(\\d{4})${RIGHT}`,
  `${LEFT}${NO_AMOUNT}(?:1${SEPARATOR}?)?([2-9]\\d\\d)([2-9]\\d\\d)(\\d{4})${RIGHT}`,
].map((source) => new RegExp(source, 'gu'));

interface Found extends Span {
  readonly value: TypedValue;
}

let parse: typeof parsePhoneNumberFromString | undefined;

/** A telephone number, as E.164. */
// See docs/language/04-types.md#411-phonenumber
export const phoneNumber = defineType({
  id: 'phoneNumber',
  summary: 'A telephone number, international or North American, as E.164',
  plain: true,
  output: { source: z.string(), value: z.string() },
  promptHint: () => 'phone number as printed',
  options: () => ({}),
  async prepare() {
    parse ??= (await import('libphonenumber-js/min')).parsePhoneNumberFromString;
  },
  compile: () => ({
    candidates(lines, guard) {
      if (!parse) throw new Error('The type phoneNumber was used before it was prepared.');
      const parseNumber = parse;
      return eachLine(lines, guard, (text) => numbersIn(text, parseNumber));
    },
    hint: (lines) =>
      lines.some(({ text }) => allMatches(matchingText(text), INTERNATIONAL).length > 0)
        ? 'a number with a country code is read whole and behind a plus alone, or not at all'
        : 'without a country code behind a plus, North American numbers are read alone',
  }),
  examples: [
    {
      title: 'North American',
      lines: ['Harbour master (312) 555-0164, ext. 5'],
      result: { source: '(312) 555-0164', value: '+13125550164', type: 'phoneNumber' },
    },
    {
      title: 'International',
      lines: ['+33 1 70 18 99 00'],
      result: { source: '+33 1 70 18 99 00', value: '+33170189900', type: 'phoneNumber' },
    },
  ],
});

function numbersIn(text: string, parseNumber: typeof parsePhoneNumberFromString): TypedValue[] {
  const found: Found[] = [];
  const begun: Span[] = [];
  for (const match of allMatches(text, INTERNATIONAL)) {
    const number = match.groups?.['plus'] === undefined ? undefined : international(match, text, parseNumber);
    if (number) found.push(number);
    begun.push(number ?? { start: match.index, end: match.index + match[0].length });
  }
  for (const pattern of NATIONAL) {
    for (const match of allMatches(text, pattern)) {
      const number = foundNumber(match.index, match[0], `+1${match[1]}${match[2]}${match[3]}`);
      if (!begun.some(({ start, end }) => number.start < end && start < number.end)) found.push(number);
    }
  }
  return withoutOverlaps(found).map(({ value }) => value);
}

/** Fewest and most digits of a number with its country code. */
const LEAST_DIGITS = 8;
const MOST_DIGITS = 15;
/** Most digits before a slash: those of the country and an area, `+49 30/123456`. Others are behind another number. */
const MOST_BEFORE_SLASH = 8;
/** Ends of groups of digits; a number that goes on is not whole there. */
const GROUP_END = new RegExp(`(?<=\\d)${RIGHT}`, 'gu');
/** The zero that is dialled inside the country alone, as `+44 (0)20 7946 0958` has it. */
const INSIDE_ZERO = /\( ?0 ?\)/u;
/** Italy, San Marino and the Vatican, whose numbers keep that zero. */
const KEEPS_ZERO = /^(?:39|378|379)/u;

/** The longest number that begins at a plus, up to the end of a group of its digits. */
function international(
  match: RegExpExecArray,
  text: string,
  parseNumber: typeof parsePhoneNumberFromString,
): Found | undefined {
  const [run] = match;
  const ends = allMatches(text.slice(0, match.index + run.length + 2), GROUP_END)
    .map(({ index }) => index)
    .filter((index) => index > match.index && index <= match.index + run.length);
  for (const end of ends.reverse()) {
    const source = text.slice(match.index, end);
    const digits = source.replace(/\D/gu, '');
    if (digits.length < LEAST_DIGITS) return undefined;
    const beforeSlash = source.split('/');
    if (
      beforeSlash.length > 2 ||
      (beforeSlash[1] !== undefined && lengthOf(beforeSlash[0]!) > MOST_BEFORE_SLASH)
    )
      continue;
    const dialled = KEEPS_ZERO.test(digits) ? digits : source.replace(INSIDE_ZERO, '').replace(/\D/gu, '');
    if (dialled.length > MOST_DIGITS) continue;
    const number = parseNumber(`+${dialled}`, { extract: false });
    const isAbroad = number?.countryCallingCode !== '1' || !number.nationalNumber.startsWith('0');
    if (number?.isPossible() && isAbroad) return foundNumber(match.index, source, number.number);
  }
  return undefined;
}

function lengthOf(text: string): number {
  return text.replace(/\D/gu, '').length;
}

function foundNumber(start: number, source: string, value: string): Found {
  return { start, end: start + source.length, value: { source, value, type: 'phoneNumber' } };
}
