/** `region`: lines in a rectangle whose corner is set off from the anchor, or what is drawn there. */
// See docs/language/02-layout-methods-geometry.md#6-region

import * as z from 'zod';
import { orElse } from '../../foundation/async/interrupt.js';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import type { Box } from '../../page/document/geometry.js';
import type { Line, Page } from '../../page/document/model.js';
import { FOR_EYES } from '../../page/document/page-graphics.js';
import { areaOf } from '../../page/ink/cut.js';
import { defineMethod, type Finished, type SearchPoint } from './definition.js';
import {
  DIRECTIONS,
  type Direction,
  linesIn,
  overlapMembers,
  pageOf,
  regionOf as printed,
  startPoint,
  wholeLines,
} from './shared.js';

/** Pixels an inch of regions that are given as pictures: print of 8 points is read well. */
const PICTURE_DPI = 150;
/** Pixels of such a picture at most; larger regions are drawn coarser. */
const PICTURE_PIXELS = 12_000_000;

const members = {
  start: z.enum(DIRECTIONS).describe('Side of the anchor line from whose middle the offsets are measured'),
  offsetX: z.number().describe('Inches from the start point to the left edge, positive to the right'),
  offsetY: z.number().describe('Inches from the start point to the top edge, positive downwards'),
  width: z.number().min(0).describe('Width of the rectangle in inches'),
  height: z.number().min(0).describe('Height of the rectangle in inches'),
  isAbsoluteOffset: withDefault(z.boolean(), false).describe(
    "Measure the offsets from the page's top left corner",
  ),
  includeAnchor: withDefault(z.boolean(), true).describe('Include the anchor line if it is in the rectangle'),
  asImage: withDefault(z.boolean(), false).describe(
    'Return what is drawn there as a picture (PNG as a data URI) and its place, not the text',
  ),
  ...overlapMembers,
};

export const region = defineMethod({
  id: 'region',
  summary: 'Lines in a rectangle near the anchor, or a picture of it',
  anchor: 'required',
  countsOnce: true,
  yields: ({ asImage }) => (asImage ? 'image' : undefined),
  options: () => members,
  warnings({ asImage, includeAnchor, percentOverlapX, percentOverlapY }) {
    if (!asImage) return [];
    const given = { includeAnchor, percentOverlapX, percentOverlapY };
    return Object.entries(given).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [{ path: [name], code: 'ignored_member', message: 'has no effect with asImage' }],
    );
  },
  capture({ options, scope, anchor }) {
    const { page } = anchor.line;
    const box = regionBox(options, anchor.line);
    const points = [{ page, x: box.left, y: box.top }];
    const { asImage, includeAnchor, percentOverlapX, percentOverlapY } = settled(members, options);
    if (asImage) return pictureOf(pageOf(scope, anchor.line), box, points);
    const inside = linesIn(scope, page, box, percentOverlapX, percentOverlapY);
    const lines = includeAnchor ? inside : inside.filter((line) => line !== anchor.line);
    return {
      pieces: wholeLines(lines),
      points,
      regions: [printed(page, box)],
      ...(lines.length === 0 && {
        reason:
          inside.length > 0 ? 'the anchor is the only line in the region' : 'there is no line in the region',
      }),
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
      title: 'a line that reaches out of the rectangle, and not the anchor, which lies in it',
      lines: [
        { text: 'Mooring', left: 1, top: 1, width: 0.6 },
        { text: 'Pier 4, outer basin', left: 1.3, top: 1.2, width: 1.6 },
      ],
      field: {
        anchor: 'mooring',
        method: {
          id: 'region',
          start: 'left',
          offsetX: -0.1,
          offsetY: -0.2,
          width: 1.2,
          height: 0.6,
          includeAnchor: false,
          percentOverlapX: 0.5,
        },
      },
      result: { type: 'string', value: 'Pier 4, outer basin' },
    },
  ],
});

/** What is drawn in a rectangle, as far as it lies on the page. */
// See docs/language/02-layout-methods-geometry.md#61-a-picture-of-the-region
async function pictureOf(
  page: Page | undefined,
  box: Box,
  points: readonly SearchPoint[],
): Promise<Finished> {
  const none = { value: null, lines: [], points };
  if (!page?.graphics || page.synthetic) {
    return { ...none, unsupported: true, reason: 'the pages of this document have text but cannot be drawn' };
  }
  const area = {
    left: Math.max(0, box.left),
    top: Math.max(0, box.top),
    right: Math.min(page.width, box.right),
    bottom: Math.min(page.height, box.bottom),
  };
  if (area.left >= area.right || area.top >= area.bottom) {
    return { ...none, reason: 'nothing of the region is on the page' };
  }
  const inches = (area.right - area.left) * (area.bottom - area.top);
  const dpi = Math.min(PICTURE_DPI, Math.sqrt(PICTURE_PIXELS / inches));
  const { graphics } = page;
  const drawn = await orElse(() => graphics.raster({ dpi, area, ...FOR_EYES }), undefined);
  if (!drawn) return { ...none, unsupported: true, reason: 'the page cannot be drawn' };
  const { pngUri } = await import('../../page/drawn/picture.js');
  const uri = await pngUri(areaOf(drawn, area));
  const place = printed(page.index, area);
  return {
    value: { type: 'image', value: uri, ...place },
    lines: [],
    withoutLines: true,
    size: uri.length,
    points,
    regions: [place],
  };
}

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
