/**
 * What the library asks of a PDF engine. Everything here is in inches on the page **as displayed**:
 * crop box (within the media box) as the page, `/Rotate` and `UserUnit` applied, y down.
 * Nothing of a particular engine may leak through these types.
 */

import type { Interrupt } from '../../foundation/async/interrupt.js';
import type { Glyph } from '../../page/document/glyph.js';
import type { HiddenStretch } from '../../page/document/hidden-text.js';
import type {
  Bitmap,
  FormWidget,
  PaintedPath,
  PlacedImage,
  RenderOptions,
} from '../../page/document/page-graphics.js';
import type { XfaForm } from './objects/xfa.js';

/** Opens PDF files. One engine serves many documents, also at the same time. */
export interface PdfEngine {
  readonly id: string;
  /**
   * Opens a document.
   * @throws DocumentError `invalid_document`, `empty_document`, `password_required`, `password_wrong`, `aborted`, `timed_out`
   * @throws ProviderError when the engine itself does not work, e.g. `unavailable` where it is not installed whole
   */
  open(bytes: Uint8Array, options: PdfOpenOptions): Promise<PdfFile>;
}

/** The interrupt ends the opening, in engines that can be stopped in it. */
export interface PdfOpenOptions extends Interrupt {
  readonly password?: string | undefined;
  /** Pages that will be asked for, from the first on: engines may read them with the document. None when left out. */
  readonly first?: number | undefined;
}

/** An open document. `close` frees everything; pages may not be used afterwards. */
export interface PdfFile {
  readonly pageCount: number;
  /** Members of the information dictionary and of XMP, as far as they are plain data. */
  metadata(): Promise<PdfMetadata>;
  /**
   * @param index zero-based
   * @param interrupt ends what engines do to learn the page's size, in those that can be stopped
   * @param next pages after it that will be asked for, in their order: engines may read them with it
   */
  page(index: number, interrupt?: Interrupt, next?: number): Promise<PdfPage>;
  /** Values of the interactive form, `[]` without one. */
  formFields(): Promise<readonly FormWidget[]>;
  /** The form in XML (XFA), where the file has one and the engine can say. */
  xfa?(): XfaForm | undefined;
  close(): Promise<void>;
}

/** What a PDF file says of itself. */
export interface PdfMetadata {
  readonly info?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A page. Nothing is read before it is asked for; `release` frees what reading it has cached. */
export interface PdfPage {
  /** Zero-based index in the file. */
  readonly index: number;
  /** Inches, after `/Rotate`. */
  readonly width: number;
  readonly height: number;
  /** The `/Rotate` that was applied. */
  readonly rotation: 0 | 90 | 180 | 270;
  /**
   * Glyphs and painted paths from one pass over the page, in painting order.
   * @param interrupt ends the pass, in engines that can be stopped inside a page
   * @throws DocumentError `too_large` when the page holds more operators or glyphs than the engine reads
   */
  content(interrupt?: Interrupt): Promise<PdfPageContent>;
  /** Raster images as placed, in painting order; apart from `content` because some engines must decode them for it. */
  images(interrupt?: Interrupt): Promise<readonly PlacedImage[]>;
  /** Draws the page on white. @throws DocumentError `too_large` when the bitmap would exceed the limit of pixels */
  render(options: RenderOptions, interrupt?: Interrupt): Promise<Bitmap>;
  release(): void;
}

/** What one pass over a page finds. */
export interface PdfPageContent {
  readonly glyphs: readonly Glyph[];
  readonly paths: readonly PaintedPath[];
  /** The raster images, where the pass reports them: then `images` need not be asked for. */
  readonly images?: readonly PlacedImage[];
  /** What the pass showed of the page's other ink, where the engine can say. */
  readonly ink?: InkFacts;
  /** Which glyphs cannot be seen, by how the page is painted; nothing where the engine does not report it. */
  readonly hidden?: readonly HiddenStretch[];
  /** Codes that are shown and of which neither the engine nor the file says what they mean, where the engine can say. */
  readonly unread?: readonly UnreadCodes[];
  /** The page's content is there, but nothing of it can be unpacked, so that the page comes out empty. */
  readonly damaged?: true;
}

/** Codes of a font without a text, ascending. */
export interface UnreadCodes {
  /** Name of the font as the file gives it; empty for none. */
  readonly font: string;
  readonly codes: readonly number[];
}

/** What a page shows besides its paths, as far as one pass over it shows without decoding or drawing anything. */
export interface InkFacts {
  /**
   * The most that raster images can cover, in square inches: 0 without images, infinite where the pass does not say.
   */
  readonly imageArea: number;
  /**
   * Whether glyphs, paths and images are all there is, painted as they say: no patterns, shadings, soft masks,
   * blending or faint paint, and no clips but rectangles.
   */
  readonly plain: boolean;
  /** Ordinals of show operations whose glyphs are bright, faint or not filled, and so may leave no mark. */
  readonly faintText: ReadonlySet<number>;
  /**
   * Whether an area of the page is drawn for less than all of it, with the very pixels that it has in the drawing of the
   * page. Images that reach into the area must lie in it.
   */
  readonly drawsAreas?: boolean;
}
