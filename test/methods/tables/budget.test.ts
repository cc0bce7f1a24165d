import { expect, test } from 'vitest';
import { extract } from '../../../src/index.js';
import { processorTime } from '../../support/processor-time.js';

test('a table at each of 30,000 lines, of which none is of a table', async () => {
  const document = new TextEncoder().encode('some words of a line, 12.34 and more\n'.repeat(30_000));
  const method = { id: 'table', columns: [{ id: 'x', terms: ['x'] }] };
  const text = JSON.stringify({ fields: [{ id: 'value', anchor: 'words', type: 'table', method }] });
  const started = processorTime();
  const { parsed_document, errors } = await extract(document, text, undefined, { filename: 'a.txt' });
  expect(parsed_document).toEqual({ value: null });
  expect(errors).toMatchObject([{ type: 'unsupported', field_id: 'value' }]);
  expect(errors[0]!.message).toMatch(/at so many anchors .* give the method a stop/);
  // Without a bound it is more than 100 s.
  expect(processorTime() - started).toBeLessThan(40_000);
}, 300_000);
