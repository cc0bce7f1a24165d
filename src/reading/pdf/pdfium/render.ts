/** Draws pages with PDFium, in slices of time between which others have their turn. */

import { DocumentError } from '../../../errors.js';
import { type Interrupt, pause } from '../../../foundation/async/interrupt.js';
import { boxHeight, boxWidth, grownBox } from '../../../page/document/geometry.js';
import type { Bitmap } from '../../../page/document/page-graphics.js';
import { cutOutPixels } from '../../../page/ink/cut.js';
import type { PixelBox } from '../../../page/ink/grey.js';
import { type Pdfium, run } from './library.js';
import { FORM, TEXT } from './objects.js';

/** PDFium's number of bitmaps with four bytes a pixel, and its flag for red first. */
const FOUR_BYTES = 4;
const RED_FIRST = 0x10;

/** Of a pixel. */
const BYTES = 4;

const WHITE = 0xffffffff;

/** PDFium's states of drawing. */
const TO_BE_CONTINUED = 1;
const DONE = 2;

/** Rendering modes of text (ISO 32000-1, table 106); the last leaves no mark. */
const FILLED = 0;
const FILLED_AND_STROKED = 2;
const INVISIBLE = 3;

/** Forms nested deeper are not entered. */
const MAX_FORM_DEPTH = 32;

/** What to draw, in pixels: the page's whole size, and the part of it that is wanted. */
export interface Drawing {
  /** PDFium's handle of the page, which stays loaded. */
  readonly page: number;
  readonly dpi: number;
  readonly whole: { readonly width: number; readonly height: number };
  /** White where it reaches beyond the page; without it all of the page is drawn. */
  readonly part?: PixelBox;
}

/**
 * Draws a page on white, or of it a part, with the pixels that it has in the drawing of the page; all of the page where
 * PDFium has no way to draw that part alone.
 * @param prepare gives what to draw, within the first call into the instance; undefined for nothing
 * @param isClosed asked between slices: who closes the document waits for its drawing
 * @throws DocumentError `too_large` without memory for the bitmap, `invalid_document` when PDFium fails,
 *   `timed_out`, `aborted`, `closed`; what `prepare` throws
 */
export async function drawPage(
  pdfium: Pdfium,
  prepare: () => Drawing | undefined,
  interrupt: Interrupt,
  isClosed: () => boolean,
): Promise<Bitmap | undefined> {
  const prepareAndBegin = () => {
    const drawing = prepare();
    return drawing && begin(pdfium, drawing);
  };
  const begun = run(pdfium, prepareAndBegin, interrupt);
  if (begun === undefined) return undefined;
  try {
    let { state } = begun;
    while (state === TO_BE_CONTINUED) {
      await pause(interrupt);
      if (isClosed()) throw new DocumentError('closed', 'The document was closed.');
      state = run(pdfium, () => goOn(pdfium, begun), interrupt);
    }
    if (state !== DONE) throw new DocumentError('invalid_document', 'PDFium cannot draw the page.');
    return pixelsOf(pdfium, begun);
  } finally {
    if (!pdfium.broken) end(pdfium, begun);
  }
}

/** A drawing that was begun. */
interface Begun {
  readonly drawing: Drawing;
  /** What is drawn of the page. */
  readonly drawn: PixelBox;
  /** PDFium's handle, and the address of its memory, which the drawing frees. */
  readonly bitmap: number;
  readonly pixels: number;
  /** PDFium's word for how far it is. */
  readonly state: number;
}

