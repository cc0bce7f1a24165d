/**
 * Walks the operators of a page with a graphics and text state and collects what is painted. pdf.js has
 * already resolved resources: colours are RGB, forms and appearances are in line, strings are glyphs.
 */
import { applyTransform, type Box, boundingBox, type Transform } from '../../../page/document/geometry.js';
import type { Glyph } from '../../../page/document/glyph.js';
import type { HiddenStretch } from '../../../page/document/hidden-text.js';
import type { PaintedPath, PlacedImage, Subpath } from '../../../page/document/page-graphics.js';
import type { InkFacts } from '../engine.js';
import { HiddenTextWatch } from '../hidden-text.js';
import { InkWatch } from '../ink-watch.js';
import type { AppearanceGlyphs } from '../objects/form-values.js';
import { KeptPaths, type PaintMode, paintPath, readDashes } from '../painted-paths.js';
import { placeImage } from '../placed-images.js';
import type { PdfjsFont, PdfjsGlyph } from './fonts.js';
import { showGlyphs } from './glyphs.js';
import type { OperatorCodes, OperatorList } from './library.js';
import { MOST_PATH_NUMBERS, readPath } from './paths.js';
import { initialState, StateStack, toTransform } from './state.js';

/** Glyphs on a page beyond which the page counts as hostile. */
const MAX_GLYPHS = 1_000_000;

/** What a walk needs to know of the page. */
export interface WalkContext {
  /** User space to inches on the displayed page. */
  readonly base: Transform;
  /** The page, in inches from its top left. */
  readonly page: Box;
  readonly fonts: ReadonlyMap<string, PdfjsFont>;
  /** Whether content of an optional content group is shown. */
  readonly isVisible: (group: unknown) => boolean;
  /** What to collect. Images are complete only where pdf.js decodes them. */
  readonly collect: 'text and paths' | 'images';
}

/** What is on a page. */
export interface Collected {
  readonly glyphs: Glyph[];
  readonly paths: PaintedPath[];
  readonly images: PlacedImage[];
  /** What else is on the page. @param mayHavePictures whether there may be images, of whatever size */
  inkFacts(mayHavePictures: boolean): InkFacts;
  /** The glyphs that are not clipped away. */
  printed(glyphs: readonly Glyph[]): readonly Glyph[];
  /** Which glyphs cannot be seen. */
  hiddenText(glyphs: readonly Glyph[]): readonly HiddenStretch[];
  /** The glyphs of each annotation. */
  readonly appearances: readonly AppearanceGlyphs[];
  /** There were more glyphs than `MAX_GLYPHS`, or more points in a path than can be read; the rest is missing. */
  readonly overflow: boolean;
}

type Arguments = readonly unknown[];
type Handler = (walk: PageWalk, args: Arguments) => void;

/** Runs over the operators of a page once. */
export function walkPage(
  { fnArray, argsArray }: OperatorList,
  handlers: readonly Handler[],
  context: WalkContext,
): Collected {
  const walk = new PageWalk(context);
  for (let index = 0; index < fnArray.length && !walk.overflow; index++) {
    const handler = handlers[fnArray[index] ?? -1];
    if (handler !== undefined) handler(walk, (argsArray[index] ?? NO_ARGUMENTS) as Arguments);
  }
  return walk;
}

const NO_ARGUMENTS: Arguments = [];

/** The state of one walk; operators are functions on it. */
class PageWalk implements Collected {
  readonly glyphs: Glyph[] = [];
  readonly #paths = new KeptPaths();
  readonly paths = this.#paths.paths;
  readonly images: PlacedImage[] = [];
  readonly appearances: AppearanceGlyphs[] = [];
  overflow = false;
  readonly context: WalkContext;
  readonly stack: StateStack;
  readonly #ink = new InkWatch();
  readonly #hiding: HiddenTextWatch;
  /** A matrix was set, and nothing painted with it: pictures that are left out leave no other trace. */
  #isUnused = false;
  #textObjects = 0;
  #operations = 0;
  /** Text-showing operators before those of annotations; undefined where there are none. */
  #contentOperations: number | undefined;
  #pendingClip = false;
  /** Name of the annotation around, and the number of glyphs before it. */
  #annotation: { readonly id: string; readonly from: number } | undefined;
  /** Marked content around, true where it hides what it holds. */
  #marks: boolean[] = [];
  #hidden = 0;
  /** Soft masks around: what is painted there is a mask, not on the page. */
  #softMasks = 0;

