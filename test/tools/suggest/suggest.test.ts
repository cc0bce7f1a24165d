import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createExtractor,
  type Document,
  documentFromLines,
  type LineSketch,
  parseConfig,
} from '../../../src/index.js';
import { builtInLanguage } from '../../../src/language/config/schema.js';
import { configText } from '../../../src/tools/suggest/config-text.js';
import { guessValues, simpleOnly } from '../../../src/tools/suggest/guess.js';
import { tokensOf, wordFit, wordsOfId } from '../../../src/tools/suggest/id-words.js';
import { shapeOf } from '../../../src/tools/suggest/patterns.js';
import { stretchesOf } from '../../../src/tools/suggest/stretches.js';
import { suggestFields } from '../../../src/tools/suggest/suggest.js';
import type { WantedValue } from '../../../src/tools/suggest/wanted.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

const suggest = (documents: readonly Document[], wanted: readonly WantedValue[], limit = 1) =>
  suggestFields(documents, wanted, {
    language: builtInLanguage(),
    limit,
    extract: (document, config) => extractor.extract(document, config),
  });

/** The first proposal for a value on one document. */
async function first(lines: readonly LineSketch[], value: string | number, more: Partial<WantedValue> = {}) {
  const [suggestion] = await suggest([documentFromLines(lines)], [{ values: [value], ...more }]);
  return suggestion?.proposals[0]?.field;
}

const line = (text: string, left: number, top: number): LineSketch => ({ text, left, top });