/** Draws a part, or the page until it is time for a pause. @throws DocumentError `too_large` */
function begin(pdfium: Pdfium, drawing: Drawing): Begun {
  const { exports, pauseAt } = pdfium;
  const { page, whole } = drawing;
  const { width, height } = whole;
  const part = drawing.part && placeOfPart(pdfium, drawing);
  const drawn = (part && drawing.part) ?? { left: 0, top: 0, right: width, bottom: height };
  const stride = width * BYTES;
  // PDFium would clear memory of its own, all of the page's, which takes as long as to draw a small area.
  const pixels = exports.malloc(stride * height);
  const bitmap = pixels && exports.FPDFBitmap_CreateEx(width, height, FOUR_BYTES, pixels, stride);
  if (bitmap === 0) {
    exports.free(pixels);
    throw new DocumentError('too_large', 'There is no memory left to draw the page.');
  }
  const clip = grownBox(drawn, EDGE);
  exports.FPDFBitmap_FillRect(bitmap, clip.left, clip.top, boxWidth(clip), boxHeight(clip), WHITE);
  const begun = { drawing, drawn, bitmap, pixels };
  if (part) {
    exports.FPDF_RenderPageBitmapWithMatrix(bitmap, page, ...putPart(pdfium, part, clip), RED_FIRST);
    return { ...begun, state: DONE };
  }
  pdfium.beginSlice();
  const state = exports.FPDF_RenderPageBitmap_Start(bitmap, page, 0, 0, width, height, 0, RED_FIRST, pauseAt);
  return { ...begun, state };
}

/** Draws on until it is time for the next pause. @returns PDFium's word for how far it is */
function goOn(pdfium: Pdfium, { drawing }: Begun): number {
  pdfium.beginSlice();
  return pdfium.exports.FPDF_RenderPage_Continue(drawing.page, pdfium.pauseAt);
}

function end({ exports }: Pdfium, { drawing, bitmap, pixels }: Begun): void {
  exports.FPDF_RenderPage_Close(drawing.page);
  exports.FPDFBitmap_Destroy(bitmap);
  exports.free(pixels);
}

/** What was drawn, copied out of the memory of the instance. */
function pixelsOf({ scratch }: Pdfium, { drawing: { dpi, whole }, drawn, pixels }: Begun): Bitmap {
  const length = whole.width * whole.height * BYTES;
  const bytes = scratch.bytes.subarray(pixels, pixels + length);
  if (drawn.left === 0 && drawn.top === 0 && drawn.right === whole.width && drawn.bottom === whole.height) {
    return { ...whole, data: new Uint8ClampedArray(bytes.slice().buffer), dpi };
  }
  return cutOutPixels(
    { ...whole, data: new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, length), dpi },
    drawn,
  );
}

