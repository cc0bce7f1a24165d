/** `intersection`: lines where a row and a column cross (chapter 2, 7). */
import { z } from 'zod';
import { fieldAnchorSchema } from '../anchors/schema.js';
import type { Scope } from '../anchors/scope.js';
import type { Line } from '../document/model.js';
import { type Box, boxWidth, centreX, centreY, LIMIT_SLACK } from '../geometry.js';
import { defineLinesMethod } from './definition.js';
import { BOX_X, BOX_Y, contained, overlapMember, region as printed, wholeLines } from './shared.js';

interface Crossing {
  readonly x: number;
  readonly y: number;
  /** The line that gives x. */
  readonly vertical: Line;
  /** The line that gives y, and the page. */
  readonly horizontal: Line;
}

interface Size {
  readonly width?: number | 'auto' | undefined;
  readonly height?: number | 'sectionHeight' | undefined;
}

export const intersection = defineLinesMethod({
  id: 'intersection',
  summary: 'Lines where the column of one anchor crosses the row of another',
  options: () => ({
    verticalAnchor: fieldAnchorSchema
      .optional()
      .describe("Anchor of the column; the field's own gives the row"),
    horizontalAnchor: fieldAnchorSchema
      .optional()
      .describe("Anchor of the row; the field's own gives the column"),
    offsetX: z.number().optional().describe('Moves the column, in inches; default 0'),
    offsetY: z.number().optional().describe('Moves the row, in inches; default 0'),
    width: z
      .union([z.number().min(0), z.literal('auto')])
      .optional()
      .describe("Width of a box around the crossing in inches, or auto for the width of the column's anchor"),
    height: z
      .union([z.number().min(0), z.literal('sectionHeight')])
      .optional()
      .describe('Height of a box around the crossing in inches, or sectionHeight for that of the section'),
    percentOverlapX: overlapMember('width', BOX_X),
    percentOverlapY: overlapMember('height', BOX_Y),
  }),
  check(options, context) {
    if ((options.verticalAnchor === undefined) === (options.horizontalAnchor === undefined)) {
      context.addIssue({
        code: 'custom',
        path: [],
        message: 'needs exactly one of verticalAnchor and horizontalAnchor',
      });
    }
    if (options.height === 'sectionHeight' && options.offsetY !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['offsetY'],
        message: 'may not stand beside height "sectionHeight"; give a height in inches, or leave offsetY out',
      });
    }
  },
  lines({ options, scope, anchor, find }) {
    const second = find((options.verticalAnchor ?? options.horizontalAnchor)!);
    if ('missing' in second) {
      const which = options.verticalAnchor === undefined ? 'horizontalAnchor' : 'verticalAnchor';
      return { pieces: [], reason: `${which}: ${second.missing}` };
    }
    const vertical = options.verticalAnchor === undefined ? anchor.line : second.line;
    const horizontal = options.verticalAnchor === undefined ? second.line : anchor.line;
    const crossing: Crossing = {
      x: centreX(vertical) + (options.offsetX ?? 0),
      y: centreY(horizontal) + (options.offsetY ?? 0),
      vertical,
      horizontal,
    };
    const { page } = horizontal;
    const points = [{ page, x: crossing.x, y: crossing.y }];
    const box = boxAround(crossing, options, scope);
    if (!box) {
      const lines = scope.linesOn(page).filter((line) => covers(line, crossing));
      return {
        pieces: wholeLines(lines),
        points,
        ...(lines.length === 0 && { reason: 'no line at the crossing' }),
      };
    }
    const { percentOverlapX, percentOverlapY } = options;
    const lines = scope
      .linesOn(page)
      .filter((line) => contained(box, line, percentOverlapX, percentOverlapY));
    return {
      pieces: wholeLines(lines),
      points,
      regions: [printed(page, box)],
      ...(lines.length === 0 && { reason: 'no line lies in the box around the crossing' }),
    };
  },
  examples: [
    {
      title: 'a cell of a grid',
      lines: [
        { text: 'Deductible', left: 3, top: 1 },
        { text: 'Fire', left: 1, top: 1.5 },
        { text: '$500', left: 3.2, top: 1.5 },
        { text: 'Water', left: 1, top: 2 },
        { text: '$900', left: 3.2, top: 2 },
      ],
      field: { anchor: 'water', method: { id: 'intersection', verticalAnchor: 'deductible' } },
      result: { type: 'string', value: '$900' },
    },
  ],
});

function covers(line: Box, { x, y }: Crossing): boolean {
  return (
    line.left <= x + LIMIT_SLACK &&
    x <= line.right + LIMIT_SLACK &&
    line.top <= y + LIMIT_SLACK &&
    y <= line.bottom + LIMIT_SLACK
  );
}

/** The rectangle centred at the crossing; undefined when neither width nor height is given. */
function boxAround(crossing: Crossing, size: Size, scope: Scope): Box | undefined {
  if (size.width === undefined && size.height === undefined) return undefined;
  const width = size.width === 'auto' ? boxWidth(crossing.vertical) : (size.width ?? 0);
  const left = crossing.x - width / 2;
  const right = crossing.x + width / 2;
  if (size.height === 'sectionHeight')
    return { left, right, ...sectionExtent(crossing.horizontal.page, scope) };
  const height = size.height ?? 0;
  return { left, right, top: crossing.y - height / 2, bottom: crossing.y + height / 2 };
}

/** From the top to the bottom of the section on a page; outside sections the whole page. */
function sectionExtent(page: number, scope: Scope): { readonly top: number; readonly bottom: number } {
  return scope.extentOn(page) ?? { top: 0, bottom: scope.pages.get(page)?.height ?? 0 };
}
