/** `region`: lines in a rectangle whose corner is set off from the anchor (chapter 2, 6). */
import { z } from 'zod';
import type { Box } from '../geometry.js';
import { defineLinesMethod } from './definition.js';
import {
  anchorPageLines,
  contained,
  DIRECTIONS,
  region as printed,
  startPoint,
  wholeLines,
} from './shared.js';

export const region = defineLinesMethod({
  id: 'region',
  summary: 'Lines in a rectangle near the anchor',
  options: () => ({
    start: z.enum(DIRECTIONS).describe('Side of the anchor line whose middle the offsets count from'),
    offsetX: z.number().describe('Inches from the start point to the left edge, positive to the right'),
    offsetY: z.number().describe('Inches from the start point to the top edge, positive downwards'),
    width: z.number().min(0).describe('Width of the rectangle in inches'),
    height: z.number().min(0).describe('Height of the rectangle in inches'),
    isAbsoluteOffset: z
      .boolean()
      .optional()
      .describe("Count the offsets from the page's top left corner; default false"),
  }),
  lines({ options, scope, anchor }) {
    const { page } = anchor.line;
    const origin = options.isAbsoluteOffset ? { x: 0, y: 0 } : startPoint(anchor.line, options.start);
    const left = origin.x + options.offsetX;
    const top = origin.y + options.offsetY;
    const box: Box = { left, top, right: left + options.width, bottom: top + options.height };
    const lines = anchorPageLines(scope, anchor).filter((line) => contained(box, line));
    return {
      pieces: wholeLines(lines),
      points: [{ page, x: left, y: top }],
      regions: [printed(page, box)],
      ...(lines.length === 0 && { reason: 'no line lies in the region' }),
    };
  },
  examples: [
    {
      title: 'two lines under a heading',
      lines: [
        { text: 'Insured', left: 1, top: 1 },
        { text: 'Orla Haig', left: 1.2, top: 1.3 },
        { text: '4 Fen Lane', left: 1.2, top: 1.5 },
        { text: 'Agent', left: 4, top: 1.3 },
      ],
      field: {
        anchor: 'insured',
        method: { id: 'region', start: 'left', offsetX: 0, offsetY: 0.1, width: 2, height: 0.8 },
      },
      result: { type: 'string', value: 'Orla Haig 4 Fen Lane' },
    },
  ],
});
