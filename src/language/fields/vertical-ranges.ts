/** Vertical ranges: one band across the page, of which columns become sections. */
// See docs/language/06-sections-and-field-kinds.md#3-vertical-ranges
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { Line } from '../../page/document/model.js';
import { type AnchorHit, AnchorSearch } from '../anchors/anchors.js';
import { positionsMet } from '../anchors/matchers.js';
import { lineFinder, positionOf, startShift } from '../anchors/range-positions.js';
import { type ResolveAnchor, rangeStopSchema, stopFinder } from '../anchors/range-stops.js';
import { rangeMembers } from '../anchors/ranges.js';
import { fieldAnchorSchema, matcherSchema } from '../anchors/schema.js';
import type { SearchScope } from '../anchors/scope.js';
import { type Column, columnsAboveSpanning, columnsAndSpanning, MAX_COLUMNS } from './columns.js';

const HORIZONTAL_ONLY = 'only for direction horizontal';

/** Members of horizontal ranges, which vertical ones do not take. */
const foreignMembers = { requireStop: HORIZONTAL_ONLY, externalRange: HORIZONTAL_ONLY };

const columnIndex = z.int().describe('Column, counting from 0 at the left; negative from the right');

const bandMembers = {
  ...rangeMembers,
  minColumnGap: withDefault(z.number(), 0).describe('Smallest gap between columns, in inches'),
};

/** A vertical range as a config holds it. */
export const verticalRangeSchema = closedObject(
  {
    direction: z.literal('vertical').describe('Sections are columns'),
    anchor: fieldAnchorSchema.describe('Its first match begins the band of columns'),
    stop: rangeStopSchema
      .optional()
      .describe('Line whose row ends the band; lines across several columns then belong to all sections'),
    ...bandMembers,
    columnSelection: z
      .array(
        z.union([
          columnIndex,
          z.array(columnIndex).min(1).max(2).describe('From a column to another, or to the last'),
        ]),
      )
      .optional()
      .describe(
        'Columns that become sections, the others then belong to every section; without it, all columns do',
      ),
    ignoredColumns: z.array(columnIndex).optional().describe('Columns that belong to no section'),
    lineFilters: z
      .union([z.array(matcherSchema), matcherSchema])
      .optional()
      .describe('Lines that match any of these are left out'),
  },
  foreignMembers,
).meta({ title: 'vertical range' });
export type VerticalRange = z.infer<typeof verticalRangeSchema>;

/** A section that is a column. */
interface ColumnSection {
  /** Lines of the column, of columns that were not selected, and of those across several, in document order. */
  readonly lines: readonly Line[];
  readonly anchor: AnchorHit;
  readonly column: Pick<Column, 'left' | 'right'>;
}

/** The sections that a vertical range cuts out of a scope, from left to right, each made when it is asked for. */
export function verticalSections(
  range: VerticalRange,
  scope: SearchScope,
  resolve: ResolveAnchor,
): Iterable<ColumnSection> | { readonly missing: string } {
  const anchor = resolve(range.anchor);
  if ('missing' in anchor) return anchor;
  const findStop = range.stop === undefined ? () => undefined : stopFinder(range.stop, scope, resolve);
  if ('missing' in findStop) return findStop;
  const hit = new AnchorSearch(anchor, scope).first();
  if (!hit) return [];
  const { tolerance, minColumnGap: gap } = settled(bandMembers, range);
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
  scope: SearchScope,
  hit: AnchorHit,
  stop: number | undefined,
): readonly Line[] {
  const { tolerance, offsetY, stopOffsetY, lineFilters = [] } = settled(rangeMembers, range);
  const start = positionOf(hit.line, startShift(offsetY, tolerance));
  const end = stop === undefined ? undefined : positionOf(scope.lines[stop]!, tolerance + stopOffsetY);
  const lines = lineFinder(scope.lines)(start, end);
  const met = positionsMet(lineFilters, lines, scope.patternGuard);
  return lines.filter((_, position) => !met.has(position));
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
