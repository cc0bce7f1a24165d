import { describe, expect, it } from 'vitest';
import type { TypeReference } from '../../../src/foundation/schema/language.js';
import { runType } from '../../../src/language/types/select.js';
import { oneLine } from '../../support/lines.js';
import { registry, run, select, strict, table } from './support.js';

const DECORATIONS = ['(1,240.50)', '(1,240.50', '1,240.50)', '1,240.50-', '1,240.50'] as const;
const NEGATIVE: Readonly<Record<string, readonly string[]>> = {
  bothParentheses: ['(1,240.50)'],
  anyParentheses: ['(1,240.50)', '(1,240.50', '1,240.50)'],
  suffixNegativeSign: ['1,240.50-'],
  default: ['(1,240.50)', '1,240.50-'],
};

describe('currency', () => {
  table('currency', [
    { title: 'symbol first', lines: 'Towage $ 1,875', value: 1875, source: '$ 1,875', unit: '$' },
    { title: 'grouped', lines: 'Towage 1,875.20', value: 1875.2, source: '1,875.20' },
    { title: 'bare, with words', lines: 'Towage 1875', value: null },
    { title: 'bare', lines: '1875', value: 1875 },
    { title: 'bare with too many digits', lines: '18750000', value: null },
    { title: 'a percentage is none', lines: '1,875%', value: null },
    {
      title: 'another apostrophe between thousands',
      options: { currencySymbol: 'CHF', thousandsSeparator: "'", requireThousandsSeparator: true },
      lines: 'CHF 1\u2019234.50',
      value: 1234.5,
    },
    { title: 'a code before', lines: 'Towage EUR 1,234.56', value: 1234.56, source: '1,234.56', unit: 'EUR' },
    { title: 'a code behind', lines: '1,234.56 CHF', value: 1234.56, unit: 'CHF' },
    { title: 'the code of the dollar', lines: 'USD 1,234.56', value: 1234.56, unit: '$' },
    { title: 'a word that is a code', lines: 'ALL 1,234', value: 1234, unit: '$' },
    { title: 'a code before a parenthesis', lines: 'GBP (1,234.00)', value: 1234, unit: 'GBP' },
    {
      title: 'codes behind two amounts',
      lines: '1,234.56 EUR 1,400.00 CAD',
      tiebreaker: 'second',
      value: 1400,
      unit: 'CAD',
    },
    {
      title: 'a code in a map without a default',
      options: { currencySymbol: { '£': 'GBP' } },
      lines: 'EUR 1,234.56',
      value: 1234.56,
      unit: 'EUR',
    },
    {
      title: 'a code where the unit is named',
      options: { currencySymbol: '£' },
      lines: 'GBP 2,300',
      value: 2300,
      unit: '£',
    },
    {
      title: 'an apostrophe between thousands that is no separator',
      lines: ["$1'234.50", 'CHF 1\u2019234.50', "1'234"],
      value: null,
    },
    {
      title: 'the same, relaxed',
      options: { relaxed: true },
      lines: ["$1'234.50", "1'234'567"],
      value: null,
    },
    {
      title: 'spaces between thousands that are no separator',
      lines: ['$1 234.56', '$1 234 567', '$ 1 234', '$12 345.5'],
      value: null,
    },
    {
      title: 'the same, relaxed',
      options: { relaxed: true },
      lines: ['$1 234.56', '$1, 234.56'],
      value: null,
    },
    {
      title: 'the same, the symbol behind',
      options: { currencySymbol: '€', decimalSeparator: ',' },
      lines: ['1 234,56 €', '12 345 678 €'],
      value: null,
    },
    {
      title: 'a decimal comma, where a point is the separator',
      options: { currencySymbol: '€', thousandsSeparator: ' ' },
      lines: ['1 234,56 €', '€ 1 234,56'],
      value: null,
    },
    { title: 'another number behind', lines: '$5 100% cotton', value: 5, source: '$5' },
    { title: 'another number with words behind', lines: 'Fee $45 365 days', value: 45, source: '$45' },
    { title: 'a percentage with a symbol is none', lines: '$1,875 %', value: null },
    { title: 'letters for digits', lines: ['$1,O00.00', '$ I,875,000.00', 'O.75'], value: null },
    {
      title: 'letters for digits within a number, or at its end',
      lines: ['$1O0.00', '$1OO', '$3S0', '$12.5O', '$1,000.0O'],
      value: null,
    },
    { title: 'letters that no digit is behind', lines: '$5.00S', value: 5 },
    { title: 'other signs for the separator', lines: ['$12:34', '$12;50', '$1..23'], value: null },
    { title: 'dots that lead to the next number', lines: '$5....23', value: 5 },
    {
      title: 'digits that a space has cut off',
      lines: ['$1, 875.20', '$1 ,875', '$1,875, 200.00'],
      value: null,
    },
    { title: 'an amount before a number of its own', lines: 'of $100, 200 days', value: 100 },
    { title: 'an amount before a rate', lines: '$125,000 .32 400', value: 125_000 },
    { title: 'a magnitude in the plural', lines: '$5 Millions', value: 5_000_000, source: '$5 Millions' },
    { title: 'a short billion', lines: '$3bn', value: 3_000_000_000 },
    {
      title: 'a magnitude of other languages',
      options: { currencySymbol: '€', decimalSeparator: ',' },
      lines: '1,5 Mio. €',
      value: 1_500_000,
      source: '1,5 Mio. €',
    },
    {
      title: 'a magnitude behind parentheses',
      options: { accountingNegative: 'default' },
      lines: 'Loss of $(1.5) million',
      value: -1_500_000,
      source: '$(1.5) million',
    },
    {
      title: 'parentheses without a sign',
      lines: '($1.5) million',
      value: 1_500_000,
      source: '($1.5) million',
    },
    { title: 'parentheses before a word', lines: '($1.5) miles', value: 1.5, source: '$1.5' },
    { title: 'behind a foreign symbol', lines: '€ 1,875', value: null },
    { title: 'before a foreign symbol', lines: '1,875 € net', value: null },
    { title: 'before a foreign symbol, relaxed', options: { relaxed: true }, lines: '75 £', value: null },
    { title: 'before a foreign amount', lines: '1,875.20 €90', value: 1875.2 },
    { title: 'before a dollar sign', lines: '1,875.20 $', value: 1875.2, source: '1,875.20', unit: '$' },
    {
      title: 'a configured symbol behind the amount',
      options: { currencySymbol: { '€': 'EUR', $: 'USD' }, decimalSeparator: ',' },
      lines: 'Summe -1.234,56 € netto',
      value: -1234.56,
      source: '-1.234,56 €',
      unit: 'EUR',
    },
    {
      title: 'a code behind the amount',
      options: { currencySymbol: 'EUR', requireCurrencySymbol: true },
      lines: ['7 EURO', '12.50 EUR'],
      value: 12.5,
      source: '12.50 EUR',
      unit: 'EUR',
    },
    {
      title: 'a symbol belongs to the amount behind it',
      options: { currencySymbol: '$' },
      lines: 'Tugs 2 $45.00',
      value: 45,
      source: '$45.00',
    },
    {
      title: 'in parentheses, with the symbol behind',
      options: { currencySymbol: '€', accountingNegative: 'bothParentheses' },
      lines: 'Gutschrift (12.50 €)',
      value: -12.5,
      source: '(12.50 €)',
    },
    {
      title: 'another space in a symbol',
      options: { currencySymbol: { 'R\u00a0$': 'BRL' } },
      lines: 'R $ 7',
      value: 7,
      unit: 'BRL',
    },
    {
      title: 'groups set apart, with the symbol behind',
      options: { currencySymbol: '€', thousandsSeparator: '\u202f', decimalSeparator: ',' },
      lines: 'Total 12 345 678,90 €',
      value: 12345678.9,
      source: '12 345 678,90 €',
    },
    { title: 'minus behind the symbol', lines: '$-9.10', value: -9.1 },
    { title: 'both minuses are one', lines: '-$-9.10', value: -9.1 },
    { title: 'a minus set apart, before a symbol', lines: '- $9.10', value: -9.1, source: '- $9.10' },
    {
      title: 'a minus set apart, before groups',
      lines: '- 14,192.78',
      value: -14192.78,
      source: '- 14,192.78',
    },
    { title: 'a minus set apart, before a bare amount', lines: '\u2212 45', value: -45, source: '\u2212 45' },
    {
      title: 'a minus set apart, relaxed',
      options: { relaxed: true },
      lines: '- 14192.78',
      value: -14192.78,
      source: '- 14192.78',
    },
    {
      title: 'a minus set apart, read by OCR',
      options: { relaxedWithCents: true },
      lines: '- 14.192.78',
      value: -14192.78,
      source: '- 14.192.78',
    },
    {
      title: 'a minus set apart, before parentheses',
      options: { accountingNegative: 'bothParentheses' },
      lines: '- (45.10)',
      value: -45.1,
      source: '- (45.10)',
    },
    {
      title: 'limits see the sign that is set apart',
      options: { minValue: 0 },
      lines: ['- $9.10', '$7'],
      value: 7,
    },
    { title: 'a minus set further apart is none', lines: '-  $9.10', value: 9.1, source: '$9.10' },
    { title: 'the mark of a list', lines: '- $9.10 for towage', value: 9.1, source: '$9.10' },
    { title: 'the mark of a list of amounts', lines: '- $9.10, $7', value: 9.1, source: '$9.10' },
    { title: 'a dash behind a word', lines: 'Towage - $9.10', value: 9.1, source: '$9.10' },
    {
      title: 'a dash behind a number',
      lines: '$5 - $9.10',
      tiebreaker: 'second',
      value: 9.1,
      source: '$9.10',
    },
    { title: 'a minus between a symbol and an amount', lines: '$ - 1,200.00', value: null },
    { title: 'a minus between a foreign symbol and an amount', lines: '\u20ac-1,200.00', value: null },
    { title: 'several in a line', lines: '$5 then $8', tiebreaker: '>', value: 8 },
    { title: 'magnitude set apart, at the end', lines: 'Bid $4 b.', value: 4e9, source: '$4 b' },
    { title: 'magnitude set apart, inside', lines: '$4 b or more', value: 4, source: '$4' },
    {
      title: 'longer symbols first',
      options: { currencySymbol: { $: 'USD', US$: 'US' } },
      lines: 'US$7',
      value: 7,
      source: 'US$7',
      unit: 'US',
    },
    {
      title: 'symbols in other letter case',
      options: { currencySymbol: { Kr: 'SEK' } },
      lines: 'KR 70',
      value: 70,
      unit: 'SEK',
    },
    {
      title: 'a symbol of letters stands apart',
      options: { currencySymbol: 'kr', requireCurrencySymbol: true },
      lines: 'krona70 akr 70',
      value: null,
    },
    {
      title: 'a symbol named like a member of objects',
      options: { currencySymbol: { constructor: 'C', default: 'D' } },
      lines: 'constructor 7',
      value: 7,
      unit: 'C',
    },
    {
      title: 'symbols required, relaxed or not',
      options: { requireCurrencySymbol: true, relaxed: true },
      lines: ['70', '$71'],
      value: 71,
    },
    {
      title: 'a map without default',
      options: { currencySymbol: { '€': 'EUR' } },
      lines: '1,000',
      value: 1000,
      unit: '$',
    },
    {
      title: 'grouping required below a thousand',
      options: { requireThousandsSeparator: true },
      lines: '$999',
      value: 999,
    },
    {
      title: 'grouping required before the magnitude',
      options: { requireThousandsSeparator: true },
      lines: '$9 million',
      value: 9e6,
    },
    { title: 'no fraction allowed', options: { maxDecimalDigits: 0 }, lines: ['$9.50', '$8'], value: 8 },
    { title: 'limits see the sign', options: { maxValue: -1 }, lines: ['$5', '-$5'], value: -5 },
    { title: 'limits see the magnitude', options: { minValue: 1000 }, lines: ['$5', '$2k'], value: 2000 },
    { title: 'false turns accounting off', options: { accountingNegative: false }, lines: '$5-', value: 5 },
    {
      title: 'parenthesis inside and out',
      options: { accountingNegative: 'default' },
      lines: 'x $ ( 5.00 ) y',
      value: -5,
      source: '$ ( 5.00 )',
    },
    {
      title: 'accounting with magnitude',
      options: { accountingNegative: 'default' },
      lines: '($5 million)',
      value: -5e6,
      source: '($5 million)',
    },
    {
      title: 'minus and parentheses are one',
      options: { accountingNegative: 'default' },
      lines: '(-$5)',
      value: -5,
    },
    { title: 'relaxed below a thousand', options: { relaxed: true }, lines: 'Mooring 75.00 each', value: 75 },
    { title: 'relaxed does not read times', options: { relaxed: true }, lines: '10:45', value: null },
    { title: 'relaxed does not read percentages', options: { relaxed: true }, lines: '45 %', value: null },
    {
      title: 'misread separators',
      options: { relaxedWithCents: true },
      lines: 'Sum $ 3.840,15 due',
      value: 3840.15,
      source: '$ 3.840,15',
    },
    {
      title: 'misread, negative',
      options: { relaxedWithCents: true },
      lines: '-$12 50',
      value: -12.5,
      source: '-$12 50',
    },
    {
      title: 'misread, three digits at the end',
      options: { relaxedWithCents: true },
      lines: '1.234.567',
      value: null,
    },
    {
      title: 'misread, overrides the other members',
      options: { relaxedWithCents: true, minValue: 1e6, currencySymbol: '€' },
      lines: '7.25',
      value: 7.25,
      unit: '$',
    },
  ]);

  for (const [mode, negative] of Object.entries(NEGATIVE)) {
    for (const relaxed of [false, true]) {
      it.each(DECORATIONS)(`${mode}, relaxed ${relaxed}: %s`, (text) => {
        const found = run({ id: 'currency', accountingNegative: mode, relaxed }, text);
        const isNegative = negative.includes(text);
        expect(found).toMatchObject({
          value: isNegative ? -1240.5 : 1240.5,
          source: isNegative ? text : '1,240.50',
        });
      });
    }
  }

  it.each(Object.entries(NEGATIVE))('bare amounts carry the decorations of %s only', (mode, negative) => {
    for (const text of DECORATIONS) {
      const bare = text.replace(',', '');
      const found = run({ id: 'currency', accountingNegative: mode }, bare) as { value: number } | null;
      if (negative.includes(text)) expect(found?.value).toBe(-1240.5);
      else expect(found?.value).toBe(bare === '1240.50' ? 1240.5 : undefined);
    }
  });
});

