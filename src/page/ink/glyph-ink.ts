/** Where a page has glyphs, so that what is typed into a box is known without drawing the page. */
import type { Box } from '../document/geometry.js';
import type { Glyph } from '../document/glyph.js';
import type { TypedInk } from '../document/page-graphics.js';

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

/** Numbers kept for each glyph: left, top, right, bottom of its box. */
const SIDES = 4;
/** Bands of a page by which glyphs are looked up, and their height in inches; the last one goes on for ever. */
const BANDS = 64;
const BAND_HEIGHT = 0.25;
/** Glyphs higher than this, in inches, are looked at for every box, so that none is in many bands. */
const HIGH = 1;

/** A glyph that ticks a box by itself. */
interface Mark {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The glyphs of a page that leave ink, or may. */
export class GlyphInk implements TypedInk {
  readonly #boxes: Float32Array;
  /** From the top to the bottom. */
  readonly #marks: readonly Mark[];
  #bands: Bands | undefined;

  /** @param faint ordinals of show operations whose glyphs may leave no mark */
  constructor(glyphs: readonly Glyph[], faint: ReadonlySet<number>) {
    const boxes = new Float32Array(SIDES * glyphs.length);
    const marks: Mark[] = [];
    let end = 0;
    for (const glyph of glyphs) {
      if (glyph.style.invisible || (glyph.mapped && isSpace(glyph.text))) continue;
      putReach(glyph, boxes, end);
      if (end === 0 || !isTakenIn(boxes, end)) end += SIDES;
      const mark = markOf(glyph);
      if (mark && Number.isFinite(mark.y) && !faint.has(glyph.style.operation)) marks.push(mark);
    }
    this.#boxes = end === boxes.length ? boxes : boxes.slice(0, end);
    this.#marks = marks.sort((a, b) => a.y - b.y);
  }

  get bytes(): number {
    return this.#boxes.byteLength + (this.#bands?.glyphs.byteLength ?? 0) + this.#marks.length * MARK_BYTES;
  }

  touches(box: Box): boolean {
    this.#bands ??= bandsOf(this.#boxes);
    const { firsts, glyphs } = this.#bands;
    const [first, last] = [bandAt(box.top), bandAt(box.bottom)];
    return (
      this.#touchesAny(box, glyphs, firsts[first]!, firsts[last + 1]!) ||
      this.#touchesAny(box, glyphs, firsts[BANDS]!, glyphs.length)
    );
  }

  /** Whether some of the glyphs at positions of a list touch a box. */
  #touchesAny({ left, top, right, bottom }: Box, glyphs: Int32Array, from: number, to: number): boolean {
    const boxes = this.#boxes;
    for (let position = from; position < to; position++) {
      const i = glyphs[position]!;
      const isApart =
        boxes[i]! > right || boxes[i + 2]! < left || boxes[i + 1]! > bottom || boxes[i + 3]! < top;
      if (!isApart) return true;
    }
    return false;
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

/** Glyphs by the bands that they reach into, and after these the high ones. */
interface Bands {
  /** Position of each band's first glyph, of the first high one, and past the last. */
  readonly firsts: Int32Array;
  /** Where the boxes of the glyphs begin. */
  readonly glyphs: Int32Array;
}

function bandAt(y: number): number {
  return Math.max(0, Math.min(BANDS - 1, Math.floor(y / BAND_HEIGHT)));
}

function bandsOf(boxes: Float32Array): Bands {
  const firsts = new Int32Array(BANDS + 2);
  eachBand(boxes, (band) => {
    firsts[band + 1]! += 1;
  });
  for (let band = 0; band <= BANDS; band++) firsts[band + 1]! += firsts[band]!;
  const glyphs = new Int32Array(firsts[BANDS + 1]!);
  const next = firsts.slice();
  eachBand(boxes, (band, glyph) => {
    glyphs[next[band]!++] = glyph;
  });
  return { firsts, glyphs };
}

/** Visits the bands that each glyph reaches into; high ones are in one after the last. */
function eachBand(boxes: Float32Array, visit: (band: number, glyph: number) => void): void {
  for (let glyph = 0; glyph < boxes.length; glyph += SIDES) {
    const [top, bottom] = [boxes[glyph + 1]!, boxes[glyph + 3]!];
    // What is no number is high, too.
    if (!(bottom - top <= HIGH)) visit(BANDS, glyph);
    else for (let band = bandAt(top); band <= bandAt(bottom); band++) visit(band, glyph);
  }
}

/** Whether a text is white space only; nearly all are a letter of ASCII. */
function isSpace(text: string): boolean {
  const code = text.charCodeAt(0);
  return !(code > 0x20 && code < 0x7f) && text.trim() === '';
}

/** Puts the box that a glyph's ink cannot leave in any usual font. */
function putReach({ x, y, advance, style: { size, angle } }: Glyph, boxes: Float32Array, at: number): void {
  if (Math.abs(angle) <= LEVEL) {
    const side = OVERHANG * size;
    boxes[at] = x - side;
    boxes[at + 1] = y - size;
    boxes[at + 2] = x + advance + side;
    boxes[at + 3] = y + DESCENT * size;
    return;
  }
  const radians = (angle * Math.PI) / 180;
  const endX = x + advance * Math.cos(radians);
  const endY = y + advance * Math.sin(radians);
  boxes[at] = Math.min(x, endX) - size;
  boxes[at + 1] = Math.min(y, endY) - size;
  boxes[at + 2] = Math.max(x, endX) + size;
  boxes[at + 3] = Math.max(y, endY) + size;
}

/**
 * Widens the box before one by it, where both together are one box as well: letters of a word are level and overlap. A page has 2,000
 * glyphs, and 300 words.
 */
function isTakenIn(boxes: Float32Array, at: number): boolean {
  const before = at - SIDES;
  const isLevel = boxes[at + 1] === boxes[before + 1] && boxes[at + 3] === boxes[before + 3];
  const meets = boxes[at]! <= boxes[before + 2]! && boxes[at + 2]! >= boxes[before]!;
  if (!isLevel || !meets) return false;
  boxes[before] = Math.min(boxes[before]!, boxes[at]!);
  boxes[before + 2] = Math.max(boxes[before + 2]!, boxes[at + 2]!);
  return true;
}

function markOf({ text, x, y, advance, mapped, style: { size, angle } }: Glyph): Mark | undefined {
  const code = text.charCodeAt(0);
  // Nearly all glyphs are digits and letters before the small x: these are not looked up.
  if (!mapped || (code < SMALL_X && code !== CAPITAL_X) || !MARKS.has(text) || Math.abs(angle) > LEVEL)
    return undefined;
  return { x: x + advance / 2, y: y - MIDDLE * size, size };
}
