/**
 * `nearestCheckbox`: the state of the box to tick nearest to a point. Thresholds a fifth smaller change 3 values of 104
 * documents, a quarter larger no value.
 */
// See docs/language/02-layout-methods-geometry.md#102-nearestcheckbox
import * as z from 'zod';
import { memo } from '../../foundation/objects/memo.js';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import {
  type Box,
  boxHeight,
  centreX,
  centreY,
  distanceToBox,
  grownBox,
  LIMIT_SLACK,
  overlapY,
  type Point,
  roundCoordinate,
} from '../../page/document/geometry.js';
import { linesNear } from '../../page/document/lines-near.js';
import type { Line } from '../../page/document/model.js';
import { type Checkbox, checkboxesOn, typedCheckboxes } from '../../page/drawn/checkboxes.js';
import { defineMethod } from './definition.js';
import { ignoredFilters } from './filters.js';
import { ignoreFormData, inkPageOf, NO_INK, TOO_LARGE } from './pixels.js';
import { HORIZONTAL, pageOf, regionOf as printed, startPoint } from './shared.js';

/**
 * How far from the point a box may be, in inches. Boxes are within 0.2 of what they belong to, and within 0.54 of
 * points that authors moved by eye; what is further away belongs to something else.
 */
const REACH = 1;
/** The same along the row of the point, where leaders of dots lead to boxes up to 2.6 away. */
const ROW_REACH = 3;
/** How far above or below a box the point may lie to be in its row, in inches. */
const ROW = 0.1;
/** Share of the lower of two, an anchor and a box, that they have in common where they are side by side. */
const BESIDE = 0.5;
/** How far the left edges of captions that are below each other are apart at most, in inches. */
const ONE_EDGE = 0.05;

const members = {
  position: z.enum(HORIZONTAL).describe('Side of the anchor line from whose middle the distance is measured'),
  offsetX: withDefault(z.number(), 0).describe('Moves that point to the right, in inches'),
  offsetY: withDefault(z.number(), 0).describe('Moves that point down, in inches'),
  maxYDistance: z
    .number()
    .min(0)
    .optional()
    .describe('How far above or below that point the middle of the box may be, in inches'),
  ignoreFormData,
};

export const nearestCheckbox = defineMethod({
  id: 'nearestCheckbox',
  summary: `Whether the check box or radio button nearest to the anchor is selected; none further than ${REACH} in away, ${ROW_REACH} in along the row`,
  anchor: 'required',
  cost: () => 'pixels',
  countsOnce: true,
  yields: () => 'boolean',
  ignored: (options) => ignoredFilters(options, 'the value is the state of a box, not text'),
  options: () => members,
  async capture({ options, scope, anchor }) {
    const page = pageOf(scope, anchor.line);
    const ink = (await inkPageOf(scope, anchor.line))?.ink;
    if (!page || (!ink && typedCheckboxes(page).length === 0)) return { value: null, lines: [], ...NO_INK };
    const { position, offsetX, offsetY, maxYDistance, ignoreFormData } = settled(members, options);
    const start = startPoint(anchor.line, position);
    const seed = { x: start.x + offsetX, y: start.y + offsetY };
    const points = [{ page: page.index, ...seed }];
    const nearOf = (boxes: readonly Checkbox[]) =>
      boxes.filter(({ outer }) => isNear(outer, seed, maxYDistance));
    const near = nearOf(await checkboxesOn(page, ignoreFormData, reachOf(seed, maxYDistance)));
    const own =
      offsetY === 0 ? ownRow({ seed, position, line: anchor.line }, near, textsBeside(page.lines)) : near;
    const nearest = nearestTo(seed, position, own);
    if (!nearest) {
      const boxes = await checkboxesOn(page, ignoreFormData);
      const none = boxes.length === 0 && ink?.isTooLarge;
      const why = none ? TOO_LARGE : { reason: whyNone(seed, boxes, maxYDistance) };
      return { value: null, lines: [], points, ...why };
    }
    const value = { type: 'boolean', value: await nearest.isSelected() };
    return { value, lines: [], points, regions: [printed(page.index, nearest.outer)] };
  },
  examples: [
    {
      title: 'a ticked and an empty box',
      lines: [
        { text: 'Paper', left: 1, top: 1 },
        { text: 'Plastic', left: 1, top: 2 },
      ],
      paths: [
        { points: [2, 1, 2.15, 1, 2.15, 1.15, 2, 1.15], closed: true },
        { points: [2.03, 1.07, 2.07, 1.12, 2.12, 1.03] },
        { points: [2, 2, 2.15, 2, 2.15, 2.15, 2, 2.15], closed: true },
      ],
      field: { anchor: 'paper', method: { id: 'nearestCheckbox', position: 'right' } },
      result: { type: 'boolean', value: true },
    },
  ],
});

/** The places that a box reaches into where `isNear` holds, in inches. */
function reachOf({ x, y }: Point, mostY: number | undefined): readonly Box[] {
  const around = (wide: number, high: number) => ({
    left: x - wide,
    top: y - high,
    right: x + wide,
    bottom: y + high,
  });
  const reach = reachTo(mostY);
  return [around(ROW_REACH, ROW), around(reach, reach)].map((place) => grownBox(place, LIMIT_SLACK));
}

function reachTo(mostY = REACH): number {
  return Math.max(REACH, mostY);
}

