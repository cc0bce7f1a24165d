import { expect, it } from 'vitest';
import { checkedConfig } from '../../../src/language/config/parse.js';
import { keptPages } from '../../../src/language/config/reading-plan.js';
import { builtInLanguage, createLanguage } from '../../../src/language/config/schema.js';
import { definePreprocessor } from '../../../src/language/preprocessors/definition.js';

function kept(preprocessors: readonly object[], language = builtInLanguage()) {
  return keptPages(checkedConfig(JSON.stringify({ fields: [], preprocessors }), language), language);
}

const range = (startPage?: number, endPage?: number) => ({ type: 'pageRange', startPage, endPage });

it('the pages that a config keeps are those of a page range, each within the one before', () => {
  expect(kept([range(2, 5)])).toEqual({ from: 2, to: 5 });
  expect(kept([range(2)])).toEqual({ from: 2 });
  expect(kept([range(2, 9), range(1, 3)])).toEqual({ from: 3, to: 5 });
  expect(kept([range(2, 4), range(1, 30)])).toEqual({ from: 3, to: 4 });
  expect(kept([range(2), range(undefined, 3)])).toEqual({ from: 2, to: 5 });
  expect(kept([range(2), range(3)])).toEqual({ from: 5 });
});

it('the pages that a config keeps are said by page ranges before all other preprocessors', () => {
  expect(kept([range(1), { type: 'sort' }, range(1)])).toEqual({ from: 1 });
  expect(kept([{ type: 'removeHeader' }, range(1)])).toBeUndefined();
  expect(kept([])).toBeUndefined();
});

it('the pages that a config keeps are also said by preprocessors of a host', () => {
  const firstPage = definePreprocessor({
    id: 'firstPage',
    summary: 'Keeps the first page',
    options: () => ({}),
    apply: (pages) => pages.slice(0, 1),
    keptPages: () => ({ from: 0, to: 1 }),
    examples: [],
  });
  expect(kept([{ type: 'firstPage' }], createLanguage({ preprocessors: [firstPage] }))).toEqual({
    from: 0,
    to: 1,
  });
});
