/** What a field that asks a language model may show it. */
import { type ModelScope, type PageWindow, scopeWithin } from '../../llm/chunks.js';
import type { FieldScope } from '../definition.js';

/**
 * The lines that a field sees, as models are shown them. A page range counts the pages that preprocessors left,
 * in a section those that lines of its own stand on.
 */
// See docs/language/06-sections-and-field-kinds.md#41-the-sections-scope
export function modelScope({ scope }: FieldScope, pageRange: PageWindow | undefined): ModelScope {
  const { lines, ownLines } = scope;
  const pages = [...scope.pages.values()].sort((a, b) => a.index - b.index);
  const isSection = scope.extentOn(-1) !== undefined;
  const seen = isSection ? new Set((pageRange ? ownLines : lines).map(({ page }) => page)) : undefined;
  const counted = seen ? pages.filter(({ index }) => seen.has(index)) : pages;
  return pageRange ? scopeWithin({ lines, pages: counted }, pageRange) : { lines, pages: counted };
}
