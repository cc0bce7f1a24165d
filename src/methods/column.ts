/** `column`: lines below or above the anchor, to the edge of the page. */
// See docs/language/02-layout-methods-geometry.md#5-column
import { z } from 'zod';
import { settled, withDefault } from '../defaults.js';
import { defineMethod } from './definition.js';
import { anchorPageLines, BELOW_SHARE, stacked, startsBelow, VERTICAL, wholeLines } from './shared.js';

const members = {
  position: withDefault(z.enum(VERTICAL), 'below').describe('Side of the anchor line that the lines are on'),
  includeAnchor: withDefault(z.boolean(), false).describe('Include the anchor line'),
};

export const column = defineMethod({
  id: 'column',
  summary: 'Lines below or above the anchor line that overlap it by half of the narrower width or more',
  anchor: 'required',
  options: () => members,
  capture({ options, scope, anchor }) {
    const own = anchor.line;
    const { position: side, includeAnchor } = settled(members, options);
    const found = anchorPageLines(scope, anchor).filter((line) => {
      if (line === own || !stacked(line, own)) return false;
      return side === 'below' ? startsBelow(line, own) : line.top < own.top - BELOW_SHARE * own.lineHeight;
    });
    if (found.length === 0 && !includeAnchor) {
      return {
        pieces: [],
        reason: `no line ${side} the anchor overlaps it by half of the narrower width`,
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
  ],
});
