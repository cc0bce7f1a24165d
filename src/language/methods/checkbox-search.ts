/**
 * Finding the one check box that the `checkbox` method means. No value of 104 documents changes where its thresholds are
 * a fifth smaller, or a quarter larger.
 */
// See docs/language/02-layout-methods-geometry.md#102-nearestcheckbox

import {
  type Box,
  boxHeight,
  boxWidth,
  centreX,
  centreY,
  distanceToBox,
  grownBox,
  LIMIT_SLACK,
  type Point,
} from '../../page/document/geometry.js';
import { linesNear } from '../../page/document/lines-near.js';
import type { Line } from '../../page/document/model.js';
import type { FormWidget } from '../../page/document/page-graphics.js';
import { boxOfRange, isMarkToken, type TextBox, textBoxesOf } from '../../page/drawn/text-boxes.js';
import { type BoxShape, CHECK_MAX, CHECK_MIN } from '../../page/ink/box-shapes.js';
import { SEEK } from '../../page/ink/find-box.js';
import { inchesOf } from '../../page/ink/grey.js';
import type { InkLayer } from '../../page/ink/ink-layer.js';

type CheckboxSide = 'left' | 'right';

/** A form button further than this from the point is another one, in inches. */
const BUTTON_REACH = 0.1;
/** How far above or below a form button the start point may lie, in inches. */
const BUTTON_ROW = 0.05;
/** Boxes and neighbouring text may overlap by this much, in inches. */
const TOUCH = 0.02;

/** The form button at a point: the one that contains it, else the nearest one within reach. */
export function buttonAt(point: Point, buttons: readonly FormWidget[]): FormWidget | undefined {
  let nearest: FormWidget | undefined;
  let least = BUTTON_REACH + LIMIT_SLACK;
  for (const button of buttons) {
    const distance = distanceToBox(button.box, point);
    if (distance > least || (nearest && distance === least)) continue;
    nearest = button;
    least = distance;
  }
  return nearest;
}

/** A walk along a row of the page, from a point towards one side. */
interface Walk {
  readonly start: Point;
  readonly side: CheckboxSide;
  /** x at which other text blocks the way, in inches; undefined when the way is free to the edge. */
  readonly block: number | undefined;
  /** A check box typed as a symbol that is in the way. */
  readonly typed: TextBox | undefined;
}

/** The matched range of an anchor line. */
interface Matched {
  readonly line: Line;
  readonly start: number;
  readonly end: number;
}

/** Plans the walk from an anchor: where it starts, and where text ends it. */
export function planWalk(anchor: Matched, start: Point, side: CheckboxSide, lines: readonly Line[]): Walk {
  const own = ownTypedBox(anchor, side);
  const moved = own || beginsWithMark(anchor, side) ? { ...start, x: matchEdge(anchor, side) } : start;
  if (own) return { start: moved, side, block: undefined, typed: own };
  let block: number | undefined;
  let typed: TextBox | undefined;
  for (const line of linesNear(lines, moved.y, moved.y)) {
    if (line === anchor.line || line.top > moved.y || line.bottom < moved.y) continue;
    const near = nearEdge(line, moved, side);
    if (near === undefined) continue;
    const symbol = loneSymbol(line);
    if (symbol) typed = !typed || isNearer(near, nearEdge(typed.outer, moved, side)!, side) ? symbol : typed;
    else if (!isMarkToken(line.text) && (block === undefined || isNearer(near, block, side))) block = near;
  }
  if (typed && block !== undefined && !isNearer(nearEdge(typed.outer, moved, side)!, block, side)) {
    typed = undefined;
  }
  return { start: moved, side, block, typed };
}

function isNearer(x: number, than: number, side: CheckboxSide): boolean {
  return side === 'right' ? x < than : x > than;
}

/** Where a walk enters a box; undefined for a box that does not lie ahead. */
function nearEdge(box: Box, start: Point, side: CheckboxSide): number | undefined {
  if (side === 'right') return box.right > start.x + TOUCH ? Math.max(box.left, start.x) : undefined;
  return box.left < start.x - TOUCH ? Math.min(box.right, start.x) : undefined;
}

function loneSymbol(line: Line): TextBox | undefined {
  const [first, second] = textBoxesOf(line);
  const alone = first && !second && line.rawText.trim().length === first.end - first.start;
  return alone && first.kind === 'glyph' && first.boxed ? first : undefined;
}

/** Positions of the match in the line's raw text; they count in the text without repeated spaces. */
function rawMatch({ line, start, end }: Matched): { start: number; end: number } {
  const matched = line.text.slice(start, end);
  const from = line.rawText.indexOf(matched);
  return from < 0 ? { start: 0, end: line.rawText.length } : { start: from, end: from + matched.length };
}

function matchEdge(anchor: Matched, side: CheckboxSide): number {
  const { start, end } = rawMatch(anchor);
  const box = boxOfRange(anchor.line, start, end);
  return side === 'left' ? box.left : box.right;
}

const FIRST_WORD = /^\S+(?=\s)/;
const LAST_WORD = /(?<=\s)\S+$/;

