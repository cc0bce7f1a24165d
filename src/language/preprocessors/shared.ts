/** What several preprocessors share: finding lines and pages, and putting changed lines back. */
// See docs/language/05-preprocessors.md#54-matching-inside-preprocessors
import * as z from 'zod';
import { formatPath } from '../../errors.js';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { wholeNumber } from '../../foundation/schema/grammar.js';
import type { Line, Page } from '../../page/document/model.js';
import { sortPageLines } from '../../page/document/order.js';
import { type AnchorHit, AnchorSearch } from '../anchors/anchors.js';
import type { AnchorMatch } from '../anchors/forms.js';
import { scopeOf } from '../anchors/scope.js';
import type { PreprocessorContext } from './definition.js';

/**
 * Occurrences of a match in some pages, in document order, not overlapping. Pass one page to search it alone.
 *
 * @example
 * const [hit] = findHits(pages, 'amount due', context);
 */
export function findHits(
  pages: readonly Page[],
  match: AnchorMatch,
  context: PreprocessorContext,
): AnchorHit[] {
  return [...searchHits(pages, match, context)];
}

/** The first occurrence of a match in some pages. */
export function firstHit(
  pages: readonly Page[],
  match: AnchorMatch,
  context: PreprocessorContext,
): AnchorHit | undefined {
  for (const hit of searchHits(pages, match, context)) return hit;
  return undefined;
}

function searchHits(pages: readonly Page[], match: AnchorMatch, context: PreprocessorContext) {
  const lines = pages.flatMap((page) => page.lines);
  const scope = scopeOf(lines, pages, context.patternGuard);
  return new AnchorSearch({ match }, scope).candidates();
}

/**
 * Reports that a match found nothing.
 * @param member that holds it
 * @param position of the element, or the member, of that member that holds it, where it is one of several
 */
export function warnNoMatch(
  context: PreprocessorContext,
  member = 'match',
  position?: number | string,
): void {
  const path = position === undefined ? [member] : [member, position];
  context.warn({ code: 'PREPROCESSOR_NO_MATCH', message: `${formatPath(path)} found no line`, path });
}

/** Reports that no page is left, if there was one before. */
export function warnIfNoneLeft(
  before: readonly Page[],
  after: readonly Page[],
  context: PreprocessorContext,
): void {
  if (after.length > 0 || before.length === 0) return;
  context.warn({ code: 'NO_PAGES_LEFT', message: 'no page is left' });
}

/** Members that choose pages by the lines on them. */
export const pageChoice = {
  matchAll: withDefault(z.boolean(), false),
  pageOffset: withDefault(wholeNumber(), 0),
};

/** How pages are chosen by the lines on them. */
interface PageChoice {
  readonly match: AnchorMatch;
  /** All hits instead of the first. */
  readonly matchAll?: boolean | undefined;
  /** Added to the page of each hit. */
  readonly pageOffset?: number | undefined;
}

/**
 * The first occurrence of a match, or all of them. `first` without filters looks at the first page alone, even
 * when that has no lines, as a scan: otherwise it could mean a later page.
 */
export function chosenHits(
  pages: readonly Page[],
  choice: PageChoice,
  context: PreprocessorContext,
): readonly AnchorHit[] {
  const { match, matchAll } = settled(pageChoice, choice);
  const searched = isPlainFirst(match) ? pages.slice(0, 1) : pages;
  if (matchAll) return findHits(searched, match, context);
  const first = firstHit(searched, match, context);
  return first ? [first] : [];
}

/** Positions of the pages that a choice means, ascending; those outside the document are left out. */
export function choosePages(
  pages: readonly Page[],
  choice: PageChoice,
  context: PreprocessorContext,
): readonly number[] {
  const { match, pageOffset } = settled(pageChoice, choice);
  const found = isPlainFirst(match) ? pages.slice(0, 1).map((_, position) => position) : hitPages();
  if (found.length === 0) warnNoMatch(context);
  const targets = found.map((position) => position + pageOffset).filter((position) => pages[position]);
  return [...new Set(targets)].sort((a, b) => a - b);

  function hitPages(): number[] {
    const positions = new Map(pages.map((page, position) => [page.index, position]));
    return chosenHits(pages, choice, context).map(({ line }) => positions.get(line.page)!);
  }
}

/** Whether a match is `first` without filters. */
function isPlainFirst(match: AnchorMatch): boolean {
  if (typeof match === 'string') return false;
  const matchers = Array.isArray(match) ? match : [match];
  const [only] = matchers;
  if (matchers.length !== 1 || only?.type !== 'first') return false;
  const { minimumHeight, maximumHeight, xRangeFilter, angleFilter } = only;
  return [minimumHeight, maximumHeight, xRangeFilter, angleFilter].every((filter) => filter === undefined);
}

/** The pages changed one after the other, other work of the process having its turn between them. */
export async function pageByPage(
  pages: readonly Page[],
  { turn }: Pick<PreprocessorContext, 'turn'>,
  change: (page: Page, position: number) => Page,
): Promise<readonly Page[]> {
  const changed: Page[] = [];
  for (const [position, page] of pages.entries()) {
    await turn();
    changed.push(change(page, position));
  }
  return changed;
}

/**
 * The page with other lines, in its order; the page itself when they are the same lines.
 *
 * @example
 * withLines(page, page.lines.filter((line) => line.angle === 0));
 */
export function withLines(page: Page, lines: readonly Line[]): Page {
  const sorted = sortPageLines(lines, page.rowTolerance);
  const same = sorted.length === page.lines.length && sorted.every((line, i) => line === page.lines[i]);
  return same ? page : { ...page, lines: sorted };
}

/**
 * The page without some of its lines; the others keep their order.
 *
 * @example
 * withoutLines(page, new Set(page.lines.slice(0, 1))); // without its first line
 */
export function withoutLines(page: Page, removed: ReadonlySet<Line>): Page {
  const lines = page.lines.filter((line) => !removed.has(line));
  return lines.length === page.lines.length ? page : { ...page, lines };
}

/** The page ordered again from geometry: the row tolerance of an earlier `sort` ends here. */
export function reordered(page: Page, lines: readonly Line[]): Page {
  const { rowTolerance: _ended, ...rest } = page;
  return withLines(page.rowTolerance === undefined ? page : rest, lines);
}
