import { describe, expect, it, vi } from 'vitest';
import { DocumentError } from '../../../src/errors.js';
import type { ReadPage } from '../../../src/language/preprocessors/definition.js';
import type { Page } from '../../../src/page/document/model.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { pagesOf, preprocess, problems, texts } from './support.js';

const DRAWN = { points: [1, 1, 3, 1] };

/** A scan, a blank page, and a page with two lines and a drawing. */
function pages(): readonly Page[] {
  const lines = [
    { text: 'see', left: 1, top: 1, page: 2 },
    { text: 'picture', left: 1, top: 2, page: 2 },
  ];
  return documentFromLines(lines, [DRAWN, { ...DRAWN, page: 2 }]).pages;
}

/** Reads the number of the page on every page. */
function reader() {
  return vi.fn<ReadPage>(async (page) => {
    const { index } = page;
    const sketch = { text: `read ${index}`, left: 1, top: 1, page: index };
    return { page, lines: documentFromLines([sketch]).pages[index]!.lines, engine: 'fake' };
  });
}

const UPTO = (pageLinesLimit: number) => ({ type: 'ocr', pageLinesLimit });

describe('which pages are read', () => {
  it.each<[string, object, number[]]>([
    ['few lines and something drawn', { pageLinesLimit: 0 }, [0]],
    ['more lines', { pageLinesLimit: 2 }, [0, 2]],
    ['a match', { match: 'picture' }, [2]],
    ['an empty text, which every line meets', { match: '', matchAll: true }, [2]],
    ['a match or few lines', { match: 'picture', pageLinesLimit: 0 }, [0, 2]],
    ['the first page, although a scan', { match: { type: 'first' } }, [0]],
    ['counted from the first page', { match: { type: 'first' }, pageOffset: 2 }, [2]],
    ['outside the document', { match: { type: 'first' }, pageOffset: 3 }, []],
    [
      'all matches, one page earlier',
      { match: { type: 'regex', pattern: '.' }, matchAll: true, pageOffset: -1 },
      [1],
    ],
  ])('ocr reads the pages that it should: %s', async (_title, options, read) => {
    const ocr = reader();
    const { pages: after } = await preprocess(pages(), { type: 'ocr', ...options }, { ocr });
    expect(ocr.mock.calls.map(([page]) => page.index)).toEqual(read);
    expect(read.every((number) => texts(after)[number]?.join() === `read ${number}`)).toBe(true);
  });

  it('ocr reads no page twice', async () => {
    const ocr = reader();
    await preprocess(pages(), [UPTO(0), UPTO(5), { type: 'ocr', match: { type: 'first' } }], { ocr });
    expect(ocr.mock.calls.map(([page]) => page.index)).toEqual([0, 2]);
  });
});

it('takes the place of all text and of the flows', async () => {
  const entries = [
    { type: 'linearize', match: 'see', blocks: [{}] },
    { type: 'ocr', match: 'see' },
  ];
  const { pages: after } = await preprocess(pages(), entries, { ocr: reader() });
  expect(after[2]!.lines.map(({ text, flow }) => [text, flow])).toEqual([['read 2', 0]]);
  expect(after.map((page) => page.ocr)).toEqual([
    undefined,
    undefined,
    { engine: 'fake', part: 'page', words: 2 },
  ]);
});

it('what is read is read from the page as it is', async () => {
  const before = pagesOf({ text: 'side', left: 5, top: 1, angle: 90 }).map((page) => ({
    ...page,
    width: 8,
  }));
  const ocr = reader();
  await preprocess(
    before,
    [
      { type: 'rotatePage', match: 'side' },
      { type: 'ocr', match: 'side', engine: 'Google' },
    ],
    { ocr },
  );
  expect(ocr.mock.calls[0]![0]).toMatchObject({ width: 11, height: 8, rotation: 270 });
  expect(ocr.mock.calls[0]![1]).toMatchObject({ engine: 'Google' });
});

describe('without an answer', () => {
  it('reports that there is no engine: an error only where no text is left', async () => {
    const { pages: after, warnings, errors } = await preprocess(pages(), UPTO(5));
    expect(texts(after)).toEqual(texts(pages()));
    expect(errors).toMatchObject([
      { type: 'ocr', code: 'OCR_UNAVAILABLE', page: 0, path: 'preprocessors[0]' },
    ]);
    expect(warnings).toMatchObject([{ code: 'OCR_UNAVAILABLE', page: 2, path: 'preprocessors[0]' }]);
  });

  it('goes on after an engine that failed, or that has no pixels', async () => {
    const ocr: ReadPage = async (page) => {
      if (page.index === 0) throw new Error('no memory');
      return undefined;
    };
    const { pages: after, warnings, errors } = await preprocess(pages(), UPTO(5), { ocr });
    expect(texts(after)).toEqual(texts(pages()));
    expect(errors).toMatchObject([{ code: 'OCR_FAILED', message: expect.stringContaining('no memory') }]);
    expect(warnings).toMatchObject([{ code: 'OCR_UNAVAILABLE', page: 2 }]);
  });

  it('ends when the caller gave up', async () => {
    const ocr: ReadPage = async () => {
      throw new DocumentError('aborted', 'enough');
    };
    await expect(preprocess(pages(), UPTO(5), { ocr })).rejects.toThrow('enough');
  });
});

it('an ocr preprocessor must say which pages to read, and knows its engines', () => {
  expect(problems({ type: 'ocr', matchAll: true })).toEqual(['preprocessors[0]']);
  expect(problems({ type: 'ocr', pageLinesLimit: 1, engine: 'best' })).toEqual(['preprocessors[0].engine']);
  expect(problems({ type: 'ocr', pageLinesLimit: 1, engine: 'AMAZON' })).toEqual([]);
});

it('reads the other pages when it is unknown what is drawn on one', async () => {
  const broken = async () => {
    throw new Error('damaged');
  };
  const [first, ...others] = pages();
  const damaged = { ...first!, graphics: { ...first!.graphics!, images: broken, paths: broken } };
  const ocr = reader();
  const { errors } = await preprocess([damaged, ...others], UPTO(5), { ocr });
  expect(ocr.mock.calls.map(([page]) => page.index)).toEqual([2]);
  expect(errors).toEqual([]);
});