describe('a symbol between two numbers', () => {
  const type = { id: 'currency', currencySymbol: { '€': 'EUR', EUR: 'EUR' }, decimalSeparator: ',' };

  it.each([
    ['12,50 € 19 %', ['12,50 €']],
    ['12,50 € 3 Stück', ['12,50 €']],
    ['3 Stück 12,50 €', ['12,50 €']],
    ['12,50 € 2 25,00 €', ['12,50 €', '25,00 €']],
    ['12,50€ 25,00€', ['12,50€', '25,00€']],
    ['12,50 EUR -3,00 EUR', ['12,50 EUR', '-3,00 EUR']],
    ['€ 12,50 € 25,00', ['€ 12,50', '€ 25,00']],
    ['100 € €200', ['100 €', '€200']],
    ['12,50 €3', ['€3']],
    ['5 € 12,50', ['€ 12,50']],
    ['5 € 12', ['€ 12']],
  ])('a symbol between two numbers belongs to one of them: %s', (line, sources) => {
    const found = sources.map((_, i) => select(type, [line], i).value?.source);
    expect(found).toEqual(sources);
    expect(select(type, [line], sources.length).value).toBeNull();
  });
});

describe('a minus set apart', () => {
  const text = '- 14,192.78';
  const read = (lineText: string, piece = text) => {
    const line = oneLine(lineText);
    return runType(registry.compile('currency'), [{ text: piece, line }], undefined, strict).value?.value;
  };

  it.each(['- 14,192.78', 'Withdrawn: - 14,192.78'])('a minus set apart is a sign in %j', (line) => {
    expect(read(line)).toBe(-14192.78);
  });

  it.each(['Withdrawn - 14,192.78', '$500 - 14,192.78', '(net) - 14,192.78', '5% - 14,192.78'])(
    'a minus set apart is a dash in %j',
    (line) => {
      expect(read(line)).toBe(14192.78);
    },
  );

  it('gives no bare amount where it is a dash', () => {
    expect(read('Withdrawn - 45', '- 45')).toBeUndefined();
    expect(read('Withdrawn: - 45', '- 45')).toBe(-45);
  });

  it('a minus set apart is a dash where the text is not on the line as it is', () => {
    expect(read('Withdrawn  -  14,192.78')).toBe(14192.78);
  });
});

