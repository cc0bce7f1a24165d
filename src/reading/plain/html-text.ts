/** HTML reduced to its text, as of mails that have no plain version. Nothing is fetched or run. */
import type { HtmlToTextOptions } from 'html-to-text';
import { type Interrupt, pause } from '../../foundation/async/interrupt.js';
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

/**
 * The text of an HTML page, line by line.
 * @throws DocumentError `too_large` for more than 200,000 tags, or tags nested too deep for their number; `aborted`,
 *   `timed_out`
 */
export async function htmlToText(html: string, interrupt: Interrupt): Promise<string> {
  await checkNesting(html, interrupt);
  await pause(interrupt);
  if (html.length > IN_ONE_GO) return convertInPieces(html, HTML_OPTIONS, MAX_DEPTH, interrupt);
  const { convert } = await import('html-to-text');
  return convert(html, HTML_OPTIONS);
}
