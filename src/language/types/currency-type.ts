/** What the currency types are compiled to. */
// See docs/language/04-types.md#48-currency
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import { said } from './advice.js';
import { currencyCandidates, currencyOfNumber } from './currency-engine.js';
import { currencyHint } from './currency-hint.js';
import type { CurrencyDefaults, CurrencyOptions } from './currency-members.js';
import { resolveSeparators } from './decimal.js';
import type { CompiledType, TypedValue, TypeLine } from './definition.js';
import { IgnoredSigns } from './ignored-sign.js';
import { unreadAmount } from './printed-number.js';

/** A configured currency type, ready to run. */
export function compileCurrency(
  options: CurrencyOptions,
  defaults: CurrencyDefaults,
): Omit<CompiledType, 'id' | 'noun' | 'promptHint'> {
  const signs = new IgnoredSigns();
  const separators = resolveSeparators(options, defaults.separators);
  return {
    candidates: currencyCandidates(options, defaults, signs),
    hint: currencyHint(options, defaults),
    unread: (text) => unreadAmount(text, separators),
    ofNumber: currencyOfNumber(options, defaults),
    ignoredSign: (value, lines, guard) =>
      signs.of(value, () => {
        const change = signChange(value, lines, options, defaults, guard);
        return change && `set ${said(change)} to read it as negative`;
      }),
  };
}

/** Members with which signs of accounting are read, those that change least first. */
const SIGN_CHANGES = [
  { accountingNegative: 'default' },
  { accountingNegative: 'default', removeSpaces: true },
] as const satisfies readonly Partial<CurrencyOptions>[];

/** The members that have a value read as negative; undefined where none do. */
export function signChange(
  { value }: TypedValue,
  lines: readonly TypeLine[],
  options: CurrencyOptions,
  defaults: CurrencyDefaults,
  { milliseconds }: PatternGuard,
): Partial<CurrencyOptions> | undefined {
  const guard = { milliseconds, report: () => undefined };
  return SIGN_CHANGES.find((change) =>
    currencyCandidates({ ...options, ...change }, defaults)(lines, guard).some(
      (candidate) => candidate.value.value === -Number(value),
    ),
  );
}
