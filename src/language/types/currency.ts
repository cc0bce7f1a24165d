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

export const CURRENCY: CurrencyDefaults = {
  id: 'currency',
  separators: PERIOD_DECIMAL,
  accountingNegative: null,
  relaxed: false,
  maxDecimalDigits: 4,
  magnitudes: true,
  symbolBehind: false,
  symbols: ['$'],
  unit: '$',
};

/** An amount of money. */
// See docs/language/04-types.md#48-currency
export const currency = defineType({
  id: 'currency',
  summary:
    'An amount of money: a number with a symbol or grouped digits, or a short number alone on its line. Parentheses and a minus after it are signs with accountingNegative only; without it the warning SIGN_IGNORED reports them',
  plain: true,
  output: { source: z.string(), value: z.number(), unit: z.string() },
  promptHint: () => CURRENCY_PROMPT_HINT,
  options: () => currencyMembers(CURRENCY),
  check: (options, context) => checkCurrency(options, CURRENCY, context),
  compile: (options) => compileCurrency(options, CURRENCY),
  examples: [
    {
      title: 'Inside a line',
      lines: ['Pilotage $2,415.80 due on arrival'],
      result: { source: '$2,415.80', value: 2415.8, unit: '$', type: 'currency' },
    },
    {
      title: 'A magnitude',
      lines: ['$3.7 million'],
      result: { source: '$3.7 million', value: 3700000, unit: '$', type: 'currency' },
    },
    {
      title: 'Another currency',
      options: { currencySymbol: '£' },
      lines: ['Pilotage £12.50 due on arrival'],
      result: { source: '£12.50', value: 12.5, unit: '£', type: 'currency' },
    },
    {
      title: 'Several currencies, with units of their own',
      options: { currencySymbol: { '€': 'EUR', CHF: 'CHF', default: 'EUR' }, decimalSeparator: ',' },
      lines: ['Liegegeld 1.234,56 € vor Ort'],
      result: { source: '1.234,56 €', value: 1234.56, unit: 'EUR', type: 'currency' },
    },
    {
      title: 'The code of another currency beside a grouped amount',
      lines: ['Pilotage EUR 1,018.25'],
      result: { source: '1,018.25', value: 1018.25, unit: 'EUR', type: 'currency' },
    },
    {
      title: 'Thousands between spaces, which are not configured',
      lines: ['Pilotage $1 018.25'],
      result: null,
    },
    { title: 'A symbol that is not configured', lines: ['Pilotage £12.50'], result: null },
    {
      title: 'Parentheses as a sign',
      options: { accountingNegative: 'bothParentheses' },
      lines: ['Refund (1,018.25)'],
      result: { source: '(1,018.25)', value: -1018.25, unit: '$', type: 'currency' },
    },
  ],
});
