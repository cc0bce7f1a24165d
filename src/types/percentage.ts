import { z } from 'zod';
import { printDecimal } from '../text/decimal.js';
import {
  decimalValue,
  numberCharacters,
  PERIOD_DECIMAL,
  plainDecimal,
  separatorSource,
  WORD,
} from './decimal.js';
import { defineType } from './definition.js';
import { MEASURE_PROMPT_HINT } from './measure.js';
import { eachMatch } from './shared.js';

const LEFT = `(?<![${WORD}])(?<!\\d[${separatorSource(PERIOD_DECIMAL).either}])`;

/** The pattern of a percentage; its sign is not part of the match. */
// See docs/language/04-types.md#46-percentage
export const PERCENTAGE = new RegExp(
  `(?:${LEFT}(\\d+(?:,\\d{3})*(?:\\.\\d+)?)|(?<![${WORD}.])(\\.\\d+))\\s?%`,
  'gu',
);

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
    characters: `${numberCharacters(PERIOD_DECIMAL)}%`,
    ofNumber: (value) => ({ source: printDecimal(value), value, type: 'percentage' }),
    candidates: (lines, guard) =>
      eachMatch(lines, guard, PERCENTAGE, (match) => {
        const value = decimalValue(plainDecimal(match[1] ?? match[2]!, PERIOD_DECIMAL), false, undefined);
        return value === undefined ? undefined : { source: match[0], value, type: 'percentage' };
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