describe('a symbol set apart', () => {
  const read = (amount: string, symbol = '$', place: object = {}, options: object = {}) => {
    const lines = [
      oneLine(symbol, { width: 0.1, height: 0.15, ...place }),
      oneLine(amount, { left: 1.5, width: 1, height: 0.15 }),
    ];
    const type = registry.compile({ id: 'currency', ...options } as TypeReference);
    return runType(
      type,
      lines.map((line) => ({ text: line.text, line })),
      undefined,
      strict,
    ).value;
  };

  it('makes an amount of a number that is none by itself', () => {
    expect(read('1000000')).toEqual({ type: 'currency', source: '1000000', value: 1_000_000, unit: '$' });
    expect(read('45', '$', {}, { requireCurrencySymbol: true })).toMatchObject({ source: '45', value: 45 });
    expect(read('1000000', '€', {}, { currencySymbol: { '€': 'EUR' } })).toMatchObject({ unit: 'EUR' });
  });

  it.each([
    ['of another currency', '€', {}],
    ['in words', '$ in thousands', {}],
    ['in another row', '$', { top: 1.08 }],
    ['on the other side', '$', { left: 2.6 }],
    ['too far to the left', '$', { left: 0.3 }],
  ])('a symbol set apart is none where it is %s', (_, symbol, place) => {
    expect(read('1000000', symbol, place)).toBeNull();
  });

  it('makes none of what is more than a number', () => {
    expect(read('No. 1000000')).toBeNull();
    expect(read('1000000%')).toBeNull();
  });
});

