/**
 * Which text of a page cannot be seen, as far as its content shows: by the colours of the text and of what is under it,
 * by the order of painting and the rendering mode. Nothing is drawn or decoded for it. What is reported errs on the
 * side of hidden where paint blends or pictures have holes: whoever warns of it looks at the drawn page first.
 */
// See docs/language/01-document-anchors-fields.md#113-text-that-cannot-be-seen
import {
  type Box,
  boundingBox,
  boxArea,
  boxHeight,
  boxWidth,
  centreX,
  centreY,
  intersectBoxes,
  isInside,
  isPointIn,
  type Point,
  unionBox,
} from '../../page/document/geometry.js';
import { CAP_HEIGHT, type Glyph } from '../../page/document/glyph.js';
import type { HiddenReason, HiddenStretch } from '../../page/document/hidden-text.js';
import type { PlacedImage, Subpath } from '../../page/document/page-graphics.js';
import { axesOf, pointAt } from '../../page/document/text-axes.js';
import { isRectangle } from './ink-watch.js';

/** How far two colours may differ in a channel of 255 and look the same: that of `#EEEEEE` on white is just seen. */
const SAME_COLOUR = 16;
const WHITE = 0xffffff;
/** Paint of this opacity or more hides what is under it; text of this or less is not seen. */
const OPAQUE = 0.99;
const TRANSPARENT = 0.02;
/** What is thinner than this, in inches, is a rule: it hides no letter. */
const LEAST_COVER = 0.05;
/** Text smaller than this, with letters narrower than the other, in inches, is not read: 2 points. Small print has 4. */
const TINY_SIZE = 2 / 72;
const TINY_ADVANCE = 1.5 / 72;
/** Share of a page under pictures from which it is a scan: text under or over them is what OCR made of it. */
const SCAN_SHARE = 0.5;
/** The part of a glyph that must be hidden: shares of its advance, and of its size over the baseline. */
const CORE = { left: 0.2, top: 0.5, right: 0.8, bottom: 0.08 } as const;
/** What a glyph may mark over and under its baseline, in sizes. */
const ASCENT = 1;
const DESCENT = 0.3;
/** Covers are looked up by strips of a page of this height, in inches. */
const STRIP = 0.5;
/** Covers and looks at them beyond which the rest of a page is not judged: some 20 ms. */
const MOST_COVERS = 20_000;
const MOST_LOOKS = 2_000_000;
/** Colours of covers that are distinguished; text of a page with more may have any of them. */
const MOST_COLOURS = 64;
/** Rendering modes that leave no mark, and those that fill alone. */
const UNPAINTED: ReadonlySet<number> = new Set([3, 7]);
const FILLED: ReadonlySet<number> = new Set([0, 4]);

interface ShownText {
  readonly colour: number | undefined;
  readonly alpha: number;
  readonly renderingMode: number;
  readonly clip: Box;
  /** Covers painted before it. */
  readonly before: number;
  /** Whether something of its colour may be under it. */
  readonly mayBlend: boolean;
}

/** An area that something is painted on. */
interface Cover extends Box {
  /** Undefined where it is not one colour all over, or not known. */
  readonly colour: number | undefined;
  /** Why text under it is hidden; undefined where it may show through. */
  readonly hides: HiddenReason | undefined;
}

/** Collects how one page is painted; everything reported to it is on the page, in the order of painting. */
export class HiddenTextWatch {
  readonly #page: Box;
  /** By the ordinals of their operations. */
  readonly #texts: ShownText[] = [];
  readonly #covers: Cover[] = [];
  readonly #colours = new Set<number>();
  #strips: number[][] | undefined;
  #pictureArea = 0;
  #looks = 0;

  /** @param page in inches */
  constructor(page: Box) {
    this.#page = page;
  }

  /**
   * Text is shown.
   * @param operation its ordinal on the page
   * @param colour `0xRRGGBB`; undefined where it is a pattern or unknown
   * @param alpha opacity, 0 to 1
   * @param clip box of the clip, in inches
   */
  sawText(
    operation: number,
    colour: number | undefined,
    alpha: number,
    renderingMode: number,
    clip: Box,
  ): void {
    const mayBlend = colour !== undefined && FILLED.has(renderingMode) && this.#mayBlend(colour);
    this.#texts[operation] = { colour, alpha, renderingMode, clip, before: this.#covers.length, mayBlend };
  }

