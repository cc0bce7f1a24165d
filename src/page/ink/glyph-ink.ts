/**
 * Where a page has glyphs, so that what is typed into a box is known without drawing the page. No value of 137
 * documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
import { type Box, boundingBox, grownBox, unionBox } from '../document/geometry.js';
import type { Glyph } from '../document/glyph.js';
import type { TypedInk } from '../document/page-graphics.js';
import { BoxIndex } from './box-index.js';

/** How far a glyph may reach beyond its advance, and below its baseline, in its size; above it one size. */
const OVERHANG = 0.15;
const DESCENT = 0.35;
/** Height of the middle of an X above its baseline, in its size. */
const MIDDLE = 0.35;
/** Directions within this of level, in degrees, are level. */
const LEVEL = 0.5;
/** Marks whose strokes cover at least a tenth of the square of their size, in any font. */
const MARKS: ReadonlySet<string> = new Set('xX✓✔✗✘☑☒■●');
const SMALL_X = 0x78;
const CAPITAL_X = 0x58;
/** Square of a mark's size over the area inside the box that it ticks, at least, and at most. */
const LEAST_TICK = 0.8;
const MOST_TICK = 3;

/** Side of the squares by which glyphs are looked up, in inches. */
const SQUARE = 0.5;
/** Glyphs wider or higher than this, or this far off, in inches, are looked at for every box: others are in few squares. */
const LARGE = 8;
const FAR = 1000;

/** A glyph that ticks a box by itself. */
interface Mark {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** A stretch of glyphs, and where their ink is at most. */
interface Reach {
  readonly outer: Box;
}

/** The glyphs of a page that leave ink, or may. */
export class GlyphInk implements TypedInk {
  readonly #reaches: readonly Reach[];
  readonly #marks: readonly Mark[];
  #index: { readonly small: BoxIndex<Reach>; readonly large: readonly Reach[] } | undefined;

  /** @param faint ordinals of show operations whose glyphs may leave no mark */
  constructor(glyphs: readonly Glyph[], faint: ReadonlySet<number>) {
    const reaches: { outer: Box }[] = [];
    const marks: Mark[] = [];
    for (const glyph of glyphs) {
      if (glyph.style.invisible || (glyph.mapped && isSpace(glyph.text))) continue;
      const outer = reachOf(glyph);
      const last = reaches.at(-1);
      const both = last && asOne(last.outer, outer);
      if (both) last.outer = both;
      else reaches.push({ outer });
      const mark = markOf(glyph);
      if (mark && Number.isFinite(mark.y) && !faint.has(glyph.style.operation)) marks.push(mark);
    }
    this.#reaches = reaches;
    this.#marks = marks.sort((a, b) => a.y - b.y);
  }

  get bytes(): number {
    return this.#reaches.length * REACH_BYTES + this.#marks.length * MARK_BYTES;
  }

  touches(box: Box): boolean {
    if (!this.#index) {
      const isSmall = ({ outer: { left, top, right, bottom } }: Reach) =>
        right - left <= LARGE && bottom - top <= LARGE && Math.max(-left, -top, right, bottom) <= FAR;
      const small = new BoxIndex(SQUARE, this.#reaches.filter(isSmall));
      // What is no number is large, too.
      this.#index = { small, large: this.#reaches.filter((reach) => !isSmall(reach)) };
    }
    const isNear = ({ outer }: Reach) => !isApart(outer, box);
    return this.#index.small.near(box).some(isNear) || this.#index.large.some(isNear);
  }

  ticks({ left, top, right, bottom }: Box): boolean {
    const area = (right - left) * (bottom - top);
    const marks = this.#marks;
    for (let at = firstBelow(marks, top); at < marks.length && marks[at]!.y < bottom; at++) {
      const { x, size } = marks[at]!;
      const square = size * size;
      if (x > left && x < right && square >= LEAST_TICK * area && square <= MOST_TICK * area) return true;
    }
    return false;
  }
}

const MARK_BYTES = 64;
/** What a stretch of glyphs takes with its places in the squares. */
const REACH_BYTES = 120;

/** Position of the first mark below a height, or past the last: a page has hundreds of boxes and letters that may be marks. */
function firstBelow(marks: readonly Mark[], top: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.y > top) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether a text is white space only; nearly all are a letter of ASCII. */
function isSpace(text: string): boolean {
  const code = text.charCodeAt(0);
  return !(code > 0x20 && code < 0x7f) && text.trim() === '';
}

/** The box that a glyph's ink cannot leave in any usual font. */
function reachOf({ x, y, advance, style: { size, angle } }: Glyph): Box {
  if (Math.abs(angle) <= LEVEL) {
    const side = OVERHANG * size;
    return { left: x - side, top: y - size, right: x + advance + side, bottom: y + DESCENT * size };
  }
  const radians = (angle * Math.PI) / 180;
  const end = { x: x + advance * Math.cos(radians), y: y + advance * Math.sin(radians) };
  return grownBox(boundingBox([{ x, y }, end]), size);
}

/**
 * Two boxes that are one as well: letters of a word are level and overlap. Undefined for others. A page has 2,000 glyphs, and 300
 * words.
 */
function asOne(a: Box, b: Box): Box | undefined {
  const isLevel = a.top === b.top && a.bottom === b.bottom;
  return isLevel && a.left <= b.right && b.left <= a.right ? unionBox(a, b) : undefined;
}

/** Whether two boxes are known to have no point in common; those that are no numbers are not. */
function isApart(a: Box, b: Box): boolean {
  return a.left > b.right || a.right < b.left || a.top > b.bottom || a.bottom < b.top;
}

function markOf({ text, x, y, advance, mapped, style: { size, angle } }: Glyph): Mark | undefined {
  const code = text.charCodeAt(0);
  // Nearly all glyphs are digits and letters before the small x: these are not looked up.
  if (!mapped || (code < SMALL_X && code !== CAPITAL_X) || !MARKS.has(text) || Math.abs(angle) > LEVEL)
    return undefined;
  return { x: x + advance / 2, y: y - MIDDLE * size, size };
}
