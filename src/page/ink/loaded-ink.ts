/** The ink of pages for rooms that look at few of them: what paints and draws is loaded with the first page that needs it. */
import type { Page } from '../document/model.js';
import type { PageInk } from './page-ink.js';

/** Kept once it is loaded: to import a module again takes longer than most looks at a page, and a form has hundreds. */
let inkOf: ((page: Pick<Page, 'width' | 'height' | 'graphics'>) => PageInk | undefined) | undefined;

/** The ink of a page, as `inkOf` gives it; undefined for spreadsheets and text, for which nothing is loaded. */
export async function loadedInkOf(
  page: Pick<Page, 'width' | 'height' | 'graphics'>,
): Promise<PageInk | undefined> {
  if (!page.graphics) return undefined;
  inkOf ??= (await import('./page-ink.js')).inkOf;
  return inkOf(page);
}
