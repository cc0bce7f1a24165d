/** Horizontal ranges: bands across the pages that anchors begin and stops end. */
// See docs/language/06-sections-and-field-kinds.md#2-horizontal-ranges
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { closedObject, limitedNumber } from '../../foundation/schema/grammar.js';
import type { Line } from '../../page/document/model.js';
import { type AnchorHit, AnchorSearch } from './anchors.js';
import { externalRangeSchema } from './external-range.js';
import {
  comparePositions,
  type LinesBetween,
  lineFinder,
  positionOf,
  type RangePosition,
  startShift,
} from './range-positions.js';
import { type FindStop, type ResolveAnchor, rangeStopSchema, stopFinder } from './range-stops.js';
import { fieldAnchorSchema } from './schema.js';
import type { SearchScope } from './scope.js';

const VERTICAL_ONLY = 'only for direction vertical';

/** Members of vertical ranges, which horizontal ones do not take. */
const foreignMembers = {
  minColumnGap: VERTICAL_ONLY,
  columnSelection: VERTICAL_ONLY,
  ignoredColumns: VERTICAL_ONLY,
  lineFilters: VERTICAL_ONLY,
};

/** Members that ranges of both directions have. */
// See docs/language/06-sections-and-field-kinds.md#21-members
export const rangeMembers = {
  offsetY: withDefault(z.number(), 0).describe('Moves the start of every section down, in inches'),
  stopOffsetY: withDefault(z.number(), 0).describe('Moves an end set by the stop down, in inches'),
  tolerance: withDefault(limitedNumber(0), 0.08).describe(
    'How far the tops of a row may differ at both ends, in inches',
  ),
};

/** A horizontal range as a config holds it. */
export const horizontalRangeSchema = closedObject(
  {
    direction: z.literal('horizontal').optional().describe('Sections are bands across the page'),
    anchor: fieldAnchorSchema.describe('Each match begins a section'),
    stop: rangeStopSchema.optional().describe('Line whose row ends a section'),
    requireStop: withDefault(z.boolean(), false).describe(
      'End sections only at the stop, never at the next anchor',
    ),
    ...rangeMembers,
    externalRange: externalRangeSchema
      .optional()
      .describe('Lines from elsewhere that every section sees besides its own'),
  },
  foreignMembers,
)
  .superRefine(({ requireStop, stop }, context) => {
    if (!requireStop || stop !== undefined) return;
    const message = 'is required when requireStop is true';
    context.addIssue({ code: 'custom', path: ['stop'], message, params: { code: 'required' } });
  })
  .meta({ title: 'horizontal range' });
export type HorizontalRange = z.infer<typeof horizontalRangeSchema>;

/** A section that a range cut out. */
export interface RangeSection {
  /** In document order; never empty. */
  readonly lines: readonly Line[];
  readonly start: RangePosition;
  /** Undefined for the end of the scope. */
  readonly end: RangePosition | undefined;
  readonly anchor: AnchorHit;
}

/**
 * The sections that a range cuts out of a scope, in document order; they never overlap.
 * `externalRange` has no part in it.
 * @param checkpoint called once a section; what it throws ends the search
 */
// See docs/language/06-sections-and-field-kinds.md#24-algorithm
export function horizontalSections(
  range: HorizontalRange,
  scope: SearchScope,
  resolve: ResolveAnchor,
  checkpoint: () => void = () => undefined,
): readonly RangeSection[] | { readonly missing: string } {
  const anchor = resolve(range.anchor);
  if ('missing' in anchor) return anchor;
  const stop = range.stop === undefined ? () => undefined : stopFinder(range.stop, scope, resolve);
  if ('missing' in stop) return stop;
  const hits = [...new AnchorSearch(anchor, scope).candidates()];
  return new SectionWalk(range, scope, hits, stop).sections(checkpoint);
}

class SectionWalk {
  readonly #range: HorizontalRange;
  readonly #scope: SearchScope;
  readonly #hits: readonly AnchorHit[];
  readonly #starts: readonly RangePosition[];
  /** From the top of a stop line to the end of its section, in inches. */
  readonly #belowStop: number;
  readonly #findStop: FindStop;
  readonly #linesBetween: LinesBetween;

  constructor(range: HorizontalRange, scope: SearchScope, hits: readonly AnchorHit[], findStop: FindStop) {
    const { offsetY, tolerance, stopOffsetY } = settled(rangeMembers, range);
    this.#range = range;
    this.#scope = scope;
    this.#hits = hits;
    this.#belowStop = tolerance + stopOffsetY;
    this.#starts = hits.map(({ line }) => positionOf(line, startShift(offsetY, tolerance)));
    this.#findStop = findStop;
    this.#linesBetween = lineFinder(scope.lines);
  }

  sections(checkpoint: () => void): readonly RangeSection[] {
    const sections: RangeSection[] = [];
    let previousEnd: RangePosition | undefined;
    for (let at = 0; at < this.#hits.length; ) {
      checkpoint();
      const { start, end, next } = this.#range.requireStop ? this.#stopped(at, previousEnd) : this.#open(at);
      const lines = this.#linesBetween(start, end);
      if (lines.length > 0) sections.push({ lines, start, end, anchor: this.#hits[at]! });
      previousEnd = end;
      at = next;
    }
    return sections;
  }

  /** A section that the next anchor may end. */
  #open(i: number) {
    const next = i + 1;
    const nextHit = this.#hits[next];
    const nextStart = this.#starts[next];
    const stop = this.#findStop(this.#hits[i]!.index + 1, nextHit?.index ?? this.#scope.lines.length);
    const end = stop === undefined ? nextStart : earlier(this.#endAt(stop), nextStart);
    return { start: this.#starts[i]!, end, next };
  }

  /** A section that only its stop ends; it begins no earlier than the one before ended. */
  #stopped(i: number, previousEnd: RangePosition | undefined) {
    const own = this.#starts[i]!;
    const start = previousEnd && comparePositions(own, previousEnd) < 0 ? previousEnd : own;
    const stop = this.#findStop(this.#hits[i]!.index + 1, this.#scope.lines.length);
    if (stop === undefined) return { start, end: undefined, next: this.#hits.length };
    let next = i + 1;
    while (next < this.#hits.length && this.#hits[next]!.index <= stop) next++;
    return { start, end: this.#endAt(stop), next };
  }

  #endAt(stop: number): RangePosition {
    return positionOf(this.#scope.lines[stop]!, this.#belowStop);
  }
}

function earlier(a: RangePosition, b: RangePosition | undefined): RangePosition {
  return b && comparePositions(b, a) < 0 ? b : a;
}
