import { expect, it } from 'vitest';
import { buildUtilityBill } from '../../../../fixtures/build/utility-bill.js';
import { createExtractor, parseConfig } from '../../../../src/index.js';
import { scripted } from '../../../../src/tools/models/index.js';

/** A model that takes the first column and the last of what it is shown. */
const model = () =>
  scripted(() => ({
    object: {
      headerRows: 1,
      columns: [
        { id: 'c1', source: 1 },
        { id: 'c2', source: 3 },
      ],
    },
  }));

async function read(method: object) {
  const extractor = createExtractor({ llm: { providers: { model: model() } } });
  const columns = [
    { id: 'charge', description: 'description of the charge' },
    { id: 'amount', description: 'amount of the charge', type: 'currency' },
  ];
  const fields = [{ id: 'charges', method: { id: 'nlpTable', columns, rewriteTable: false, ...method } }];
  const config = parseConfig(JSON.stringify({ fields }));
  try {
    const { parsed_document, trace = {} } = await extractor.extract(
      await buildUtilityBill(),
      config,
      undefined,
      { trace: true },
    );
    const [traced] = trace['charges']!;
    return {
      table: parsed_document['charges'],
      pages: traced!.regions.map(({ page }) => page),
      traced: traced!,
    };
  } finally {
    await extractor.close();
  }
}

it.each([
  ['of the whole document', {}],
  ['of one excerpt', { chunkCount: 1 }],
  [
    'of one excerpt of half a page that overlaps',
    { chunkCount: 1, chunkSize: 0.5, chunkOverlapPercentage: 0.5 },
  ],
  ['of a page', { chunkCount: 1, chunkSize: 1 }],
])('a table that running text on another page speaks of is chosen by its title %s', async (_, members) => {
  const { table, pages, traced } = await read({ description: 'delivery charges', ...members });
  expect(pages).toEqual([2]);
  expect(table).toMatchObject({
    columns: [
      {
        id: 'charge',
        values: ['Basic service', 'Distribution', 'Transmission', 'Storm fund'].map((value) => ({ value })),
      },
      { id: 'amount', values: [18, 32.77, 13.06, 0.7].map((value) => ({ value })) },
    ],
  });
  if ('chunkCount' in members) {
    const [chunk] = traced.model!.chunks;
    expect(chunk!.end).toBeGreaterThan(2);
  }
});
