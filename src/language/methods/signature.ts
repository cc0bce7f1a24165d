/**
 * `signature`: whether a rectangle is signed. No value of 104 documents changes where its thresholds are a fifth
 * smaller, or a quarter larger. No value of 137 documents and no cell of their tables changes where its thresholds are
 * a fifth smaller, or a quarter larger.
 */
// See docs/language/02-layout-methods-geometry.md#11-signature
import * as z from 'zod';
import { orElse } from '../../foundation/async/interrupt.js';
import { withDefault } from '../../foundation/schema/defaults.js';
import {
  type Box,
  boundingBox,
  boxHeight,
  boxWidth,
  overlapX,
  overlapY,
} from '../../page/document/geometry.js';
import type { Page } from '../../page/document/model.js';
import { type GreyBitmap, pixelsIn } from '../../page/ink/grey.js';
import { lightFrom } from '../../page/ink/threshold.js';
import { defineMethod, type Finished } from './definition.js';
import { ignoredFilters } from './filters.js';
import { type InkPage, inkPageOf, NO_INK, notDrawn, TOO_LARGE } from './pixels.js';
import { DIRECTIONS, regionOf as printed, startPoint } from './shared.js';

/** Share of dark pixels above which a rectangle is signed: unsigned ones have 0.027 at most, signed 0.05. */
const SIGNED_SHARE = 0.03;
/** The same where only paths can have left ink: not signed beyond doubt, and the page need not be drawn. */
const CLEARLY_UNSIGNED = 0.01;
/** Brightness below which a pixel is ink of a signature; at 0.9 clipped captions count as signed. */
const SIGNATURE_DARK = 0.7;
/** Rows and columns darker than this share are ruling lines. */
const RULE_SHARE = 0.8;
/** Share of the smaller of rectangle and signature field that they must have in common. */
const FIELD_SHARE = 0.5;
/** How dark images and text are taken to be where the page cannot be drawn, as share of their area. */
const IMAGE_DARKNESS = 0.2;
const TEXT_DARKNESS = 0.15;

export const signature = defineMethod({
  id: 'signature',
  summary: 'Whether there is a signature in a rectangle near the anchor',
  anchor: 'required',
  cost: () => 'pixels',
  countsOnce: true,
  yields: () => 'boolean',
  ignored: (options) =>
    ignoredFilters(options, 'the value says whether there is ink, not what text there is'),
  options: () => ({
    start: z.enum(DIRECTIONS).describe('Side of the anchor line from whose middle the offsets are measured'),
    offsetX: z.number().describe('Inches from the start point to the left edge, positive to the right'),
    offsetY: z.number().describe('Inches from the start point to the top edge, positive downwards'),
    width: z.number().positive().describe('Width of the rectangle in inches'),
    height: z.number().positive().describe('Height of the rectangle in inches'),
    isAbsoluteOffset: withDefault(z.boolean(), false).describe(
      "Measure the offsets from the page's top left corner",
    ),
  }),
  async capture({ options, scope, anchor }): Promise<Finished> {
    const inkPage = await inkPageOf(scope, anchor.line);
    if (!inkPage) return { value: null, lines: [], ...NO_INK };
    const { page, ink } = inkPage;
    const origin = options.isAbsoluteOffset ? { x: 0, y: 0 } : startPoint(anchor.line, options.start);
    const left = origin.x + options.offsetX;
    const top = origin.y + options.offsetY;
    const points = [{ page: page.index, x: left, y: top }];
    const box: Box = {
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(page.width, left + options.width),
      bottom: Math.min(page.height, top + options.height),
    };
    if (box.left >= box.right || box.top >= box.bottom) {
      return { value: null, lines: [], points, reason: 'the rectangle is off the page' };
    }
    const isField = await hasSignedField(page, box);
    if (!isField && ink.isTooLarge) return { value: null, lines: [], points, ...TOO_LARGE };
    const { signed, ...notes } = isField ? { signed: true } : await isSigned(inkPage, box);
    const value = { type: 'boolean', value: signed };
    return { value, lines: [], points, regions: [printed(page.index, box)], ...notes };
  },
  examples: [
    {
      title: 'a signed and an empty line',
      lines: [
        { text: 'Seller', left: 1, top: 2 },
        { text: 'Buyer', left: 4, top: 2 },
      ],
      paths: [
        {
          points: [1.1, 1.8, 1.2, 1.5, 1.3, 1.8, 1.4, 1.5, 1.5, 1.8, 1.6, 1.5, 1.7, 1.8, 1.8, 1.5, 1.9, 1.7],
        },
      ],
      field: {
        anchor: 'seller',
        method: { id: 'signature', start: 'left', offsetX: 0, offsetY: -0.6, width: 1, height: 0.4 },
      },
      result: { type: 'boolean', value: true },
    },
    {
      title: 'nobody signed',
      lines: [{ text: 'Buyer', left: 4, top: 2 }],
      paths: [{ points: [4, 1.95, 6, 1.95] }],
      field: {
        anchor: 'buyer',
        method: { id: 'signature', start: 'left', offsetX: 0, offsetY: -0.6, width: 2, height: 0.5 },
      },
      result: { type: 'boolean', value: false },
    },
  ],
});

