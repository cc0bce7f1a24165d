/** Slices of what a field can see, from which the excerpts that a model reads are chosen. */
// See docs/language/08-language-models.md#844-chunks
import type { Line, Page } from '../page/document/model.js';
import { renderLines, textOfRows } from './render.js';

/** What a field can see: lines in document order, on pages in order. */
export interface ModelScope {
  readonly lines: readonly Line[];
  readonly pages: readonly Pick<Page, 'index' | 'width' | 'height'>[];
}

/** Pages of a scope, counted from 0 among those that it has: the first that counts, and the first that does not any more. */
export interface PageWindow {
  readonly startPage?: number | undefined;
  readonly endPage?: number | undefined;
}

interface ChunkOptions {
  /** Height of a chunk, in pages. */
  readonly size: number;
  /** Share of a chunk that the next one repeats, 0 to less than 1. */
  readonly overlap: number;
}

/**
 * A slice of a scope. Positions count pages of the scope from its top: 1.25 is a quarter down its second page.
 */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  /** Positions of its lines in the scope. */
  readonly lines: readonly number[];
}

/** First page behind a window; undefined where it has no end. A window that ends with its first page is that page. */
// See docs/language/08-language-models.md#821-shared-members
export function windowEnd({ startPage = 0, endPage }: PageWindow): number | undefined {
  return endPage === undefined ? undefined : Math.max(endPage, startPage + 1);
}

/** The scope without the pages outside of a window, and without the lines on them. */
export function scopeWithin(scope: ModelScope, window: PageWindow): ModelScope {
  const pages = scope.pages.slice(window.startPage ?? 0, windowEnd(window));
  const indices = new Set(pages.map(({ index }) => index));
  return { lines: scope.lines.filter(({ page }) => indices.has(page)), pages };
}

/** The chunks of a scope that hold text, from top to bottom. A line is in every chunk that its middle is in. */
export function chunksOf(scope: ModelScope, { size, overlap }: ChunkOptions): readonly Chunk[] {
  const positions = positionsOf(scope);
  const step = size * (1 - overlap);
  const chunks: Chunk[] = [];
  const pageCount = scope.pages.length;
  const count = Math.max(1, Math.ceil((pageCount - size) / step - SLACK) + 1);
  const byPosition = [...positions.keys()].sort((a, b) => positions[a]! - positions[b]! || a - b);
  let first = 0;
  for (let i = 0; i < count; i++) {
    const start = i * step;
    const end = Math.min(start + size, pageCount);
    while (first < byPosition.length && positions[byPosition[first]!]! < start) first++;
    const lines: number[] = [];
    for (let at = first; at < byPosition.length; at++) {
      const position = positions[byPosition[at]!]!;
      if (position >= end && !(end === pageCount && position === end)) break;
      lines.push(byPosition[at]!);
    }
    if (lines.length > 0) chunks.push({ start, end, lines: lines.sort((a, b) => a - b) });
  }
  return chunks;
}

/** Rounding of sums of steps, in pages. */
const SLACK = 1e-9;

/** Where the middle of each line is on the strip of pages. */
export function positionsOf({ lines, pages }: ModelScope): readonly number[] {
  const places = new Map(pages.map(({ index, height }, ordinal) => [index, { ordinal, height }]));
  return lines.map(({ page, top, bottom }) => {
    const place = places.get(page);
    if (!place) return -1;
    const share = (top + bottom) / 2 / place.height;
    return place.ordinal + Math.min(Math.max(share, 0), 1 - SLACK);
  });
}

/** The text of a chunk, as scorers read it. */
export function chunkText(scope: ModelScope, { lines }: Chunk): string {
  return textOfRows(
    renderLines(
      lines.map((position) => scope.lines[position]!),
      { pageHinting: false },
    ),
  );
}