describe('suggestFields', () => {
  it('finds a caption in the line, beside and above the value', async () => {
    expect(await first([line('Account: 0012345', 1, 1)], '0012345')).toEqual({
      anchor: 'Account:',
      method: { id: 'label', position: 'right' },
    });
    const row = [line('Account', 1, 1), line('0012345', 4, 1)];
    expect(await first(row, '0012345')).toEqual({ anchor: 'Account', method: { id: 'row' } });
    const below = [line('Account', 1, 1), line('0012345', 1, 1.2)];
    expect(await first(below, '0012345')).toEqual({
      anchor: 'Account',
      method: { id: 'label', position: 'below' },
    });
  });

  it('takes types by the shape and the print of the value', async () => {
    const beside = (text: string) => [line('Caption', 1, 1), line(text, 4, 1)];
    expect(await first(beside('$1,200.00'), 1200)).toMatchObject({ type: 'currency' });
    expect(await first(beside('1,200'), '1200')).toMatchObject({ type: 'number' });
    expect(await first(beside('March 4, 2024'), '2024-03-04')).toMatchObject({ type: 'date' });
    expect(await first(beside('12 %'), 12)).toMatchObject({ type: 'percentage' });
    expect(await first(beside('(1,685.00)'), -1685)).toMatchObject({ type: { id: 'currency' } });
    expect(await first(beside('0012345'), '0012345')).not.toHaveProperty('type');
    expect(await first(beside('000'), '000')).not.toHaveProperty('type');
    expect(await first(beside('55'), '55', { type: 'string' })).not.toHaveProperty('type');
  });

  it('takes the heading that the id names before a caption that several rows have', async () => {
    const covers = ['Flood', 'Equipment breakdown', 'Theft'];
    const page = covers.flatMap((cover, i) => [
      line(cover, 1, 1 + i * 0.9),
      line('Limit:', 1.3, 1.3 + i * 0.9),
      line(`${i + 1},000`, 4, 1.3 + i * 0.9),
      line('Ded:', 1.3, 1.6 + i * 0.9),
      line('5,000', 4, 1.6 + i * 0.9),
    ]);
    const wanted = { id: 'equipment_breakdown.ded', type: 'string' };
    expect(await first(page, '5,000', wanted)).toEqual({
      anchor: {
        match: [
          { type: 'includes', text: 'Equipment breakdown' },
          { type: 'includes', text: 'Ded' },
        ],
      },
      method: { id: 'row' },
    });
  });

  it('takes an address whose form leaves a row empty', async () => {
    const page = [
      line('Applicant', 1, 1),
      line('14 Quay Street', 1, 1.2),
      line('Port Ellery', 1, 1.54),
      line('Agent', 1, 2.5),
    ].map((each) => ({ ...each, height: 0.1 }));
    expect(await first(page, '14 Quay Street Port Ellery', { id: 'applicant' })).toBeDefined();
  });

  it('takes the dates of a period for when it begins and ends', async () => {
    const page = [
      line('Effective date of this change:', 1, 1),
      line('08/03/2025', 4, 1),
      line('Policy period', 1, 2),
      line('08/03/2025 to 08/03/2026', 4, 2),
    ];
    expect(await first(page, '2025-08-03', { id: 'effective_date' })).toMatchObject({
      anchor: 'Policy period',
      method: { id: 'row' },
    });
    expect(await first(page, '2026-08-03', { id: 'expiration_date' })).toMatchObject({
      anchor: 'Policy period',
      method: { id: 'row', tiebreaker: 'second' },
    });
    // An id that names neither end goes by its captions.
    expect(await first(page, '2025-08-03', { id: 'change_date' })).toMatchObject({
      anchor: 'Effective date of this change',
    });
  });

  it('words behind an amount that begins a line are of that amount, not of the line below', async () => {
    const page = [
      line('Deductibles', 1, 1),
      line('$1,000 Wind and hail', 1, 1.2),
      line('$1,000 All other perils', 1, 1.4),
    ];
    const other = documentFromLines([
      line('Deductibles', 1, 1),
      line('$2,000 Wind and hail', 1, 1.2),
      line('$3,000 All other perils', 1, 1.4),
    ]);
    const [wind] = await suggest([documentFromLines(page)], [{ values: [1000], id: 'wind_hail' }]);
    const field = { id: 'wind_hail', ...wind?.proposals[0]?.field };
    const { parsed_document } = await extractor.extract(other, { fields: [field] } as never);
    expect(parsed_document).toMatchObject({ wind_hail: { value: 2000 } });
  });

  it('an id that counts alone means the copy of its number', async () => {
    const page = [
      line('Hydrant', 1, 1),
      line('FT', 1, 1.2),
      line('Agency', 1, 3),
      line('Hydrant', 1, 5),
      line('FT', 1, 5.2),
    ];
    const [suggestion] = await suggest([documentFromLines(page)], [{ values: ['FT'], id: 'hydrant_2' }]);
    expect(suggestion?.proposals[0]?.place.top).toBeCloseTo(5.2);
  });

  it('finds a number whose digits have a cell each, and an address whose lines are in pieces', async () => {
    const digits = [...'40718'].map((digit, i) => line(digit, 3 + i * 0.2, 1));
    expect(await first([line('Account number', 1, 1), ...digits], '4 0 7 1 8')).toEqual({
      anchor: 'Account number',
      method: { id: 'row' },
    });
    const address = [
      line('Agency', 1, 1),
      line('Harbour Pilots', 1, 1.15),
      line('Broker', 4, 1.15),
      line('Lisbon', 1, 1.3),
      line('ME 04250', 2, 1.3),
    ];
    expect(await first(address, 'Harbour Pilots Lisbon ME 04250', { type: 'string' })).toBeDefined();
  });

  it('suggestFields is not held up by long words before a value', async () => {
    const values = [{ values: ['9911'] }];
    const long = documentFromLines([line(`1 ${'abcdefgh'.repeat(2_000)} 1 due 9911 now`, 1, 1)]);
    const [suggestion] = await suggest([long], values);
    expect(suggestion?.proposals[0]?.field).toBeDefined();
    // One backtracking step for each way to cut the letters would never end.
    const ruled = documentFromLines([line(`Total ${'_'.repeat(60)} 4 units, 0 due`, 1, 1)]);
    await suggest([ruled], [{ values: [0] }]);
  });

  it('suggestFields is not held up by texts that patterns go over again and again', async () => {
    const texts = [
      'x'.repeat(30_000),
      `${'on '.repeat(20_000)}9`,
      `s ${'the '.repeat(20_000)}`,
      `${'a-'.repeat(20_000)}b`,
    ];
    const document = documentFromLines([...texts, 'Total 12'].map((text, i) => line(text, 1, 1 + i)));
    const [total] = await suggest([document], [{ id: 'ss_total', values: [12] }]);
    expect(total?.proposals[0]?.field.anchor).toBe('Total');
  });

  it('counts the values of a row, and distinguishes captions that come again', async () => {
    const rows = [line('Rent', 1, 1), line('900.00', 3, 1), line('1,080.00', 5, 1)];
    expect(await first(rows, 1080)).toMatchObject({
      anchor: 'Rent',
      method: { id: 'row', tiebreaker: 'second' },
    });
    const twice = [
      line('Landlord', 1, 1),
      line('Phone', 1, 1.3),
      line('555-0101', 3, 1.3),
      line('Tenant', 1, 2),
      line('Phone', 1, 2.3),
      line('555-0199', 3, 2.3),
    ];
    const field = await first(twice, '555-0199', { type: 'string' });
    expect(JSON.stringify(field)).toMatch(/Tenant|last/u);
  });

  it('the number of an id is the row of a table, whatever equal values are in its other rows', async () => {
    const heading = [line('Subject', 1, 1), line('Amount', 3, 1), line('Ded', 5, 1)];
    const row = (top: number, name: string, amount: string) => [
      line(name, 1, top),
      line(amount, 3, top),
      line('500', 5, top),
    ];
    const document = documentFromLines([
      ...heading,
      ...row(1.3, 'Boiler house', '40,000'),
      ...row(1.6, 'Granary', '25,000'),
      ...row(1.9, 'Mill', '90,000'),
    ]);
    const wanted = [1, 2, 3].map((number) => ({
      id: `cover.deductible_${number}`,
      values: ['500'],
      type: 'string',
    }));
    const found = await suggest([document], wanted);
    expect(found.map(({ proposals: [best] }) => best?.place.top.toFixed(1))).toEqual(['1.3', '1.6', '1.9']);
  });

  it('prefers the caption that the id speaks of', async () => {
    const lines = [line('Premium', 1, 1), line('$12.00', 4, 1), line('Total', 1, 2), line('$12.00', 4, 2)];
    expect(await first(lines, 12, { id: 'policy_total' })).toMatchObject({ anchor: 'Total' });
    expect(await first(lines, 12, { id: 'premium' })).toMatchObject({ anchor: 'Premium' });
  });

  it('never takes a wanted value as an anchor, nor a number out of a date', async () => {
    const lines = [line('Orla Haig', 1, 1), line('Leer', 1, 1.2), line('April 3, 2024', 1, 1.4)];
    const [name, place, three] = await suggest(
      [documentFromLines(lines)],
      [{ values: ['Orla Haig'] }, { values: ['Leer'] }, { values: [3] }],
    );
    expect(JSON.stringify([name?.proposals, place?.proposals])).not.toMatch(/"anchor":"(?:Orla|Leer)/u);
    expect(three?.proposals).toEqual([]);
    expect(three?.reason).toContain('is not on the document');
  });

  it('prefers what is right on all documents', async () => {
    const paper = (total: string, extra: readonly LineSketch[]) =>
      documentFromLines([...extra, line('Total', 1, 3), line(total, 4, 3), line('Thank you', 1, 3.2)]);
    const documents = [
      paper('$12.00', []),
      paper('$15.00', [line('Discount', 1, 2), line('$1.00', 4, 2)]),
      paper('$19.00', []),
    ];
    const [both] = await suggest(documents, [{ id: 'x', values: [12, 15] }]);
    expect(both?.proposals[0]).toMatchObject({
      field: { anchor: 'Total', type: 'currency', method: { id: 'row' } },
      exact: 2,
      plausible: 1,
      wrong: 0,
    });
  });

  it('takes null for a document that has no such value', async () => {
    const documents = [
      documentFromLines([line('Tax', 1, 1), line('$2.00', 4, 1)]),
      documentFromLines([line('Nothing', 1, 1)]),
    ];
    const [tax] = await suggest(documents, [{ values: [2, null] }]);
    expect(tax).toMatchObject({ id: 'tax', proposals: [{ exact: 2 }] });
  });

  it('proposes only what extracts exactly the value', async () => {
    const word = fc.constantFrom(
      'Total',
      'Date',
      'Rent',
      'Paid by',
      'Notes:',
      '12',
      '$4.00',
      '2024-01-02',
      'a b',
    );
    const sketch = fc.record({
      text: word,
      left: fc.integer({ min: 1, max: 6 }),
      top: fc.integer({ min: 4, max: 16 }).map((quarter) => quarter / 4),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(sketch, { minLength: 2, maxLength: 8 }), async (lines) => {
        const document = documentFromLines(lines);
        const wanted = [{ values: ['12'] }, { values: [4] }, { values: ['a b'] }];
        for (const { wanted: want, proposals } of await suggest([document], wanted)) {
          for (const { field } of proposals) {
            const config = extractor.parseConfig(JSON.stringify({ fields: [{ id: 'x', ...field }] }));
            const { x } = (await extractor.extract(document, config)).parsed_document as Record<
              string,
              unknown
            >;
            expect(String((x as { value: unknown }).value)).toBe(String(want.values[0]));
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('notations', () => {
  /** An invoice as it is printed in much of Europe. */
  const invoice = documentFromLines([
    line('Rechnungsnummer', 1, 1),
    line('20418773', 4, 1),
    line('Rechnungsdatum', 1, 1.4),
    line('25.12.2024', 4, 1.4),
    line('Netto', 1, 1.8),
    line('1.603,34', 4, 1.8),
    line('Gesamtbetrag', 1, 2.2),
    line('€ 1.907,97', 4, 2.2),
    line('Nachlass', 1, 2.6),
    line('12 ,50', 4, 2.6),
    line('Leveringsdatum', 1, 3),
    line('25-11-2024', 4, 3),
  ]);
  async function fieldAndValue(wanted: WantedValue) {
    const [suggestion] = await suggest([invoice], [wanted]);
    const field = suggestion?.proposals[0]?.field;
    if (!field) return { reason: suggestion?.reason };
    const { parsed_document } = await extractor.extract(
      invoice,
      parseConfig(JSON.stringify({ fields: [{ id: 'f', ...field }] })),
    );
    return { type: field.type, value: (parsed_document['f'] as { value: unknown } | null)?.value };
  }

  it('a plain value is found where it is printed in another notation, and its type reads that', async () => {
    expect(await fieldAndValue({ id: 'total', values: ['1907.97'] })).toEqual({
      type: { id: 'currency', currencySymbol: '€', thousandsSeparator: '.', decimalSeparator: ',' },
      value: 1907.97,
    });
    expect(await fieldAndValue({ id: 'net', values: [1603.34] })).toMatchObject({
      type: { thousandsSeparator: '.', decimalSeparator: ',' },
      value: 1603.34,
    });
    expect(await fieldAndValue({ id: 'date', values: ['2024-12-25'] })).toMatchObject({
      type: 'date',
      value: '2024-12-25T00:00:00.000Z',
    });
    expect(await fieldAndValue({ id: 'delivery', values: ['2024-11-25'] })).toMatchObject({
      type: { id: 'date', format: '%d-%m-%Y' },
      value: '2024-11-25T00:00:00.000Z',
    });
  });

  it('a value that is given as it is printed has the type that reads it, with its members', async () => {
    expect(await fieldAndValue({ id: 'total', values: ['€ 1.907,97'] })).toMatchObject({
      type: { id: 'currency', thousandsSeparator: '.' },
      value: 1907.97,
    });
    expect(await fieldAndValue({ id: 'date', values: ['25.12.2024'] })).toMatchObject({
      type: 'date',
    });
    expect(await fieldAndValue({ id: 'total', type: 'currency', values: ['1907.97'] })).toMatchObject({
      type: { id: 'currency', currencySymbol: '€' },
      value: 1907.97,
    });
  });

  it('a blank before a comma does not hide an amount', async () => {
    expect(await fieldAndValue({ id: 'discount', values: ['12.50'] })).toMatchObject({ value: 12.5 });
  });

  it('digits in a row are text first, and no telephone number', async () => {
    expect(await fieldAndValue({ id: 'invoice', values: ['20418773'] })).toEqual({
      type: undefined,
      value: '20418773',
    });
    const card = documentFromLines([line('Customer', 1, 1), line('2125550142', 4, 1)]);
    const [suggestion] = await suggest([card], [{ values: ['2125550142'] }], 10);
    expect(suggestion!.proposals.map(({ field }) => field.type)).not.toContain('phoneNumber');
  });

  it('a value whose characters are printed is not said to be away', async () => {
    expect(await fieldAndValue({ id: 'total', type: 'phoneNumber', values: ['1907.97'] })).toEqual({
      reason: expect.stringContaining(
        'its characters are on the document, but no form of the type phoneNumber',
      ),
    });
    expect(await fieldAndValue({ id: 'total', values: ['8888.88'] })).toEqual({
      reason: expect.stringContaining('it is not on the document as text'),
    });
  });
});

it('configText is a config that runs, with comments that no value can leave', async () => {
  const document = documentFromLines([line('Name', 1, 1), line('Ada\u2028" } ], // x', 4, 1)]);
  const suggestions = await suggest(
    [document],
    [{ id: 'name', values: ['Ada " } ], // x'] }, { values: ['none\n}'] }],
  );
  const text = configText(suggestions, ['a.pdf\n}'], {
    preprocessors: [{ type: 'removeLines', text: 'x' }],
  });
  expect(text.split('\n').filter((each) => each.trim().startsWith('//')).length).toBeGreaterThan(1);
  expect(() => parseConfig(configText(suggestions, ['a.pdf\n}']))).not.toThrow();
  expect(text).toContain('No field for');
});

it('guessValues takes what is beside captions', async () => {
  const document = documentFromLines([
    line('Invoice no.: FJ-1', 1, 1),
    line('Due date', 1, 2),
    line('April 3, 2024', 3, 2),
    line('Some prose that says nothing of interest to anybody at all.', 1, 3),
  ]);
  const { types } = builtInLanguage();
  const { wanted: guessed } = await guessValues(document, types);
  expect(guessed.map(({ values }) => values[0])).toEqual(['FJ-1', 'April 3, 2024']);
  const kept = simpleOnly(await suggest([document], guessed));
  expect(kept.map(({ id }) => id)).toEqual(['invoice_no', 'due_date']);
});

it('names a value by its own caption, not by one further away that is there but once', async () => {
  const rows = ['Pieces', 'Weight'].flatMap((caption, i) => [
    line(`${caption}:`, 1, 1 + i),
    line(`${i + 7}`, 2, 1 + i),
    line('Phone:', 4, 1 + i),
    line(`(123) 456-078${i}`, 5, 1 + i),
  ]);
  const document = documentFromLines(rows);
  const { wanted: guessed } = await guessValues(document, builtInLanguage().types);
  const kept = simpleOnly(await suggest([document], guessed));
  const phones = kept.filter(({ id }) => id.startsWith('phone'));
  expect(phones.map(({ wanted }) => wanted.values[0])).toEqual(['(123) 456-0780', '(123) 456-0781']);
  expect(JSON.stringify(phones[0]?.proposals[0]?.field.anchor)).toContain('Phone');
});

it('shapeOf is a pattern that matches the text that it was made of', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (text) => {
      expect(new RegExp(`^(?:${shapeOf(text)})$`).test(text)).toBe(true);
    }),
  );
  expect(shapeOf('AB-12 c')).toBe('[A-Z]+-\\d{2}\\s+[a-z]+');
});

describe('stretchesOf', () => {
  it('leaves dates, weekdays, amounts and addresses of mail out', () => {
    expect(stretchesOf('Beginning balance on Tuesday, June 10, 2021')).toEqual(['Beginning balance']);
    expect(stretchesOf('Pay period: Feb 1, 2022 - Feb 7, 2022 Pay Day: Feb 7, 2022')).toEqual([
      'Pay period:',
      '-',
      'Pay Day:',
    ]);
    expect(stretchesOf('Due May 3 of $ 4,200.00 to ada@example.org')).toEqual(['Due', '$']);
    expect(stretchesOf('Rent for May')).toEqual(['Rent for May']);
    expect(stretchesOf('SSN xxx-xx-1234')).toEqual(['SSN']);
    expect(stretchesOf('Monday hours')).toEqual(['Monday hours']);
  });
});

describe('wordFit', () => {
  const said = (id: string, text: string) =>
    wordFit(wordsOfId(id).words, tokensOf(text)).words.map((sure) => sure > 0.5);

  it('finds words of ids whole, shortened, by initials, joined and in capitals', () => {
    expect(wordsOfId('ssWages').words).toEqual(['ss', 'wages']);
    expect(wordsOfId('box12b').words).toEqual(['box', '12b']);
    expect(wordsOfId('item3.net pay')).toEqual({ words: ['item', '3', 'net', 'pay'], own: 2 });
    expect(said('ss_wages', 'Social security wages')).toEqual([true, true]);
    expect(said('married_joint', 'Married filing jointly')).toEqual([true, true]);
    expect(said('acct_no', 'Account number')).toEqual([true, true]);
    expect(said('fed_tax', 'Federal income tax withheld')).toEqual([true, true]);
    expect(said('annual_percentage_rate', 'APR')).toEqual([true, true, true]);
    expect(said('over_time', 'Overtime')).toEqual([true, true]);
    expect(said('dob', 'Date of birth')).toEqual([true]);
  });

  it('wordFit does not take employer for employee', () => {
    expect(said('employer_name', "Employee's name")).toEqual([false, true]);
    expect(said('insured', 'Insurer')).toEqual([false]);
  });
});
