/** Everything on a page that is not a line of text, made when first asked for and at most once a page. */

import type { Bitmap, PaintedPath, PdfFormField, PlacedImage, RenderOptions } from '../pdf/engine.js';
import type { TypedInk } from './ink/typed-ink.js';

/** What reading a page's text told of its ink besides paths: answers for which nothing is decoded or drawn. */
export interface KnownInk {
  /** The most that images can cover, in square inches; 0 without images. */
  readonly imageArea: number;
  /** What is typed; undefined where the page shows more than glyphs, paths and images, or may. */
  readonly typed: TypedInk | undefined;
}

export interface PageGraphics {
  /** Painted paths in painting order. */
  paths(): Promise<readonly PaintedPath[]>;
  /** What is known of the other ink; undefined, or absent, where nothing is. */
  known?(): Promise<KnownInk | undefined>;
  /** Placed raster images. */
  images(): Promise<readonly PlacedImage[]>;
  /** Widgets of the interactive form on this page. */
  formFields(): Promise<readonly PdfFormField[]>;
  /** The drawn page; the same resolution is drawn once. */
  raster(options: RenderOptions): Promise<Bitmap>;
}
