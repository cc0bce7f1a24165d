/** HTML reduced to its text, as of mails that have no plain version. Nothing is fetched or run. */
import type { HtmlToTextOptions } from 'html-to-text';
import { type Interrupt, pause } from '../../foundation/async/interrupt.js';
import type { DocumentWarning } from '../../page/document/model.js';
import { withoutHidden } from './html-hidden.js';
import { indentedBy } from './html-indents.js';
import { checkNesting } from './html-nesting.js';
import { convertInPieces } from './html-pieces.js';
import { formatTable } from './html-tables.js';

/** Deepest nesting whose text is taken in; mails nest layout tables a few dozen deep. */
export const MAX_DEPTH = 200;

/** Characters of HTML up to which the library is done within some 50 ms. */
const IN_ONE_GO = 128 * 1024;

/** How the library makes text of HTML. */
export const HTML_OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH, maxInputLength: Number.MAX_SAFE_INTEGER },
  formatters: {
    placedTable: formatTable,
    setQuote: indentedBy('blockquote'),
    setOrdered: indentedBy('orderedList'),
    setUnordered: indentedBy('unorderedList'),
  },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...['img', 'head', 'style', 'script'].map((selector) => ({ selector, format: 'skip' })),
    { selector: 'tr', format: 'block' },
    { selector: 'table', format: 'placedTable' },
    { selector: 'blockquote', format: 'setQuote' },
    { selector: 'ol', format: 'setOrdered' },
    { selector: 'ul', format: 'setUnordered' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/** The text of a page, and the beginning of what it does not display; `''` where it displays all. */
export interface HtmlText {
  readonly text: string;
  readonly hidden: string;
}

/**
 * The text of an HTML page, line by line, without what is not displayed.
 * @throws DocumentError `too_large` for more than 200,000 tags, or tags nested too deep for their number; `aborted`,
 *   `timed_out`
 */
export async function htmlToText(page: string, interrupt: Interrupt): Promise<HtmlText> {
  await checkNesting(page, interrupt);
  await pause(interrupt);
  const { html, hidden } = await withoutHidden(page, interrupt);
  if (html.length > IN_ONE_GO)
    return { text: await convertInPieces(html, HTML_OPTIONS, MAX_DEPTH, interrupt), hidden };
  const { convert } = await import('html-to-text');
  return { text: convert(html, HTML_OPTIONS), hidden };
}

/** Warns of text that a page does not display, and that was left out. */
// See docs/language/01-document-anchors-fields.md#113-text-that-cannot-be-seen
export function hiddenWarnings(hidden: string): DocumentWarning[] {
  if (hidden === '') return [];
  const message = `the text ${JSON.stringify(hidden)} is not displayed, and was left out`;
  return [{ code: 'HIDDEN_TEXT', message }];
}