/** What PDFium does to a page that it draws at one pixel a point before it clips it: x by `a` and `e`, y by `d` and `f`. */
interface Placing {
  readonly a: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/**
 * What brings a part of the page to the very place that it has when all of the page is drawn, to the last bit of single
 * precision, in which PDFium counts: then its pixels are the same. Undefined where no numbers do.
 */
function placeOfPart({ exports, scratch }: Pdfium, { page, whole }: Drawing): Placing | undefined {
  exports.FPDF_GetPageBoundingBox(page, scratch.at);
  const [left, top, right, bottom] = [scratch.float(0), scratch.float(1), scratch.float(2), scratch.float(3)];
  const turns = exports.FPDFPage_GetRotation(page) % 4;
  const [wide, high] = [Math.fround(right - left), Math.fround(top - bottom)];
  const [width, height] = turns % 2 === 0 ? [wide, high] : [high, wide];
  const origins = [
    [-left, -bottom],
    [-bottom, right],
    [right, top],
    [top, -left],
  ] as const;
  const [x, y] = origins[turns]!;
  const across = solve(x, width, width, 0, whole.width, 0);
  const down = solve(y, -height, height, height, whole.height, whole.height);
  return across && down && { a: across.factor, e: across.shift, d: down.factor, f: down.shift };
}

/**
 * Along one axis a page comes to `origin * scale + offset`, where the scale is its size in pixels over its size in points.
 * @returns what makes of the place at one size that at another
 */
function solve(
  origin: number,
  points: number,
  size: number,
  offset: number,
  wantedSize: number,
  wantedOffset: number,
): { readonly factor: number; readonly shift: number } | undefined {
  const scale = Math.fround(size / points);
  const wanted = Math.fround(wantedSize / points);
  const place = Math.fround(Math.fround(origin * scale) + offset);
  const wantedPlace = Math.fround(Math.fround(origin * wanted) + wantedOffset);
  const about = wanted / scale;
  const factor = NEIGHBOURS.map((steps) => Math.fround(about * (1 + steps * LAST_BIT))).find(
    (each) => Math.fround(scale * each) === wanted,
  );
  if (factor === undefined) return undefined;
  const scaled = Math.fround(place * factor);
  const shift = Math.fround(wantedPlace - scaled);
  return Math.fround(scaled + shift) === wantedPlace ? { factor, shift } : undefined;
}

/** Steps from a number to those of single precision beside it, and how large one is. */
const NEIGHBOURS = [0, -1, 1, -2, 2];
const LAST_BIT = 2 ** -23;

/**
 * Pixels beyond a part that are drawn: what is beside it may shade its edge, and is left out where its box ends there.
 */
const EDGE = 2;

/** Hands a placing and a clip to PDFium. @returns the addresses of both */
function putPart({ scratch }: Pdfium, { a, d, e, f }: Placing, clip: PixelBox): readonly [number, number] {
  scratch.floats.set([a, 0, 0, d, e, f, clip.left, clip.top, clip.right, clip.bottom], scratch.at >> 2);
  return [scratch.at, scratch.at + MATRIX_BYTES];
}

const MATRIX_BYTES = 24;

/**
 * Lets the text of a loaded page be drawn as outlines, at its very places, until the page is loaded again: a glyph with
 * a stroke, here one that cannot be seen, is not taken from PDFium's pictures of glyphs, which are at thirds of pixels
 * and are blurred. A form drawn at 300 dpi then differs from pdf.js' drawing in a third of the brightness, and takes two
 * thirds of the time. Text of fonts that PDFium cannot draw so stays as it is.
 */
export function outlineText(pdfium: Pdfium, page: number): void {
  const { exports } = pdfium;
  const outlined = new Map<number, boolean>();
  eachText(pdfium, page, (object) => {
    if (exports.FPDFTextObj_GetTextRenderMode(object) !== FILLED) return;
    const font = exports.FPDFTextObj_GetFont(object);
    const isOutlined = outlined.get(font) ?? !hasEmptyOutline(pdfium, font);
    outlined.set(font, isOutlined);
    if (!isOutlined) return;
    exports.FPDFTextObj_SetTextRenderMode(object, FILLED_AND_STROKED);
    exports.FPDFPageObj_SetStrokeColor(object, 0, 0, 0, 0);
  });
}

/** A space, and a size at which outlines are asked for. */
const SPACE = 0x20;
const OUTLINE_SIZE = 10;

/**
 * Whether the space of a font is an outline without a point, where other fonts have none at all. PDFium fails at it when
 * it strokes, and leaves out what follows it.
 */
function hasEmptyOutline({ exports }: Pdfium, font: number): boolean {
  const outline = exports.FPDFFont_GetGlyphPath(font, SPACE, OUTLINE_SIZE);
  return outline !== 0 && exports.FPDFGlyphPath_CountGlyphSegments(outline) === 0;
}

/** Makes all text of a loaded page invisible, until the page is loaded again. */
export function hideText(pdfium: Pdfium, page: number): void {
  eachText(pdfium, page, (object) => pdfium.exports.FPDFTextObj_SetTextRenderMode(object, INVISIBLE));
}

function eachText({ exports }: Pdfium, page: number, visit: (object: number) => void): void {
  const enter = (object: number, depth: number): void => {
    const kind = exports.FPDFPageObj_GetType(object);
    if (kind === TEXT) visit(object);
    if (kind !== FORM || depth >= MAX_FORM_DEPTH) return;
    const count = exports.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count; index++)
      enter(exports.FPDFFormObj_GetObject(object, index), depth + 1);
  };
  const count = exports.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) enter(exports.FPDFPage_GetObject(page, index), 0);
}
