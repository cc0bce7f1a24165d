/** What the library asks of an OCR engine. Nothing of a particular engine may leak through these types. */
import type { Polygon } from '../../page/document/geometry.js';
import type { Bitmap } from '../../page/document/page-graphics.js';

/** Reads text from pictures of pages. One engine serves many documents, also at the same time. */
export interface OcrEngine {
  readonly id: string;
  /** Pages that the engine reads at the same time; 1 when not given. */
  readonly concurrency?: number;
  /** The PDF engine in whose drawings it reads more right; default the one that reads the file. */
  readonly drawnBy?: 'pdfjs' | undefined;
  /**
   * Reads the picture of a page. Nothing may be kept of the bitmap afterwards.
   * @throws ProviderError when the page cannot be read; any other error is taken for one
   */
  recognise(image: Bitmap, options: OcrOptions): Promise<OcrResult>;
  /** Frees what the engine holds. Who made an engine closes it. */
  close(): Promise<void>;
}

/** How an engine reads a page. */
export interface OcrOptions {
  /** The page is no longer wanted: stop reading it. */
  readonly signal?: AbortSignal | undefined;
}

/** What is on a page. An engine gives lines where it knows them, else words, which are merged to lines. */
export interface OcrResult {
  readonly words?: readonly OcrText[];
  /** Taken as they are; words are not looked at where there are lines. */
  readonly lines?: readonly OcrLine[];
  /**
   * Signs that were seen and are not given, for want of certainty: a page of which most is passed over may lie upside
   * down.
   */
  readonly passedOver?: number;
}

/** A piece of text and where it is. */
export interface OcrText {
  readonly text: string;
  /**
   * Corners in pixels of the bitmap, from the top left clockwise, seen in the reading direction of the text.
   */
  readonly polygon: Polygon;
  /** 0 (a guess) to 1 (certain); left out where the engine gives none. */
  readonly confidence?: number;
}

/** A line as an engine found it. */
export interface OcrLine extends OcrText {
  /** Its words in reading order, where the engine gives them. */
  readonly words?: readonly OcrText[];
}
