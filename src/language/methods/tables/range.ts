/** From an anchor to a stop: the pages and lines that a table method looks at. */
// See docs/language/03-layout-methods-ranges-tables.md#305-stop
// See docs/language/03-layout-methods-ranges-tables.md#311-fixedtable

import { memo } from '../../../foundation/objects/memo.js';
import { centreY } from '../../../page/document/geometry.js';
import type { Line, Page } from '../../../page/document/model.js';
import { type AnchorHit, findStop } from '../../anchors/anchors.js';
import type { StopMatch } from '../../anchors/forms.js';
import type { SearchScope } from '../../anchors/scope.js';
import { type CommonOptions, filterPieces } from '../filters.js';
import { wholeLines } from '../shared.js';
import { RunningLineSearch } from './running-lines.js';

export interface TableRange {
  readonly anchor: Line;
  /** The stop line; undefined for the end of the scope. */
  readonly stop: Line | undefined;
  /** Whether a stop was given and found; the end of the scope counts. */
  readonly stopped: boolean;
  /** Pages from the anchor's to the stop's. */
  readonly pages: readonly number[];
}

/** The range from an anchor to a stop, or to the end of the scope. */
export function tableRange(stop: StopMatch | undefined, scope: SearchScope, anchor: AnchorHit): TableRange {
  const found = stop === undefined ? undefined : findStop(stop, scope, anchor.index + 1);
  const { lines } = scope;
  const line = found === undefined ? undefined : lines[found];
  const last = line === undefined ? lines.length - 1 : found!;
  const pages = new Set(lines.slice(anchor.index, last + 1).map(({ page }) => page));
  return { anchor: anchor.line, stop: line, stopped: found !== undefined, pages: [...pages] };
}

/** Pages before and after one that its running lines are looked for on: left and right pages of a book differ. */
const NEAR_PAGES = [-2, -1, 1, 2];

/** The search in the pages of a document: tables at many anchors share what it finds. */
const searchIn = memo((_pages: SearchScope['pages']) => new RunningLineSearch());

/**
 * The running headers and footers that are between the anchor and the end of a range, which ends with a page where it
 * has no stop.
 */
// See docs/language/03-layout-methods-ranges-tables.md#383-between-pages
export function linesBetweenPages(
  scope: SearchScope,
  { pages, anchor, stop }: Pick<TableRange, 'pages' | 'anchor' | 'stop'>,
): ReadonlySet<Line> {
  const search = searchIn(scope.pages);
  const between = new Set<Line>();
  for (const index of pages) {
    const page = scope.pages.get(index);
    if (!page || (pages.length === 1 && stop)) continue;
    const { head, foot } = search.of(page, nearPages(scope, index, stop?.page));
    for (const line of index === anchor.page ? [] : head) between.add(line);
    for (const line of index === stop?.page ? [] : foot) between.add(line);
  }
  return between;
}

/** Pages near one, none of them after the one with the stop. */
function nearPages(scope: SearchScope, index: number, last = Number.POSITIVE_INFINITY): Page[] {
  return NEAR_PAGES.flatMap((distance) => {
    const near = index + distance;
    return near > last ? [] : (scope.pages.get(near) ?? []);
  });
}

/** The lines of a page that a table may be made of: those of the scope that the filters of lines leave. */
export function linesForTables(
  scope: SearchScope,
  page: number,
  anchor: Line,
  { xRangeFilter, lineFilters }: CommonOptions,
): readonly Line[] {
  const lines = scope.linesOn(page);
  if (!xRangeFilter && !lineFilters) return lines;
  const { pieces } = filterPieces(
    wholeLines(lines),
    { xRangeFilter, lineFilters },
    anchor,
    [],
    scope.patternGuard,
  );
  return pieces.map(({ line }) => line);
}

/** Whether a row between two edges, in inches, belongs to the section that the scope is of. */
export function isInSection(scope: SearchScope, page: number, top: number, bottom: number): boolean {
  const extent = scope.extentOn(page);
  if (!extent) return true;
  const centre = centreY({ left: 0, top, right: 0, bottom });
  return centre >= extent.top && centre < extent.bottom;
}
