/** `nearestCheckbox`: the state of the box to tick nearest to a point (chapter 2, 10.2). */
import { z } from 'zod';
import { type Checkbox, checkboxesOn } from '../document/checkboxes/checkboxes.js';
import { centreX, distanceToBox, type Point, roundCoordinate } from '../geometry.js';
import { defineValueMethod } from './definition.js';
import { inkPageOf, NO_INK } from './pixels.js';
import { HORIZONTAL, region as printed, startPoint } from './shared.js';

export const nearestCheckbox = defineValueMethod({
  id: 'nearestCheckbox',
  summary: 'Whether the check box or radio button nearest to the anchor is selected',
  options: () => ({
    position: z.enum(HORIZONTAL).describe('Side of the anchor line whose middle the distance counts from'),
    offsetX: z.number().optional().describe('Moves that point to the right, in inches; default 0'),
    offsetY: z.number().optional().describe('Moves that point down, in inches; default 0'),
    ignoreFormData: z
      .boolean()
      .optional()
      .describe('Look at what is drawn even where the file has form buttons; default false'),
  }),
  async value({ options, scope, anchor }) {
    const inkPage = inkPageOf(scope, anchor.line);
    if (!inkPage) return { value: null, lines: [], ...NO_INK };
    const { page } = inkPage;
    const start = startPoint(anchor.line, options.position);
    const seed = { x: start.x + (options.offsetX ?? 0), y: start.y + (options.offsetY ?? 0) };
    const points = [{ page: page.index, ...seed }];
    const nearest = nearestTo(seed, options.position, await checkboxesOn(page, options.ignoreFormData));
    if (!nearest) return { value: null, lines: [], points, reason: 'the page has no box to tick' };
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
