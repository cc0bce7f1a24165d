import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documentFromLines, loadDocument } from '../../../src/index.js';
import type { Document, Line } from '../../../src/page/document/model.js';
import { sliceDocument } from '../../../src/page/document/slice.js';

const pages = (count: number) =>
  documentFromLines(
    Array.from({ length: count }, (_, page) => ({ text: `page ${page}`, page, left: 1, top: 1 })),
    [{ points: [1, 1, 2, 2], page: count - 1 }],
  );

const texts = ({ pages: all }: Document) =>
  all.map(({ index, lines }) => `${index}: ${lines.map(({ text, page }) => `${text} (${page})`).join()}`);

it('counts pages and lines from its first page', () => {
  const slice = sliceDocument(pages(4), 1, 2);
  expect(texts(slice)).toEqual(['0: page 1 (0)', '1: page 2 (1)']);
  expect(slice.pageCount).toBe(2);
});

it('keeps all else of its lines', () => {
  const document = pages(2);
  const [line] = sliceDocument(document, 1, 1).pages[0]!.lines;
  const members = (each: Line | undefined) => JSON.parse(JSON.stringify(each)) as object;
  expect({ ...members(line), page: 1 }).toEqual(members(document.pages[1]!.lines[0]));
  expect(line!.words).toEqual(document.pages[1]!.lines[0]!.words);
});

it('a slice of a document of all pages has the very same pages', () => {
  const document = pages(2);
  const { pages: all } = sliceDocument(document, 0, 1);
  expect(all[0]).toBe(document.pages[0]);
  expect(all[1]).toBe(document.pages[1]);
});

it('a slice of a document has the warnings and errors of its pages, and those of no page', () => {
  const document: Document = {
    ...pages(3),
    warnings: [
      { code: 'A', message: 'of the file' },
      { code: 'B', message: 'of page 0', page: 0 },
      { code: 'C', message: 'of page 2', page: 2 },
    ],
    errors: [{ type: 'ocr', code: 'D', message: 'of page 1', page: 1 }],
  };
  const slice = sliceDocument(document, 2, 2);
  expect(slice.warnings).toEqual([
    { code: 'A', message: 'of the file' },
    { code: 'C', message: 'of page 2', page: 0 },
  ]);
  expect(slice).not.toHaveProperty('errors');
  expect(sliceDocument(document, 1, 2).errors).toEqual([
    { type: 'ocr', code: 'D', message: 'of page 1', page: 0 },
  ]);
});

it('ends with its document, and does not end it', async () => {
  const document = pages(2);
  const slice = sliceDocument(document, 1, 1);
  await slice.close();
  expect(document.isClosed()).toBe(false);
  expect(await slice.pages[0]!.graphics!.paths()).toHaveLength(1);
  await document.close();
  expect(slice.isClosed()).toBe(true);
  await expect(slice.pages[0]!.graphics!.paths()).rejects.toMatchObject({ code: 'closed' });
});

it('a slice of a document has the form fields of its own pages', async () => {
  const bytes = readFileSync(new URL('../../../fixtures/documents/fillable.pdf', import.meta.url));
  const document = await loadDocument(new Uint8Array(bytes));
  try {
    const [first] = document.pages;
    const moved = { ...document, pages: [first!, { ...first!, index: 1 }], pageCount: 2 };
    const own = await sliceDocument(moved, 0, 0).pages[0]!.graphics!.formFields();
    const behind = await sliceDocument(moved, 1, 1).pages[0]!.graphics!.formFields();
    expect(own.length).toBeGreaterThan(0);
    expect(behind).toEqual(own.map((field) => ({ ...field, page: -1 })));
  } finally {
    await document.close();
  }
});

it.each([
  [-1, 0],
  [0, 3],
  [2, 1],
  [0.5, 1],
  [0, Number.NaN],
])('a slice of a document from %d to %d is refused', (from, to) => {
  expect(() => sliceDocument(pages(3), from, to)).toThrow(RangeError);
});
