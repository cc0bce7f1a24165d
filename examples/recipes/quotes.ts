/** Quotes of many carriers as one table: a config for each layout, the same ids in all of them. */
import {
  type BestFitResult,
  type Document,
  type DocumentType,
  documentFromLines,
  extractBestFit,
} from 'anchorline';

const quotes: DocumentType = {
  name: 'quote',
  // A document that no fingerprint fits is refused; by default the config that fills most fields is taken.
  fingerprint_mode: 'strict',
  configs: [
    {
      name: 'north_mutual',
      config: {
        // What every quote of this carrier says, and no other.
        fingerprint: { tests: [{ page: 'first', match: ['north mutual', 'annual premium'] }] },
        fields: [
          { id: 'premium', anchor: 'annual premium', type: 'currency', method: { id: 'row' } },
          { id: 'deductible', anchor: 'deductible', type: 'currency', method: { id: 'row' } },
        ],
      },
    },
    {
      name: 'harbor',
      config: {
        fingerprint: { tests: [{ page: 'first', match: ['harbor insurance', 'your price'] }] },
        fields: [
          // This carrier quotes the price of a month.
          {
            id: 'monthly',
            anchor: 'your price',
            type: 'currency',
            method: { id: 'label', position: 'below' },
          },
          { id: 'deductible', anchor: 'you pay first', type: 'currency', method: { id: 'row' } },
        ],
        computed_fields: [
          {
            id: 'premium',
            method: { id: 'customComputation', jsonLogic: { '*': [{ var: 'monthly.value' }, 12] } },
          },
          { id: 'hidden', method: { id: 'suppressOutput', source_ids: ['monthly'] } },
        ],
      },
    },
  ],
};

/** The quotes side by side, the cheapest first; those that no config fits are shown by their error. */
export async function compare(documents: readonly Document[]): Promise<Row[]> {
  const results = await Promise.allSettled(documents.map((document) => extractBestFit(document, quotes)));
  return results
    .map((each): Row => (each.status === 'rejected' ? { error: String(each.reason) } : rowOf(each.value)))
    .sort((a, b) => (a.premium ?? Infinity) - (b.premium ?? Infinity));
}

interface Row {
  readonly carrier?: string;
  readonly premium?: number | undefined;
  readonly deductible?: number | undefined;
  readonly error?: string;
}

function rowOf({ configuration, parsed_document }: BestFitResult): Row {
  return {
    carrier: configuration,
    premium: numberIn(parsed_document['premium']),
    deductible: numberIn(parsed_document['deductible']),
  };
}

function numberIn(value: unknown): number | undefined {
  const { value: number } = (value ?? {}) as { readonly value?: unknown };
  return typeof number === 'number' ? number : undefined;
}

// Documents without a file, for tests; in your program these are bytes.
const north = documentFromLines([
  { text: 'North Mutual', left: 1, top: 1 },
  { text: 'Annual premium', left: 1, top: 2 },
  { text: '$1,260.00', left: 4, top: 2 },
  { text: 'Deductible', left: 1, top: 2.3 },
  { text: '$500', left: 4, top: 2.3 },
]);
const harbor = documentFromLines([
  { text: 'Harbor Insurance', left: 1, top: 1 },
  { text: 'Your price a month', left: 1, top: 2 },
  { text: '$99.50', left: 1, top: 2.2 },
  { text: 'You pay first', left: 1, top: 3 },
  { text: '$750', left: 4, top: 3 },
]);
const letter = documentFromLines([{ text: 'Dear customer', left: 1, top: 1 }]);
for (const row of await compare([north, harbor, letter])) console.log(JSON.stringify(row));
