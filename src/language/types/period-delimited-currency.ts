import * as z from 'zod';
import {
  CURRENCY_PROMPT_HINT,
  type CurrencyDefaults,
  checkCurrency,
  currencyMembers,
} from './currency-members.js';
import { compileCurrency } from './currency-type.js';
import { COMMA_DECIMAL } from './decimal.js';
import { defineType } from './definition.js';

export const PERIOD_DELIMITED_CURRENCY: CurrencyDefaults = {
  id: 'periodDelimitedCurrency',
  separators: COMMA_DECIMAL,
  accountingNegative: null,
  relaxed: false,
  maxDecimalDigits: 4,
  magnitudes: true,
  symbolBehind: true,
  symbols: ['€', '$', '£'],
  unit: undefined,
};

/** An amount with periods between thousands and a decimal comma. */
// See docs/language/04-types.md#49-accountingcurrency-perioddelimitedcurrency
export const periodDelimitedCurrency = defineType({
  id: 'periodDelimitedCurrency',
  summary: 'Deprecated: an amount with periods between thousands and a decimal comma',
  plain: true,
  output: { source: z.string(), value: z.number(), unit: z.string().optional() },
  promptHint: () => CURRENCY_PROMPT_HINT,
  options: () => currencyMembers(PERIOD_DELIMITED_CURRENCY),
  check: (options, context) => checkCurrency(options, PERIOD_DELIMITED_CURRENCY, context),
  compile: (options) => compileCurrency(options, PERIOD_DELIMITED_CURRENCY),
  examples: [
    {
      title: 'The symbol behind',
      lines: ['Summe 15,80 € netto'],
      result: { source: '15,80 €', value: 15.8, type: 'periodDelimitedCurrency' },
    },
    {
      title: 'The symbol belongs to the source only',
      lines: ['Summe € 2.415,80'],
      result: { source: '€ 2.415,80', value: 2415.8, type: 'periodDelimitedCurrency' },
    },
  ],
});