/** Whether a mark typed into the box was merged into the caption's line, beside the match. */
function beginsWithMark({ line, start, end }: Matched, side: CheckboxSide): boolean {
  const rest = side === 'left' ? line.text.slice(0, start) : line.text.slice(end);
  const word = (side === 'left' ? FIRST_WORD : LAST_WORD).exec(rest)?.[0];
  return word !== undefined && isMarkToken(word);
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** A box symbol in the anchor's own line, next to the match. */
function ownTypedBox(anchor: Matched, side: CheckboxSide): TextBox | undefined {
  const { start, end } = rawMatch(anchor);
  const boxes = textBoxesOf(anchor.line).filter(({ kind, boxed }) => kind === 'glyph' && boxed);
  const before = boxes.findLast((box) => box.end <= start);
  const after = boxes.find((box) => box.start >= end);
  const box = side === 'left' ? before : after;
  if (!box) return undefined;
  const { rawText } = anchor.line;
  const between = side === 'left' ? rawText.slice(box.end, start) : rawText.slice(end, box.start);
  return WORD_CHARACTER.test(between) ? undefined : box;
}

/** The nearest form button on the side of the walk, in its row and not behind other text. */
export function buttonAlong(walk: Walk, buttons: readonly FormWidget[]): FormWidget | undefined {
  const { start, side, block } = walk;
  let nearest: { readonly button: FormWidget; readonly near: number } | undefined;
  for (const button of buttons) {
    const { box } = button;
    const row = BUTTON_ROW + LIMIT_SLACK;
    if (start.y < box.top - row || start.y > box.bottom + row) continue;
    if (!isNearer(start.x, centreX(box), side)) continue;
    const near = nearEdge(box, start, side);
    if (near === undefined || (block !== undefined && isNearer(block, near, side))) continue;
    if (!nearest || isNearer(near, nearest.near, side)) nearest = { button, near };
  }
  return nearest?.button;
}

/** By the shapes that they are the insides of: the fields of a form ask for those of a page a hundred times. */
const boxesOf = new WeakMap<readonly BoxShape[], readonly Box[]>();

/** The insides of what may be boxes to tick on a layer, in inches. */
function boxesOn(layer: InkLayer, threshold: number | undefined): readonly Box[] {
  const { dpi } = layer.bitmap;
  const shapes = layer.shapes(threshold);
  const isSide = (pixels: number) =>
    pixels >= Math.floor(CHECK_MIN * dpi) && pixels <= Math.ceil(CHECK_MAX * dpi);
  const boxes =
    boxesOf.get(shapes) ??
    shapes
      .filter(({ interior }) => isSide(boxWidth(interior)) && isSide(boxHeight(interior)))
      .map(({ interior }) => inchesOf(interior, dpi));
  boxesOf.set(shapes, boxes);
  return boxes;
}

/**
 * The box to tick around a point, or next to it: of two as near the one further away from the anchor.
 * @param away from the anchor to the point
 * @returns its inside in inches, or a sentence that says why there is none
 */
export function checkboxAround(
  layer: InkLayer,
  point: Point,
  away: Point,
  threshold: number | undefined,
): { readonly box: Box } | string {
  const { dpi, regions } = layer.light(threshold);
  if (regions.at(Math.floor(point.x * dpi), Math.floor(point.y * dpi))?.touchesEdge) {
    return 'the point is in no closed box: the space around it reaches the edge of the page';
  }
  const along = (box: Box) => centreX(box) * away.x + centreY(box) * away.y;
  const near = boxesOn(layer, threshold)
    .map((box) => ({ box, distance: distanceToBox(box, point) }))
    .filter(({ distance }) => distance <= SEEK)
    .sort((a, b) => a.distance - b.distance || along(b.box) - along(a.box));
  return near[0] ?? `no box to tick is at the point: none has sides of ${CHECK_MIN} to ${CHECK_MAX} in`;
}

/** Where `checkboxAround` looks. */
export function placeAround({ x, y }: Point): Box {
  return grownBox({ left: x, top: y, right: x, bottom: y }, SEEK);
}

/** Where `checkboxAlong` looks at most. @param width of the page in inches */
export function placeOfWalk({ start: { x, y }, side, block }: Walk, width: number): Box {
  return side === 'right'
    ? { left: x, top: y, right: block ?? width, bottom: y }
    : { left: block ?? 0, top: y, right: x, bottom: y };
}

/**
 * The first box to tick on a walk.
 * @returns its inside in inches, or a sentence that says why there is none
 */
export function checkboxAlong(
  layer: InkLayer,
  { start, side, block, typed }: Walk,
  threshold: number | undefined,
): { readonly box: Box } | string {
  const { dpi, width } = layer.bitmap;
  const end = lastPlace(block, typed, side, width / dpi);
  let first: Box | undefined;
  for (const box of boxesOn(layer, threshold)) {
    const near = side === 'right' ? box.left : box.right;
    if (start.y < box.top || start.y >= box.bottom) continue;
    if (!isNearer(start.x, near, side) || isNearer(end, near, side)) continue;
    if (!first || isNearer(near, side === 'right' ? first.left : first.right, side)) first = box;
  }
  if (first) return { box: first };
  return block === undefined
    ? `no box with sides of ${CHECK_MIN} to ${CHECK_MAX} in on the way to the edge of the page`
    : 'other text comes before any box';
}

/** x at which a walk ends: at blocking text, or just inside a typed box, whose drawn frame comes first. */
function lastPlace(
  block: number | undefined,
  typed: TextBox | undefined,
  side: CheckboxSide,
  width: number,
): number {
  const inside = side === 'right' ? TOUCH : -TOUCH;
  const near = typed && (side === 'right' ? typed.outer.left : typed.outer.right) + inside;
  const ends = [side === 'right' ? width : 0, block, near].filter((x) => x !== undefined);
  return side === 'right' ? Math.min(...ends) : Math.max(...ends);
}
