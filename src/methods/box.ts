/** `box`: lines in the drawn box around a point near the anchor (chapter 2, 9). */
import { z } from 'zod';
import {
  type BoxDirection,
  type BoxSeed,
  type FoundBox,
  findBox,
  isBox,
  type NoBox,
  nextBox,
  SEEK,
} from '../document/ink/find-box.js';
import type { InkLayer } from '../document/ink/ink-layer.js';
import { centreX, centreY } from '../geometry.js';
import { defineLinesMethod } from './definition.js';
import { DARKNESS_DESCRIPTION, inkPageOf, NO_INK, searchBorders } from './pixels.js';
import {
  anchorPageLines,
  BOX_X,
  BOX_Y,
  contained,
  DIRECTIONS,
  inches,
  overlapMember,
  region as printed,
  startPoint,
  wholeLines,
} from './shared.js';

/** Boxes in a row or column of a page: none is narrower than a letter. */
const MAX_STEPS = 200;

interface Steps {
  readonly direction: BoxDirection;
  readonly number: number;
}

export const box = defineLinesMethod({
  id: 'box',
  summary: 'Lines in the drawn box around the anchor, or around a point near it',
  options: () => ({
    position: z
      .enum(DIRECTIONS)
      .optional()
      .describe('Side of the anchor line whose middle the search starts from; default its centre'),
    offsetX: z.number().optional().describe('Moves the start to the right, in inches; default 0'),
    offsetY: z.number().optional().describe('Moves the start down, in inches; default 0'),
    offsetBoxes: z
      .strictObject({
        direction: z.enum(DIRECTIONS).describe('Which way to step'),
        number: z
          .int()
          .min(0)
          .max(MAX_STEPS)
          .describe('How many boxes to step on; 0 is the box at the start'),
      })
      .optional()
      .describe('Steps from the box found to a neighbour that shares a border with it'),
    percentOverlapX: overlapMember('width', BOX_X),
    percentOverlapY: overlapMember('height', BOX_Y),
    overlapX: overlapMember('width', BOX_X).describe('Older name of percentOverlapX'),
    overlapY: overlapMember('height', BOX_Y).describe('Older name of percentOverlapY'),
    darknessThreshold: z.number().min(0).max(1).optional().describe(DARKNESS_DESCRIPTION),
    includeAnchor: z.boolean().optional().describe('Keep the anchor line when it is inside; default false'),
  }),
  check(options, context) {
    const older = (['overlapX', 'overlapY'] as const).filter((name) => options[name] !== undefined);
    const newer = options.percentOverlapX ?? options.percentOverlapY;
    if (newer === undefined) return;
    for (const name of older) {
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `is the older name of a member and may not stand beside the newer ones; use percentO${name.slice(1)}`,
      });
    }
  },
  async lines({ options, scope, anchor }) {
    const inkPage = inkPageOf(scope, anchor.line);
    if (!inkPage) return { pieces: [], ...NO_INK };
    const { page } = inkPage;
    const start = startPoint(anchor.line, options.position);
    const point = { x: start.x + (options.offsetX ?? 0), y: start.y + (options.offsetY ?? 0) };
    const points = [{ page: page.index, ...point }];
    if (point.x < 0 || point.y < 0 || point.x > page.width || point.y > page.height) {
      return { pieces: [], points, reason: 'the start point is off the page' };
    }
    const away = { x: point.x - centreX(anchor.line), y: point.y - centreY(anchor.line) };
    const { darknessThreshold, offsetBoxes } = options;
    const search = await searchBorders(inkPage, (layer) =>
      walk(layer, { point, away }, offsetBoxes, darknessThreshold),
    );
    if (!search.found) return { pieces: [], points, ...search };
    const inside = search.found.box;
    const percentX = options.percentOverlapX ?? options.overlapX;
    const percentY = options.percentOverlapY ?? options.overlapY;
    const lines = anchorPageLines(scope, anchor).filter(
      (line) =>
        contained(inside, line, percentX, percentY) &&
        (line !== anchor.line || options.includeAnchor === true),
    );
    return {
      pieces: wholeLines(lines),
      points,
      regions: [printed(page.index, inside)],
      ...(lines.length === 0 && { reason: 'the box holds no other line' }),
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