describe('accountingCurrency', () => {
  table('accountingCurrency', [
    { title: 'anywhere in the line', lines: 'Balance 77 total', value: 77 },
    { title: 'in parentheses', lines: 'Balance (77.125)', value: -77.125, source: '(77.125)' },
    { title: 'without accounting', options: { accountingNegative: null }, lines: '(77)', value: 77 },
    { title: 'no magnitude', lines: ['$7 million', '$7k'], value: null },
  ]);
});

describe('periodDelimitedCurrency', () => {
  table('periodDelimitedCurrency', [
    { title: 'grouped', lines: 'Total 1.875,20', value: 1875.2 },
    { title: 'a symbol behind', lines: 'Summe 9,50 € netto', value: 9.5, source: '9,50 €' },
    { title: 'any of three symbols', lines: '£ 9,50', value: 9.5, source: '£ 9,50' },
    {
      title: 'one separator moves the other',
      options: { decimalSeparator: '.' },
      lines: '1,875.20',
      value: 1875.2,
    },
  ]);

  it('periodDelimitedCurrency has no unit unless a symbol is configured', () => {
    expect(run('periodDelimitedCurrency', '€7')).not.toHaveProperty('unit');
    expect(run({ id: 'periodDelimitedCurrency', relaxedWithCents: true }, '7,25')).not.toHaveProperty('unit');
    expect(run({ id: 'periodDelimitedCurrency', currencySymbol: '€' }, '7,25')).toMatchObject({ unit: '€' });
  });
});