  constructor(context: WalkContext) {
    this.context = context;
    this.stack = new StateStack(initialState(context.base, context.page));
    this.#hiding = new HiddenTextWatch(context.page);
  }

  inkFacts(mayHavePictures: boolean): InkFacts {
    return this.#ink.facts(mayHavePictures ? Number.POSITIVE_INFINITY : 0);
  }

  printed(glyphs: readonly Glyph[]): readonly Glyph[] {
    return this.#hiding.printed(
      glyphs,
      (operation) => operation >= (this.#contentOperations ?? this.#operations),
    );
  }

  hiddenText(glyphs: readonly Glyph[]): readonly HiddenStretch[] {
    return this.#hiding.stretches(glyphs);
  }

  get #visible(): boolean {
    return this.#hidden === 0 && this.#softMasks === 0;
  }

  transform(matrix: ArrayLike<number> | null | undefined): void {
    this.stack.transform(matrix);
    this.#isUnused = true;
  }

  restore(): void {
    if (this.#isUnused && this.#visible && this.context.collect !== 'images') {
      const { ctm, clip } = this.stack.current;
      const placed = placeImage(ctm, this.context.page, undefined, false);
      if (placed) this.#hiding.sawPicture(placed, clip);
    }
    this.#isUnused = false;
    this.stack.restore();
  }

  beginText(): void {
    this.#textObjects += 1;
    this.setTextMatrix(undefined);
  }

  setTextMatrix(matrix: unknown): void {
    const state = this.stack.current;
    state.textMatrix = toTransform((matrix ?? NO_ARGUMENTS) as ArrayLike<number>);
    state.x = state.lineX = 0;
    state.y = state.lineY = 0;
  }

  moveText(x: number, y: number): void {
    const state = this.stack.current;
    state.x = state.lineX += x;
    state.y = state.lineY += y;
  }

  setFont(id: unknown, size: unknown): void {
    const state = this.stack.current;
    state.font = this.context.fonts.get(String(id));
    state.fontSize = numberOr(size, 0);
  }

  showText(items: unknown): void {
    this.#operations += 1;
    if (this.context.collect === 'images' || !Array.isArray(items)) return;
    const position = { textObject: this.#textObjects - 1, operation: this.#operations - 1 };
    const into = this.#visible ? this.glyphs : undefined;
    this.#isUnused = false;
    if (into) {
      const state = this.stack.current;
      this.#ink.sawText(state, position.operation);
      const { fillColour: colour, renderingMode, clip } = state;
      const alpha = state.fillAlpha * state.groupAlpha;
      this.#hiding.sawText(position.operation, colour, alpha, renderingMode, clip);
    }
    // A text of megabytes is one operator: its glyphs would fill the heap before they are counted.
    this.overflow = this.glyphs.length + items.length > MAX_GLYPHS;
    if (!this.overflow) showGlyphs(this.stack.current, items as (PdfjsGlyph | number)[], position, into);
  }

  /** Paints a path, then lets it become the clip if it was marked so. */
  paintPath(painting: PaintMode | undefined, data: unknown): void {
    const clipping = this.#pendingClip;
    this.#pendingClip = false;
    const drawn = painting !== undefined && this.#visible && this.context.collect !== 'images';
    if (!clipping && !drawn) return;
    const numbers = (data ?? NO_ARGUMENTS) as ArrayLike<number>;
    this.overflow = numbers.length > MOST_PATH_NUMBERS;
    if (this.overflow) return;
    const subpaths = readPath(numbers, this.stack.current.ctm);
    if (drawn) this.#addPath(painting, subpaths);
    if (!clipping) return;
    this.#clipTo(subpaths);
    this.#ink.sawClip(subpaths);
  }

  clip(): void {
    this.#pendingClip = true;
  }

  image(pixels: PlacedImage['pixels'], mask: boolean): void {
    if (!this.#visible || this.context.collect !== 'images') return;
    const placed = placeImage(this.stack.current.ctm, this.context.page, pixels, mask);
    if (placed !== undefined) this.images.push(placed);
  }

  beginForm(matrix: unknown, box: unknown): void {
    this.stack.save();
    this.stack.transform(matrix as ArrayLike<number> | null);
    this.#clipToUserBox(box);
  }

  /** Inside a transparency group opacity starts again and multiplies with the group's own. */
  beginGroup(group: Readonly<Record<string, unknown>>): void {
    this.stack.save();
    const state = this.stack.current;
    state.groupAlpha *= state.fillAlpha;
    state.fillAlpha = 1;
    state.strokeAlpha = 1;
    if (!group.smask) return;
    this.#softMasks += 1;
    this.#ink.sawMore();
  }

  endGroup(group: Readonly<Record<string, unknown>>): void {
    this.stack.restore();
    if (group.smask) this.#softMasks = Math.max(0, this.#softMasks - 1);
  }

  /** The appearance of an annotation starts from the page's own state. */
  beginAnnotation(id: unknown, box: unknown, transform: unknown, matrix: unknown): void {
    this.#resetState();
    this.#annotation = { id: String(id), from: this.glyphs.length };
    this.#contentOperations ??= this.#operations;
    this.#clipToUserBox(box);
    this.stack.transform(transform as ArrayLike<number> | null);
    this.stack.transform(matrix as ArrayLike<number> | null);
  }

  endAnnotation(): void {
    this.#resetState();
    if (this.#annotation) this.appearances.push({ ...this.#annotation, to: this.glyphs.length });
    this.#annotation = undefined;
  }

  beginMark(hides: boolean): void {
    this.#marks.push(hides);
    if (hides) this.#hidden += 1;
  }

  endMark(): void {
    if (this.#marks.pop() === true) this.#hidden -= 1;
  }

  /** Marked content stays: the layer of an annotation is marked around it. */
  #resetState(): void {
    this.stack.reset(initialState(this.context.base, this.context.page));
    this.#softMasks = 0;
    this.#pendingClip = false;
  }

  /** Something is shown that is not collected. */
  showMore(): void {
    this.#isUnused = false;
    if (!this.#visible) return;
    this.#ink.sawMore();
    this.#hiding.sawMore(this.stack.current.clip);
  }

  setState(key: unknown, value: unknown): void {
    this.#ink.sawState(key, value);
  }

  #addPath(painting: PaintMode, subpaths: readonly Subpath[]): void {
    this.#isUnused = false;
    const { fillColour, fillAlpha, groupAlpha, clip } = this.stack.current;
    this.#ink.sawPaint(painting.fill, painting.stroke, this.stack.current);
    if (painting.fill) this.#hiding.sawFill(subpaths, fillColour, fillAlpha * groupAlpha, clip);
    const mode = { ...painting, annotation: this.#annotation !== undefined };
    const painted = paintPath(subpaths, mode, this.stack.current, this.context.page);
    this.#paths.add(painted, () => this.#ink.sawMore());
  }

  /** Clips that are no rectangles count with their bounding box; an empty clip hides everything. */
  #clipTo(subpaths: readonly Subpath[]): void {
    const points = subpaths.flatMap((subpath) => subpath.points);
    this.stack.clip(points.length === 0 ? NOWHERE : boundingBox(points));
  }

  #clipToUserBox(box: unknown): void {
    if (box === null || box === undefined) return;
    const [x0, y0, x1, y1] = Array.from(box as ArrayLike<number>);
    if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return;
    const { ctm } = this.stack.current;
    const corners = [
      { x: x0, y: y0 },
      { x: x1, y: y0 },
      { x: x1, y: y1 },
      { x: x0, y: y1 },
    ].map((corner) => applyTransform(ctm, corner));
    this.stack.clip(boundingBox(corners));
  }
}

const NOWHERE: Box = { left: 0, top: 0, right: -1, bottom: -1 };

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}

