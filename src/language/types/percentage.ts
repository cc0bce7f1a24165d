import * as z from 'zod';
import { printDecimal, shiftDecimal } from '../../foundation/text/decimal.js';
import { cutOffTest, decimalValue, PERIOD_DECIMAL, plainDecimal, separatorSource, WORD } from './decimal.js';
import { defineType, type TypedValue } from './definition.js';
import { MEASURE_PROMPT_HINT } from './measure.js';
import { eachLine, found, numberInCell, valueOfCell } from './shared.js';

const isCutOff = cutOffTest(PERIOD_DECIMAL);

const { either } = separatorSource(PERIOD_DECIMAL);

/** The end of a fraction is no number by itself: `33 1/3%` is no 3 %, while `80/20%` ends with 20 %. */
const NO_FRACTION = '(?<!(?<!\\d)\\d/)';

const LEFT = `(?<![${WORD}])(?<!\\d[${either}])${NO_FRACTION}`;

/** The pattern of a percentage; its sign is not part of the match. */
// See docs/language/04-types.md#46-percentage
export const PERCENTAGE = new RegExp(
  `(?:${LEFT}(\\d+(?:,\\d{3})*(?:\\.\\d+)?)|(?<![${WORD}.])(\\.\\d+))\\s?%`,
  'gu',
);

/** Powers of ten from the number that a sheet shows with a percent sign to that of the percentage. */
const PERCENT = 2;

function readMatch(match: RegExpExecArray): TypedValue | undefined {
  const printed = match[1] ?? match[2]!;
  if (isCutOff(match.input, match.index, match.index + printed.length)) return undefined;
  const value = decimalValue(plainDecimal(printed, PERIOD_DECIMAL), false, undefined);
  return value === undefined ? undefined : { source: match[0], value, type: 'percentage' };
}

/** A number followed by a percent sign. */
// See docs/language/04-types.md#46-percentage
export const percentage = defineType({
  id: 'percentage',
  summary: 'A number followed by a percent sign; a minus before it is not read',
  plain: true,
  output: { source: z.string(), value: z.number() },
  promptHint: () => MEASURE_PROMPT_HINT,
  options: () => ({}),
  compile: () => ({
    ofNumber: (value) => ({ source: printDecimal(value), value, type: 'percentage' }),
    candidates: (lines, guard) =>
      eachLine(lines, guard, (text, line) => {
        const read = found(text, PERCENTAGE, readMatch);
        const held = read.length === 1 ? numberInCell(text, line) : undefined;
        if (held === undefined) return read;
        const printed = shiftDecimal(printDecimal(Math.abs(held)), PERCENT);
        const value = decimalValue(printed, held < 0, undefined);
        return value === undefined
          ? read
          : valueOfCell(text, read, { source: text, value, type: 'percentage' });
      }),
  }),
  examples: [
    {
      title: 'Inside a line',
      lines: ['Occupancy rose by 7.25 % in May'],
      result: { source: '7.25 %', value: 7.25, type: 'percentage' },
    },
    { title: 'The word is not read', lines: ['7 percent'], result: null },
  ],
});
