/** HTML reduced to its text, as of mails that have no plain version. Nothing is fetched or run. */
import type { HtmlToTextOptions } from 'html-to-text';
import { DocumentError } from '../../errors.js';
import { formatTable } from './html-tables.js';

/**
 * Most tags that are read. The time to parse them grows with the square of their nesting, which is bounded by
 * their number; so many take a few seconds at worst.
 */
const MAX_TAGS = 100_000;
/** Deepest nesting whose text is taken in; mails nest layout tables a few dozen deep. */
const MAX_DEPTH = 200;

const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: MAX_DEPTH, maxInputLength: Number.MAX_SAFE_INTEGER },
  formatters: { placedTable: formatTable },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    ...['img', 'head', 'style', 'script'].map((selector) => ({ selector, format: 'skip' })),
    { selector: 'tr', format: 'block' },
    { selector: 'table', format: 'placedTable' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

const TAG = /<[a-z]/gi;

/**
 * The text of an HTML page, line by line.
 * @throws DocumentError `too_large` for more than 100,000 tags
 */
export async function htmlToText(html: string): Promise<string> {
  let tags = 0;
  for (const _ of html.matchAll(TAG)) {
    if (++tags > MAX_TAGS) {
      throw new DocumentError('too_large', `The HTML of the document has more than ${MAX_TAGS} tags.`);
    }
  }
  const { convert } = await import('html-to-text');
  return convert(html, OPTIONS);
}