/** A colour as pdf.js writes it, `#rrggbb`, as a number; black for anything else. */
function colourOf(colour: unknown): number {
  const rgb = typeof colour === 'string' ? Number.parseInt(colour.slice(1), 16) : 0;
  return Number.isNaN(rgb) ? 0 : rgb;
}

/** Luma of a colour, `0xRRGGBB`. */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths
function luminance(rgb: number): number {
  return (0.299 * (rgb >> 16) + 0.587 * ((rgb >> 8) & 0xff) + 0.114 * (rgb & 0xff)) / 255;
}

/** Entries of an extended graphics state that matter here. */
function setGraphicsState(walk: PageWalk, entries: unknown): void {
  if (!Array.isArray(entries)) return;
  const state = walk.stack.current;
  for (const entry of entries) {
    const [key, value] = entry as readonly [unknown, unknown];
    walk.setState(key, value);
    if (key === 'LW') state.lineWidth = numberOr(value, state.lineWidth);
    else if (key === 'ca') state.fillAlpha = numberOr(value, state.fillAlpha);
    else if (key === 'CA') state.strokeAlpha = numberOr(value, state.strokeAlpha);
    else if (key === 'D' && Array.isArray(value)) state.dashes = readDashes(value[0], value[1]);
    else if (key === 'Font' && Array.isArray(value)) walk.setFont(value[0], value[1]);
  }
}

