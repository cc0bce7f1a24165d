/** Draws pages with pdf.js on a canvas. */

import type { Bitmap, RenderOptions } from '../../document/page-graphics.js';
import { pixelArea } from '../../graphics/cut.js';
import { checkPixels } from '../bitmap-limit.js';
import { PageCanvasFactory } from './canvas.js';
import type { OpenedDocument, PdfjsPage } from './library.js';

const POINTS_PER_INCH = 72;

/**
 * Draws a page, or an area of it, on white. The caller sees to it that one page of a document is drawn at a time.
 * @throws DocumentError `too_large`
 */
export async function renderPage(
  opened: OpenedDocument,
  page: PdfjsPage,
  index: number,
  { dpi, area }: Pick<RenderOptions, 'dpi' | 'area'>,
): Promise<Bitmap> {
  const scale = dpi / POINTS_PER_INCH;
  const whole = page.getViewport({ scale });
  const box = area ? pixelArea(area, dpi) : { left: 0, top: 0, right: whole.width, bottom: whole.height };
  const viewport = area ? page.getViewport({ scale, offsetX: -box.left, offsetY: -box.top }) : whole;
  const width = Math.max(1, Math.round(box.right - box.left));
  const height = Math.max(1, Math.round(box.bottom - box.top));
  checkPixels(index, dpi, width, height);
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
