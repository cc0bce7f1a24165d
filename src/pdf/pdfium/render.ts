/** Draws pages with PDFium, in slices of time between which others have their turn. */
import type { Bitmap } from '../../document/page-graphics.js';
import { DocumentError } from '../../errors.js';
import { type Interrupt, pause } from '../../interrupt.js';
import { type Pdfium, run } from './library.js';
import { FORM, TEXT } from './objects.js';

/** PDFium's number of bitmaps with four bytes a pixel, and its flag for red first. */
const FOUR_BYTES = 4;
const RED_FIRST = 0x10;

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
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a page on white.
 * @throws DocumentError `too_large` without memory for the bitmap, `invalid_document` when PDFium fails,
 *   `timed_out`, `aborted`
 */
export async function drawPage(
  pdfium: Pdfium,
  { page, dpi, whole, left, top, width, height }: Drawing,
  interrupt: Interrupt,
): Promise<Bitmap> {
  const { exports, scratch } = pdfium;
  const { pauseAt } = pdfium;
  let bitmap = 0;
  const begin = () => {
    bitmap = exports.FPDFBitmap_CreateEx(width, height, FOUR_BYTES, 0, 0);
    if (bitmap === 0) throw new DocumentError('too_large', 'There is no memory left to draw the page.');
    exports.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.beginSlice();
    return exports.FPDF_RenderPageBitmap_Start(
      bitmap,
      page,
      -left,
      -top,
      whole.width,
      whole.height,
      0,
      RED_FIRST,
      pauseAt,
    );
  };
  const goOn = () => {
    pdfium.beginSlice();
    return exports.FPDF_RenderPage_Continue(page, pauseAt);
  };
  try {
    let state = run(pdfium, begin, interrupt);
    while (state === TO_BE_CONTINUED) {
      await pause(interrupt);
      state = run(pdfium, goOn, interrupt);
    }
    if (state !== DONE) throw new DocumentError('invalid_document', 'PDFium cannot draw the page.');
    const pixels = exports.FPDFBitmap_GetBuffer(bitmap);
    const data = new Uint8ClampedArray(scratch.bytes.slice(pixels, pixels + width * height * 4).buffer);
    return { width, height, data, dpi };
  } finally {
    if (!pdfium.broken && bitmap !== 0) {
      exports.FPDF_RenderPage_Close(page);
      exports.FPDFBitmap_Destroy(bitmap);
    }
  }
}

/**
 * Lets the text of a loaded page be drawn as outlines, at its very places, until the page is loaded anew: a glyph with
 * a stroke, here one that cannot be seen, is not taken from PDFium's pictures of glyphs, which stand at thirds of pixels
 * and are blurred. A form drawn at 300 dpi then differs from pdf.js' drawing in a third of the brightness, and takes two
 * thirds of the time.
 */
export function outlineText(pdfium: Pdfium, page: number): void {
  const { exports } = pdfium;
  eachText(pdfium, page, (object) => {
    if (exports.FPDFTextObj_GetTextRenderMode(object) !== FILLED) return;
    exports.FPDFTextObj_SetTextRenderMode(object, FILLED_AND_STROKED);
    exports.FPDFPageObj_SetStrokeColor(object, 0, 0, 0, 0);
  });
}

/** Makes all text of a loaded page invisible, until the page is loaded anew. */
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
