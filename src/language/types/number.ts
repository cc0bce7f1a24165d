import * as z from 'zod';
import { separatorAdvice } from './advice.js';
import { CURRENCY } from './currency.js';
import { signChange } from './currency-type.js';
import {
  checkSeparators,
  cutOffTest,
  decimalValue,
  numberSource,
  PERIOD_DECIMAL,
  plainDecimal,
  resolveSeparators,
  rightBoundarySource,
  roundingMembers,
  roundingOf,
  type Separators,
  separatorMembers,
  signedValue,
} from './decimal.js';
import { defineType, type FindCandidates, type TypedValue } from './definition.js';
import { IgnoredSigns } from './ignored-sign.js';
import { eachLine, found, numberInCell, valueOfCell } from './shared.js';

/** The pattern of a number with these separators. */
// See docs/language/04-types.md#45-number
export function numberPattern(separators: Separators): RegExp {
  return new RegExp(numberSource(separators) + rightBoundarySource(separators), 'gu');
}

type NumberOptions = Parameters<typeof resolveSeparators>[0] & Parameters<typeof roundingOf>[0];

function numberCandidates(options: NumberOptions, signs?: IgnoredSigns): FindCandidates {
  const separators = resolveSeparators(options, PERIOD_DECIMAL);
  const digits = roundingOf(options);
  const pattern = numberPattern(separators);
  const isCutOff = cutOffTest(separators);
  const readMatch = (match: RegExpExecArray): TypedValue | undefined => {
    const printed = match[2] ?? match[4]!;
    const end = match.index + match[0].length;
    if (isCutOff(match.input, end - printed.length, end)) return undefined;
    const negative = (match[1] ?? match[3]) !== undefined;
    const value = decimalValue(plainDecimal(printed, separators), negative, digits);
    if (value === undefined) return undefined;
    const made: TypedValue = { source: match[0], value, type: 'number' };
    if (!negative) signs?.look(made, match.input, match.index, end);
    return made;
  };
  return (lines, guard) =>
    eachLine(lines, guard, (text, line) => {
      const read = found(text, pattern, readMatch);
      const held = numberInCell(text, line);
      const value = held === undefined ? undefined : signedValue(held, digits);
      return value === undefined ? read : valueOfCell(text, read, { source: text, value, type: 'number' });
    });
}

/** A number anywhere in a line. */
// See docs/language/04-types.md#45-number
export const number = defineType({
  id: 'number',
  summary:
    'A number anywhere in a line; digits attached to letters do not count. Parentheses, or a minus after it, are not read as a sign; the warning SIGN_IGNORED reports them',
  plain: true,
  output: { source: z.string(), value: z.number() },
  promptHint: () => 'number, digits as printed',
  options: () => ({ ...roundingMembers, ...separatorMembers(PERIOD_DECIMAL) }),
  check: (options, context) => checkSeparators(options, PERIOD_DECIMAL, context),
  compile: (options) => {
    const signs = new IgnoredSigns();
    return {
      candidates: numberCandidates(options, signs),
      ignoredSign: (value, lines, guard) =>
        signs.of(value, () => {
          const given = { ...options, relaxed: true };
          const change = signChange(value, lines, given, CURRENCY, guard);
          return (
            change &&
            `the type ${JSON.stringify({ ...given, ...change, id: CURRENCY.id })} reads it as negative`
          );
        }),
      hint: (lines, { milliseconds }) =>
        separatorAdvice(lines, resolveSeparators(options, PERIOD_DECIMAL), (change) => {
          const guard = { milliseconds, report: () => undefined };
          return numberCandidates({ ...options, ...change })(lines, guard).length > 0;
        }),
    };
  },
  examples: [
    {
      title: 'Inside a line',
      lines: ['Berths taken: 1,317 of 2,000'],
      result: { source: '1,317', value: 1317, type: 'number' },
    },
    {
      title: 'With a comma as decimal separator, rounded',
      options: { decimalSeparator: ',', roundTo: 1 },
      lines: ['Draught 6,271 m'],
      result: { source: '6,271', value: 6.3, type: 'number' },
    },
    {
      title: 'Parentheses are not read as a sign; currency with accountingNegative reads them',
      lines: ['Change (317)'],
      result: { source: '317', value: 317, type: 'number' },
    },
    { title: 'Glued to letters', lines: ['Quay B12'], result: null },
  ],
});
