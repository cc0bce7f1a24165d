/** `intersection`: lines where a row and a column cross. */
// See docs/language/02-layout-methods-geometry.md#7-intersection
import * as z from 'zod';
import { shortened } from '../../errors.js';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { limitedNumber } from '../../foundation/schema/grammar.js';
import {
  type Box,
  boxWidth,
  centreX,
  centreY,
  isPointIn,
  LIMIT_SLACK,
} from '../../page/document/geometry.js';
import type { Line } from '../../page/document/model.js';
import { fieldAnchorSchema } from '../anchors/schema.js';
import type { SearchScope } from '../anchors/scope.js';
import { defineMethod } from './definition.js';
import { inches, linesIn, overlapMembers, regionOf as printed, wholeLines } from './shared.js';

/**
 * How far from the crossing a line is named that was missed, in inches (right-aligned amounts of two digits are 0.15
 * beside the middle of their heading).
 */
const MISSED = 0.5;

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

const members = {
  verticalAnchor: fieldAnchorSchema
    .optional()
    .describe("Anchor of the column; the field's own anchor is that of the row"),
  horizontalAnchor: fieldAnchorSchema
    .optional()
    .describe("Anchor of the row; the field's own anchor is that of the column"),
  offsetX: withDefault(z.number(), 0).describe('Moves the column to the right, in inches'),
  offsetY: withDefault(z.number(), 0).describe('Moves the row down, in inches'),
  width: z
    .union([limitedNumber(0), z.literal('auto')])
    .optional()
    .describe("Width of a box around the crossing in inches, or auto for the width of the column's anchor"),
  height: z
    .union([limitedNumber(0), z.literal('sectionHeight')])
    .optional()
    .describe('Height of a box around the crossing in inches, or sectionHeight for that of the section'),
  ...overlapMembers,
};

export const intersection = defineMethod({
  id: 'intersection',
  summary: 'Lines where the column of one anchor crosses the row of another',
  anchor: 'required',
  countsOnce: true,
  options: () => members,
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
        message:
          'cannot be combined with height "sectionHeight"; give a height in inches, or leave offsetY out',
      });
    }
  },
  warnings({ height }, { inSection }) {
    if (height !== 'sectionHeight' || inSection) return [];
    const message = 'there is no section here, so the height is that of the whole page';
    return [{ path: ['height'], code: 'no_section', message }];
  },
  capture({ options, scope, anchor, find }) {
    const second = find((options.verticalAnchor ?? options.horizontalAnchor)!);
    if ('missing' in second) {
      const which = options.verticalAnchor === undefined ? 'horizontalAnchor' : 'verticalAnchor';
      return { pieces: [], reason: `${which}: ${second.missing}` };
    }
    const vertical = options.verticalAnchor === undefined ? anchor.line : second.line;
    const horizontal = options.verticalAnchor === undefined ? second.line : anchor.line;
    const { offsetX, offsetY, percentOverlapX, percentOverlapY } = settled(members, options);
    const crossing: Crossing = {
      x: centreX(vertical) + offsetX,
      y: centreY(horizontal) + offsetY,
      vertical,
      horizontal,
    };
    const { page } = horizontal;
    const points = [{ page, x: crossing.x, y: crossing.y }];
    const box = boxAround(crossing, options, scope);
    if (!box) {
      const lines = scope.linesOn(page).filter((line) => isPointIn(line, crossing, LIMIT_SLACK));
      return {
        pieces: wholeLines(lines),
        points,
        ...(lines.length === 0 && { reason: nothingAt(crossing, scope.linesOn(page)) }),
      };
    }
    const lines = linesIn(scope, page, box, percentOverlapX, percentOverlapY);
    return {
      pieces: wholeLines(lines),
      points,
      regions: [printed(page, box)],
      ...(lines.length === 0 && { reason: 'there is no line in the box around the crossing' }),
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

/** Why nothing was found at the crossing: the line of that row that comes nearest to it is named. */
function nothingAt(crossing: Crossing, lines: readonly Line[]): string {
  const { x, y, vertical, horizontal } = crossing;
  const away = (line: Line) => (line.left > x ? line.left - x : x - line.right);
  const nearest = lines
    .filter((line) => line !== vertical && line !== horizontal && line.top <= y && y <= line.bottom)
    .reduce<Line | undefined>((best, line) => (best && away(best) <= away(line) ? best : line), undefined);
  if (!nearest || away(nearest) > MISSED) return 'no line at the crossing';
  const side = nearest.left > x ? 'right' : 'left';
  return `no line at the crossing; the nearest of the row, ${JSON.stringify(shortened(nearest.text))}, is ${inches(away(nearest))} to the ${side} of it`;
}

/** The rectangle centred at the crossing; undefined when neither width nor height is given. */
function boxAround(crossing: Crossing, size: Size, scope: SearchScope): Box | undefined {
  if (size.width === undefined && size.height === undefined) return undefined;
  const width = size.width === 'auto' ? boxWidth(crossing.vertical) : (size.width ?? 0);
  const left = crossing.x - width / 2;
  const right = crossing.x + width / 2;
  if (size.height === 'sectionHeight')
    return { left, right, ...sectionExtent(crossing.horizontal.page, scope) };
  const height = size.height ?? 0;
  return { left, top: crossing.y - height / 2, right, bottom: crossing.y + height / 2 };
}

/** From the top to the bottom of the section on a page; outside sections the whole page. */
function sectionExtent(page: number, scope: SearchScope): { readonly top: number; readonly bottom: number } {
  return scope.extentOn(page) ?? { top: 0, bottom: scope.pages.get(page)?.height ?? 0 };
}
