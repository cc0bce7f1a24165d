/** What one pass over the objects of a page collects. */
import { type Box, boundingBox } from '../../../page/document/geometry.js';
import type { Glyph } from '../../../page/document/glyph.js';
import type { HiddenStretch } from '../../../page/document/hidden-text.js';
import type { Dashes, PaintedPath, PlacedImage } from '../../../page/document/page-graphics.js';
import { tooLarge } from '../bitmap-limit.js';
import type { InkFacts, UnreadCodes } from '../engine.js';
import { HiddenTextWatch } from '../hidden-text.js';
import { InkWatch } from '../ink-watch.js';
import { needsMarks } from '../objects/actual-text.js';
import { KeptPaths, type PathState, paintPath, readDashes } from '../painted-paths.js';
import { placeImage } from '../placed-images.js';
import type { Fonts } from './fonts.js';
import type { Pdfium } from './library.js';
import { shownCodes, textState } from './memory-layout.js';
import {
  clipOf,
  fillPaint,
  IMAGE,
  type ObjectVisitor,
  objectMatrix,
  PATH,
  PageObjects,
  type PageSource,
  readPath,
  type Surroundings,
  strokePaint,
  TEXT,
} from './objects.js';
import { withReplacements } from './replacements.js';
import { type ShownText, showText } from './text.js';

/** Codes on a page beyond which the page counts as hostile; so do objects. */
const MAX_GLYPHS = 1_000_000;
const MAX_OBJECTS = 2_000_000;

/**
 * Images that are reported with the rest of a page: pages have a few, and a scan that is cut into strips some hundreds.
 */
const MAX_TOLD_IMAGES = 1_000;

/** What is on a page. */
export interface CollectedPage {
  readonly glyphs: readonly Glyph[];
  readonly paths: readonly PaintedPath[];
  /** Undefined where they are too many to keep with the rest. */
  readonly images: readonly PlacedImage[] | undefined;
  readonly ink: InkFacts;
  readonly hidden: readonly HiddenStretch[];
  readonly unread: readonly UnreadCodes[];
  /** Why PDFium alone does not say enough of the page, if it does not. */
  readonly lacks: Lack | undefined;
}

/** What neither PDFium nor the file says: where vertical text is; and why nothing is there. */
type Lack = 'direction' | 'objects';

/** Reads glyphs, paths and what is known of the ink. @param check called now and then; may throw to end the pass */
export function collectPage(
  pdfium: Pdfium,
  fonts: Fonts,
  source: PageSource,
  check: () => void,
): CollectedPage {
  const collector = new Collector(pdfium, fonts, source, check);
  new PageObjects(pdfium, collector).walk(source);
  return collector.finish();
}

/** Places the raster images of a page. */
export function collectImages(pdfium: Pdfium, source: PageSource, check: () => void): readonly PlacedImage[] {
  const images: PlacedImage[] = [];
  const visitor: ObjectVisitor = {
    object: (object, kind, around) => {
      if (kind !== IMAGE) return;
      const placed = imageAt(pdfium, object, around, source.box);
      if (placed) images.push(placed);
    },
    form: () => undefined,
    check,
  };
  new PageObjects(pdfium, visitor).walk(source);
  return images;
}

function imageAt(pdfium: Pdfium, object: number, around: Surroundings, page: Box) {
  const { exports, scratch } = pdfium;
  const matrix = objectMatrix(pdfium, object, around.matrix);
  const { at } = scratch;
  const isKnown = exports.FPDFImageObj_GetImagePixelSize(object, at, at + 4) !== 0;
  const pixels = isKnown ? { width: scratch.word(0), height: scratch.word(1) } : undefined;
  return placeImage(matrix, page, pixels, false);
}

class Collector implements ObjectVisitor {
  readonly #pdfium: Pdfium;
  readonly #fonts: Fonts;
  readonly #source: PageSource;
  readonly #check: () => void;
  readonly #texts: ShownText[] = [];
  readonly #paths = new KeptPaths();
  readonly #images: PlacedImage[] = [];
  readonly #ink = new InkWatch();
  readonly #hiding: HiddenTextWatch;
  #imageArea = 0;
  #imageCount = 0;
  #codes = 0;
  #objects = 0;

  constructor(pdfium: Pdfium, fonts: Fonts, source: PageSource, check: () => void) {
    this.#pdfium = pdfium;
    this.#fonts = fonts;
    this.#source = source;
    this.#check = check;
    this.#hiding = new HiddenTextWatch(source.box);
  }

