import type { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import * as z from 'zod';
import { allMatches } from '../../foundation/text/matches.js';
import { WORD } from './decimal.js';
import { defineType, type TypedValue } from './definition.js';
import { eachLine } from './shared.js';
import { type Span, withoutOverlaps } from './text.js';

const SEPARATOR = '[ .\\-\\u2010-\\u2013]';
/** A dash between spaces, as forms print it: `(206) 555 - 0142`. */
const SPACED_DASH = '[ ][\\-\\u2010-\\u2013][ ]';
/** What is between the groups of a number: needed where nothing else parts them. */
const BETWEEN = `(?:${SPACED_DASH}|${SEPARATOR}{1,2})`;
const MAYBE_BETWEEN = `(?:${SPACED_DASH}|${SEPARATOR}{0,2})`;
const LEFT = `(?<![${WORD}+])(?<!\\d[-./])(?<!(?:^|\\D)00\\d{1,3}[ .\\-]{0,2})`;
const RIGHT = '(?!\\d|[-./]\\d)';

/** A number with its country code. */
// See docs/language/04-types.md#411-phonenumber
export const INTERNATIONAL = new RegExp(
  `(?<![${WORD}])\\+(\\d[\\d ().\\-\\u2010\\u2011\\u2013]{6,20}\\d)${RIGHT}`,
  'gu',
);

/** The three spellings of a North American number. */
// See docs/language/04-types.md#411-phonenumber
export const NATIONAL: readonly RegExp[] = [
  `${LEFT}(?:1${SEPARATOR}{0,2})?\\( {0,2}(\\d{3}) {0,2}\\)${MAYBE_BETWEEN}(\\d{3})${MAYBE_BETWEEN}(\\d{4})${RIGHT}`,
  `${LEFT}(?:1${SEPARATOR}{0,2})?(\\d{3})(?:${BETWEEN}|/)(\\d{3})${BETWEEN}(\\d{4})${RIGHT}`,
  `${LEFT}(?:1${SEPARATOR}?)?([2-9]\\d\\d)([2-9]\\d\\d)(\\d{4})${RIGHT}`,
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
  for (const match of allMatches(text, INTERNATIONAL)) {
    const number = parseNumber(`+${match[1]}`, { defaultCountry: 'US', extract: false });
    if (number?.isPossible()) found.push(foundNumber(match, number.number));
  }
  for (const pattern of NATIONAL) {
    for (const match of allMatches(text, pattern)) {
      found.push(foundNumber(match, `+1${match[1]}${match[2]}${match[3]}`));
    }
  }
  return withoutOverlaps(found).map(({ value }) => value);
}

function foundNumber(match: RegExpExecArray, value: string): Found {
  const start = match.index;
  const [source] = match;
  return { start, end: start + source.length, value: { source, value, type: 'phoneNumber' } };
}
