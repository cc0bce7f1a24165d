/** Where a preprocessor works: pages with a line, or the sections of a range. */
// See docs/language/05-preprocessors.md#54-matching-inside-preprocessors
// See docs/language/05-preprocessors.md#56-horizontal-section-range

import type { Line, Page } from '../../page/document/model.js';
import { type Anchor, normaliseAnchor } from '../anchors/anchors.js';
import { ExternalLines } from '../anchors/external-range.js';
import type { AnchorMatch, FieldAnchor } from '../anchors/forms.js';
import { type HorizontalRange, horizontalSections, type RangeSection } from '../anchors/ranges.js';
import { scopeOf } from '../anchors/scope.js';
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

/** A section of a range with the lines of its external range that no other section holds. */
export interface FoundSection extends RangeSection {
  /** In document order. */
  readonly external: readonly Line[];
}

/**
 * The sections that a range cuts out of the document, with their external lines. Each line is given once: an external
 * line that is a section's own stays there, and of several sections that see it the first has it.
 */
export function findSections(
  pages: readonly Page[],
  range: HorizontalRange,
  context: PreprocessorContext,
): readonly FoundSection[] {
  const scope = scopeOf(
    pages.flatMap((page) => page.lines),
    pages,
    context.patternGuard,
  );
  const sections = horizontalSections(range, scope, resolveAnchor);
  const elsewhere = range.externalRange && ExternalLines.in(scope, range.externalRange, resolveAnchor);
  const missing =
    'missing' in sections ? sections : elsewhere && 'missing' in elsewhere ? elsewhere : undefined;
  if (missing || 'missing' in sections) {
    context.error({ type: 'configuration', message: missing!.missing });
    return [];
  }
  if (sections.length === 0) warnNoMatch(context, 'range');
  const external = elsewhere instanceof ExternalLines ? elsewhere : undefined;
  return withExternalLines(sections, external, context);
}

function withExternalLines(
  sections: readonly RangeSection[],
  elsewhere: ExternalLines | undefined,
  context: PreprocessorContext,
): readonly FoundSection[] {
  if (!elsewhere) return sections.map((section) => ({ ...section, external: [] }));
  const given = new Set(sections.flatMap(({ lines }) => lines));
  let found = 0;
  const all = sections.map((section) => {
    const lines = elsewhere.of(section.anchor.line);
    found += lines.length;
    const external = lines.filter((line) => !given.has(line));
    for (const line of external) given.add(line);
    return { ...section, external };
  });
  if (sections.length > 0 && found === 0) warnNoMatch(context, 'range', 'externalRange');
  return all;
}

function resolveAnchor(anchor: FieldAnchor): Anchor | { readonly missing: string } {
  const normal = normaliseAnchor(anchor);
  if (!('ref' in normal)) return normal;
  const missing = `the anchor named ${JSON.stringify(normal.ref)} is defined by a field, and fields run after preprocessors`;
  return { missing };
}
