/** What a field that asks a language model may show it. */

import { type ModelScope, type PageWindow, scopeWithin } from '../../../llm/chunks.js';
import type { Line } from '../../../page/document/model.js';
import { arrangedLines, type CommonOptions } from '../../methods/filters.js';
import type { FieldScope } from '../definition.js';

/** Which of the lines that a field sees models are shown, and in which order. */
export interface ShownLines {
  readonly filters?: CommonOptions | undefined;
  /** The line of the field's anchor. */
  readonly anchor?: Line | undefined;
}

/** Distinguishes arrangements of the lines of one scope. */
export function arrangementKey({ filters, anchor }: ShownLines = {}): string {
  const { xRangeFilter, xMajorSort, sortLines } = filters ?? {};
  return JSON.stringify([
    xRangeFilter && anchor && [xRangeFilter, anchor.left, anchor.right],
    xMajorSort,
    sortLines,
  ]);
}

/**
 * The lines that a field sees, as models are shown them. A page range counts the pages that preprocessors left,
 * in a section those that lines of its own are on.
 */
// See docs/language/06-sections-and-field-kinds.md#41-the-sections-scope
export function modelScope(
  { scope }: FieldScope,
  pageRange: PageWindow | undefined,
  { filters, anchor }: ShownLines = {},
): ModelScope {
  const { ownLines } = scope;
  const lines = filters ? arrangedLines(scope.lines, filters, anchor) : scope.lines;
  const pages = [...scope.pages.values()].sort((a, b) => a.index - b.index);
  const isSection = scope.extentOn(-1) !== undefined;
  const seen = isSection ? new Set((pageRange ? ownLines : lines).map(({ page }) => page)) : undefined;
  const counted = seen ? pages.filter(({ index }) => seen.has(index)) : pages;
  return pageRange ? scopeWithin({ lines, pages: counted }, pageRange) : { lines, pages: counted };
}
