import * as z from 'zod';
import {
  CURRENCY_PROMPT_HINT,
  type CurrencyDefaults,
  checkCurrency,
  currencyMembers,
} from './currency-members.js';
import { compileCurrency } from './currency-type.js';
import { PERIOD_DECIMAL } from './decimal.js';
import { defineType } from './definition.js';

export const ACCOUNTING_CURRENCY: CurrencyDefaults = {
  id: 'accountingCurrency',
  separators: PERIOD_DECIMAL,
  accountingNegative: 'default',
  relaxed: true,
  maxDecimalDigits: 30,
  magnitudes: false,
  symbolBehind: false,
  symbols: ['$'],
  unit: '$',
};

/** An amount in accounting notation. */
// See docs/language/04-types.md#49-accountingcurrency-perioddelimitedcurrency
export const accountingCurrency = defineType({
  id: 'accountingCurrency',
  summary: 'Deprecated: an amount in any number format, negative in parentheses or with a minus after it',
  plain: true,
  output: { source: z.string(), value: z.number(), unit: z.string() },
  promptHint: () => CURRENCY_PROMPT_HINT,
  deprecated: '{"id": "currency", "accountingNegative": "default", "relaxed": true}',
  options: () => currencyMembers(ACCOUNTING_CURRENCY),
  check: (options, context) => checkCurrency(options, ACCOUNTING_CURRENCY, context),
  compile: (options) => compileCurrency(options, ACCOUNTING_CURRENCY),
  examples: [
    {
      title: 'Parentheses',
      lines: ['Adjustment (640)'],
      result: { source: '(640)', value: -640, unit: '$', type: 'accountingCurrency' },
    },
  ],
});