  check(): void {
    this.#check();
  }

  form(object: number): void {
    this.#sawTransparency(object, 1);
  }

  object(object: number, kind: number, around: Surroundings): void {
    this.#objects += 1;
    if (this.#objects > MAX_OBJECTS) throw tooLarge(this.#source.index);
    if (kind === TEXT) this.#addText(object, around);
    else if (kind === PATH) this.#addPath(object, around);
    else if (kind === IMAGE) this.#addImage(object, around);
    else this.#addShading(object, around);
  }

  finish(): CollectedPage {
    const fontLack = this.#learnFonts();
    const glyphs: Glyph[] = [];
    const ordinals = this.#textObjects();
    const { scratch } = this.#pdfium;
    for (const text of this.#texts) showText(scratch, text, ordinals[text.operation] ?? 0, glyphs);
    const marked = needsMarks(glyphs) ? withReplacements(this.#pdfium, glyphs, this.#texts) : glyphs;
    const printed = this.#hiding.printed(
      marked,
      (operation) => this.#texts[operation]?.isAnnotation === true,
    );
    return {
      hidden: this.#hiding.stretches(printed),
      glyphs: printed,
      paths: this.#paths.paths,
      images: this.#imageCount === this.#images.length ? this.#images : undefined,
      ink: this.#ink.facts(this.#imageArea),
      unread: this.#fonts.unread(this.#texts),
      lacks: this.#objects === 0 ? 'objects' : fontLack,
    };
  }

  #addText(object: number, around: Surroundings): void {
    const { exports, scratch } = this.#pdfium;
    const fontAddress = exports.FPDFTextObj_GetFont(object);
    if (fontAddress === 0 || exports.FPDFTextObj_GetFontSize(object, scratch.at) === 0) return;
    const size = scratch.float(0);
    const matrix = objectMatrix(this.#pdfium, object, around.matrix);
    const renderingMode = exports.FPDFTextObj_GetTextRenderMode(object);
    const shown = shownCodes(scratch, object);
    this.#codes += shown.count;
    if (this.#codes > MAX_GLYPHS) throw tooLarge(this.#source.index);
    const operation = this.#texts.length;
    const paint = fillPaint(this.#pdfium, object);
    this.#ink.sawText(
      {
        fill: paint?.luminance,
        fillAlpha: paint?.alpha ?? 1,
        groupAlpha: around.alpha,
        renderingMode,
      },
      operation,
    );
    const { box: clip } = clipOf(this.#pdfium, object, around);
    const alpha = (paint?.alpha ?? 1) * around.alpha;
    this.#hiding.sawText(operation, paint?.colour, alpha, renderingMode, clip);
    this.#sawTransparency(object, paint?.alpha ?? 1);
    const font = this.#fonts.at(fontAddress, this.#source.document);
    this.#texts.push({
      object,
      font,
      fontAddress,
      size,
      matrix,
      renderingMode,
      shown,
      operation,
      isInForm: around.forms.length > 0,
      isAnnotation: around.isAnnotation,
      forms: around.forms,
    });
  }

  #addPath(object: number, around: Surroundings): void {
    const { exports, scratch } = this.#pdfium;
    const { at } = scratch;
    if (exports.FPDFPath_GetDrawMode(object, at, at + 4) === 0) return;
    const fillMode = scratch.word(0);
    const strokes = scratch.word(1) !== 0;
    if (fillMode === 0 && !strokes) return;
    const matrix = objectMatrix(this.#pdfium, object, around.matrix);
    const fill = fillMode === 0 ? undefined : fillPaint(this.#pdfium, object);
    const stroke = strokes ? strokePaint(this.#pdfium, object) : undefined;
    const clip = clipOf(this.#pdfium, object, around);
    if (clip.subpaths.length > 0) this.#ink.sawClip(clip.subpaths);
    const state: PathState = {
      ctm: matrix,
      clip: clip.box,
      lineWidth: strokes ? this.#lineWidth(object) : 0,
      dashes: strokes ? this.#dashes(object) : undefined,
      fill: fill?.luminance,
      stroke: stroke?.luminance,
      fillAlpha: fill?.alpha ?? 1,
      strokeAlpha: stroke?.alpha ?? 1,
      groupAlpha: around.alpha,
    };
    this.#ink.sawPaint(fillMode !== 0, strokes, state);
    this.#sawTransparency(object, Math.min(state.fillAlpha, state.strokeAlpha));
    const mode = {
      fill: fillMode !== 0,
      stroke: strokes,
      evenOdd: fillMode === EVEN_ODD,
      annotation: around.isAnnotation,
    };
    const subpaths = readPath(this.#pdfium, object, matrix);
    if (mode.fill) this.#hiding.sawFill(subpaths, fill?.colour, state.fillAlpha * state.groupAlpha, clip.box);
    this.#paths.add(paintPath(subpaths, mode, state, this.#source.box), () => this.#ink.sawMore());
  }

  #addShading(object: number, around: Surroundings): void {
    this.#ink.sawMore();
    this.#hiding.sawMore(clipOf(this.#pdfium, object, around).box);
  }

  #addImage(object: number, around: Surroundings): void {
    const placed = imageAt(this.#pdfium, object, around, this.#source.box);
    if (placed === undefined) return;
    const { left, top, right, bottom } = boundingBox(placed.polygon);
    this.#imageArea += (right - left) * (bottom - top);
    this.#imageCount += 1;
    this.#hiding.sawPicture(placed, clipOf(this.#pdfium, object, around).box);
    if (this.#imageCount <= MAX_TOLD_IMAGES) this.#images.push(placed);
    this.#sawTransparency(object, fillPaint(this.#pdfium, object)?.alpha ?? 1);
  }

  /** Opacity is reported with the paint; what else makes an object see-through is a soft mask, or blending. */
  #sawTransparency(object: number, alpha: number): void {
    if (alpha === 1 && this.#pdfium.exports.FPDFPageObj_HasTransparency(object) !== 0) this.#ink.sawMore();
  }

  #lineWidth(object: number): number {
    const { exports, scratch } = this.#pdfium;
    return exports.FPDFPageObj_GetStrokeWidth(object, scratch.at) === 0 ? 1 : scratch.float(0);
  }

  #dashes(object: number): Dashes | undefined {
    const { exports, scratch } = this.#pdfium;
    const count = exports.FPDFPageObj_GetDashCount(object);
    if (!(count > 0 && count <= MAX_DASHES)) return undefined;
    exports.FPDFPageObj_GetDashPhase(object, scratch.at);
    const phase = scratch.float(0);
    if (exports.FPDFPageObj_GetDashArray(object, scratch.at, count) === 0) return undefined;
    const lengths = Array.from({ length: count }, (_, index) => scratch.float(index));
    return readDashes(lengths, phase);
  }

  /**
   * Which text object (BT..ET) of the file each shows, which PDFium does not report: by the page's content stream,
   * where that is at hand and agrees in number; else each with a state of its own counts as one, and so does text with
   * a matrix or font of its own.
   */
  #textObjects(): Int32Array {
    const { scratch } = this.#pdfium;
    let own = 0;
    for (const { isInForm } of this.#texts) if (!isInForm) own += 1;
    const shownTexts = own > 0 ? this.#source.textObjects() : undefined;
    const isComplete = shownTexts?.length === own;
    const ordinals = new Int32Array(this.#texts.length);
    let state = -1;
    let ordinal = 0;
    let met = 0;
    let at = 0;
    for (const { object, isInForm } of this.#texts) {
      const before = state;
      state = isComplete && !isInForm ? shownTexts[met++]! : -2 - textState(scratch, object);
      if (state !== before) ordinal += 1;
      ordinals[at++] = ordinal;
    }
    return ordinals;
  }

  /** Learns what the fonts of the page do not know yet; whether one is beyond PDFium. */
  #learnFonts(): Lack | undefined {
    if (this.#hasUnknown()) {
      this.#check();
      const { document } = this.#source;
      this.#fonts.learnAlone(this.#texts, document);
      this.#fonts.see(this.#texts);
      for (const text of this.#texts) this.#fonts.settle(text, document);
    }
    for (const { font } of this.#texts) if (font.needsOther) return 'direction';
    return undefined;
  }

  #hasUnknown(): boolean {
    for (const text of this.#texts) if (this.#fonts.hasUnknown(text)) return true;
    return false;
  }
}

/** PDFium's numbers of the rules by which paths are filled: 0 for none, 2 for that of winding. */
const EVEN_ODD = 1;

/** Numbers of the scratch memory; longer patterns of dashes are not heeded. */
const MAX_DASHES = 64;
