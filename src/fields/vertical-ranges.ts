/** Vertical ranges: one band across the page, of which columns become sections (chapter 6, 3). */
import { z } from 'zod';
import { type AnchorHit, AnchorSearch } from '../anchors/anchors.js';
import { lineTest } from '../anchors/matchers.js';
import { lineFinder, positionOf } from '../anchors/range-positions.js';
import { type ResolveAnchor, rangeStopSchema, stopFinder } from '../anchors/range-stops.js';
import { RANGE_TOLERANCE, rangeMembers } from '../anchors/ranges.js';
import { fieldAnchorSchema, matcherSchema } from '../anchors/schema.js';
import type { Scope } from '../anchors/scope.js';
import type { Line } from '../document/model.js';
import { closedObject } from '../grammar.js';
import { type Column, columnsAboveSpanning, columnsAndSpanning, MAX_COLUMNS } from './columns.js';

const HORIZONTAL_ONLY = 'only for direction horizontal';

/** Members of horizontal ranges, which vertical ones do not take. */
const foreignMembers = { requireStop: HORIZONTAL_ONLY, externalRange: HORIZONTAL_ONLY };

const columnIndex = z.int().describe('Column, counted from 0 at the left; negative counts from the right');

/** A vertical range as a config holds it. */
export const verticalRangeSchema = closedObject(
  {
    direction: z.literal('vertical').describe('Sections are columns'),
    anchor: fieldAnchorSchema.describe('Its first match begins the band of columns'),
    stop: rangeStopSchema
      .optional()
      .describe('Line whose row ends the band; lines across several columns then belong to all sections'),
    ...rangeMembers,
    minColumnGap: z.number().optional().describe('Smallest gap between columns, in inches; default 0'),
    columnSelection: z
      .array(
        z.union([
          columnIndex,
          z.array(columnIndex).min(1).max(2).describe('From a column to another, or to the last'),
        ]),
      )
      .optional()
      .describe('Columns that become sections; default all. The others belong to every section'),
    ignoredColumns: z.array(columnIndex).optional().describe('Columns that belong to no section'),
    lineFilters: z
      .union([z.array(matcherSchema), matcherSchema])
      .optional()
      .describe('Lines that match any of these are left out'),
  },
  foreignMembers,
);
export type VerticalRange = z.infer<typeof verticalRangeSchema>;

/** A section that is a column. */
export interface ColumnSection {
  /** Lines of the column, of columns that were not selected, and of those across several, in document order. */
  readonly lines: readonly Line[];
  readonly anchor: AnchorHit;
  readonly column: Pick<Column, 'left' | 'right'>;
}

/** The sections that a vertical range cuts out of a scope, from left to right, each made when it is asked for. */
export function verticalSections(
  range: VerticalRange,
  scope: Scope,
  resolve: ResolveAnchor,
): Iterable<ColumnSection> | { readonly missing: string } {
  const anchor = resolve(range.anchor);
  if ('missing' in anchor) return anchor;
  const findStop = range.stop === undefined ? () => undefined : stopFinder(range.stop, scope, resolve);
  if ('missing' in findStop) return findStop;
  const hit = new AnchorSearch(anchor, scope).first();
  if (!hit) return [];
  const { tolerance = RANGE_TOLERANCE, minColumnGap: gap = 0 } = range;
  const find = range.stop === undefined ? columnsAboveSpanning : columnsAndSpanning;
  const band = bandOf(range, scope, hit, findStop(hit.index + 1, scope.lines.length));
  const found = find(band, { gap, tolerance });
  if (!found) return { missing: `the range has more than ${MAX_COLUMNS} columns` };
  const { columns, spanning } = found;
  const { selected, kept } = selection(range, columns);
  const shared = [...kept.flatMap(({ lines }) => lines), ...spanning];
  return sectionsOf(selected, new Set(shared), band, hit);
}

function bandOf(
  range: VerticalRange,
  scope: Scope,
  hit: AnchorHit,
  stop: number | undefined,
): readonly Line[] {
  const { tolerance = RANGE_TOLERANCE, offsetY = 0, stopOffsetY = 0, lineFilters = [] } = range;
  const start = positionOf(hit.line, offsetY - tolerance);
  const end = stop === undefined ? undefined : positionOf(scope.lines[stop]!, tolerance + stopOffsetY);
  const tests = [lineFilters].flat().map(lineTest);
  return lineFinder(scope.lines)(start, end).filter(
    (line) => !tests.some((test) => test(line, scope.report) !== null),
  );
}

function selection(
  { columnSelection = [], ignoredColumns = [] }: VerticalRange,
  columns: readonly Column[],
): { readonly selected: readonly Column[]; readonly kept: readonly Column[] } {
  const count = columns.length;
  const resolved = (index: number) => (index < 0 ? count + index : index);
  const ignored = new Set(ignoredColumns.map(resolved));
  const ranges = columnSelection.map((element) => {
    if (typeof element === 'number') return [resolved(element), resolved(element)] as const;
    const [first = 0, last = -1] = element;
    return [resolved(first), resolved(last)] as const;
  });
  const isChosen = (index: number) =>
    columnSelection.length === 0 || ranges.some(([first, last]) => index >= first && index <= last);
  return {
    selected: columns.filter((_, index) => isChosen(index) && !ignored.has(index)),
    kept: columns.filter((_, index) => !isChosen(index) && !ignored.has(index)),
  };
}

function* sectionsOf(
  selected: readonly Column[],
  shared: ReadonlySet<Line>,
  band: readonly Line[],
  anchor: AnchorHit,
): Generator<ColumnSection> {
  for (const { left, right, lines } of selected) {
    const own = new Set(lines);
    yield {
      lines: shared.size === 0 ? lines : band.filter((line) => own.has(line) || shared.has(line)),
      anchor,
      column: { left, right },
    };
  }
}
