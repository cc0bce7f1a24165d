/** HTML reduced to its text, as of mails that have no plain version. Nothing is fetched or run. */
import type { HtmlToTextOptions } from 'html-to-text';
import { type Interrupt, pause } from '../../interrupt.js';
import { indentedBy } from './html-indents.js';
import { checkNesting } from './html-nesting.js';
import { formatTable } from './html-tables.js';

/** Deepest nesting whose text is taken in; mails nest layout tables a few dozen deep. */
const MAX_DEPTH = 200;

const OPTIONS: HtmlToTextOptions = {
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
  const { convert } = await import('html-to-text');
  // From here on the library has the process to itself, for as long as the limits of `html-nesting.ts` allow.
  await pause(interrupt);
  return convert(html, OPTIONS);
}
