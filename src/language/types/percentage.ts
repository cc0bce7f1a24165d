import * as z from 'zod';
import { checkSeparators, PERIOD_DECIMAL, separatorMembers } from './decimal.js';
import { defineType } from './definition.js';
import { IgnoredSigns } from './ignored-sign.js';
import { MEASURE_PROMPT_HINT } from './measure.js';
import { compileNumber } from './number-type.js';

const type = 'percentage';

const PERCENT_SIGN = /\s?%/uy;

/** Powers of ten from the number that a sheet shows with a percent sign to that of the percentage. */
const PERCENT = 2;

/** A number followed by a percent sign. */
// See docs/language/04-types.md#46-percentage
export const percentage = defineType({
  id: type,
  summary:
    'A number followed by a percent sign; a minus before it is not read, and the warning SIGN_IGNORED reports it',
  plain: true,
  output: { source: z.string(), value: z.number() },
  promptHint: () => MEASURE_PROMPT_HINT,
  options: () => separatorMembers(PERIOD_DECIMAL),
  check: (options, context) => checkSeparators(options, PERIOD_DECIMAL, context),
  compile: (options) => {
    const signs = new IgnoredSigns();
    return {
      ...compileNumber(options, {
        type,
        behind: PERCENT_SIGN,
        power: PERCENT,
        signs,
        read(text, { start, end, digits, negative }) {
          PERCENT_SIGN.lastIndex = end;
          const sign = PERCENT_SIGN.exec(text);
          if (!sign) return undefined;
          const span = { start: digits.start, end: end + sign[0].length };
          // Parentheses around a percentage are those of a remark.
          return { ...span, negative: false, ignoredSign: negative ? text.slice(start, span.end) : '' };
        },
      }),
      ignoredSign: (value) =>
        signs.of(
          value,
          () => `the type ${JSON.stringify({ ...options, id: 'number' })} reads it as negative`,
        ),
    };
  },
  examples: [
    {
      title: 'Inside a line',
      lines: ['Occupancy rose by 7.25 % in May'],
      result: { source: '7.25 %', value: 7.25, type: 'percentage' },
    },
    {
      title: 'With a comma as decimal separator',
      options: { decimalSeparator: ',' },
      lines: ['12,5 %'],
      result: { source: '12,5 %', value: 12.5, type: 'percentage' },
    },
    { title: 'The word is not read', lines: ['7 percent'], result: null },
  ],
});
