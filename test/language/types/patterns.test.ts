/** Our own regular expressions run on documents of strangers: none may be slow on any text. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { ACCOUNTING_CURRENCY } from '../../../src/language/types/accounting-currency.js';
import { CURRENCY } from '../../../src/language/types/currency.js';
import { currencyPatterns } from '../../../src/language/types/currency-amounts.js';
import { MAGNITUDE_THERE, UNREAD, UNREAD_SHORT } from '../../../src/language/types/currency-magnitudes.js';
import type { CurrencyDefaults, CurrencyOptions } from '../../../src/language/types/currency-members.js';
import { SUFFIX_MINUS, SYMBOL_AND_MINUS, symbolThere } from '../../../src/language/types/currency-pattern.js';
import { defaultDatePatterns } from '../../../src/language/types/date-format.js';
import { COMMA_DECIMAL, PERIOD_DECIMAL } from '../../../src/language/types/decimal.js';
import { DISTANCE_UNITS } from '../../../src/language/types/distance.js';
import { otherQuantity, unitPattern } from '../../../src/language/types/measure.js';
import { LANGUAGES } from '../../../src/language/types/month-names.js';
import { PERIOD_DELIMITED_CURRENCY } from '../../../src/language/types/period-delimited-currency.js';
import { INTERNATIONAL, NATIONAL } from '../../../src/language/types/phone-number.js';
import { numberSource } from '../../../src/language/types/printed-number.js';
import { WEIGHT_UNITS } from '../../../src/language/types/weight.js';
import { patternLiterals } from '../../support/pattern-literals.js';

/** Time that the analysis of one pattern may take, in milliseconds. */
const ANALYSIS_MS = 60_000;

/**
 * Digests of the patterns that were found safe. The analysis of one takes up to twenty seconds and depends on nothing
 * but the pattern, so it is not done again while the pattern stays as it is. `ANCHORLINE_PROVE=1 npx vitest run
 * test/language/types/patterns.test.ts` analyses all patterns and writes the list again.
 */
const PROVEN_FILE = new URL('proven-patterns.json', import.meta.url);

const PROVE_ALL = process.env.ANCHORLINE_PROVE === '1';

const digest = (pattern: RegExp) => createHash('sha256').update(String(pattern)).digest('hex').slice(0, 32);

const ROOMS = ['src/language/types/', 'src/page/layout/scripts.ts'];

function literals(): RegExp[] {
  const files = ROOMS.flatMap((room) =>
    room.endsWith('/') ? readdirSync(room).map((name) => room + name) : [room],
  );
  return files.flatMap((file) => patternLiterals(readFileSync(file, 'utf8')));
}

const separators = [
  PERIOD_DECIMAL,
  COMMA_DECIMAL,
  { thousands: ' ', decimal: ',' },
  { thousands: "'", decimal: '.' },
  { thousands: '', decimal: '.' },
];

const currencies: readonly (readonly [CurrencyDefaults, CurrencyOptions])[] = [
  [CURRENCY, {}],
  [CURRENCY, { relaxed: true }],
  [CURRENCY, { accountingNegative: 'default' }],
  [CURRENCY, { accountingNegative: 'anyParentheses', relaxed: true }],
  [CURRENCY, { accountingNegative: 'suffixNegativeSign', maxDecimalDigits: 0 }],
  [CURRENCY, { thousandsSeparator: ' ', decimalSeparator: ',' }],
  [CURRENCY, { thousandsSeparator: '' }],
  [CURRENCY, { currencySymbol: { US$: '$', USD: '$', '€': '€', default: '$' } }],
  [CURRENCY, { currencySymbol: '₹' }],
  [CURRENCY, { currencySymbol: '₹', relaxed: true }],
  [ACCOUNTING_CURRENCY, {}],
  [PERIOD_DELIMITED_CURRENCY, {}],
  [CURRENCY, { currencySymbol: { '€': 'EUR', kr: 'SEK' }, thousandsSeparator: ' ', decimalSeparator: ',' }],
];

const built: readonly RegExp[] = [
  ...separators.map((each) => new RegExp(`^(?:${numberSource(each)})$`, 'u')),
  ...[DISTANCE_UNITS, WEIGHT_UNITS].flatMap((units) => [unitPattern(units), otherQuantity(units)]),
  INTERNATIONAL,
  ...NATIONAL,
  ...currencies.flatMap(([defaults, options]) => currencyPatterns(options, defaults)),
  SUFFIX_MINUS,
  SYMBOL_AND_MINUS,
  MAGNITUDE_THERE,
  UNREAD,
  UNREAD_SHORT,
  symbolThere(['€', 'kr']),
  ...LANGUAGES.flatMap((language) => defaultDatePatterns(language)).map(
    ({ source }) => new RegExp(source, 'giu'),
  ),
];

describe('own regular expressions', () => {
  const written = literals();
  const all = [...new Map([...written, ...built].map((pattern) => [String(pattern), pattern])).entries()];

  it('the regular expressions of the library are found', () => {
    expect(written.length).toBeGreaterThan(30);
    expect(built.length).toBeGreaterThan(50);
  });

  const proven = new Set<string>(PROVE_ALL ? [] : JSON.parse(readFileSync(PROVEN_FILE, 'utf8')));

  it.each(all)(
    'own regular expressions: %s is safe',
    (_, pattern) => {
      if (proven.has(digest(pattern))) return;
      const result = checkSync(pattern.source, pattern.flags, { timeout: ANALYSIS_MS });
      const attack = result.status === 'vulnerable' ? result.attack.pattern : undefined;
      expect({ status: result.status, attack }).toEqual({ status: 'safe', attack: undefined });
      proven.add(digest(pattern));
    },
    ANALYSIS_MS * 2,
  );

  it('own regular expressions are the ones in the list of proven patterns', () => {
    if (PROVE_ALL) writeFileSync(PROVEN_FILE, `${JSON.stringify([...proven].sort(), null, 2)}\n`);
    expect(all.map(([, pattern]) => digest(pattern)).sort()).toEqual([...proven].sort());
  });
});
