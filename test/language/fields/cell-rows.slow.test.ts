import { expect, it } from 'vitest';
import { processorTime } from '../../support/processor-time.js';
import { run, spreadsheet } from './support.js';

it('a cellRows field takes 50,000 rows in a moment', async () => {
  const many = Array.from({ length: 50_000 }, (_, i) => [`item ${i}`, String(i)]);
  const sheet = spreadsheet([['Item', 'in store'], ...many]);
  const cell = (id: string, header: string) => ({ id, method: { id: 'cell', header } });
  const fields = [cell('item', 'item'), { ...cell('amount', 'in store'), type: 'number' }];
  const begun = processorTime();
  const { values } = await run(sheet, {
    fields: [{ id: 'stock', type: 'cellRows', headerRow: 'item', fields }],
  });
  expect(processorTime() - begun).toBeLessThan(5_000);
  expect(values['stock']).toHaveLength(50_000);
});
