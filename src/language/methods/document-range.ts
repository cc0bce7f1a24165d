/** `documentRange`: all lines from the anchor to a stop. */
// See docs/language/03-layout-methods-ranges-tables.md#34-documentrange
import * as z from 'zod';
import { withDefault } from '../../foundation/schema/defaults.js';
import type { Line } from '../../page/document/model.js';
import { findStop } from '../anchors/anchors.js';
import { stopMatchSchema } from '../anchors/schema.js';
import type { SearchScope } from '../anchors/scope.js';
import { defineMethod } from './definition.js';
import { ignoredFilters } from './filters.js';
import { rangeImages } from './range-images.js';
import { wholeLines } from './shared.js';

/** Tolerance of comparisons of edges, in inches. */
// See docs/language/03-layout-methods-ranges-tables.md#301-lines-boxes-order
const EPS = 0.01;

interface RangeOptions {
  readonly numLines?: number | undefined;
  readonly includeImages?: boolean | undefined;
  readonly includeAnchor?: boolean | undefined;
  readonly offsetY?: number | undefined;
  readonly stopOffsetY?: number | undefined;
}

export const documentRange = defineMethod({
  id: 'documentRange',
  summary: 'All lines from the anchor to a stop, across pages',
  anchor: 'optional',
  countsOnce: true,
  options: () => ({
    stop: stopMatchSchema.optional().describe('The range ends above the line that matches this'),
    numLines: z.int().min(1).optional().describe('The range ends after this many lines'),
    includeAnchor: withDefault(z.boolean(), false).describe('Include the anchor line'),
    offsetY: z.number().optional().describe("The range starts this far below the anchor's top, in inches"),
    stopOffsetY: z
      .number()
      .optional()
      .describe("The range ends this far below the stop line's top, in inches"),
    includeImages: withDefault(z.boolean(), false).describe(
      'Return the places of images instead of text; the field needs the type images',
    ),
  }),
  ignored: (options) =>
    options.includeImages
      ? ignoredFilters(options, 'the value is places of images, not text', ['xRangeFilter'])
      : [],
  warnings({ stop, stopOffsetY }) {
    if (stop !== undefined || stopOffsetY === undefined) return [];
    return [{ path: ['stopOffsetY'], code: 'ignored_member', message: 'has no effect without stop' }];
  },
  yields: ({ includeImages }) => (includeImages ? 'images' : undefined),
  capture({ options, scope, anchor }) {
    const searchFrom = anchor === undefined ? 0 : anchor.index + 1;
    const stop = options.stop === undefined ? undefined : findStop(options.stop, scope, searchFrom);
    const all = scope.lines;
    const end = stop === undefined || stop >= all.length ? undefined : stop;
    const started = anchor === undefined ? all : fromAnchor(options, all, anchor.index);
    const ended = end === undefined ? started : beforeStop(started, options, { scope, all, index: end });
    const lines = options.numLines === undefined ? ended : ended.slice(0, options.numLines);
    if (options.includeImages) {
      const { offsetY, stopOffsetY } = options;
      const textLines = options.numLines === undefined ? undefined : lines;
      return rangeImages({ anchor, stop: end, offsetY, stopOffsetY, textLines }, scope, options);
    }
    return { pieces: wholeLines(lines), ...(lines.length === 0 && { reason: emptyReason(all, end) }) };
  },
  examples: [
    {
      title: 'the lines between two headings',
      lines: [
        { text: 'Cause of loss', left: 1, top: 1 },
        { text: 'A pipe burst', left: 1, top: 1.3 },
        { text: 'in the cellar.', left: 1, top: 1.5 },
        { text: 'Amount', left: 1, top: 2 },
      ],
      field: { anchor: 'cause of loss', method: { id: 'documentRange', stop: 'amount' } },
      result: { type: 'string', value: 'A pipe burst in the cellar.' },
    },
  ],
});

function emptyReason(lines: readonly Line[], end: number | undefined): string {
  const stop = end === undefined ? undefined : lines[end];
  return stop === undefined
    ? 'no line after the anchor'
    : `no line between the anchor and the stop ${JSON.stringify(stop.text)}`;
}

/** The lines from the anchor on: by order, or by their tops when an offset is given. */
function fromAnchor(options: RangeOptions, lines: readonly Line[], index: number): readonly Line[] {
  const anchor = lines[index]!;
  if (options.offsetY === undefined) return lines.slice(options.includeAnchor ? index : index + 1);
  const start = Math.max(0, anchor.top + options.offsetY);
  const pages = pageOrder(lines);
  const own = pages.get(anchor.page)!;
  return lines.filter((line) => {
    if (line === anchor) return options.includeAnchor === true;
    const order = pages.get(line.page)! - own || line.flow - anchor.flow;
    return order > 0 || (order === 0 && line.top >= start - EPS);
  });
}

/** Pages by the order in which their lines come. */
function pageOrder(lines: readonly Line[]): ReadonlyMap<number, number> {
  const order = new Map<number, number>();
  for (const line of lines) if (!order.has(line.page)) order.set(line.page, order.size);
  return order;
}

function beforeStop(
  lines: readonly Line[],
  options: RangeOptions,
  {
    scope,
    all,
    index,
  }: { readonly scope: SearchScope; readonly all: readonly Line[]; readonly index: number },
): readonly Line[] {
  const stop = all[index]!;
  if (options.stopOffsetY === undefined) {
    const before = lines.filter((line) => scope.indexOf(line) < index);
    let end = before.length;
    // Neighbours left of the stop on its own row come before it in the order, but the range ends at its top.
    while (end > 0 && isBeside(before[end - 1]!, stop)) end -= 1;
    return before.slice(0, end);
  }
  const bottom = stop.top + options.stopOffsetY;
  const pages = pageOrder(all);
  const own = pages.get(stop.page)!;
  return lines.filter((line) => {
    const order = pages.get(line.page)! - own || line.flow - stop.flow;
    return order < 0 || (order === 0 && line.top < bottom - EPS);
  });
}

/** Whether a line begins no higher than the stop, in the same flow: y says nothing between flows. */
// See docs/language/01-document-anchors-fields.md#17-order-of-lines
function isBeside(line: Line, stop: Line): boolean {
  return line.page === stop.page && line.flow === stop.flow && line.top >= stop.top - EPS;
}
