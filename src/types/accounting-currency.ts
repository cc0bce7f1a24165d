import {
  type CurrencyDefaults,
  checkCurrency,
  currencyCandidates,
  currencyMembers,
} from './currency-engine.js';
import { PERIOD_DECIMAL } from './decimal.js';
import { defineType } from './definition.js';

export const ACCOUNTING_CURRENCY: CurrencyDefaults = {
  id: 'accountingCurrency',
  separators: PERIOD_DECIMAL,
  accountingNegative: 'default',
  relaxed: true,
  maxDecimalDigits: 30,
  magnitudes: false,
  symbols: ['$'],
  unit: '$',
};

/** An amount in accounting notation (chapter 4, 4.9). */
export const accountingCurrency = defineType({
  id: 'accountingCurrency',
  summary: 'Deprecated: an amount in any number format, negative in parentheses or with a minus behind it',
  plain: true,
  options: () => currencyMembers(ACCOUNTING_CURRENCY),
  check: (options, context) => checkCurrency(options, ACCOUNTING_CURRENCY, context),
  compile: (options) => ({ candidates: currencyCandidates(options, ACCOUNTING_CURRENCY) }),
  examples: [
    {
      title: 'Parentheses',
      lines: ['Adjustment (640)'],
      result: { source: '(640)', value: -640, unit: '$', type: 'accountingCurrency' },
    },
  ],
});
