/** `checkbox`: the state of a box to tick beside the anchor, or at a point near it. */
// See docs/language/02-layout-methods-geometry.md#102-nearestcheckbox
import * as z from 'zod';
import { limitedNumber } from '../../foundation/schema/grammar.js';
import { type Box, boxHeight, boxWidth, centreX, centreY, type Point } from '../../page/document/geometry.js';
import type { FormWidget } from '../../page/document/page-graphics.js';
import { buttonsOf, isMarkedOn, typedCheckboxes } from '../../page/drawn/checkboxes.js';
import { isBoxSymbol, type TextBox } from '../../page/drawn/text-boxes.js';
import { isTypedBoxTicked } from '../../page/drawn/typed-boxes.js';
import type { InkLayer } from '../../page/ink/ink-layer.js';
import {
  buttonAlong,
  buttonAt,
  checkboxAlong,
  checkboxAround,
  placeAround,
  placeOfWalk,
  planWalk,
} from './checkbox-search.js';
import { type AnchoredContext, defineMethod, type Finished, type SearchPoint } from './definition.js';
import { ignoredFilters } from './filters.js';
import {
  darknessThreshold,
  type InkPage,
  ignoreFormData,
  inkPageOf,
  NO_INK,
  searchBorders,
  TOO_LARGE,
} from './pixels.js';
import { HORIZONTAL, pageOf, regionOf as printed, startPoint } from './shared.js';

const SIZE_MEMBERS = ['width', 'height', 'offsetX', 'offsetY'] as const;

interface Options {
  readonly position: (typeof HORIZONTAL)[number];
  readonly offsetX?: number | undefined;
  readonly offsetY?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly darknessThreshold?: number | undefined;
  readonly ignoreFormData?: boolean | undefined;
}

export const checkbox = defineMethod({
  id: 'checkbox',
  summary: 'Whether the check box or radio button next to the anchor is selected',
  anchor: 'required',
  cost: () => 'pixels',
  countsOnce: true,
  yields: () => 'boolean',
  ignored: (options) => ignoredFilters(options, 'the value is the state of a box, not text'),
  options: () => ({
    position: z.enum(HORIZONTAL).describe('Side of the anchor line that the box is on'),
    offsetX: z
      .number()
      .optional()
      .describe(
        'Inches to the right of the middle of that side; with an offset, only the box at that point counts',
      ),
    offsetY: z
      .number()
      .optional()
      .describe(
        'Inches down from the middle of that side; with an offset, only the box at that point counts',
      ),
    width: limitedNumber(0)
      .optional()
      .describe('Width in inches of a rectangle to test, with its top left corner at that point'),
    height: limitedNumber(0).optional().describe('Height of that rectangle in inches'),
    darknessThreshold,
    ignoreFormData,
  }),
  check(options, context) {
    if (options.width === undefined && options.height === undefined) return;
    for (const name of SIZE_MEMBERS) {
      if (options[name] !== undefined) continue;
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'is required: a rectangle needs width, height, offsetX and offsetY',
        params: { code: 'required' },
      });
    }
  },
  async capture(context) {
    const inkPage = await inkPageOf(context.scope, context.anchor.line);
    if (!inkPage) return typedAlongRow(context);
    const { options } = context;
    const buttons = options.ignoreFormData ? [] : await buttonsOf(inkPage.page);
    const rectangle = rectangleOf(context);
    if (rectangle) return inRectangle(inkPage, rectangle, buttons);
    if (options.offsetX !== undefined || options.offsetY !== undefined) {
      return atPoint(inkPage, context, buttons);
    }
    return alongRow(inkPage, context, buttons);
  },
  examples: [
    {
      title: 'a box left of its caption',
      lines: [
        { text: 'Owner', left: 1.3, top: 1 },
        { text: 'Tenant', left: 3.3, top: 1 },
      ],
      paths: [
        { points: [1, 1, 1.15, 1, 1.15, 1.15, 1, 1.15], closed: true },
        { points: [1.02, 1.02, 1.13, 1.13] },
        { points: [1.02, 1.13, 1.13, 1.02] },
        { points: [3, 1, 3.15, 1, 3.15, 1.15, 3, 1.15], closed: true },
      ],
      field: { anchor: 'owner', method: { id: 'checkbox', position: 'left' } },
      result: { type: 'boolean', value: true },
    },
    {
      title: 'an empty box right of its caption',
      lines: [{ text: 'Agreed', left: 1, top: 1 }],
      paths: [{ points: [1.7, 1, 1.85, 1, 1.85, 1.15, 1.7, 1.15], closed: true }],
      field: { anchor: 'agreed', method: { id: 'checkbox', position: 'right' } },
      result: { type: 'boolean', value: false },
    },
  ],
});

type Context = AnchoredContext<Options>;

function startOf({ options, anchor }: Context): Point {
  const { x, y } = startPoint(anchor.line, options.position);
  return { x: x + (options.offsetX ?? 0), y: y + (options.offsetY ?? 0) };
}

