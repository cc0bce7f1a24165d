/**
 * Everything on a page that is not a line of text, made when first asked for and at most once a page. Lengths in
 * inches on the page as displayed, y down.
 */
import type { Box, Point, Polygon } from './geometry.js';
import type { PageMemory } from './memory.js';

/** Where glyphs leave ink, so that what is typed into a box is known without drawing the page. */
export interface TypedInk {
  /** Bytes held, roughly. */
  readonly bytes: number;
  /** Whether a glyph may reach into a box. */
  touches(box: Box): boolean;
  /**
   * Whether a glyph marks a box beyond doubt: an X or a tick about as large as the box, with its middle inside.
   * @param box without what lies along its border
   */
  ticks(box: Box): boolean;
}

/** What reading a page's text showed of its ink besides paths: answers for which nothing is decoded or drawn. */
export interface KnownInk {
  /** The most that images can cover, in square inches; 0 without images. */
  readonly imageArea: number;
  /** What is typed; undefined where the page shows more than glyphs, paths and images, or may. */
  readonly typed: TypedInk | undefined;
  /**
   * Whether an area is drawn for less than the page, with the very pixels that it has in the drawing of the page. Images
   * that reach into the area must lie in it.
   */
  readonly drawsAreas?: boolean;
}

/** All that is drawn on a page. Nothing is read before it is asked for. */
export interface PageGraphics {
  /** Where what is worked out of the drawing is kept. */
  readonly memory: PageMemory;
  /** Painted paths in painting order. */
  paths(): Promise<readonly PaintedPath[]>;
  /** What is known of the other ink; undefined, or absent, where nothing is. */
  known?(): Promise<KnownInk | undefined>;
  /** Placed raster images. */
  images(): Promise<readonly PlacedImage[]>;
  /** Widgets of the interactive form on this page. */
  formFields(): Promise<readonly FormWidget[]>;
  /** The drawn page; the same resolution is drawn once. */
  raster(options: RenderOptions): Promise<Bitmap>;
}

/** A path as painted. Clipped-away parts are already gone as far as the clip is a rectangle. */
export interface PaintedPath {
  readonly subpaths: readonly Subpath[];
  readonly fill?: Paint | undefined;
  /** Fill by the even-odd rule; without it by that of nonzero winding. */
  readonly evenOdd?: true | undefined;
  /** `width` in inches; a line without `dashes` is solid. */
  readonly stroke?: (Paint & { readonly width: number; readonly dashes?: Dashes | undefined }) | undefined;
  /** Rectangle of the clip in force, when there is one smaller than the page. */
  readonly clip?: Box | undefined;
  /** Painted by the appearance of an annotation or form widget: ink, but no ruling of the page. */
  // See docs/language/03-layout-methods-ranges-tables.md#391-rulings-from-vector-paths
  readonly annotation?: true | undefined;
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

/** How a page is drawn. */
export interface RenderOptions {
  /** Pixels an inch. */
  readonly dpi: number;
  /** Leave text-showing operators out (the R₀ layer). */
  readonly withoutText?: boolean;
  /**
   * Draw only what lies in this box, in inches on the page; the bitmap begins at its top left corner. PDF engines that
   * cannot may draw all of the page.
   */
  readonly area?: Box;
  /** Only that PDF engine draws; without it the one that reads the file, where it can. */
  readonly drawnBy?: 'pdfjs' | undefined;
}

/** How what people and models look at is drawn: pdf.js draws type as viewers do. */
export const FOR_EYES = { drawnBy: 'pdfjs' } as const;

/** What tells drawings of whole pages apart. */
export function drawingName({ dpi, withoutText = false, drawnBy }: RenderOptions): string {
  return `raster ${dpi} ${withoutText} ${drawnBy ?? 'any'}`;
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
export interface FormWidget {
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
