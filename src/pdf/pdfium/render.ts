/** Draws pages with PDFium, in slices of time between which others have their turn. */
import type { Bitmap } from '../../document/page-graphics.js';
import { DocumentError } from '../../errors.js';
import { checkInterrupt, type Interrupt, pause } from '../../interrupt.js';
import type { Pdfium } from './library.js';
import { FORM, TEXT } from './objects.js';

/** PDFium's number of bitmaps with four bytes a pixel, and its flag for red first. */
const FOUR_BYTES = 4;
const RED_FIRST = 0x10;

const WHITE = 0xffffffff;

/** PDFium's states of drawing. */
const TO_BE_CONTINUED = 1;
const DONE = 2;

/** Rendering mode of text that leaves no mark. */
const INVISIBLE = 3;

/** Forms nested deeper are not entered. */
const MAX_FORM_DEPTH = 32;

/** What to draw, in pixels: the page's whole size, and the part of it that is wanted. */
export interface Drawing {
  readonly dpi: number;
  readonly page: { readonly width: number; readonly height: number };
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
  page: number,
  drawing: Drawing,
  interrupt: Interrupt,
): Promise<Bitmap> {
  // A page that is drawn within one slice would never ask.
  checkInterrupt(interrupt);
  const { exports, scratch } = pdfium;
  const { dpi, width, height, left, top } = drawing;
  const bitmap = exports.FPDFBitmap_CreateEx(width, height, FOUR_BYTES, 0, 0);
  if (bitmap === 0) throw new DocumentError('too_large', 'There is no memory left to draw the page.');
  try {
    exports.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const { width: fullWidth, height: fullHeight } = drawing.page;
    const { pauseAt } = pdfium;
    pdfium.beginSlice();
    let state = exports.FPDF_RenderPageBitmap_Start(
      bitmap,
      page,
      -left,
      -top,
      fullWidth,
      fullHeight,
      0,
      RED_FIRST,
      pauseAt,
    );
    while (state === TO_BE_CONTINUED) {
      await pause(interrupt);
      pdfium.beginSlice();
      state = exports.FPDF_RenderPage_Continue(page, pauseAt);
    }
    if (state !== DONE) throw new DocumentError('invalid_document', 'PDFium cannot draw the page.');
    const pixels = exports.FPDFBitmap_GetBuffer(bitmap);
    const data = new Uint8ClampedArray(scratch.bytes.slice(pixels, pixels + width * height * 4).buffer);
    return { width, height, data, dpi };
  } finally {
    if (!pdfium.broken) {
      exports.FPDF_RenderPage_Close(page);
      exports.FPDFBitmap_Destroy(bitmap);
    }
  }
}

/** Makes all text of a loaded page invisible, until the page is loaded anew. */
export function hideText({ exports }: Pdfium, page: number): void {
  const hide = (object: number, depth: number): void => {
    const kind = exports.FPDFPageObj_GetType(object);
    if (kind === TEXT) exports.FPDFTextObj_SetTextRenderMode(object, INVISIBLE);
    if (kind !== FORM || depth >= MAX_FORM_DEPTH) return;
    const count = exports.FPDFFormObj_CountObjects(object);
    for (let index = 0; index < count; index++) hide(exports.FPDFFormObj_GetObject(object, index), depth + 1);
  };
  const count = exports.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) hide(exports.FPDFPage_GetObject(page, index), 0);
}
