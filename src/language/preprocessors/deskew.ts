/** `deskew`: straightens pages by three points that shall lie elsewhere. */
// See docs/language/05-preprocessors.md#575-deskew
import * as z from 'zod';
import { withDefault } from '../../foundation/schema/defaults.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { Point, Transform } from '../../page/document/geometry.js';
import type { Page } from '../../page/document/model.js';
import { drawThrough } from '../../page/drawn/draw-through.js';
import type { AnchorMatch } from '../anchors/forms.js';
import { anchorMatchSchema } from '../anchors/schema.js';
import { definePreprocessor, type PreprocessorContext } from './definition.js';
import { firstHit, pageByPage, warnNoMatch } from './shared.js';
import { canMove, movePage } from './transform.js';

/** Area of the triangle of the three points below which they say nothing about a skew, in square inches. */
const LEAST_TRIANGLE = 0.05;
/** Maps that shrink areas to less than this, or mirror the page, are mistakes. */
const LEAST_DETERMINANT = 0.01;
const POINTS = 3;

/** Corner of a line that is the point where a config names none. */
const CORNER = 'left';

const corner = z.enum(['left', 'right']).optional();

interface FixedPoint {
  readonly match: AnchorMatch;
  readonly targetPosition: Point;
  readonly start: 'left' | 'right';
}

type Triple<T> = readonly [T, T, T];

export const deskew = definePreprocessor({
  id: 'deskew',
  summary: 'Straightens skewed pages by moving three points to where they should be',
  options: () => ({
    fixedPoints: z
      .array(
        closedObject({
          match: anchorMatchSchema.describe('Line whose corner is the point'),
          targetPosition: closedObject({
            x: z.number().describe('Inches from the left edge'),
            y: z.number().describe('Inches from the top edge'),
          }).describe('Where the point should be'),
          start: corner.describe(
            `Upper corner of the line to take; without it, that of start, else ${CORNER}`,
          ),
        }),
      )
      .length(POINTS)
      .describe('Three points that are not on one straight line'),
    start: corner.describe('Corner for points that name none; better given in each point'),
    matchAll: withDefault(z.boolean(), false).describe('Straighten every page that has all three lines'),
  }),
  async apply(pages, { fixedPoints, start, matchAll }, context) {
    if (start !== undefined) {
      const message = 'start belongs in each fixed point; it is taken for those that have none';
      context.warn({ code: 'PREPROCESSOR_IGNORED_MEMBER', message, path: ['start'] });
    }
    const points = fixedPoints.map((point) => ({ ...point, start: point.start ?? start ?? CORNER }));
    let found = false;
    let done = false;
    const straightened = await pageByPage(pages, context, (page) => {
      if (done) return page;
      const sources = sourcePoints(page, points, context);
      if (!sources) return page;
      found = true;
      const transform = straighten(
        sources,
        points.map((point) => point.targetPosition) as unknown as Triple<Point>,
      );
      if (!transform || !canMove(page, transform)) {
        const message = 'the three points do not give a usable map; the page stays as it is';
        context.warn({ code: 'DESKEW_DEGENERATE', message, page: page.index });
        return page;
      }
      done = !matchAll;
      return deskewPage(page, transform);
    });
    if (!found) warnNoMatch(context, 'fixedPoints');
    return straightened;
  },
  examples: [
    {
      title: 'a page that was stretched',
      lines: [
        { text: 'Name', left: 1, top: 1 },
        { text: 'Total', left: 1, top: 3 },
        { text: 'Date', left: 4, top: 1 },
        { text: '4 May', left: 4, top: 1.5 },
      ],
      preprocessor: {
        type: 'deskew',
        fixedPoints: [
          { match: 'name', targetPosition: { x: 2, y: 1 } },
          { match: 'total', targetPosition: { x: 2, y: 5 } },
          { match: 'date', targetPosition: { x: 5, y: 1 } },
        ],
      },
      result: [
        [
          { text: 'Name', left: 2, top: 1 },
          { text: 'Date', left: 5, top: 1 },
          { text: '4 May', left: 5, top: 2 },
          { text: 'Total', left: 2, top: 5 },
        ],
      ],
    },
  ],
});

function sourcePoints(
  page: Page,
  points: readonly FixedPoint[],
  context: PreprocessorContext,
): Triple<Point> | undefined {
  const corners: Point[] = [];
  for (const { match, start } of points) {
    const hit = firstHit([page], match, context);
    if (!hit) return undefined;
    const [topLeft, topRight] = hit.line.boundingPolygon;
    corners.push(start === 'right' ? topRight : topLeft);
  }
  return corners as unknown as Triple<Point>;
}

/** The affine map that sends three points to three others; undefined when it is not usable. */
export function straighten(from: Triple<Point>, to: Triple<Point>): Transform | undefined {
  const [p0, p1, p2] = from;
  const double = (p1.x - p0.x) * (p2.y - p0.y) - (p2.x - p0.x) * (p1.y - p0.y);
  if (!(Math.abs(double) / 2 >= LEAST_TRIANGLE)) return undefined;
  const solve = (t0: number, t1: number, t2: number) => {
    const alongX = ((t1 - t0) * (p2.y - p0.y) - (t2 - t0) * (p1.y - p0.y)) / double;
    const alongY = ((t2 - t0) * (p1.x - p0.x) - (t1 - t0) * (p2.x - p0.x)) / double;
    // Adding 0 turns -0 into 0.
    return { alongX: alongX + 0, alongY: alongY + 0, shift: t0 - alongX * p0.x - alongY * p0.y + 0 };
  };
  const x = solve(to[0].x, to[1].x, to[2].x);
  const y = solve(to[0].y, to[1].y, to[2].y);
  const transform = { a: x.alongX, b: y.alongX, c: x.alongY, d: y.alongY, e: x.shift, f: y.shift };
  const determinant = transform.a * transform.d - transform.b * transform.c;
  const usable = determinant > LEAST_DETERMINANT && Object.values(transform).every(Number.isFinite);
  return usable ? transform : undefined;
}

/** The size of the page stays; what leaves it stays as text and is cut off in drawings. */
function deskewPage(page: Page, transform: Transform): Page {
  const { width, height } = page;
  const move = { width, height, transform };
  return movePage(page, { ...move, draw: (graphics, options) => drawThrough(graphics, move, options) });
}
