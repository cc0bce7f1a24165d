import { afterAll, expect, it } from 'vitest';
import { createExtractor, documentFromLines } from '../../../../src/index.js';

const extractor = createExtractor();
afterAll(() => extractor.close());

async function reason(...dates: readonly string[]): Promise<string | undefined> {
  const document = documentFromLines([
    { text: 'History', left: 1, top: 1 },
    ...dates.map((text, row) => ({ text, left: 1, top: 1.3 + row / 4 })),
    ...dates.map((_, row) => ({ text: 'Fee', left: 3, top: 1.3 + row / 4 })),
  ]);
  const columns = [
    { id: 'date', minX: 0.9, maxX: 2, type: 'date', isRequired: true },
    { id: 'text', minX: 2.9, maxX: 4 },
  ];
  const field = { id: 'rows', anchor: 'history', method: { id: 'textTable', columns } };
  const config = extractor.defineConfig({ fields: [field] } as never);
  const { trace } = await extractor.extract(document, config, undefined, { trace: true });
  return trace?.['rows']?.[0]?.reason;
}

const NONE = 'every row was left out: no value in the required column "date"';

it('a table without rows shows what is no value of the required column, past the heading', async () => {
  expect(await reason('Date', '7/20', '7/21')).toBe(`${NONE}; "7/21" is not a date`);
  expect(await reason('', '')).toBe(NONE);
});
