/** `row`: lines beside the anchor, to the edge of the page. */
// See docs/language/02-layout-methods-geometry.md#4-row
import * as z from 'zod';
import { shortened } from '../../errors.js';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { type Box, centreX, LIMIT_SLACK } from '../../page/document/geometry.js';
import { linesNear } from '../../page/document/lines-near.js';
import type { AnchorHit } from '../anchors/anchors.js';
import { defineMethod } from './definition.js';
import { anchorPageLines, HORIZONTAL, inches, MEANINGFUL, quoted, stacked, wholeLines } from './shared.js';

/** How far the tops of a row's lines may differ, in inches (at 0.06 real amounts are lost, at 0.12 the next row leaks in). */
const ROW_TOLERANCE = 0.08;

const members = {
  position: withDefault(z.enum(HORIZONTAL), 'right').describe(
    'Side of the anchor line that the lines are on',
  ),
  includeAnchor: withDefault(z.boolean(), false).describe('Include the anchor line'),
  tolerance: withDefault(z.number().min(0), ROW_TOLERANCE).describe(
    "How far the top of a line may differ from the anchor's, in inches",
  ),
};

export const row = defineMethod({
  id: 'row',
  summary: 'Lines to the right or left of the anchor line, from left to right',
  anchor: 'required',
  countsOnce: true,
  options: () => members,
  capture({ options, scope, anchor }) {
    const own = anchor.line;
    const { position: side, includeAnchor, tolerance } = settled(members, options);
    const reach = tolerance + LIMIT_SLACK;
    const near = linesNear(anchorPageLines(scope, anchor), own.top - reach, own.top + reach);
    const found = near.filter((line) => {
      if (line === own || Math.abs(line.top - own.top) > reach) return false;
      const beside = side === 'right' ? centreX(line) > centreX(own) : centreX(line) < centreX(own);
      // A caption on two lines is no row, although the tops are near.
      return beside && !stacked(line, own);
    });
    if (found.length === 0 && !includeAnchor) {
      return {
        pieces: [],
        reason: `nothing is to the ${side} of ${quoted(anchor)} on its line: no line there has its top within ${inches(tolerance)}${ownRest(anchor, side)}`,
      };
    }
    const lines = includeAnchor ? [...found, own] : found;
    return { pieces: wholeLines(lines.sort(fromTheLeft)) };
  },
  examples: [
    {
      title: 'the second amount of a row',
      lines: [
        { text: 'Rent', left: 1, top: 1 },
        { text: '900.00', left: 3, top: 1.01 },
        { text: '1,080.00', left: 5, top: 0.99 },
      ],
      field: { anchor: 'rent', type: 'number', method: { id: 'row', tiebreaker: 'second' } },
      result: { source: '1,080.00', value: 1080, type: 'number' },
    },
    {
      title: 'left of the anchor',
      lines: [
        { text: '12', left: 1, top: 1 },
        { text: 'pieces', left: 3, top: 1 },
      ],
      field: { anchor: 'pieces', method: { id: 'row', position: 'left' } },
      result: { type: 'string', value: '12' },
    },
  ],
});

/** What a reason says of text in the line of the anchor itself, which OCR may have joined with it. */
function ownRest({ line, start, end }: AnchorHit, side: 'left' | 'right'): string {
  const rest = (side === 'right' ? line.text.slice(end) : line.text.slice(0, start)).trim();
  if (!MEANINGFUL.test(rest)) return '';
  const goes = side === 'right' ? 'goes on with' : 'begins with';
  return `; that line itself ${goes} ${JSON.stringify(shortened(rest))}, which the method "label" takes`;
}

function fromTheLeft(a: Box, b: Box): number {
  return a.left - b.left || a.top - b.top;
}
