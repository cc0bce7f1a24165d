import { describe, expect, it } from 'vitest';
import { chunksOf, scopeWithin } from '../../src/llm/chunks.js';
import { modelScope, onePerPage } from './scopes.js';

/** A line every quarter inch, so that no chunk is without text. */
const denseScope = (pages: number) =>
  modelScope(
    Array.from({ length: pages * 44 }, (_, i) => ({
      text: `line ${i}`,
      left: 1,
      top: (i % 44) * 0.25,
      height: 0.2,
      page: Math.floor(i / 44),
    })),
  );

describe('chunksOf', () => {
  it('cuts one page into three halves that overlap', () => {
    const chunks = chunksOf(denseScope(1), { size: 0.5, overlap: 0.5 });
    expect(chunks.map(({ start, end }) => [start, end])).toEqual([
      [0, 0.5],
      [0.25, 0.75],
      [0.5, 1],
    ]);
    expect(chunks.map(({ lines }) => lines.length)).toEqual([22, 22, 22]);
  });

  it('goes across pages', () => {
    const chunks = chunksOf(denseScope(3), { size: 0.5, overlap: 0.5 });
    expect(chunks).toHaveLength(11);
    expect(chunks[3]).toMatchObject({ start: 0.75, end: 1.25 });
    expect(new Set(chunks[3]!.lines.map((i) => (i < 44 ? 0 : 1)))).toEqual(new Set([0, 1]));
    expect(chunks.at(-1)!.end).toBe(3);
  });

  it('ends with the first chunk that reaches the end, cut there', () => {
    const spans = (pages: number, size: number, overlap: number) =>
      chunksOf(denseScope(pages), { size, overlap }).map(({ start, end }) => [start, end]);
    expect(spans(2, 1, 0.25)).toEqual([
      [0, 1],
      [0.75, 1.75],
      [1.5, 2],
    ]);
    expect(spans(1, 1, 0.5)).toEqual([[0, 1]]);
  });

  it('gives a line right on a boundary to the later chunk alone where chunks do not overlap', () => {
    const scope = onePerPage('in the middle');
    expect(chunksOf(scope, { size: 0.5, overlap: 0 })).toEqual([{ start: 0.5, end: 1, lines: [0] }]);
  });

  it('holds every line, also such that are over the edge of a page', () => {
    const scope = modelScope([
      { text: 'above', left: 1, top: -1 },
      { text: 'below', left: 1, top: 11.5 },
      { text: 'next', left: 1, top: 2, page: 1 },
    ]);
    const chunks = chunksOf(scope, { size: 1, overlap: 0 });
    expect(chunks.map(({ lines }) => lines.map((i) => scope.lines[i]!.text))).toEqual([
      ['above', 'below'],
      ['next'],
    ]);
  });

  it('leaves out chunks without text, and gives none for a scope without pages', () => {
    const scope = modelScope([
      { text: 'top', left: 1, top: 1 },
      { text: 'end', left: 1, top: 10, page: 2 },
    ]);
    expect(chunksOf(scope, { size: 0.5, overlap: 0 }).map(({ start }) => start)).toEqual([0, 2.5]);
    expect(chunksOf({ lines: [], pages: [] }, { size: 0.5, overlap: 0.5 })).toEqual([]);
  });

  it('counts pages of the scope after a window, and knows only its lines', () => {
    const scope = scopeWithin(denseScope(4), { startPage: 1, endPage: 3 });
    expect(scope.pages.map(({ index }) => index)).toEqual([1, 2]);
    const chunks = chunksOf(scope, { size: 1, overlap: 0 });
    expect(chunks.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(scope.lines[chunks[0]!.lines[0]!]!.page).toBe(1);
    expect(scopeWithin(scope, {}).lines).toHaveLength(scope.lines.length);
  });

  it('takes a window that ends with its first page for that page', () => {
    const pages = (window: object) => scopeWithin(denseScope(4), window).pages.map(({ index }) => index);
    expect(pages({ startPage: 2, endPage: 2 })).toEqual([2]);
    expect(pages({ endPage: 0 })).toEqual([0]);
  });
});
