import { describe, expect, it } from 'vitest';
import { pagesOf, preprocess, problems, texts, textsAfter } from './support.js';

const on = (page: number, text: string) => ({ text, left: 1, top: 1 + page / 10, page });
const THREE = pagesOf(on(0, 'Cover'), on(1, 'Rider A'), on(2, 'Rider B'));

describe('pageRange', () => {
  it.each([
    [{}, ['Cover', 'Rider A', 'Rider B']],
    [{ endPage: 1 }, ['Cover']],
    [{ startPage: 1, endPage: 9 }, ['Rider A', 'Rider B']],
  ])('pageRange keeps %j', async (range, kept) => {
    expect((await textsAfter(THREE, { type: 'pageRange', ...range })).flat()).toEqual(kept);
  });

  it('reports that no page is left', async () => {
    const { pages, warnings } = await preprocess(THREE, { type: 'pageRange', startPage: 3 });
    expect(pages).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'NO_PAGES_LEFT', path: 'preprocessors[0]' }]);
  });

  it('keeps the numbers of the original file on pages and lines', async () => {
    const { pages } = await preprocess(THREE, { type: 'pageRange', startPage: 2 });
    expect(pages.map((page) => [page.index, page.lines[0]?.page])).toEqual([[2, 2]]);
  });

  it('wants the end after the start', () => {
    expect(problems({ type: 'pageRange', startPage: 2, endPage: 2 })).toEqual(['preprocessors[0].endPage']);
    expect(problems({ type: 'pageRange', startPage: 2.9, endPage: 3 })).toEqual([]);
  });
});

describe('removePage', () => {
  it('removes the page of the first match, or of all', async () => {
    expect(await textsAfter(THREE, { type: 'removePage', match: 'rider' })).toEqual([['Cover'], ['Rider B']]);
    expect(await textsAfter(THREE, { type: 'removePage', match: 'rider', matchAll: true })).toEqual([
      ['Cover'],
    ]);
  });

  it('counts from the page of the match', async () => {
    const removing = (entry: object) => textsAfter(THREE, { type: 'removePage', ...entry });
    expect(await removing({ match: { type: 'first' }, pageOffset: 1 })).toEqual([['Cover'], ['Rider B']]);
    expect(await removing({ match: 'rider a', pageOffset: -1 })).toEqual([['Rider A'], ['Rider B']]);
    expect(await removing({ match: 'cover', pageOffset: 7 })).toEqual(texts(THREE));
  });

  it('takes a page without lines for the first page', async () => {
    const scan = pagesOf(on(1, 'Invoice'), on(2, 'Terms'));
    const entry = { type: 'removePage', match: { type: 'first' } };
    expect(await textsAfter(scan, entry)).toEqual([['Invoice'], ['Terms']]);
    expect(await textsAfter(scan, { ...entry, match: { type: 'first', minimumHeight: 0.1 } })).toEqual([
      [],
      ['Terms'],
    ]);
  });

  it('removes the page of the last element of a match', async () => {
    const match = ['cover', 'rider'].map((text) => ({ type: 'includes', text }));
    expect(await textsAfter(THREE, { type: 'removePage', match })).toEqual([['Cover'], ['Rider B']]);
  });

  it('reports that nothing matches, and that no page is left', async () => {
    const missed = await preprocess(THREE, { type: 'removePage', match: 'annex' });
    expect(missed.pages).toBe(THREE);
    expect(missed.warnings).toMatchObject([
      { code: 'PREPROCESSOR_NO_MATCH', path: 'preprocessors[0].match' },
    ]);
    const all = { type: 'regex', pattern: '.' };
    const emptied = await preprocess(THREE, { type: 'removePage', match: all, matchAll: true });
    expect(emptied.warnings).toMatchObject([{ code: 'NO_PAGES_LEFT' }]);
  });
});

describe('pageFilter', () => {
  const pages = pagesOf(on(0, 'premium'), on(1, 'premiums draft'), on(2, 'other'), on(3, 'premium limits'));
  const filter = (options: object) =>
    textsAfter(pages, { type: 'pageFilter', terms: ['premium'], ...options });

  it('keeps the best pages in their order, the earlier of equals', async () => {
    expect(await filter({ maxPages: 2 })).toEqual([['premium'], ['premiums draft']]);
    expect(await filter({ maxPages: 1, terms: ['limit', 'premium'] })).toEqual([['premium limits']]);
  });

  it('counts stop terms against a page', async () => {
    expect(await filter({ maxPages: 2, stopTerms: ['draft'] })).toEqual([['premium'], ['premium limits']]);
  });

  it('keeps all when there are not more', async () => {
    expect(await filter({ maxPages: 4 })).toEqual(texts(pages));
  });
});
