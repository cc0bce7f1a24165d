/** Fields proposed on one document of a layout give what another one of it says. */
import { afterAll, describe, expect, it } from 'vitest';
import {
  ACCOUNT_STATEMENTS,
  buildAccountStatement,
} from '../../../fixtures/build/layouts/account-statement.js';
import { APPLICATION_FORMS, buildApplicationForm } from '../../../fixtures/build/layouts/application-form.js';
import { buildPayStub, PAY_STUBS } from '../../../fixtures/build/layouts/pay-stub.js';
import { buildTaxForm, TAX_FORMS } from '../../../fixtures/build/layouts/tax-form.js';
import { buildWageForm, WAGE_FORMS } from '../../../fixtures/build/layouts/wage-form.js';
import { createExtractor, documentFromLines } from '../../../src/index.js';
import { proposeFields, proposeTables } from '../../../src/tools/authoring/propose.js';
import { anchorOf } from '../../../src/tools/suggest/anchor-text.js';
import type { Suggestion } from '../../../src/tools/suggest/suggest.js';
import { generatedTable } from '../../page/tables/generated-table.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

type Value = string | number | boolean;

/** Ids with the value on the first document, and on the second. */
type Wishes = Readonly<Record<string, readonly [Value, Value]>>;

interface Outcome {
  readonly suggestions: Readonly<Record<string, Suggestion<object>>>;
  /** What the first proposals give on the second document. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Asks for the values of the first document, and runs the first proposals on the second. */
async function transfer(documents: readonly Uint8Array[], wishes: Wishes): Promise<Outcome> {
  const [first, second] = await Promise.all(documents.map((bytes) => extractor.load(bytes)));
  const wanted = Object.entries(wishes).map(([id, [value]]) => ({ id, values: [value] }));
  const suggestions = await proposeFields([first!], wanted, { extractor });
  const fields = suggestions.flatMap(({ id, proposals: [best] }) => (best ? [{ id, ...best.field }] : []));
  const { parsed_document } = await extractor.extract(
    second!,
    extractor.parseConfig(JSON.stringify({ fields })),
  );
  const values = Object.fromEntries(
    Object.entries(parsed_document as Record<string, { value: unknown } | null>).map(([id, each]) => [
      id,
      each?.value,
    ]),
  );
  await Promise.all([first!.close(), second!.close()]);
  return { suggestions: Object.fromEntries(suggestions.map((each) => [each.id, each])), values };
}

/** The ids whose value is not that of the second document. */
function missed({ values }: Outcome, wishes: Wishes): string[] {
  return Object.entries(wishes).flatMap(([id, [, second]]) =>
    values[id] === second ? [] : [`${id}: ${String(values[id])}, not ${second}`],
  );
}

/** All proposed fields. */
function proposed({ suggestions }: Outcome): string {
  return JSON.stringify(
    Object.values(suggestions).flatMap(({ proposals }) => proposals.map(({ field }) => field)),
  );
}

describe('a wage form', async () => {
  const wishes: Wishes = {
    wages: ['48,500.00', 61240.5],
    fed_tax: ['5,214.36', 7030],
    ss_wages: ['48,500.00', 63740.5],
    ss_tax: ['3,007.00', 3951.91],
    medicare_wages: ['48,500.00', 64900],
    medicareTax: ['703.25', 941.05],
    box12a: ['2,400.00', 1150],
    box12b: [1906, 2210],
    ein: ['90-4471092', '90-1188230'],
    employee_ssn: ['900-55-0117', '900-55-0188'],
    'employee name': ['Maren Lindqvist', 'Tobias Renn'],
    state: ['OR', 'WA'],
    state_wages: ['48,500.00', 61000],
  };
  const outcome = await transfer(await Promise.all(WAGE_FORMS.map(buildWageForm)), wishes);
  it('a wage form is read by the words of the ids, where amounts are equal', () => {
    expect(missed(outcome, wishes)).toEqual([]);
    expect(outcome.suggestions['ss_wages']).toMatchObject({ places: 4 });
  });
  it('a wage form has no anchor in an address', () => {
    expect(proposed(outcome)).not.toMatch(/Larkspur|Tillamook|Astoria|Maren/u);
    expect(anchorOf(outcome.suggestions['box12b']!.proposals[0]!.field)).toEqual({
      match: { type: 'equals', text: '12b' },
    });
  });
});

describe('a pay stub', async () => {
  const wishes: Wishes = {
    vacation: ['0.00', 16],
    vacation_hours: ['0.00', 16],
    vacation_ytd: ['0.00', 360],
    overtime_current: ['0.00', 118.13],
    ytd_bonus: ['0.00', 275],
    regular_pay: ['1,800.00', 1440],
    ss_ytd: ['1,259.68', 1399.65],
    net_pay: ['1,498.10', 1886.65],
    pay_date: ['05/24/2024', '2024-06-21T00:00:00.000Z'],
    period_start: ['05/06/2024', '2024-06-03T00:00:00.000Z'],
    employee: ['Nadia Petrosyan', 'Orla Haig'],
  };
  const outcome = await transfer(await Promise.all(PAY_STUBS.map(buildPayStub)), wishes);
  it('a pay stub is read in the row and the column that the id names, where cells are equal', () => {
    expect(missed(outcome, wishes)).toEqual([]);
    expect(outcome.suggestions['vacation']!.places).toBeGreaterThan(6);
    expect(
      outcome.suggestions['vacation']!.proposals.map(({ place }) => `${place.left} ${place.top}`),
    ).toHaveLength(3);
  });
});

describe('a tax form', async () => {
  const wishes: Wishes = {
    total_tax: ['32', 937],
    total_payments: ['536', 1349],
    total_other_payments: ['51', 55],
    fed_withheld: ['410', 1204],
    education_credit: ['19', 40],
    overpaid: ['504', 412],
    line24: ['32', 937],
    dependents: ['2', 1],
    name: ['Maren Lindqvist', 'Tobias Renn'],
    married_joint: ['true', false],
    single: ['false', false],
    head_of_household: [false, true],
  };
  const outcome = await transfer(await Promise.all(TAX_FORMS.map(buildTaxForm)), wishes);
  it('a tax form is read beside its captions, not in numbers of lines', () => {
    expect(missed(outcome, wishes)).toEqual([]);
  });
  it('a tax form has boxes to tick for true and false, and no anchor in running text', () => {
    expect(outcome.suggestions['married_joint']!.proposals[0]!.field).toMatchObject({
      anchor: 'Married filing jointly',
      method: { id: 'checkbox', position: 'left' },
    });
    expect(proposed(outcome)).not.toMatch(/knowledge|statements|spouse has/u);
  });
});

describe('an account statement', async () => {
  const wishes: Wishes = {
    beginning_balance: ['1,204.18', 88.9],
    deposits: ['2,600.00', 3015.77],
    withdrawals: ['1,871.44', 2444.01],
    service_fee: ['12.00', 0],
    ending_balance: ['1,920.74', 660.66],
    acct_no: ['0044-7109-25', '0051-2230-08'],
    period_start: ['2021-06-10', '2022-03-03T00:00:00.000Z'],
    period_end: ['2021-07-09', '2022-04-02T00:00:00.000Z'],
  };
  const outcome = await transfer(await Promise.all(ACCOUNT_STATEMENTS.map(buildAccountStatement)), wishes);
  it('an account statement is read by captions without the dates in them', () => {
    expect(missed(outcome, wishes)).toEqual([]);
    expect(outcome.suggestions['beginning_balance']!.proposals[0]!.field).toEqual({
      anchor: 'Beginning balance',
      type: 'currency',
      method: { id: 'row' },
    });
  });
});

describe('an application', async () => {
  const wishes: Wishes = {
    renewal: ['true', false],
    new_business: ['false', true],
    corporation: ['true', false],
    partnership: ['false', true],
    fire_alarm: ['true', false],
    night_guard: ['false', true],
    smoker: ['false', true],
    'daytime phone': ['(971) 555-0186', '+15035550142'],
    applicant: ['Nadia Petrosyan', 'Orla Haig'],
  };
  const outcome = await transfer(await Promise.all(APPLICATION_FORMS.map(buildApplicationForm)), wishes);
  it('an application has boxes to tick before and after their captions, and answers in words', () => {
    expect(missed(outcome, wishes)).toEqual([]);
  });
  it('says what true and false lack', async () => {
    const document = await extractor.load(await buildApplicationForm(APPLICATION_FORMS[0]));
    const [none, other] = await proposeFields(
      [document],
      [{ values: [true] }, { id: 'bicycle', values: [true] }],
      { extractor },
    );
    expect([none!.reason, other!.reason]).toEqual([
      'true and false need an id that says which box to tick is meant',
      expect.stringContaining('no caption that says what the id says'),
    ]);
    await document.close();
  });
});

describe('without values', () => {
  /** Ids of what is proposed for a document, with the method of each. */
  async function guessed(bytes: Uint8Array): Promise<Record<string, unknown>> {
    const document = await extractor.load(bytes);
    const found = await proposeFields([document], undefined, { extractor });
    await document.close();
    return Object.fromEntries(found.map(({ id, proposals }) => [id, proposals[0]!.field.method?.id]));
  }

  it('takes tables as a whole, with their headings', async () => {
    expect(await guessed(await buildPayStub(PAY_STUBS[0]))).toEqual({
      employee: 'row',
      pay_period: 'row',
      pay_date: 'row',
      earnings: 'textTable',
      taxes: 'textTable',
      net_pay: 'row',
    });
    expect(await guessed(await buildAccountStatement(ACCOUNT_STATEMENTS[0]))).toMatchObject({
      beginning_balance: 'row',
      entries: 'textTable',
    });
  });

  it('takes headings over several columns, and rows of several lines', async () => {
    const { lines } = generatedTable({
      seed: 9,
      columns: 6,
      rows: 6,
      walls: 'rules',
      body: 'figures',
      nested: true,
      wrapped: true,
    });
    const document = documentFromLines(lines);
    const [found] = await proposeTables(document, { extractor });
    expect(found!.note).toMatch(/^6 rows of /u);
    expect(found!.proposals[0]!.field.method['columns']).toHaveLength(6);
  });

  it('gives a column of amounts their type where one of them is a credit in brackets, and leaves codes text', async () => {
    const rows = [
      ['Date', 'Code', 'Amount'],
      ['09/01/2025', '40718', '2,150.00'],
      ['09/02/2025', '40733', '-84.20'],
      ['09/03/2025', '40790', '(3.50)'],
      ['09/04/2025', '40791', '120.00'],
    ];
    const document = documentFromLines(
      rows.flatMap((row, y) => row.map((text, x) => ({ text, left: 1 + x * 2, top: 2 + y * 0.2 }))),
    );
    const [table] = await proposeTables(document, { extractor });
    const columns = table!.proposals[0]!.field.method['columns'] as { id: string; type?: unknown }[];
    expect(columns.map(({ type }) => type)).toEqual([
      'date',
      undefined,
      { id: 'currency', accountingNegative: 'default' },
    ]);
  });

  it('takes the table whose column holds several wanted values', async () => {
    const document = await extractor.load(await buildPayStub(PAY_STUBS[0]));
    const [table] = await proposeTables(document, { extractor });
    const config = JSON.stringify({ fields: [{ id: 't', ...table!.proposals[0]!.field }] });
    const { parsed_document } = await extractor.extract(document, extractor.parseConfig(config));
    const { columns } = parsed_document['t'] as unknown as { columns: { values: { value: unknown }[] }[] };
    const [first, second] = columns.at(-1)!.values.map(({ value }) => value as number);
    const wanted = [first!, second!].map((value) => ({ values: [value] }));
    const found = await proposeFields([document], wanted, { extractor });
    expect(found.map(({ id }) => id)).toContain(table!.id);
    const one = await proposeFields([document], wanted.slice(1), { extractor });
    expect(one.map(({ id }) => id)).not.toContain(table!.id);
    await document.close();
  });

  it('takes boxes with small captions, and boxes to tick', async () => {
    expect(await guessed(await buildWageForm(WAGE_FORMS[0]))).toMatchObject({
      wages_tips_other_compensation: 'label',
      social_security_wages: 'label',
      employee_s_name: 'label',
      state: 'label',
    });
    expect(await guessed(await buildApplicationForm(APPLICATION_FORMS[0]))).toMatchObject({
      applicant: 'label',
      renewal: 'checkbox',
      fire_alarm: 'checkbox',
    });
  });
});
