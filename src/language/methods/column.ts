/** `column`: lines below or above the anchor, to a stop or the edge of the page. */
// See docs/language/02-layout-methods-geometry.md#5-column
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { centreY } from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import type { StopMatch } from '../anchors/forms.js';
import { stopMatchSchema } from '../anchors/schema.js';
import type { SearchScope } from '../anchors/scope.js';
import { defineMethod } from './definition.js';
import {
  anchorPageLines,
  BELOW_SHARE,
  quoted,
  stacked,
  startsBelow,
  stopAmong,
  VERTICAL,
  wholeLines,
} from './shared.js';

const members = {
  position: withDefault(z.enum(VERTICAL), 'below').describe('Side of the anchor line that the lines are on'),
  includeAnchor: withDefault(z.boolean(), false).describe('Include the anchor line'),
  stop: stopMatchSchema
    .optional()
    .describe('The column ends at the nearest line that matches this, in whatever column it is'),
};

export const column = defineMethod({
  id: 'column',
  summary: 'Lines below or above the anchor line that overlap it by half of the narrower width or more',
  anchor: 'required',
  countsOnce: true,
  options: () => members,
  capture({ options, scope, anchor }) {
    const own = anchor.line;
    const { position: side, includeAnchor, stop: end } = settled(members, options);
    const onSide = anchorPageLines(scope, anchor).filter((line) => line !== own && isOnSide(line, own, side));
    const stop = end === undefined ? undefined : nearestStop(end, onSide, side, scope);
    const stackedLines = onSide.filter((line) => stacked(line, own));
    const found = stop ? stackedLines.filter((line) => isBeforeStop(line, stop, side)) : stackedLines;
    if (found.length === 0 && !includeAnchor) {
      return {
        pieces: [],
        reason:
          stackedLines.length > 0
            ? `there is no line between the anchor and the stop ${JSON.stringify(stop!.text)}`
            : `nothing is ${side} ${quoted(anchor)} in its column: no line there overlaps it by half of the narrower width`,
      };
    }
    if (!includeAnchor) return { pieces: wholeLines(found) };
    return { pieces: wholeLines(side === 'below' ? [own, ...found] : [...found, own]) };
  },
  examples: [
    {
      title: 'the greatest number of a column',
      lines: [
        { text: 'Points', left: 1, top: 1 },
        { text: '7', left: 1.1, top: 1.3 },
        { text: '12', left: 1.1, top: 1.6 },
        { text: 'other column', left: 3, top: 1.3 },
      ],
      field: { anchor: 'points', type: 'number', method: { id: 'column', tiebreaker: '>' } },
      result: { source: '12', value: 12, type: 'number' },
    },
    {
      title: 'the value up to the next label',
      lines: [
        { text: 'Cargo', left: 1, top: 1 },
        { text: 'Machine parts', left: 1, top: 1.3 },
        { text: 'Packing', left: 1, top: 1.6 },
        { text: 'Crates', left: 1, top: 1.9 },
      ],
      field: { anchor: 'cargo', method: { id: 'column', stop: { type: 'equals', text: 'packing' } } },
      result: { type: 'string', value: 'Machine parts' },
    },
  ],
});

type Side = (typeof VERTICAL)[number];

function isOnSide(line: Line, own: Line, side: Side): boolean {
  return side === 'below' ? startsBelow(line, own) : line.top < own.top - BELOW_SHARE * own.lineHeight;
}

/** The line that ends the column: the first that matches, going away from the anchor. */
function nearestStop(
  stop: StopMatch,
  lines: readonly Line[],
  side: Side,
  scope: SearchScope,
): Line | undefined {
  const outwards = [...lines].sort((a, b) => (side === 'below' ? a.top - b.top : b.bottom - a.bottom));
  const index = stopAmong(stop, outwards, scope);
  return index === undefined ? undefined : outwards[index];
}

/** Whether a line comes before the stop: its middle does, since tops of one printed row jitter. */
function isBeforeStop(line: Line, stop: Line, side: Side): boolean {
  return side === 'below' ? centreY(line) < stop.top : centreY(line) > stop.bottom;
}
