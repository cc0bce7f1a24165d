/** `column`: lines below or above the anchor, to the edge of the page (chapter 2, 5). */
import { z } from 'zod';
import { defineLinesMethod } from './definition.js';
import { anchorPageLines, BELOW_SHARE, stacked, startsBelow, VERTICAL, wholeLines } from './shared.js';

export const column = defineLinesMethod({
  id: 'column',
  summary: 'Lines below or above the anchor line that share half of the narrower width with it',
  options: () => ({
    position: z.enum(VERTICAL).optional().describe('Side of the anchor; default below'),
    includeAnchor: z.boolean().optional().describe('Put the anchor line into the column; default false'),
  }),
  lines({ options, scope, anchor }) {
    const own = anchor.line;
    const side = options.position ?? 'below';
    const found = anchorPageLines(scope, anchor).filter((line) => {
      if (line === own || !stacked(line, own)) return false;
      return side === 'below' ? startsBelow(line, own) : line.top < own.top - BELOW_SHARE * own.lineHeight;
    });
    if (found.length === 0 && !options.includeAnchor) {
      return {
        pieces: [],
        reason: `no line ${side} the anchor that shares half of the narrower width with it`,
      };
    }
    if (!options.includeAnchor) return { pieces: wholeLines(found) };
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