/** The rectangle to test, when the config gives its size. */
function rectangleOf(context: Context): Box | undefined {
  const { width, height } = context.options;
  if (width === undefined || height === undefined) return undefined;
  const { x, y } = startOf(context);
  return { left: x, top: y, right: x + width, bottom: y + height };
}

async function inRectangle(
  inkPage: InkPage,
  rectangle: Box,
  buttons: readonly FormWidget[],
): Promise<Finished> {
  const points = pointsAt(inkPage, { x: rectangle.left, y: rectangle.top });
  if (boxWidth(rectangle) * boxHeight(rectangle) === 0) {
    return { value: null, lines: [], points, reason: 'the rectangle to test has no width or no height' };
  }
  const button = buttonAt({ x: centreX(rectangle), y: centreY(rectangle) }, buttons);
  if (button) return stateOf(inkPage, button, points);
  if (inkPage.ink.isTooLarge) return { value: null, lines: [], points, ...TOO_LARGE };
  const marked = await isMarkedOn(inkPage.page, inkPage.ink, rectangle, false);
  return selected(marked, inkPage, rectangle, points);
}

async function atPoint(
  inkPage: InkPage,
  context: Context,
  buttons: readonly FormWidget[],
): Promise<Finished> {
  const point = startOf(context);
  const points = pointsAt(inkPage, point);
  const button = buttonAt(point, buttons);
  if (button) return stateOf(inkPage, button, points);
  const { line } = context.anchor;
  const away = { x: point.x - centreX(line), y: point.y - centreY(line) };
  const threshold = context.options.darknessThreshold;
  const look = (layer: InkLayer) => checkboxAround(layer, point, away, threshold);
  return lookAt(inkPage, points, look, placeAround(point));
}

async function alongRow(
  inkPage: InkPage,
  context: Context,
  buttons: readonly FormWidget[],
): Promise<Finished> {
  const { options, anchor } = context;
  const walk = planWalk(anchor, startOf(context), options.position, inkPage.page.lines);
  const points = pointsAt(inkPage, walk.start);
  const button = buttonAlong(walk, buttons);
  if (button) return stateOf(inkPage, button, points);
  const look = (layer: InkLayer) => checkboxAlong(layer, walk, options.darknessThreshold);
  const drawn = await lookAt(inkPage, points, look, placeOfWalk(walk, inkPage.page.width));
  return drawn.value === null && walk.typed ? typedState(walk.typed, inkPage, points) : drawn;
}

/** The symbol of a box beside the anchor, on a page that nothing is drawn on. */
function typedAlongRow(context: Context): Finished {
  const { options, anchor, scope } = context;
  const page = pageOf(scope, anchor.line);
  if (!page || typedCheckboxes(page).length === 0) return { value: null, lines: [], ...NO_INK };
  if (SIZE_MEMBERS.some((name) => options[name] !== undefined)) {
    return {
      value: null,
      lines: [],
      unsupported: true,
      reason:
        'nothing is drawn on the page: its boxes are symbols beside text, and offsets, width and height find none',
    };
  }
  const walk = planWalk(anchor, startOf(context), options.position, page.lines);
  const points = pointsAt({ page }, walk.start);
  const { typed } = walk;
  if (!typed || !isBoxSymbol(typed))
    return { value: null, lines: [], points, reason: 'no box beside the anchor' };
  return selected(typed.selected, { page }, typed.outer, points);
}

/**
 * Finds the inside of a box in the borders of the page, then decides whether it is marked.
 * @param wanted where the box is looked for
 */
async function lookAt(
  inkPage: InkPage,
  points: readonly SearchPoint[],
  find: (layer: InkLayer) => { readonly box: Box } | string,
  wanted: Box,
): Promise<Finished> {
  const search = await searchBorders(inkPage, find, [wanted]);
  if (!search.found) return { value: null, lines: [], points, ...search };
  const { box } = search.found;
  return selected(await isMarkedOn(inkPage.page, inkPage.ink, box, true), inkPage, box, points);
}

async function typedState(
  typed: TextBox,
  inkPage: InkPage,
  points: readonly SearchPoint[],
): Promise<Finished> {
  const ticked = await isTypedBoxTicked(typed, inkPage.page.lines, inkPage.ink);
  return selected(ticked, inkPage, typed.outer, points);
}

function stateOf(inkPage: InkPage, button: FormWidget, points: readonly SearchPoint[]): Finished {
  return selected(button.selected === true, inkPage, button.box, points);
}

function selected(
  value: boolean,
  { page }: Pick<InkPage, 'page'>,
  box: Box,
  points: readonly SearchPoint[],
): Finished {
  return {
    value: { type: 'boolean', value },
    lines: [],
    points,
    regions: [printed(page.index, box)],
  };
}

function pointsAt({ page }: Pick<InkPage, 'page'>, { x, y }: Point): readonly SearchPoint[] {
  return [{ page: page.index, x, y }];
}
