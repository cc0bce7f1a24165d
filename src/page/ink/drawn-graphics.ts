/** Pages that are drawn from paths alone, for documents that were not made from a file. */

import type { PageMemory } from '../document/memory.js';
import type { Bitmap, PageGraphics, PaintedPath } from '../document/page-graphics.js';
import { cutOut } from './cut.js';
import { pixelSize, WHITE } from './grey.js';
import { paintPaths } from './paint.js';

/** The graphics of a page with these paths: no images, no form, and drawn as the paths alone show it. */
export function drawnGraphics(
  page: { readonly width: number; readonly height: number },
  paths: readonly PaintedPath[],
  memory: PageMemory,
): PageGraphics {
  return {
    memory,
    paths: async () => paths,
    images: async () => [],
    formFields: async () => [],
    raster: async ({ dpi, area }) => {
      const drawn = drawPaths(page, paths, dpi);
      return area ? cutOut(drawn, area) : drawn;
    },
  };
}

function drawPaths(
  page: { readonly width: number; readonly height: number },
  paths: readonly PaintedPath[],
  dpi: number,
): Bitmap {
  const { width, height } = pixelSize(page, dpi);
  const grey =
    paintPaths(paths, { width, height }, dpi)?.bitmap.data ?? new Uint8Array(width * height).fill(WHITE);
  const data = new Uint8ClampedArray(grey.length * 4).fill(WHITE);
  for (let i = 0; i < grey.length; i++) {
    // Most of a page is white.
    if (grey[i] !== WHITE) data.fill(grey[i]!, i * 4, i * 4 + 3);
  }
  return { width, height, dpi, data };
}
