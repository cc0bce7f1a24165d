/** Which pages of a file a config keeps, whatever is on them: the others need not be read. */
// See docs/language/01-document-anchors-fields.md#112-pages-that-are-not-read
import type { PageSpan } from '../../page/document/paged.js';
import type { Config } from './config-types.js';
import type { Language } from './schema.js';

/** The pages that the preprocessors at the beginning keep by their places alone; undefined where all pages may matter. */
export function keptPages(
  { preprocessors = [] }: Config,
  language: Pick<Language, 'preprocessors'>,
): PageSpan | undefined {
  let kept: PageSpan | undefined;
  for (const entry of preprocessors) {
    // The grammar has checked that the type exists and that the entry fits it.
    const part = language.preprocessors.get(entry.type)!.keptPages?.(entry as never);
    if (!part) break;
    kept = kept ? within(kept, part) : part;
  }
  return kept;
}

/** A part of a part of the pages. */
function within(outer: PageSpan, inner: PageSpan): PageSpan {
  const ends = [outer.to, inner.to === undefined ? undefined : outer.from + inner.to];
  const to = Math.min(...ends.filter((end) => end !== undefined));
  return { from: outer.from + inner.from, ...(Number.isFinite(to) && { to }) };
}
