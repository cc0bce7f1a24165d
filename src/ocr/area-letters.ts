/** Whether letters are in an area of a page, by its ink: what a first reading may have missed. */
import {
  type Box,
  boxHeight,
  boxWidth,
  centreX,
  centreY,
  overlapX,
  overlapY,
  unionBox,
} from '../document/geometry.js';
import type { Page } from '../document/model.js';
import { inchesOf } from '../graphics/ink/grey.js';
import { inkOf } from '../graphics/ink/page-ink.js';

/** Height of letters, in inches: digits of 4 to 34 points. Lower ink is specks and rulings. */
const LETTER = { least: 0.04, most: 0.34 };
/** Width of ink that holds a letter, in inches at least: a figure one of small print has 0.015. */
const LEAST_WIDTH = 0.012;
/** Width of letters that touch each other at most, in inches; wider ink is a picture, or a frame. */
const MOST_WIDTH = 1;
/** How far letters may reach over the edge of the area, in inches: configs place regions by eye. */
const OVER_EDGE = 0.02;
/** Width of all letters together at least, in inches: two figures of small print. One alone may be a speck. */
const LEAST_TEXT = 0.08;

/**
 * The box around the letters in an area; undefined where there are none, or where they go on beyond it: what the area
 * holds is a part of something else then.
 * @param covered boxes of what is known, whose ink does not count; all in inches
 */
export async function lettersIn(page: Page, area: Box, covered: readonly Box[]): Promise<Box | undefined> {
  const layer = await inkOf(page)?.raster();
  if (!layer) return undefined;
  const { dpi } = layer.bitmap;
  let found: Box | undefined;
  for (const region of layer.dark().regions()) {
    const ink = inchesOf(region, dpi);
    if (!touches(ink, area) || !isLetter(ink)) continue;
    if (covered.some((box) => holdsCentre(box, ink))) continue;
    if (!holds(area, ink)) return undefined;
    found = found ? unionBox(found, ink) : ink;
  }
  return found && boxWidth(found) >= LEAST_TEXT ? found : undefined;
}

function isLetter(ink: Box): boolean {
  const height = boxHeight(ink);
  const width = boxWidth(ink);
  return height >= LETTER.least && height <= LETTER.most && width >= LEAST_WIDTH && width <= MOST_WIDTH;
}

function touches(a: Box, b: Box): boolean {
  return overlapX(a, b) > 0 && overlapY(a, b) > 0;
}

function holds(area: Box, ink: Box): boolean {
  return (
    ink.left >= area.left - OVER_EDGE &&
    ink.right <= area.right + OVER_EDGE &&
    ink.top >= area.top - OVER_EDGE &&
    ink.bottom <= area.bottom + OVER_EDGE
  );
}

function holdsCentre({ left, top, right, bottom }: Box, ink: Box): boolean {
  const x = centreX(ink);
  const y = centreY(ink);
  return x >= left && x <= right && y >= top && y <= bottom;
}
