/** The starters over documents of many layouts: what they read, and that they give null where they cannot know. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { createExtractor } from '../src/index.js';
import { documentFromLines } from '../src/reading/from-lines.js';
import { STARTERS, type Starter, starterText } from '../src/tools/cli/starters.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

/** Values of a document by a starter, dates as days and tables as rows; those that are null are left out. */
async function values(starter: Starter, document: Uint8Array | string): Promise<Record<string, unknown>> {
  const source = typeof document === 'string' ? drawn(document) : document;
  const config = extractor.parseConfig(await starterText(starter));
  const { parsed_document, errors } = await extractor.extract(source, config);
  expect(errors).toEqual([]);
  const plain = Object.entries(parsed_document).map(([id, value]) => [id, plainOf(value)] as const);
  return Object.fromEntries(plain.filter(([, value]) => value !== null));
}

/** A page with a text on it: what two blanks part is a line of its own, at its column. */
function drawn(text: string) {
  return documentFromLines(
    text.split('\n').flatMap((row, i) =>
      [...row.matchAll(/\S+(?: \S+)*/gu)].map(({ 0: line, index }) => ({
        text: line,
        left: 0.8 + index * 0.08,
        top: 1 + i * 0.2,
      })),
    ),
  );
}

interface Printed {
  readonly type: string;
  readonly value: unknown;
  readonly unit?: string;
  readonly columns?: readonly { readonly values: readonly (Printed | null)[] }[];
}

function plainOf(found: unknown): unknown {
  if (found === null) return null;
  const { type, value, unit, columns } = found as Printed;
  if (columns) {
    const cells = columns.map((column) => column.values.map((cell) => cell?.value ?? null));
    return cells[0]!.map((_, row) => cells.map((column) => column[row]));
  }
  if (type === 'date') return String(value).slice(0, 10);
  return unit === undefined ? value : `${value} ${unit}`;
}

const pdf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../fixtures/documents/${name}.pdf`, import.meta.url)));

it.each(STARTERS)('%s is a config without a fault', async (starter) => {
  const config = extractor.parseConfig(await starterText(starter));
  expect(extractor.validateConfig(config)).toEqual([]);
});

it('an invoice of the fixtures', async () => {
  const { items, ...others } = await values('invoice', pdf('invoice'));
  expect(others).toEqual({
    invoice_number: 'FJ-20418',
    invoice_date: '2024-03-04',
    due_date: '2024-04-03',
    total: '2601 $',
    subtotal: '2677 $',
  });
  expect(items).toHaveLength(5);
  expect((items as unknown[][])[0]).toEqual(['White oak shelving, 6 ft', '8', '$142.50', 1140]);
});

it('a bill with captions and values in one line', async () => {
  expect(await values('invoice', pdf('utility-bill'))).toMatchObject({
    due_date: '2024-04-12',
    total: '130.51 $',
  });
});

it.each([
  [
    'English, values under their captions',
    `
Invoice number    Invoice date     Due date
LC-0093           May 6, 2024      June 5, 2024

Subtotal          $410.00
Sales tax         $32.80
Total due         $442.80
`,
    {
      invoice_number: 'LC-0093',
      invoice_date: '2024-05-06',
      due_date: '2024-06-05',
      subtotal: '410 $',
      tax: '32.8 $',
      total: '442.8 $',
    },
  ],
  [
    'German',
    `
Rechnung Nr. 2024-118      Rechnungsdatum: 7. Mai 2024
Zahlbar bis 21.05.2024

Zwischensumme           1.200,00 €
zzgl. 19 % MwSt.          228,00 €
Gesamtbetrag            1.428,00 €
`,
    {
      invoice_number: '2024-118',
      invoice_date: '2024-05-07',
      due_date: '2024-05-21',
      subtotal: '1200 EUR',
      tax: '228 EUR',
      total: '1428 EUR',
    },
  ],
  [
    'French',
    `
Facture n° F-2210
Date de facture : 05/02/2024
Date d'échéance : 6 mars 2024

