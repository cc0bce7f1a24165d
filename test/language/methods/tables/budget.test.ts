import { afterEach, expect, test, vi } from 'vitest';
import { extract } from '../../../../src/index.js';
import { TableBudget } from '../../../../src/language/methods/tables/budget.js';

afterEach(() => vi.restoreAllMocks());

test('holds 500 tables of 500 pages, and no table at each of 10,000 lines', () => {
  const tables = (count: number, lines: number) => {
    const budget = new TableBudget();
    return Array.from({ length: count }, (_, at) => budget.take(lines - at * (lines / count))).every(Boolean);
  };
  expect(tables(500, 25_000)).toBe(true);
  expect(tables(10_000, 10_000)).toBe(false);
});

test('the budget of a document is used up by searches that find no table, which is reported', async () => {
  const small = new TableBudget(50_000);
  const { take } = TableBudget.prototype;
  vi.spyOn(TableBudget.prototype, 'take').mockImplementation((lines) => take.call(small, lines));
  const document = new TextEncoder().encode('some words of a line, 12.34 and more\n'.repeat(500));
  const method = { id: 'table', columns: [{ id: 'x', terms: ['x'] }] };
  const text = JSON.stringify({ fields: [{ id: 'value', anchor: 'words', type: 'table', method }] });
  const { parsed_document, errors } = await extract(document, text, undefined, { filename: 'a.txt' });
  expect(parsed_document).toEqual({ value: null });
  expect(errors).toMatchObject([{ type: 'unsupported', field_id: 'value' }]);
  expect(errors[0]!.message).toMatch(/at so many anchors .* give the method a stop/);
});
