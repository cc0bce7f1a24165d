/** Where a preprocessor works: pages with a line, or the sections of a range. */
// See docs/language/05-preprocessors.md#54-matching-inside-preprocessors
// See docs/language/05-preprocessors.md#56-horizontal-section-range
import { type Anchor, normaliseAnchor } from '../anchors/anchors.js';
import { type HorizontalRange, horizontalSections, type RangeSection } from '../anchors/ranges.js';
import type { AnchorMatch, FieldAnchor } from '../anchors/schema.js';
import { scopeOf } from '../anchors/scope.js';
import type { Page } from '../document/model.js';
import type { PreprocessorContext } from './definition.js';
import { findHits, warnNoMatch } from './shared.js';

/** Numbers (in the original file) of the pages that hold a match. */
export function pagesWith(
  pages: readonly Page[],
  match: AnchorMatch,
  context: PreprocessorContext,
): ReadonlySet<number> {
  const found = new Set(findHits(pages, match, context).map(({ line }) => line.page));
  if (found.size === 0) warnNoMatch(context);
  return found;
}

/** The sections that a range cuts out of the document. */
export function findSections(
  pages: readonly Page[],
  range: HorizontalRange,
  context: PreprocessorContext,
): readonly RangeSection[] {
  if (range.externalRange) {
    const message =
      'adds lines to sections fields only; a preprocessor works on the lines of the range itself';
    context.warn({ code: 'PREPROCESSOR_IGNORED_MEMBER', message, path: ['range', 'externalRange'] });
  }
  const scope = scopeOf(
    pages.flatMap((page) => page.lines),
    pages,
    context.patternGuard,
  );
  const sections = horizontalSections(range, scope, resolveAnchor);
  if ('missing' in sections) {
    context.error({ type: 'configuration', message: sections.missing });
    return [];
  }
  if (sections.length === 0) warnNoMatch(context, 'range');
  return sections;
}

function resolveAnchor(anchor: FieldAnchor): Anchor | { readonly missing: string } {
  const normal = normaliseAnchor(anchor);
  if (!('ref' in normal)) return normal;
  const missing = `the anchor named ${JSON.stringify(normal.ref)} is defined by a field, and fields run after preprocessors`;
  return { missing };
}
