/** A page as both engines give it. */

import type { Interrupt } from '../../foundation/async/interrupt.js';
import type { Bitmap, PlacedImage, RenderOptions } from '../../page/document/page-graphics.js';
import type { PdfPage, PdfPageContent } from './engine.js';

/** A file whose pages are asked for by their index. */
interface PageReader {
  readonly pageCount: number;
  readContent(index: number, interrupt: Interrupt): Promise<PdfPageContent>;
  readImages(index: number, interrupt: Interrupt): Promise<readonly PlacedImage[]>;
  render(index: number, options: RenderOptions, interrupt: Interrupt): Promise<Bitmap>;
  /** Told of each page that is released. */
  released?(): void;
}

/** The page as displayed, in inches. */
export type PageFrame = Pick<PdfPage, 'width' | 'height' | 'rotation'>;

/** Implements the contract's page: what was read is kept until `release`, what failed is tried again. */
export class PageView implements PdfPage {
  readonly index: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: PdfPage['rotation'];
  readonly #file: PageReader;
  #content: Promise<PdfPageContent> | undefined;
  #images: Promise<readonly PlacedImage[]> | undefined;

  constructor(file: PageReader, index: number, { width, height, rotation }: PageFrame) {
    this.#file = file;
    this.index = index;
    this.width = width;
    this.height = height;
    this.rotation = rotation;
  }

  content(interrupt: Interrupt = {}): Promise<PdfPageContent> {
    this.#content ??= this.#file.readContent(this.index, interrupt).catch((error: unknown) => {
      this.#content = undefined;
      throw error;
    });
    return this.#content;
  }

  images(interrupt: Interrupt = {}): Promise<readonly PlacedImage[]> {
    this.#images ??= this.#file.readImages(this.index, interrupt).catch((error: unknown) => {
      this.#images = undefined;
      throw error;
    });
    return this.#images;
  }

  render(options: RenderOptions, interrupt: Interrupt = {}): Promise<Bitmap> {
    return this.#file.render(this.index, options, interrupt);
  }

  release(): void {
    this.#content = undefined;
    this.#images = undefined;
    this.#file.released?.();
  }
}

/** @throws RangeError for what is no index of a page */
export function checkIndex({ pageCount }: Pick<PageReader, 'pageCount'>, index: number): void {
  if (Number.isInteger(index) && index >= 0 && index < pageCount) return;
  throw new RangeError(`Page ${index} is not one of the document's ${pageCount} pages`);
}
