/** The lines that a search may see: the whole document, or one section of it. */

import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import type { Line, Page } from '../../page/document/model.js';
import { paragraphsOf } from '../../page/layout/paragraphs.js';

/** From top to bottom on a page, in inches. */
interface Extent {
  readonly top: number;
  readonly bottom: number;
}

export interface SearchScope {
  /** In document order. */
  readonly lines: readonly Line[];
  /** Those of the section's own range: without its external lines; outside sections all. */
  readonly ownLines: readonly Line[];
  /** The pages of the document, by their index in the original file. */
  readonly pages: ReadonlyMap<number, Page>;
  /** The lines of a page that are in the scope, in document order. */
  linesOn(page: number): readonly Line[];
  /** The position of a line in `lines`, -1 when it is not in the scope. */
  indexOf(line: Line): number;
  /** The lines of the paragraph that a line of the scope belongs to, over columns and pages, in document order. */
  paragraphOf(line: Line): readonly Line[];
  /** Position of the first line of the section's own range; 0 outside sections. */
  readonly firstOwn: number;
  /** What the own lines of a section take up on a page, nothing where it has none; undefined outside sections. */
  extentOn(page: number): Extent | undefined;
  /** Bounds the patterns of a search. */
  readonly patternGuard: PatternGuard;
}

/** The scope with other bounds of its patterns. */
export function withGuard(scope: SearchScope, patternGuard: PatternGuard): SearchScope {
  return { ...scope, patternGuard };
}

/** The scope of a whole document. @param lines in document order */
export function scopeOf(
  lines: readonly Line[],
  pages: readonly Page[],
  patternGuard: PatternGuard,
): SearchScope {
  const byIndex = new Map(pages.map((page) => [page.index, page]));
  const { linesOn, indexOf, paragraphOf } = lookUps(lines, byIndex);
  return {
    lines,
    ownLines: lines,
    pages: byIndex,
    linesOn,
    indexOf,
    paragraphOf,
    firstOwn: 0,
    extentOn: () => undefined,
    patternGuard,
  };
}

/**
 * The scope of a section.
 * @param outer a scope of the same document
 * @param own lines of its range, in document order
 * @param all own and external lines, in document order; default the own lines
 */
export function sectionScope(outer: SearchScope, own: readonly Line[], all = own): SearchScope {
  const { linesOn, indexOf, paragraphOf } = lookUps(all, outer.pages);
  let extents: ReadonlyMap<number, Extent> | undefined;
  return {
    lines: all,
    ownLines: own,
    pages: outer.pages,
    linesOn,
    indexOf,
    paragraphOf,
    firstOwn: own[0] ? indexOf(own[0]) : all.length,
    extentOn(page) {
      extents ??= extentsOf(own);
      return extents.get(page) ?? NO_EXTENT;
    },
    patternGuard: outer.patternGuard,
  };
}

const NO_EXTENT: Extent = { top: 0, bottom: 0 };

/** What lines take up, page by page. */
export function extentsOf(lines: readonly Line[]): ReadonlyMap<number, Extent> {
  const extents = new Map<number, Extent>();
  for (const { page, top, bottom } of lines) {
    const known = extents.get(page);
    extents.set(page, {
      top: Math.min(top, known?.top ?? top),
      bottom: Math.max(bottom, known?.bottom ?? bottom),
    });
  }
  return extents;
}

function linesByPage(lines: readonly Line[]): Map<number, Line[]> {
  const byPage = new Map<number, Line[]>();
  for (const line of lines) {
    const onPage = byPage.get(line.page);
    if (onPage) onPage.push(line);
    else byPage.set(line.page, [line]);
  }
  return byPage;
}

/** Lines by page, by place and by paragraph, each counted when first asked for. */
function lookUps(
  lines: readonly Line[],
  pages: ReadonlyMap<number, Page>,
): Pick<SearchScope, 'linesOn' | 'indexOf' | 'paragraphOf'> {
  let byPage: Map<number, Line[]> | undefined;
  let positions: Map<Line, number> | undefined;
  let paragraphs: Map<Line, readonly Line[]> | undefined;
  return {
    linesOn(page) {
      byPage ??= linesByPage(lines);
      return byPage.get(page) ?? [];
    },
    indexOf(line) {
      positions ??= new Map(lines.map((each, position) => [each, position]));
      return positions.get(line) ?? -1;
    },
    paragraphOf(line) {
      paragraphs ??= new Map(
        paragraphsOf(lines, pages).flatMap((paragraph) =>
          paragraph.map((each) => [each, paragraph] as const),
        ),
      );
      return paragraphs.get(line) ?? [line];
    },
  };
}
