/** Some pages of a document as a document of their own. */
import { makeLine, partsOf } from './line.js';
import type { Document, Line, Page } from './model.js';
import type { PageGraphics } from './page-graphics.js';

/**
 * The pages of a document from one to another, counted from 0 as if nothing stood before them. What is known of
 * them is shared with the document, and ends with it: closing the slice closes nothing.
 * @param from zero-based, inclusive
 * @param to zero-based, inclusive
 * @throws RangeError for pages that the document does not have
 */
export function sliceDocument(document: Document, from: number, to: number): Document {
  const { pages, pageCount } = document;
  const isPage = (page: number) => Number.isSafeInteger(page) && page >= 0 && page < pageCount;
  if (!isPage(from) || !isPage(to) || to < from) {
    throw new RangeError(
      `A slice goes from a page to the same or a later one, of 0 to ${pageCount - 1}, not from ${from} to ${to}.`,
    );
  }
  const inside = ({ page }: { readonly page?: number }) => page === undefined || (page >= from && page <= to);
  const renumbered = <Entry extends { readonly page?: number }>(entry: Entry): Entry =>
    entry.page === undefined ? entry : { ...entry, page: entry.page - from };
  const errors = document.errors?.filter(inside).map(renumbered) ?? [];
  const { errors: _all, ...rest } = document;
  return {
    ...rest,
    pages: pages.filter(({ index }) => index >= from && index <= to).map((page) => pageBefore(page, from)),
    pageCount: to - from + 1,
    warnings: document.warnings.filter(inside).map(renumbered),
    ...(errors.length > 0 && { errors }),
    isClosed: () => document.isClosed(),
    close: async () => undefined,
  };
}

/** A page as if some pages before it were not there. */
function pageBefore(page: Page, pages: number): Page {
  if (pages === 0) return page;
  const { graphics } = page;
  return {
    ...page,
    index: page.index - pages,
    lines: page.lines.map((line) => lineBefore(line, pages)),
    ...(graphics && { graphics: graphicsBefore(graphics, pages) }),
  };
}

function lineBefore(line: Line, pages: number): Line {
  return makeLine({ ...partsOf(line), page: line.page - pages });
}

function graphicsBefore(graphics: PageGraphics, pages: number): PageGraphics {
  return {
    ...graphics,
    formFields: async () =>
      (await graphics.formFields()).map((field) => ({ ...field, page: field.page - pages })),
  };
}
