/** Draws pages with pdf.js on a canvas. */

import { DocumentError } from '../../../errors.js';
import { checkInterrupt, type Interrupt, pause } from '../../../foundation/async/interrupt.js';
import { POINTS_PER_INCH } from '../../../page/document/geometry.js';
import type { Bitmap, RenderOptions } from '../../../page/document/page-graphics.js';
import { pixelArea } from '../../../page/ink/cut.js';
import { checkPixels } from '../bitmap-limit.js';
import { loadDrawing, PageCanvasFactory } from './canvas.js';
import type { OpenedDocument, PdfjsPage } from './library.js';

/**
 * Draws a page, or an area of it, on white, in slices of time between which others have their turn. The caller sees to
 * it that one page of a document is drawn at a time.
 * @throws DocumentError `too_large`, `timed_out`, `aborted`, `closed`
 */
export async function renderPage(
  opened: OpenedDocument,
  page: PdfjsPage,
  index: number,
  { dpi, area }: Pick<RenderOptions, 'dpi' | 'area'>,
  interrupt: Interrupt,
  isClosed: () => boolean,
): Promise<Bitmap> {
  const scale = dpi / POINTS_PER_INCH;
  const whole = page.getViewport({ scale });
  const box = area ? pixelArea(area, dpi) : { left: 0, top: 0, right: whole.width, bottom: whole.height };
  const viewport = area ? page.getViewport({ scale, offsetX: -box.left, offsetY: -box.top }) : whole;
  const width = Math.max(1, Math.round(box.right - box.left));
  const height = Math.max(1, Math.round(box.bottom - box.top));
  checkPixels(index, dpi, width, height);
  const { pictures } = opened;
  pictures.begin(() => checkInterrupt(interrupt, index));
  const canvases = new PageCanvasFactory(await loadDrawing(), pictures);
  const drawn = canvases.create(width, height);
  try {
    const { canvas, context: canvasContext } = drawn;
    const { annotationMode } = opened;
    const task = page.render({ canvas, canvasContext, viewport, annotationMode, background: '#ffffff' });
    task.onContinue = (goOn) => {
      pause(interrupt).then(
        () => {
          pictures.paused();
          if (isClosed()) task.cancel();
          else goOn();
        },
        () => task.cancel(),
      );
    };
    await task.promise.catch((error: unknown) => {
      checkInterrupt(interrupt, index);
      if (isClosed()) throw new DocumentError('closed', 'The document was closed.');
      throw error;
    });
    return { width, height, dpi, data: canvasContext.getImageData(0, 0, width, height).data };
  } finally {
    canvases.destroy(drawn);
    pictures.begin(() => undefined);
  }
}
