/** Draws pages with pdf.js on a canvas. */

import type { Bitmap } from '../../document/page-graphics.js';
import { DocumentError } from '../../errors.js';
import { PageCanvasFactory } from './canvas.js';
import type { OpenedDocument, PdfjsPage } from './library.js';

/** Pixels of the largest bitmap: Letter at 650 dpi. One takes 160 MB. */
export const MAX_PIXELS = 40_000_000;

const POINTS_PER_INCH = 72;

/**
 * Draws a page on white. The caller sees to it that one page of a document is drawn at a time.
 * @param dpi pixels an inch
 * @throws DocumentError `too_large`
 */
export async function renderPage(
  opened: OpenedDocument,
  page: PdfjsPage,
  index: number,
  dpi: number,
): Promise<Bitmap> {
  const viewport = page.getViewport({ scale: dpi / POINTS_PER_INCH });
  const width = Math.max(1, Math.round(viewport.width));
  const height = Math.max(1, Math.round(viewport.height));
  if (!(width * height <= MAX_PIXELS)) {
    throw new DocumentError(
      'too_large',
      `Page ${index + 1} has ${width} x ${height} pixels at ${dpi} dpi, more than ${MAX_PIXELS}; ask for a lower resolution.`,
      { page: index },
    );
  }
  const canvases = new PageCanvasFactory();
  const drawn = canvases.create(width, height);
  try {
    const { canvas, context: canvasContext } = drawn;
    const { annotationMode } = opened;
    await page.render({ canvas, canvasContext, viewport, annotationMode, background: '#ffffff' }).promise;
    return { width, height, data: canvasContext.getImageData(0, 0, width, height).data, dpi };
  } finally {
    canvases.destroy(drawn);
  }
}
