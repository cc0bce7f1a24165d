/**
 * What the library asks of a PDF engine. Everything here is in inches on the page **as displayed**:
 * crop box (within the media box) as the page, `/Rotate` and `UserUnit` applied, y down.
 * Nothing of a particular engine may leak through these types.
 */
import type { Box, Point, Polygon } from '../geometry.js';

/** Opens PDF files. One engine serves many documents, also at the same time. */
export interface PdfEngine {
  readonly id: string;
  readonly capabilities: PdfCapabilities;
  /**
   * Opens a document.
   * @throws DocumentError `invalid_document`, `empty_document`, `password_required`, `password_wrong`
   */
  open(bytes: Uint8Array, options: PdfOpenOptions): Promise<PdfFile>;
}

export interface PdfCapabilities {
  /** The engine reports `/ActualText` of marked content. */
  readonly actualText: boolean;
  /** The engine can draw pages. */
  readonly render: boolean;
}

export interface PdfOpenOptions {
  readonly password?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An open document. `close` frees everything; pages may not be used afterwards. */
export interface PdfFile {
  readonly pageCount: number;
  /** Members of the information dictionary and of XMP, as far as they are plain data. */
  metadata(): Promise<PdfMetadata>;
  /** @param index zero-based */
  page(index: number): Promise<PdfPage>;
  /** Values of the interactive form, `[]` without one. */
  formFields(): Promise<readonly PdfFormField[]>;
  close(): Promise<void>;
}

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
   * @throws DocumentError `too_large` when the page holds more operators or glyphs than the engine reads
   */
  content(): Promise<PdfPageContent>;
  /** Raster images as placed, in painting order; apart from `content` because engines must decode them for it. */
  images(): Promise<readonly PlacedImage[]>;
  /** Draws the page on white. @throws DocumentError `too_large` when the bitmap would exceed the limit of pixels */
  render(options: RenderOptions): Promise<Bitmap>;
  release(): void;
}

export interface PdfPageContent {
  readonly glyphs: readonly Glyph[];
  readonly paths: readonly PaintedPath[];
  /** What the pass told of the page's other ink, where the engine can tell. */
  readonly ink?: InkFacts;
  /** The page's content is there, but nothing of it can be unpacked, so that the page comes out empty. */
  readonly damaged?: true;
}

/** What a page shows besides its paths, as far as one pass over it tells without decoding or drawing anything. */
export interface InkFacts {
  /** The most that raster images can cover, in square inches: 0 without images. */
  readonly imageArea: number;
  /**
   * Whether glyphs, paths and images are all there is, painted as they tell: no patterns, shadings, soft masks,
   * blending or faint paint, and no clips but rectangles.
   */
  readonly plain: boolean;
  /** Ordinals of show operations whose glyphs are bright, faint or not filled, and so may leave no mark. */
  readonly faintText: ReadonlySet<number>;
}

/** What the glyphs of one show operation (Tj, TJ, ', ") share. */
export interface TextStyle {
  /** Identifies the font on its page; another page may have another id for it. */
  readonly font: string;
  /** Name of the font as the file gives it, e.g. `ABCDEF+Helvetica-Bold`. */
  readonly fontName: string;
  /**
   * Effective font size in inches: length of the transformed vertical unit vector (font size × text
   * matrix × CTM), after the corrections for bitmap fonts.
   */
  readonly size: number;
  /** Direction of the baseline in degrees, clockwise, in (-180, 180]. */
  readonly angle: number;
  /** Advance of the font's space glyph at this size in inches, when the font has one. */
  readonly spaceWidth: number | undefined;
  /** Ordinal of the text object (BT..ET) on the page. */
  readonly textObject: number;
  /** Ordinal of the show operation on the page. */
  readonly operation: number;
  /** Text rendering mode 3 (or 7): the glyphs leave no mark, as in the text layer of a scan. */
  readonly invisible: boolean;
}

/** One glyph as shown, in content order. */
export interface Glyph {
  /** Unicode text, not yet cleaned; U+0000 when the font gives no usable mapping. */
  readonly text: string;
  /** Origin of the glyph on its baseline. */
  readonly x: number;
  readonly y: number;
  /** Distance along the baseline to the end of the glyph's advance, without character and word spacing. */
  readonly advance: number;
  readonly style: TextStyle;
  /** False when the mapping to Unicode is missing or a guess (chapter 1, 1.4, step 5 a). */
  readonly mapped: boolean;
  /** The text was inferred from the order of the font's glyphs: replacement text of the file is better. */
  readonly inferred?: true;
  /** Replacement text of the marked content that the glyph belongs to, on its first glyph; `''` on the others. */
  readonly actualText?: string;
}

/** A path as painted. Clipped-away parts are already gone as far as the clip is a rectangle. */
export interface PaintedPath {
  readonly subpaths: readonly Subpath[];
  readonly fill?: Paint;
  /** Fill by the even-odd rule; without it by that of nonzero winding. */
  readonly evenOdd?: true;
  /** `width` in inches; a line without `dashes` is solid. */
  readonly stroke?: Paint & { readonly width: number; readonly dashes?: Dashes };
  /** Rectangle of the clip in force, when there is one smaller than the page. */
  readonly clip?: Box;
  /** Painted by the appearance of an annotation or form widget: ink, but no ruling of the page (chapter 3, 3.9.1). */
  readonly annotation?: true;
}

/** A pattern of dashes along a line. */
export interface Dashes {
  /** Lengths in inches, painted and not painted in turn, again and again; not all are 0. */
  readonly lengths: readonly number[];
  /** Where in the pattern the line begins, in inches. */
  readonly phase: number;
}

/** A polyline; curves are flattened to their end points. */
export interface Subpath {
  readonly points: readonly Point[];
  readonly closed: boolean;
  /** Whether some of its pieces were curves. */
  readonly curved: boolean;
}

export interface Paint {
  /** Luma 0 (black) to 1 (white): 0.299 R + 0.587 G + 0.114 B. */
  readonly luminance: number;
  /** Opacity 0 to 1. */
  readonly alpha: number;
}

/** A raster image as placed: unit square through the matrix in force. */
export interface PlacedImage {
  readonly polygon: Polygon;
  /** Pixels of the source image, when known. */
  readonly pixels?: { readonly width: number; readonly height: number };
  readonly mask: boolean;
}

export interface RenderOptions {
  /** Pixels an inch. */
  readonly dpi: number;
  /** Leave text-showing operators out (the R₀ layer). */
  readonly withoutText?: boolean;
}

/** Grey or colour raster, row by row from the top left. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** RGBA, 4 bytes a pixel. */
  readonly data: Uint8ClampedArray;
  readonly dpi: number;
}

/** One widget of the interactive form. */
export interface PdfFormField {
  readonly name: string;
  readonly kind: 'text' | 'checkbox' | 'radio' | 'choice' | 'button' | 'signature';
  /** Current value of the field; an array for choices with several. */
  readonly value: string | readonly string[] | null;
  /** Check boxes and radio buttons: whether this widget's own on-state is the field's current value. */
  readonly selected?: boolean;
  /** Signature fields: whether a signature is there. */
  readonly signed?: boolean;
  /** Zero-based page that holds the widget. */
  readonly page: number;
  readonly box: Box;
  readonly hidden: boolean;
  readonly readOnly: boolean;
}
