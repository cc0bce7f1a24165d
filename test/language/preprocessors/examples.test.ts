import { describe, expect, it } from 'vitest';
import { preprocessors } from '../../../src/language/preprocessors/index.js';
import { pagesOf, preprocess } from './support.js';

const TYPES = [
  'deskew',
  'ligature',
  'linearize',
  'mergeLines',
  'multicolumn',
  'nlp',
  'ocr',
  'pageFilter',
  'pageRange',
  'removeFooter',
  'removeHeader',
  'removeLines',
  'removePage',
  'rotatePage',
  'scale',
  'sort',
  'splitLines',
];

it('lists every preprocessor of the language once', () => {
  expect(preprocessors.map(({ id }) => id)).toEqual(TYPES);
});

describe.each(preprocessors)('$id', ({ id, examples }) => {
  it('every preprocessor has examples of itself', () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const { preprocessor } of examples) expect(preprocessor).toHaveProperty('type', id);
  });

  it.each(examples)('the example gives what it says: $title', async ({ lines, preprocessor, result }) => {
    const { pages, errors } = await preprocess(pagesOf(...lines), preprocessor);
    const found = pages.map((page, number) =>
      page.lines.map(({ text, left, top }, i) =>
        typeof result[number]?.[i] === 'string' ? text : { text, left, top },
      ),
    );
    expect(found).toEqual(result);
    expect(errors).toEqual([]);
  });
});
