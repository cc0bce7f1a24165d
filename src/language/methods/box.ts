/** `box`: lines in the drawn box around a point near the anchor. */
// See docs/language/02-layout-methods-geometry.md#9-box
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { closedObject, wholeNumber } from '../../foundation/schema/grammar.js';
import { type Box, boxHeight, centreX, centreY } from '../../page/document/geometry.js';
import { CAP_HEIGHT } from '../../page/document/glyph.js';
import { linesNear } from '../../page/document/lines-near.js';
import type { Line } from '../../page/document/model.js';
import { isHorizontal } from '../../page/document/order.js';
import {
  type BoxDirection,
  type BoxSeed,
  type FoundBox,
  findBox,
  isBox,
  type NoBox,
  nextBox,
  SEEK,
} from '../../page/ink/find-box.js';
import type { InkLayer } from '../../page/ink/ink-layer.js';
import { defineMethod } from './definition.js';
import { darknessThreshold, inkPageOf, NO_INK, searchBorders } from './pixels.js';
import {
  anchorPageLines,
  contained,
  DIRECTIONS,
  inches,
  overlapMembers,
  regionOf as printed,
  share,
  startPoint,
  wholeLines,
} from './shared.js';

/** Boxes in a row or column of a page: none is narrower than a letter. */
const MAX_STEPS = 200;

interface Steps {
  readonly direction: BoxDirection;
  readonly number: number;
}

const members = {
  position: z
    .enum(DIRECTIONS)
    .optional()
    .describe('Side of the anchor line from whose middle the search starts; without it, from the centre'),
  offsetX: withDefault(z.number(), 0).describe('Moves the start point to the right, in inches'),
  offsetY: withDefault(z.number(), 0).describe('Moves the start point down, in inches'),
  offsetBoxes: closedObject({
    direction: z.enum(DIRECTIONS).describe('Which way to step'),
    number: wholeNumber(0, MAX_STEPS).describe(
      'How many boxes to step; 0 stays in the box around the start point',
    ),
  })
    .optional()
    .describe('Steps from the box around the start point to neighbours that share a border'),
  ...overlapMembers,
  overlapX: share.optional().describe('Older name of percentOverlapX'),
  overlapY: share.optional().describe('Older name of percentOverlapY'),
  darknessThreshold,
  includeAnchor: withDefault(z.boolean(), false).describe('Include the anchor line if it is inside the box'),
};

export const box = defineMethod({
  id: 'box',
  summary: 'Lines in the drawn box around the anchor, or around a point near it',
  anchor: 'required',
  cost: () => 'pixels',
  countsOnce: true,
  options: () => members,
  check(options, context) {
    const older = (['overlapX', 'overlapY'] as const).filter((name) => options[name] !== undefined);
    const newer = options.percentOverlapX ?? options.percentOverlapY;
    if (newer === undefined) return;
    for (const name of older) {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `is an older name and cannot be combined with the newer ones; use percentO${name.slice(1)}`,
      });
    }
  },
  async capture({ options, scope, anchor }) {
    const inkPage = await inkPageOf(scope, anchor.line);
    if (!inkPage) return { pieces: [], ...NO_INK };
    const { page } = inkPage;
    const { position, offsetX, offsetY, includeAnchor } = settled(members, options);
    const start = startPoint(anchor.line, position);
    const point = { x: start.x + offsetX, y: start.y + offsetY };
    const points = [{ page: page.index, ...point }];
    if (point.x < 0 || point.y < 0 || point.x > page.width || point.y > page.height) {
      return { pieces: [], points, reason: 'the start point is off the page' };
    }
    const away = { x: point.x - centreX(anchor.line), y: point.y - centreY(anchor.line) };
    const search = await searchBorders(inkPage, (layer) =>
      walk(layer, { point, away }, options.offsetBoxes, options.darknessThreshold),
    );
    if (!search.found) return { pieces: [], points, ...search };
    const inside = search.found.box;
    const percentX = options.percentOverlapX ?? options.overlapX;
    const percentY = options.percentOverlapY ?? options.overlapY;
    const isInside = (line: Line) =>
      contained(inside, line, percentX, percentY) ||
      (percentY === undefined && hasLettersInside(inside, line, percentX));
    const lines = linesNear(anchorPageLines(scope, anchor), inside.top, inside.bottom).filter(
      (line) => isInside(line) && (line !== anchor.line || includeAnchor),
    );
    return {
      pieces: wholeLines(lines),
      points,
      regions: [printed(page.index, inside)],
      ...(lines.length === 0 && { reason: 'the box contains no other line' }),
    };
  },
  examples: [
    {
      title: 'the box around the anchor',
      lines: [
        { text: '3 Rents', left: 1.1, top: 1.1 },
        { text: '$1,250.00', left: 1.2, top: 1.4 },
        { text: '$80.00', left: 3.2, top: 1.4 },
      ],
      paths: [
        { points: [1, 1, 3, 1, 3, 2, 1, 2], closed: true },
        { points: [3, 1, 5, 1, 5, 2, 3, 2], closed: true },
      ],
      field: { anchor: 'rents', type: 'currency', method: { id: 'box' } },
      result: { source: '$1,250.00', value: 1250, unit: '$', type: 'currency' },
    },
    {
      title: 'two boxes further down',
      lines: [
        { text: 'Quantity', left: 1.1, top: 1.1 },
        { text: '4', left: 1.1, top: 1.6 },
        { text: '7', left: 1.1, top: 2.1 },
      ],
      paths: [
        { points: [1, 1, 2, 1, 2, 2.5, 1, 2.5], closed: true },
        { points: [1, 1.5, 2, 1.5] },
        { points: [1, 2, 2, 2] },
      ],
      field: {
        anchor: 'quantity',
        method: { id: 'box', offsetBoxes: { direction: 'below', number: 2 } },
      },
      result: { type: 'string', value: '7' },
    },
  ],
});

/**
 * Whether the letters of a line lie in a box that the line, which is a font size high, sticks out of: type of 10 points
 * often begins 0.03 inches under a border. Lines of OCR end at the ink.
 * @param percentX share of the smaller width that the two must have in common
 */
function hasLettersInside(inside: Box, line: Line, percentX: number | undefined): boolean {
  if (line.source === 'ocr' || !isHorizontal(line)) return false;
  const { left, right, bottom } = line;
  const top = bottom - CAP_HEIGHT * boxHeight(line);
  return (
    top >= inside.top && bottom <= inside.bottom && contained(inside, { left, top, right, bottom }, percentX)
  );
}

/** The box around the seed, or the one some steps away from it. */
function walk(
  layer: InkLayer,
  seed: BoxSeed,
  steps: Steps | undefined,
  threshold: number | undefined,
): FoundBox | string {
  let found = findBox(layer, seed, threshold);
  if (!isBox(found)) return whyNoBox(found);
  for (let step = 1; steps && step <= steps.number; step++) {
    found = nextBox(layer, found, steps.direction, threshold);
    if (!isBox(found)) return `step ${step} of offsetBoxes: ${whyNoNext(found)}`;
  }
  return found;
}

function whyNoBox(found: NoBox): string {
  return found === 'leak'
    ? 'the start point is in no closed box: the space around it reaches the edge of the page'
    : `everything within ${inches(SEEK)} of the start point is dark`;
}

function whyNoNext(found: NoBox): string {
  return found === 'leak'
    ? 'the space beyond the border reaches the edge of the page'
    : 'no box shares this border';
}