Total HT           350,00 €
TVA                 70,00 €
Total TTC          420,00 €
`,
    {
      invoice_number: 'F-2210',
      invoice_date: '2024-02-05',
      due_date: '2024-03-06',
      subtotal: '350 EUR',
      tax: '70 EUR',
      total: '420 EUR',
    },
  ],
  [
    'Spanish',
    `
Número de factura: A/88
Fecha: 12 de enero de 2024
Base imponible    1.000,00 €
IVA                 210,00 €
Total a pagar     1.210,00 €
`,
    {
      invoice_number: 'A/88',
      invoice_date: '2024-01-12',
      subtotal: '1000 EUR',
      tax: '210 EUR',
      total: '1210 EUR',
    },
  ],
  [
    'Dutch',
    `
Factuurnummer: 77-1
Factuurdatum: 3 maart 2024
Subtotaal          80,00 €
BTW                16,80 €
Te betalen         96,80 €
`,
    {
      invoice_number: '77-1',
      invoice_date: '2024-03-03',
      subtotal: '80 EUR',
      tax: '16.8 EUR',
      total: '96.8 EUR',
    },
  ],
])('an invoice in %s', async (_, document, expected) => {
  expect(await values('invoice', document)).toEqual(expected);
});

it.each([
  ['a tax number', 'Tax ID 12-3456789\nVAT no. 300\n'],
  ['the date of a due day', 'Invoice date            Due date: March 4, 2024\n'],
  ['a total of an order before it', 'Total before discount   $90.00\n'],
])('an invoice takes %s for nothing else', async (_, document) => {
  const { due_date, ...others } = await values('invoice', document);
  expect(others).toEqual({});
});

it.each([
  [
    'a total on its own line',
    'TOTAL             12.40\nCASH              20.00\nCHANGE             7.60\n',
    '12.4 none printed',
  ],
  ['an amount in the line of its caption', 'Total: RM 8.50\n', '8.5 MYR'],
  [
    'a grand total below a total',
    'TOTAL    10.00\nROUNDING 0.02\nGRAND TOTAL   10.02\n',
    '10.02 none printed',
  ],
  ['a total of items beside it', 'TOTAL QTY 3\nTOTAL ITEMS    4\nTOTAL       7.25\n', '7.25 none printed'],
  ['a decimal comma', 'SUMME    7,90 €\n', '7.9 EUR'],
])('a receipt with %s', async (_, document, total) => {
  expect(await values('receipt', document)).toMatchObject({ total });
});

it.each([
  ['day first where it cannot be month first', '25/12/2018 8:13 PM\n', '2018-12-25'],
  ['month first where it cannot be day first', '12/25/2018 8:13 PM\n', '2018-12-25'],
  ['by the name of its month', 'Mar 4, 2024\n', '2024-03-04'],
  ['month first on a receipt in dollars', '03/04/2024\nTOTAL   $4.00\n', '2024-03-04'],
  ['day first on a receipt in pounds', '03/04/2024\nTOTAL   £4.00\n', '2024-04-03'],
  ['null where nothing says its order', '03/04/2024\nTOTAL   4.00\n', undefined],
])('the date of a receipt is %s', async (_, document, date) => {
  expect((await values('receipt', document)).date).toBe(date);
});

it('a statement of the fixtures, with its list over four pages', async () => {
  const { transactions, ...others } = await values('bank-statement', pdf('bank-statement'));
  expect(others).toEqual({
    account_number: '0042-7719-38',
    period_start: '2023-09-01',
    period_end: '2023-09-30',
    opening_balance: '3412.75 $',
    closing_balance: '6736.75 $',
  });
  expect(transactions).toHaveLength(37);
});

it('a pay stub whose hours stand before the amount', async () => {
  const document = `
Pay period: 03/04/2024 - 03/17/2024       Pay date    03/22/2024
Earnings          Hours      Amount         YTD
Regular           80.00      2,000.00       12,000.00
Gross earnings    80.00      2,000.00       12,000.00
Net pay           1,544.20
`;
  expect(await values('pay-stub', document)).toEqual({
    pay_date: '2024-03-22',
    period_start: '2024-03-04',
    period_end: '2024-03-17',
    gross_pay: '2000 $',
    net_pay: '1544.2 $',
  });
});