async function isSigned(
  { page, ink }: InkPage,
  box: Box,
): Promise<{ readonly signed: boolean } & Pick<Finished, 'warning'>> {
  const plain = await ink.allInPaths(box);
  if (plain && darkShare(plain.bitmap, box) <= CLEARLY_UNSIGNED) return { signed: false };
  const drawn = await ink.drawnAt(box);
  if (drawn) return { signed: darkShare(drawn, box) > SIGNED_SHARE };
  const vector = await ink.vector();
  const images = (await ink.images()).map(({ polygon }) => boundingBox(polygon));
  const share =
    (vector ? darkShare(vector.bitmap, box) : 0) +
    IMAGE_DARKNESS * coveredShare(box, images) +
    TEXT_DARKNESS * coveredShare(box, page.lines);
  return { signed: share > SIGNED_SHARE, warning: notDrawn(page) };
}

async function hasSignedField(page: Page, box: Box): Promise<boolean> {
  const fields = await orElse(async () => (await page.graphics?.formFields()) ?? [], []);
  return fields.some(
    (field) =>
      field.kind === 'signature' &&
      field.signed === true &&
      commonArea(field.box, box) >= FIELD_SHARE * Math.min(areaOf(field.box), areaOf(box)),
  );
}

function areaOf(box: Box): number {
  return boxWidth(box) * boxHeight(box);
}

function commonArea(a: Box, b: Box): number {
  return Math.max(0, overlapX(a, b)) * Math.max(0, overlapY(a, b));
}

function coveredShare(box: Box, covering: readonly Box[]): number {
  return covering.reduce((sum, each) => sum + commonArea(box, each), 0) / areaOf(box);
}

/** Share of the pixels of a rectangle that are dark, ruling lines left out. */
function darkShare(bitmap: GreyBitmap, box: Box): number {
  const { left, top, right, bottom } = pixelsIn(box, bitmap);
  const width = right - left;
  const height = bottom - top;
  if (width <= 0 || height <= 0) return 0;
  const light = lightFrom(SIGNATURE_DARK);
  const isDark = (x: number, y: number) => bitmap.data[(top + y) * bitmap.width + left + x]! < light;
  const rows = new Uint32Array(height);
  const columns = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isDark(x, y)) continue;
      rows[y]!++;
      columns[x]!++;
    }
  }
  let dark = 0;
  for (let y = 0; y < height; y++) {
    if (rows[y]! > RULE_SHARE * width) continue;
    for (let x = 0; x < width; x++) {
      if (columns[x]! <= RULE_SHARE * height && isDark(x, y)) dark++;
    }
  }
  return dark / (width * height);
}
