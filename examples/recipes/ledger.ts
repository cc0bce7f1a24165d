/** Bank statements to a ledger: every transaction as a row, and only if the balances agree. */
import { readFile } from 'node:fs/promises';
import { defineConfig, extract } from 'anchorline';

const statement = defineConfig({
  fields: [
    {
      id: 'account',
      anchor: 'account number',
      match: 'mostFrequent',
      method: { id: 'label', position: 'right' },
    },
    { id: 'opening', anchor: 'opening balance', type: 'currency', method: { id: 'row' } },
    { id: 'closing', anchor: 'closing balance', type: 'currency', method: { id: 'row' } },
    {
      id: 'transactions',
      anchor: { match: { type: 'equals', text: 'transactions' } },
      method: {
        id: 'textTable',
        columns: [
          // Rows without a date are not transactions: headings, page numbers.
          {
            id: 'day',
            minX: 0.7,
            maxX: 1.5,
            type: { id: 'custom', pattern: '\\d\\d/\\d\\d' },
            isRequired: true,
          },
          { id: 'text', minX: 1.5, maxX: 5 },
          { id: 'amount', minX: 5, maxX: 6.3, type: 'accountingCurrency', isRequired: true },
          { id: 'balance', minX: 6.9, maxX: 7.8, type: 'accountingCurrency' },
        ],
        // Over all pages, to the end of the document.
        stop: { type: 'last' },
      },
    },
  ],
  computed_fields: [
    { id: 'rows', method: { id: 'zip', source_ids: ['transactions'] } },
    { id: 'table', method: { id: 'suppressOutput', source_ids: ['transactions'] } },
  ],
});

/** The opening balance and all amounts make the closing balance, to the cent. */
const balances = {
  description: 'The amounts lead from the opening to the closing balance',
  severity: 'error',
  // Without this, nothing would equal nothing.
  fields: ['opening', 'closing', 'rows'],
  condition: {
    '==': [
      {
        round: [{ '+': [{ var: 'opening.value' }, { reduce: [{ var: 'rows' }, sumOf('amount'), 0] }] }, 2],
      },
      { var: 'closing.value' },
    ],
  },
} as const;

function sumOf(column: string) {
  return { '+': [{ var: 'accumulator' }, { var: `current.${column}.value` }] };
}

/** The transactions of a statement. @throws Error the balances do not agree, or one is missing */
export async function ledger(bytes: Uint8Array) {
  const { parsed_document, validations = [] } = await extract(bytes, statement, undefined, {
    validations: [balances],
  });
  const [failed] = validations;
  if (failed) throw new Error(failed.message ?? failed.description);
  const { account, rows } = parsed_document;
  return (rows ?? []).map(({ day, text, amount }) => ({
    account: account?.value,
    day: day?.value ?? null,
    text: text?.value ?? null,
    amount: amount?.value ?? null,
  }));
}

const bytes = new Uint8Array(await readFile('fixtures/documents/bank-statement.pdf'));
for (const entry of await ledger(bytes)) console.log(JSON.stringify(entry));