const reason = (type: TypeReference, line: string) => {
  const selection = select(type, [line]);
  return selection.value === null ? selection.reason : 'a value';
};

it.each<[string, object, string]>([
  ['£12.50', {}, 'set "currencySymbol": "£" to read it'],
  ['EUR 12.50', {}, 'set "currencySymbol": "EUR" to read it'],
  ['£5', { currencySymbol: { $: 'USD' } }, 'set "currencySymbol": {"$":"USD","£":"£"} to read it'],
  ['£5', { currencySymbol: '$' }, 'set "currencySymbol": {"$":"$","£":"£"} to read it'],
  ['$1.234,56', {}, 'set "thousandsSeparator": "." and "decimalSeparator": "," to read it'],
  [
    '1.234,56 €',
    {},
    'set "currencySymbol": "€" and "thousandsSeparator": "." and "decimalSeparator": "," to read it',
  ],
  ['1,250', { requireCurrencySymbol: true }, 'set "requireCurrencySymbol": false to read it'],
  ['$1250', { requireThousandsSeparator: true }, 'set "requireThousandsSeparator": false to read it'],
  ['$5', { minValue: 10 }, 'set another "minValue" to read it'],
  ['$50', { maxValue: 10 }, 'set another "maxValue" to read it'],
  ['(500)', {}, 'set "accountingNegative": "default" to read it'],
  ["$1'234.50", {}, 'set "thousandsSeparator": "\'" to read it'],
  ['$1 234.56', {}, 'set "thousandsSeparator": " " to read it'],
  [
    '1 234,56 €',
    { currencySymbol: '€' },
    'set "thousandsSeparator": " " and "decimalSeparator": "," to read it',
  ],
  ['Towage 1875', {}, 'set "relaxed": true to read it'],
])('reasons of currency types: %s with %j: %s', (line, options, advice) => {
  expect(reason({ id: 'currency', ...options }, line)).toBe(
    `text was found, but no amount in it: "${line}"; ${advice}`,
  );
});

it.each(['no amount', '10:45', 'A12', '5%'])('reasons of currency types have no advice for %j', (line) => {
  expect(reason('currency', line)).toBe(`text was found, but no amount in it: "${line}"`);
});

it('advise only what makes an amount of the text', () => {
  expect(reason('currency', 'TOP floor')).not.toContain('currencySymbol');
  expect(reason({ id: 'currency', relaxedWithCents: true }, '£5')).not.toContain('set');
  expect(reason('periodDelimitedCurrency', '¥ 5')).toContain('"currencySymbol": "¥"');
  expect(reason('currency', `£5 ${'x'.repeat(500)}`)).not.toContain('set');
});
