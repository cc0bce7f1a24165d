import * as z from 'zod';
import { CURRENCY } from './currency.js';
import { signChange } from './currency-type.js';
import { checkSeparators, PERIOD_DECIMAL, roundingMembers, separatorMembers } from './decimal.js';
import { defineType } from './definition.js';
import { IgnoredSigns } from './ignored-sign.js';
import { compileNumber } from './number-type.js';
import { ATTACHED, isThere } from './printed-number.js';

const type = 'number';

/** A number anywhere in a line. */
// See docs/language/04-types.md#45-number
export const number = defineType({
  id: type,
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
      ...compileNumber(options, {
        type,
        signs,
        read: (text, printed) => (isThere(ATTACHED, text, printed.end) ? undefined : printed),
      }),
      ignoredSign: (value, lines, guard) =>
        signs.of(value, () => {
          const given = { ...options, relaxed: true };
          const change = signChange(value, lines, given, CURRENCY, guard);
          return (
            change &&
            `the type ${JSON.stringify({ ...given, ...change, id: CURRENCY.id })} reads it as negative`
          );
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