/** @param mostY how far above or below the point its middle may be; the author then says how far boxes are away */
function isNear(box: Box, seed: Point, mostY?: number): boolean {
  if (mostY !== undefined && Math.abs(centreY(box) - seed.y) > mostY + LIMIT_SLACK) return false;
  const reach = reachTo(mostY);
  const inRow = seed.y >= box.top - ROW - LIMIT_SLACK && seed.y <= box.bottom + ROW + LIMIT_SLACK;
  return distanceToBox(box, seed) <= (inRow ? ROW_REACH : reach) + LIMIT_SLACK;
}

/** The point that boxes are measured from, the side they are looked for on, and the line that it is in. */
interface Start {
  readonly seed: Point;
  readonly position: (typeof HORIZONTAL)[number];
  readonly line: Line;
}

/**
 * The boxes that may belong to an anchor. Where one is beside it, with no other text between, those of other rows
 * that have a nearer caption beside them belong to that. Without a box in its own row, an anchor may head those of
 * others, and all stay but the boxes of a list that it is a caption of.
 */
// See docs/language/02-layout-methods-geometry.md#102-nearestcheckbox
function ownRow(start: Start, boxes: readonly Checkbox[], beside: TextsBeside): readonly Checkbox[] {
  const [mayBeTaken, isOfOther] = boxes.some(({ outer }) => isBeside(start, outer, beside))
    ? [(box: Box) => !isLevel(start.line, box), isCloser]
    : [(box: Box) => overlapY(start.line, box) <= 0, isOfList];
  const isTaken = (box: Box) =>
    mayBeTaken(box) &&
    beside(box).some((text) => text.line !== start.line && isOfOther(text.box, box, start));
  return boxes.filter(({ outer }) => !isTaken(outer));
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A line with letters or digits, and its box by itself, which is compared with many. */
interface Text {
  readonly line: Line;
  readonly box: Box;
}

/** The texts of a page that are level with a box to tick, found once a box: many fields look at the same ones. */
const textsBeside = memo((lines: readonly Line[]) =>
  memo((box: Box): readonly Text[] =>
    linesNear(lines, box.top, box.bottom)
      .filter((line) => isLevel(line, box) && LETTER_OR_DIGIT.test(line.text))
      .map((line) => {
        const { left, top, right, bottom } = line;
        return { line, box: { left, top, right, bottom } };
      }),
  ),
);

/** @param box of one to tick */
type TextsBeside = (box: Box) => readonly Text[];

/** Whether a text is nearer to a box than the start. */
function isCloser(text: Box, box: Box, { seed }: Start): boolean {
  return gap(text, box) < distanceToBox(box, seed);
}

/** Whether a text follows a box as the anchor would follow its own: in a list, captions begin below each other. */
function isOfList(text: Box, box: Box, start: Start): boolean {
  const isBelow = Math.abs(text.left - start.line.left) <= ONE_EDGE;
  return start.position === 'left' && isBelow && text.left >= centreX(box) && isCloser(text, box, start);
}

function isLevel(a: Box, b: Box): boolean {
  // Nearly all lines of a page are above or below a box.
  if (a.top > b.bottom || a.bottom < b.top) return false;
  return overlapY(a, b) >= BESIDE * Math.min(boxHeight(a), boxHeight(b));
}

/** How far a text ends from a box, or begins, in inches along x. */
function gap(text: Box, box: Box): number {
  return Math.max(0, box.left - text.right, text.left - box.right);
}

/** Whether a box is in the row of the start, on its side and with no text of its row in between. */
function isBeside({ seed, position, line }: Start, box: Box, beside: TextsBeside): boolean {
  const x = centreX(box);
  if (!isLevel(line, box) || (position === 'right' ? x < seed.x : x > seed.x)) return false;
  const [from, to] = x < seed.x ? [x, seed.x] : [seed.x, x];
  for (const text of beside(box)) {
    if (text.line !== line && centreX(text.box) > from && centreX(text.box) < to) return false;
  }
  return true;
}

function whyNone(seed: Point, boxes: readonly Checkbox[], mostY: number | undefined): string {
  if (boxes.length === 0) return 'the page has no box to tick';
  const least = boxes.reduce((best, { outer }) => Math.min(best, distanceToBox(outer, seed)), Infinity);
  const limits = mostY === undefined ? '' : `, and ${mostY} in above or below`;
  return `the nearest box to tick is ${least.toFixed(1)} in away; it may be ${reachTo(mostY)} in away, ${ROW_REACH} in along the row${limits}`;
}

/** Ties go to the side asked for, then to the higher, then to the one further left. */
function nearestTo(
  seed: Point,
  side: (typeof HORIZONTAL)[number],
  boxes: readonly Checkbox[],
): Checkbox | undefined {
  let best: { readonly box: Checkbox; readonly rank: readonly number[] } | undefined;
  for (const box of boxes) {
    const onSide = side === 'right' ? centreX(box.outer) >= seed.x : centreX(box.outer) <= seed.x;
    const rank = [
      roundCoordinate(distanceToBox(box.outer, seed)),
      onSide ? 0 : 1,
      box.outer.top,
      box.outer.left,
    ];
    if (!best || isBefore(rank, best.rank)) best = { box, rank };
  }
  return best?.box;
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  for (const [position, value] of a.entries()) {
    if (value !== b[position]) return value < b[position]!;
  }
  return false;
}
