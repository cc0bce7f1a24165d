/** `region`: lines in a rectangle whose corner is set off from the anchor. */
// See docs/language/02-layout-methods-geometry.md#6-region
import { z } from 'zod';
import { settled, withDefault } from '../defaults.js';
import type { Box } from '../document/geometry.js';
import type { Line } from '../document/model.js';
import { defineMethod } from './definition.js';
import {
  anchorPageLines,
  contained,
  DIRECTIONS,
  type Direction,
  overlapMembers,
  regionOf as printed,
  startPoint,
  wholeLines,
} from './shared.js';

const members = {
  start: z.enum(DIRECTIONS).describe('Side of the anchor line from whose middle the offsets are measured'),
  offsetX: z.number().describe('Inches from the start point to the left edge, positive to the right'),
  offsetY: z.number().describe('Inches from the start point to the top edge, positive downwards'),
  width: z.number().min(0).describe('Width of the rectangle in inches'),
  height: z.number().min(0).describe('Height of the rectangle in inches'),
  isAbsoluteOffset: withDefault(z.boolean(), false).describe(
    "Measure the offsets from the page's top left corner",
  ),
  ...overlapMembers,
};

export const region = defineMethod({
  id: 'region',
  summary: 'Lines in a rectangle near the anchor',
  anchor: 'required',
  options: () => members,
  capture({ options, scope, anchor }) {
    const { page } = anchor.line;
    const box = regionBox(options, anchor.line);
    const { percentOverlapX, percentOverlapY } = settled(members, options);
    const lines = anchorPageLines(scope, anchor).filter((line) =>
      contained(box, line, percentOverlapX, percentOverlapY),
    );
    return {
      pieces: wholeLines(lines),
      points: [{ page, x: box.left, y: box.top }],
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
    {
      title: 'lines that the rectangle only touches',
      lines: [
        { text: 'Member no.', left: 1, top: 1 },
        { text: 'KX-20-4417', left: 1.9, top: 1.06 },
      ],
      field: {
        anchor: 'member no.',
        method: {
          id: 'region',
          start: 'right',
          offsetX: 0.05,
          offsetY: -0.1,
          width: 0.5,
          height: 0.12,
          percentOverlapX: 0,
          percentOverlapY: 0,
        },
      },
      result: { type: 'string', value: 'KX-20-4417' },
    },
  ],
});

/** What says where a region is. */
export interface RegionMembers {
  readonly start: Direction;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly width: number;
  readonly height: number;
  readonly isAbsoluteOffset?: boolean | undefined;
}

/** The rectangle that a region's members mean at an anchor line, in inches on its page. */
export function regionBox(options: RegionMembers, anchor: Line): Box {
  const origin = options.isAbsoluteOffset ? { x: 0, y: 0 } : startPoint(anchor, options.start);
  const left = origin.x + options.offsetX;
  const top = origin.y + options.offsetY;
  return { left, top, right: left + options.width, bottom: top + options.height };
}
