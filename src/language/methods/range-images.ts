/**
 * Images between an anchor and a stop. No value of 104 documents changes where its thresholds are a fifth smaller, or a
 * quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#342-images

import {
  type Box,
  boundingBox,
  boxHeight,
  boxPolygon,
  boxWidth,
  centreY,
  overlapX,
  overlapY,
  type Polygon,
  roundPoint,
  unionBox,
} from '../../page/document/geometry.js';
import type { Line, Page, Region } from '../../page/document/model.js';
import type { AnchorHit } from '../anchors/anchors.js';
import type { SearchScope } from '../anchors/scope.js';
import type { Finished } from './definition.js';
import type { CommonOptions } from './filters.js';

/** Tiles of a picture touch and share two edges within this, in inches. */
const TILE_SLACK = 0.01;
/** Smallest picture, in square inches. */
const LEAST_AREA = 0.01;
/** Share of a page from which a picture is its scan. */
const SCAN_SHARE = 0.85;
/** Most pictures of a page that are looked at. */
const MOST_IMAGES = 5_000;
/** Comparisons of a picture with an x range, in inches (as for lines). */
const X_RANGE_SLACK = 0.005;

/** Where the range begins and ends. */
interface ImageRange {
  readonly anchor: AnchorHit | undefined;
  /** Position of the stop line; undefined for the end of the scope. */
  readonly stop: number | undefined;
  readonly offsetY?: number | undefined;
  readonly stopOffsetY?: number | undefined;
  /** The range ends at the bottom of this many lines. */
  readonly textLines?: readonly Line[] | undefined;
}

/** A place on a page, as inches from its top. */
interface Edge {
  readonly page: number;
  readonly y: number;
}

interface Picture {
  readonly page: number;
  readonly box: Box;
  readonly polygon: Polygon;
}

/** The images of a range as a field's value. */
export async function rangeImages(
  range: ImageRange,
  scope: SearchScope,
  { xRangeFilter }: CommonOptions,
): Promise<Finished> {
  const { anchor } = range;
  const start = anchor && { page: anchor.line.page, y: anchor.line.top + (range.offsetY ?? 0) };
  const end = endOf(range, scope);
  const found: Picture[] = [];
  for (const page of pagesOf(scope)) {
    if ((start && page.index < start.page) || (end && page.index > end.page)) continue;
    const pictures = await picturesOf(page);
    found.push(...pictures.filter(({ box }) => isBetween(page.index, centreY(box), start, end, scope)));
  }
  const left = xRangeFilter && anchor ? anchor.line[xRangeFilter.start] + xRangeFilter.offsetX : undefined;
  const kept =
    left === undefined ? found : found.filter(({ box }) => liesIn(box, left, left + xRangeFilter!.width));
  kept.sort((a, b) => a.page - b.page || a.box.top - b.box.top || a.box.left - b.box.left);
  if (kept.length === 0)
    return { value: null, lines: [], reason: 'there is no image between the anchor and the stop' };
  const images = kept.map(
    ({ page, polygon }): Region => ({ page, boundingPolygon: polygon.map(roundPoint) }),
  );
  return { value: { images }, lines: [], withoutLines: true };
}

function liesIn(box: Box, left: number, right: number): boolean {
  return box.left >= left - X_RANGE_SLACK && box.right <= right + X_RANGE_SLACK;
}

/** The end of the range: the stop line, or the last of a number of lines, whichever comes first. */
function endOf({ stop, stopOffsetY, textLines }: ImageRange, scope: SearchScope): Edge | undefined {
  const line = stop === undefined ? undefined : scope.lines[stop];
  const atStop = line && { page: line.page, y: line.top + (stopOffsetY ?? 0) };
  const last = textLines?.at(-1);
  if (!last) return atStop;
  const atLast = { page: last.page, y: last.bottom };
  if (!atStop) return atLast;
  return atLast.page < atStop.page || (atLast.page === atStop.page && atLast.y < atStop.y) ? atLast : atStop;
}

/** Pages with lines of the scope, and those between them, which may hold images alone. */
function pagesOf(scope: SearchScope): Page[] {
  const all = [...scope.pages.values()];
  const own = all.map(({ index }) => scope.linesOn(index).length > 0);
  const isWhole = all.every(({ index }) => scope.extentOn(index) === undefined);
  const first = own.indexOf(true);
  const last = own.lastIndexOf(true);
  return all.filter((_, i) => isWhole || (i >= first && i <= last)).sort((a, b) => a.index - b.index);
}

function isBetween(
  page: number,
  y: number,
  start: Edge | undefined,
  end: Edge | undefined,
  scope: SearchScope,
): boolean {
  if (start && page === start.page && y < start.y) return false;
  if (end && page === end.page && y >= end.y) return false;
  const extent = scope.extentOn(page);
  return extent === undefined || (y >= extent.top && y < extent.bottom);
}

/** The pictures of a page: tiles put together, without specks and without the scan of the page. */
async function picturesOf(page: Page): Promise<Picture[]> {
  const images = (await page.graphics?.images()) ?? [];
  const pageArea = page.width * page.height;
  const pictures = images
    .slice(0, MOST_IMAGES)
    .map(({ polygon }) => ({ page: page.index, polygon, box: boundingBox(polygon) }));
  return joinTiles(pictures).filter(({ box }) => {
    const area = boxWidth(box) * boxHeight(box);
    return area >= LEAST_AREA && area < SCAN_SHARE * pageArea;
  });
}

/** Puts strips of one picture together, first down the page, then across it. */
function joinTiles(pictures: readonly Picture[]): readonly Picture[] {
  const stacked = joinNeighbours(
    pictures,
    (a, b) => a.box.left - b.box.left || a.box.top - b.box.top,
    isBelow,
  );
  return joinNeighbours(stacked, (a, b) => a.box.top - b.box.top || a.box.left - b.box.left, isBeside);
}

/** Joins each picture to one before it in the order that it continues; an open picture is known by its two edges. */
function joinNeighbours(
  pictures: readonly Picture[],
  order: (a: Picture, b: Picture) => number,
  continues: (a: Box, b: Box) => boolean,
): readonly Picture[] {
  const joined: Picture[] = [];
  for (const picture of [...pictures].sort(order)) {
    const at = isUpright(picture)
      ? joined.findIndex((open) => isUpright(open) && continues(open.box, picture.box))
      : -1;
    if (at < 0) joined.push(picture);
    else {
      const { left, top, right, bottom } = unionBox(joined[at]!.box, picture.box);
      const box = { left, top, right, bottom };
      joined[at] = { page: picture.page, box, polygon: boxPolygon(box) };
    }
  }
  return joined;
}

function isUpright({ polygon, box }: Picture): boolean {
  return polygon.every(
    ({ x, y }) =>
      (isNear(x, box.left) || isNear(x, box.right)) && (isNear(y, box.top) || isNear(y, box.bottom)),
  );
}

function isBelow(upper: Box, lower: Box): boolean {
  return (
    isNear(upper.left, lower.left) &&
    isNear(upper.right, lower.right) &&
    -overlapY(upper, lower) <= TILE_SLACK
  );
}

function isBeside(a: Box, b: Box): boolean {
  return isNear(a.top, b.top) && isNear(a.bottom, b.bottom) && -overlapX(a, b) <= TILE_SLACK;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= TILE_SLACK;
}
