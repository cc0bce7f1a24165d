import {
  type CurrencyDefaults,
  checkCurrency,
  currencyCandidates,
  currencyMembers,
} from './currency-engine.js';
import { PERIOD_DECIMAL } from './decimal.js';
import { defineType } from './definition.js';

export const CURRENCY: CurrencyDefaults = {
  id: 'currency',
  separators: PERIOD_DECIMAL,
  accountingNegative: null,
  relaxed: false,
  maxDecimalDigits: 4,
  magnitudes: true,
  symbols: ['$'],
  unit: '$',
};

/** An amount of money (chapter 4, 4.8). */
export const currency = defineType({
  id: 'currency',
  summary: 'An amount of money with a symbol or grouped digits, or a short number alone on its line',
  plain: true,
  options: () => currencyMembers(CURRENCY),
  check: (options, context) => checkCurrency(options, CURRENCY, context),
  compile: (options) => ({ candidates: currencyCandidates(options, CURRENCY) }),
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
      title: 'Parentheses as a sign',
      options: { accountingNegative: 'bothParentheses' },
      lines: ['Refund (1,018.25)'],
      result: { source: '(1,018.25)', value: -1018.25, unit: '$', type: 'currency' },
    },
  ],
});
