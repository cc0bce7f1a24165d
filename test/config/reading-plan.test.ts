import { describe, expect, it } from 'vitest';
import { checkedConfig } from '../../src/config/parse.js';
import { readingPlan } from '../../src/config/reading-plan.js';
import { builtInLanguage, createLanguage } from '../../src/config/schema.js';
import { defineMethod } from '../../src/methods/definition.js';
import { definePreprocessor } from '../../src/preprocessors/definition.js';

const PAGES = 20;
const FIELD = { id: 'total', anchor: 'total', method: { id: 'row' } };

function plan(config: object, told: object = {}, language = builtInLanguage()) {
  const checked = checkedConfig(JSON.stringify({ fields: [FIELD], ...config }), language);
  return readingPlan(checked, language, PAGES, { trace: false, ...told });
}

const stretchOf = (...preprocessors: object[]) => plan({ preprocessors })?.stretch;
const range = (startPage?: number, endPage?: number) => ({ type: 'pageRange', startPage, endPage });

describe('the pages that fields may see', () => {
  it('are all without preprocessors', () => {
    expect(plan({})).toEqual({ stretch: { from: 0, to: PAGES }, preprocessors: [] });
  });

  it('are those of a page range, each within the one before', () => {
    expect(stretchOf(range(2, 5))).toEqual({ from: 2, to: 5 });
    expect(stretchOf(range(2))).toEqual({ from: 2, to: PAGES });
    expect(stretchOf(range(2, 9), range(1, 3))).toEqual({ from: 3, to: 5 });
    expect(stretchOf(range(2, 4), range(1, 30))).toEqual({ from: 3, to: 4 });
    expect(stretchOf(range(2), range(undefined, 3))).toEqual({ from: 2, to: 5 });
    expect(stretchOf(range(18, 40))).toEqual({ from: 18, to: PAGES });
  });

  it('keep the preprocessors that work page by page, in order', () => {
    const [first, last] = [
      { type: 'splitLines', minSpaces: 3 },
      { type: 'removeFooter', offsetY: -1 },
    ];
    const found = plan({ preprocessors: [first, range(1), last] });
    expect(found?.preprocessors).toEqual([first, last]);
  });
});

describe('all pages are read first', () => {
  it('where page ranges leave none, which is told', () => {
    expect(stretchOf(range(PAGES))).toBeUndefined();
    expect(stretchOf(range(0, 2), range(1), range(1))).toBeUndefined();
  });

  it.each<[string, object]>([
    ['a repeated header', { type: 'removeHeader' }],
    ['a header that ends at a line', { type: 'removeHeader', match: 'a', offsetY: 1 }],
    ['a header that begins on a later page', { type: 'removeHeader', startsOnPage: 2, offsetY: 1 }],
    ['lines of pages with a match', { type: 'splitLines', minSpaces: 2, match: 'a' }],
    ['pages that are removed by their lines', { type: 'removePage', match: 'a' }],
    ['lines that are removed', { type: 'removeLines', match: 'a' }],
    ['OCR', { type: 'ocr', match: 'a' }],
    ['pages that are scaled', { type: 'scale', perPage: true, samples: [{ match: 'a', targetHeight: 1 }] }],
  ])('for %s', (_, preprocessor) => {
    expect(stretchOf(preprocessor)).toBeUndefined();
  });

  it.each([
    ['the trace', {}, { trace: true }],
    ['a host that is shown the pages', {}, { onPages: () => undefined }],
    ['the text', { verbosity: 3 }, {}],
  ])('for %s', (_, config, told) => {
    expect(plan(config, told)).toBeUndefined();
  });

  it('for fields that ask language models, wherever they stand', () => {
    const group = { method: { id: 'queryGroup', queries: [{ id: 'asked', description: 'the total' }] } };
    const branch = { method: { id: 'conditional', condition: true, fieldsOnPass: [group] } };
    const sections = { id: 's', type: 'sections', range: { anchor: 'a' }, fields: [group] };
    for (const field of [group, branch, sections]) expect(plan({ fields: [field] })).toBeUndefined();
  });

  it('for a method of a host, also under the id of a built-in one', () => {
    const method = defineMethod({
      id: 'row',
      summary: '',
      anchor: 'required',
      options: () => ({}),
      capture: ({ scope }) => ({ pieces: [{ text: scope.lines[0]!.text, line: scope.lines[0]! }] }),
      examples: [],
    });
    expect(plan({}, {}, createLanguage({ methods: [method] }))).toBeUndefined();
  });
});

it('conditions, sections and computed fields look where their fields look', () => {
  const branch = {
    method: { id: 'conditional', condition: { exists: [{ var: 'total' }] }, fieldsOnPass: [FIELD] },
  };
  const sections = { id: 's', type: 'sections', range: { anchor: 'a' }, fields: [FIELD] };
  const computed = { id: 'both', method: { id: 'concat', source_ids: ['total'] } };
  const named = { type: 'anchorDefinition', name: 'a', anchor: 'a' };
  expect(plan({ fields: [named, FIELD, branch, sections, computed] })).toBeDefined();
});

it('a preprocessor of a host says whether it works page by page', () => {
  const of = (isPageByPage?: () => boolean) =>
    definePreprocessor({
      id: 'own',
      summary: '',
      options: () => ({}),
      apply: (pages) => pages,
      ...(isPageByPage && { isPageByPage }),
      examples: [],
    });
  const planWith = (isPageByPage?: () => boolean) =>
    plan({ preprocessors: [{ type: 'own' }] }, {}, createLanguage({ preprocessors: [of(isPageByPage)] }));
  expect(planWith()).toBeUndefined();
  expect(planWith(() => false)).toBeUndefined();
  expect(planWith(() => true)).toBeDefined();
});