function pixelsOf(source: unknown): PlacedImage['pixels'] {
  const { width, height } = (source ?? {}) as { width?: unknown; height?: unknown };
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : undefined;
}

/** pdf.js' names of the operators that paint a path. */
const PATH_PAINTING: Readonly<Record<string, PaintMode>> = {
  stroke: { fill: false, stroke: true },
  closeStroke: { fill: false, stroke: true },
  fill: { fill: true, stroke: false },
  eoFill: { fill: true, stroke: false, evenOdd: true },
  fillStroke: { fill: true, stroke: true },
  eoFillStroke: { fill: true, stroke: true, evenOdd: true },
  closeFillStroke: { fill: true, stroke: true },
  closeEOFillStroke: { fill: true, stroke: true, evenOdd: true },
};

/** What each operator does, by pdf.js' name. Those not named change nothing that is collected. */
const HANDLERS: Readonly<Record<string, Handler>> = {
  save: (walk) => walk.stack.save(),
  restore: (walk) => walk.restore(),
  transform: (walk, args) => walk.transform(args as readonly number[]),
  setLineWidth: (walk, [width]) => {
    walk.stack.current.lineWidth = numberOr(width, 1);
  },
  setDash: (walk, [lengths, phase]) => {
    walk.stack.current.dashes = readDashes(lengths, phase);
  },
  setGState: (walk, [entries]) => setGraphicsState(walk, entries),
  setFillRGBColor: (walk, [colour]) => {
    const { current } = walk.stack;
    current.fillColour = colourOf(colour);
    current.fill = luminance(current.fillColour);
  },
  setStrokeRGBColor: (walk, [colour]) => {
    walk.stack.current.stroke = luminance(colourOf(colour));
  },
  setFillColorN: (walk) => {
    walk.stack.current.fill = walk.stack.current.fillColour = undefined;
  },
  setStrokeColorN: (walk) => {
    walk.stack.current.stroke = undefined;
  },
  setFillTransparent: (walk) => {
    walk.stack.current.fill = walk.stack.current.fillColour = undefined;
  },
  setStrokeTransparent: (walk) => {
    walk.stack.current.stroke = undefined;
  },
  beginText: (walk) => walk.beginText(),
  setCharSpacing: (walk, [spacing]) => {
    walk.stack.current.charSpacing = numberOr(spacing, 0);
  },
  setWordSpacing: (walk, [spacing]) => {
    walk.stack.current.wordSpacing = numberOr(spacing, 0);
  },
  setHScale: (walk, [percent]) => {
    walk.stack.current.horizontalScale = numberOr(percent, 100) / 100;
  },
  setLeading: (walk, [leading]) => {
    walk.stack.current.leading = numberOr(leading, 0);
  },
  setTextRise: (walk, [rise]) => {
    walk.stack.current.rise = numberOr(rise, 0);
  },
  setTextRenderingMode: (walk, [mode]) => {
    walk.stack.current.renderingMode = numberOr(mode, 0);
  },
  setFont: (walk, [id, size]) => walk.setFont(id, size),
  setTextMatrix: (walk, [matrix]) => walk.setTextMatrix(matrix),
  moveText: (walk, [x, y]) => walk.moveText(numberOr(x, 0), numberOr(y, 0)),
  setLeadingMoveText: (walk, [x, y]) => {
    walk.stack.current.leading = -numberOr(y, 0);
    walk.moveText(numberOr(x, 0), numberOr(y, 0));
  },
  nextLine: (walk) => walk.moveText(0, -walk.stack.current.leading),
  showText: (walk, [items]) => walk.showText(items),
  clip: (walk) => walk.clip(),
  eoClip: (walk) => walk.clip(),
  paintFormXObjectBegin: (walk, [matrix, box]) => walk.beginForm(matrix, box),
  paintFormXObjectEnd: (walk) => walk.stack.restore(),
  beginGroup: (walk, [group]) => walk.beginGroup((group ?? {}) as Readonly<Record<string, unknown>>),
  endGroup: (walk, [group]) => walk.endGroup((group ?? {}) as Readonly<Record<string, unknown>>),
  beginAnnotation: (walk, [id, box, transform, matrix]) => walk.beginAnnotation(id, box, transform, matrix),
  endAnnotation: (walk) => walk.endAnnotation(),
  beginMarkedContent: (walk) => walk.beginMark(false),
  beginMarkedContentProps: (walk, [tag, group]) =>
    walk.beginMark(tag === 'OC' && group !== null && !walk.context.isVisible(group)),
  endMarkedContent: (walk) => walk.endMark(),
  paintImageXObject: (walk, [, width, height]) => walk.image(pixelsOf({ width, height }), false),
  paintInlineImageXObject: (walk, [image]) => walk.image(pixelsOf(image), false),
  paintImageMaskXObject: (walk, [mask]) => walk.image(pixelsOf(mask), true),
  shadingFill: (walk) => walk.showMore(),
  rawFillPath: (walk) => walk.showMore(),
  paintSolidColorImageMask: (walk) => walk.image({ width: 1, height: 1 }, true),
};

/** The handlers by pdf.js' numbers, for `walkPage`. */
export function operatorHandlers(ops: OperatorCodes): readonly Handler[] {
  const handlers: Handler[] = [];
  for (const [name, handler] of Object.entries(HANDLERS)) {
    const code = ops[name];
    if (code !== undefined) handlers[code] = handler;
  }
  const paintings = new Map<unknown, PaintMode>();
  for (const [name, painting] of Object.entries(PATH_PAINTING)) paintings.set(ops[name], painting);
  if (ops.constructPath !== undefined) {
    handlers[ops.constructPath] = (walk, [operator, data]) =>
      walk.paintPath(paintings.get(operator), Array.isArray(data) ? data[0] : undefined);
  }
  return handlers;
}