  /**
   * An area is filled.
   * @param colour undefined for patterns and shadings
   * @param alpha opacity, 0 to 1
   */
  sawFill(subpaths: readonly Subpath[], colour: number | undefined, alpha: number, clip: Box): void {
    for (const subpath of subpaths) {
      const box = boundingBox(subpath.points);
      // Outlines of letters are many, and too small to hide any.
      if (!isWide(box)) continue;
      const isPlain = colour !== undefined && alpha >= OPAQUE && isRectangle(subpath);
      this.#cover(box, clip, {
        colour: isPlain ? colour : undefined,
        hides: isPlain ? 'covered' : undefined,
      });
    }
  }

  /** Something of unknown look is painted in an area. */
  sawMore(area: Box): void {
    this.#cover(area, this.#page, { colour: undefined, hides: undefined });
  }

  sawPicture({ polygon, mask }: Pick<PlacedImage, 'polygon' | 'mask'>, clip: Box): void {
    const box = intersectBoxes(boundingBox(polygon), clip);
    if (!mask) this.#pictureArea += Math.max(0, boxWidth(box)) * Math.max(0, boxHeight(box));
    this.#cover(box, this.#page, { colour: undefined, hides: mask ? undefined : 'behindPicture' });
  }

  /**
   * The glyphs without what is cut off from other text by its clip: such signs are not printed, and may lie under the
   * next cell. Where a clip shows no text at all, its text stays, and is hidden; that of scans leaves no mark anyhow.
   * @param isAnnotation whether an operation is in the appearance of one: values of form fields are whole in the file
   */
  printed(glyphs: readonly Glyph[], isAnnotation: (operation: number) => boolean): readonly Glyph[] {
    const outside = new Set<Glyph>();
    const showing = new Set<Box>();
    for (const glyph of glyphs) {
      const { operation } = glyph.style;
      const text = this.#texts[operation];
      if (!text || UNPAINTED.has(text.renderingMode) || isInside(this.#page, text.clip)) continue;
      if (isAnnotation(operation)) continue;
      if (!overlaps(markOf(glyph), text.clip)) outside.add(glyph);
      else if (glyph.text !== ' ') showing.add(text.clip);
    }
    if (outside.size === 0) return glyphs;
    return glyphs.filter((glyph) => {
      return !outside.has(glyph) || !showing.has(this.#texts[glyph.style.operation]!.clip);
    });
  }

  /** The stretches of glyphs that cannot be seen. @param glyphs of the page, those of one operation together */
  stretches(glyphs: readonly Glyph[]): readonly HiddenStretch[] {
    const stretches: HiddenStretch[] = [];
    for (let from = 0; from < glyphs.length; ) {
      const { operation } = glyphs[from]!.style;
      let to = from + 1;
      while (to < glyphs.length && glyphs[to]!.style.operation === operation) to++;
      const text = this.#texts[operation];
      if (text) this.#judge(text, glyphs, from, to, stretches);
      if (this.#looks > MOST_LOOKS) break;
      from = to;
    }
    return stretches;
  }

  get #isScan(): boolean {
    return this.#pictureArea >= SCAN_SHARE * boxArea(this.#page);
  }

  #mayBlend(colour: number): boolean {
    if (isSame(colour, WHITE) || this.#colours.size >= MOST_COLOURS) return true;
    for (const each of this.#colours) if (isSame(each, colour)) return true;
    return false;
  }

  #cover(area: Box, clip: Box, paint: Pick<Cover, 'colour' | 'hides'>): void {
    const box = intersectBoxes(area, clip);
    if (!isWide(box)) return;
    if (this.#covers.length >= MOST_COVERS) return;
    const { left, top, right, bottom } = box;
    this.#covers.push({ left, top, right, bottom, colour: paint.colour, hides: paint.hides });
    if (paint.colour !== undefined && this.#colours.size < MOST_COLOURS) this.#colours.add(paint.colour);
  }

  #judge(text: ShownText, glyphs: readonly Glyph[], from: number, to: number, into: HiddenStretch[]): void {
    const whole = reasonOfAll(text, glyphs, from, to);
    if (whole === 'unpainted' && this.#isScan) return;
    const first = glyphs[from]!;
    const last = glyphs[to - 1]!;
    // Text that runs as nearly all does is judged by its ends, without an object for each glyph.
    const extent = first.style.angle === 0 ? levelExtent(first, last) : unionBox(boxOf(first), boxOf(last));
    const isCut = !isInside(extent, text.clip) || !isInside(extent, this.#page);
    const covers = this.#covers.length === 0 ? NONE : this.#coversIn(extent);
    if (whole === undefined && !isCut && !text.mayBlend && !this.#mayCover(covers, text.before, extent))
      return;
    let open: { box: Box; reason: HiddenReason } | undefined;
    for (let i = from; i < to; i++) {
      const glyph = glyphs[i]!;
      if (glyph.text === ' ') continue;
      const core = coreOf(glyph);
      const reason = this.#reason(text, whole, core, covers);
      if (open && reason !== open.reason) {
        into.push(open);
        open = undefined;
      }
      if (reason === undefined) continue;
      const box = boxOf(glyph);
      open = { box: open ? unionBox(open.box, box) : box, reason };
    }
    if (open) into.push(open);
  }

  /** Whether something that hides reaches into an area after it was painted. */
  #mayCover(covers: readonly number[], before: number, area: Box): boolean {
    for (let i = covers.length - 1; i >= 0 && covers[i]! >= before; i--) {
      const cover = this.#covers[covers[i]!]!;
      if (cover.hides && cover.left < area.right && cover.right > area.left) return true;
    }
    return false;
  }

  /** @param covers positions of those that may reach the glyph, ascending */
  #reason(
    text: ShownText,
    whole: HiddenReason | undefined,
    core: Box,
    covers: readonly number[],
  ): HiddenReason | undefined {
    const middle = { x: centreX(core), y: centreY(core) };
    if (!isPointIn(this.#page, middle)) return 'offPage';
    if (!isPointIn(text.clip, middle)) return 'clipped';
    this.#looks += covers.length;
    // Letters that leave no mark over a picture are what OCR made of it.
    if (whole === 'unpainted') return this.#isOnPicture(middle, covers) ? undefined : whole;
    if (whole !== undefined) return whole;
    let ground: number | undefined = WHITE;
    for (let i = covers.length - 1; i >= 0; i--) {
      const cover = this.#covers[covers[i]!]!;
      if (covers[i]! >= text.before) {
        const isPicture = cover.hides === 'behindPicture';
        if (cover.hides && !(isPicture && this.#isScan) && isInside(core, cover)) return cover.hides;
      } else if (isPointIn(cover, middle)) {
        ground = cover.colour;
        break;
      }
    }
    const blends = text.mayBlend && ground !== undefined && isSame(ground, text.colour!);
    return blends ? 'sameColour' : undefined;
  }

  #isOnPicture(point: Point, covers: readonly number[]): boolean {
    return covers.some((index) => {
      const cover = this.#covers[index]!;
      return cover.hides === 'behindPicture' && isPointIn(cover, point);
    });
  }

  /** Positions of the covers that may reach an area, ascending. */
  #coversIn({ top, bottom }: Box): readonly number[] {
    this.#strips ??= this.#makeStrips();
    const first = this.#stripAt(top);
    const last = this.#stripAt(bottom);
    if (first === last) return this.#strips[first] ?? NONE;
    const found = new Set<number>();
    for (let strip = first; strip <= last; strip++) {
      for (const index of this.#strips[strip] ?? NONE) found.add(index);
    }
    return [...found].sort((a, b) => a - b);
  }

  #makeStrips(): number[][] {
    const strips: number[][] = [];
    for (const [index, { top, bottom }] of this.#covers.entries()) {
      for (let strip = this.#stripAt(top); strip <= this.#stripAt(bottom); strip++) {
        strips[strip] ??= [];
        strips[strip]!.push(index);
      }
    }
    return strips;
  }

  #stripAt(y: number): number {
    const { top, bottom } = this.#page;
    return Math.floor((Math.min(Math.max(y, top), bottom) - top) / STRIP);
  }
}

const NONE: readonly number[] = [];

/** Why all glyphs of an operation are hidden, wherever they are. */
function reasonOfAll(
  { renderingMode, alpha }: ShownText,
  glyphs: readonly Glyph[],
  from: number,
  to: number,
): HiddenReason | undefined {
  if (UNPAINTED.has(renderingMode)) return 'unpainted';
  if (alpha <= TRANSPARENT) return 'transparent';
  if (glyphs[from]!.style.size >= TINY_SIZE) return undefined;
  for (let i = from; i < to; i++) if (glyphs[i]!.advance >= TINY_ADVANCE) return undefined;
  return 'tiny';
}

function isSame(a: number, b: number): boolean {
  for (let shift = 0; shift <= 16; shift += 8) {
    if (Math.abs(((a >> shift) & 0xff) - ((b >> shift) & 0xff)) > SAME_COLOUR) return false;
  }
  return true;
}

function boxOf({ x, y, advance, style: { angle, size } }: Glyph): Box {
  return turned(x, y, angle, { left: 0, top: CAP_HEIGHT * size, right: advance, bottom: 0 });
}

/** All that a glyph may mark, accents and descenders included. */
function markOf({ x, y, advance, style: { angle, size } }: Glyph): Box {
  return turned(x, y, angle, { left: 0, top: ASCENT * size, right: advance, bottom: -DESCENT * size });
}

/** The part of a glyph that all of is under what hides it. */
function coreOf({ x, y, advance, style: { angle, size } }: Glyph): Box {
  return turned(x, y, angle, {
    left: CORE.left * advance,
    top: CORE.top * size,
    right: CORE.right * advance,
    bottom: CORE.bottom * size,
  });
}

/** The box around a rectangle by the baseline of a glyph: along it, and up from it. */
function turned(x: number, y: number, angle: number, { left, right, top, bottom }: Box): Box {
  if (angle === 0) return { left: x + left, top: y - top, right: x + right, bottom: y - bottom };
  const axes = axesOf(angle);
  const corners = [left, right].flatMap((along) => [
    pointAt(axes, along, -top),
    pointAt(axes, along, -bottom),
  ]);
  return boundingBox(corners.map((corner) => ({ x: x + corner.x, y: y + corner.y })));
}

/** From the first to the last glyph of an operation that runs level. */
function levelExtent(first: Glyph, last: Glyph): Box {
  return {
    left: Math.min(first.x, last.x),
    top: first.y - CAP_HEIGHT * first.style.size,
    right: Math.max(first.x + first.advance, last.x + last.advance),
    bottom: first.y,
  };
}

/** Whether a box is large enough to hide a letter. */
function isWide(box: Box): boolean {
  return boxWidth(box) >= LEAST_COVER && boxHeight(box) >= LEAST_COVER;
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
