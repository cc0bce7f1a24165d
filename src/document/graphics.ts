/** Everything on a page that is not a line of text, made when first asked for and at most once a page. */
import type { Bitmap, PaintedPath, PdfFormField, PlacedImage, RenderOptions } from '../pdf/engine.js';

export interface PageGraphics {
  /** Painted paths in painting order. */
  paths(): Promise<readonly PaintedPath[]>;
  /** Placed raster images. */
  images(): Promise<readonly PlacedImage[]>;
  /** Widgets of the interactive form on this page. */
  formFields(): Promise<readonly PdfFormField[]>;
  /** The drawn page; the same resolution is drawn once. */
  raster(options: RenderOptions): Promise<Bitmap>;
}
