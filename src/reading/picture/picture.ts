/** Pictures: what their files say of them, and how they lie on a page. */
// See docs/language/01-document-anchors-fields.md#110-file-types

import { DocumentError } from '../../errors.js';
import { type Interrupt, pause } from '../../foundation/async/interrupt.js';
import type { Transform } from '../../page/document/geometry.js';
import type { PageSize } from '../../page/layout/page-rotation.js';

/**
 * How a picture is to be shown, as EXIF and TIFF number it: 1 as stored, 3 upside down, 6 and 8 turned clockwise by
 * 90 and 270 degrees; 2, 4, 5 and 7 are their mirror images.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** What a picture's header says. */
export interface PictureInfo {
  /** Pixels as stored. */
  readonly width: number;
  readonly height: number;
  /** Pixels an inch along the rows and columns as stored, when the file gives it. */
  readonly dpi?: Resolution | undefined;
  readonly orientation: Orientation;
}

export interface Resolution {
  readonly x: number;
  readonly y: number;
}

/** Pixels as stored: RGBA, 4 bytes a pixel, not premultiplied, row by row from the top left. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export const CHANNELS = 4;
export const OPAQUE = 255;

/** A picture of a file: its header, and its pixels when they are asked for. */
export interface Picture {
  readonly info: PictureInfo;
  /** The pixels, which are the caller's. @throws DocumentError `invalid_document`, `unsupported_type`, `timed_out`, `aborted` */
  decode(interrupt: Interrupt): Promise<Pixels>;
}

/** Pixels that are decoded before other work of the process, such as an abort, gets its turn: about 50 ms. */
const PAUSE_AFTER = 2_000_000;

/** Counts decoded pixels, and pauses now and then. */
export class DecodingPace {
  readonly #interrupt: Interrupt;
  #pixels = 0;

  constructor(interrupt: Interrupt) {
    this.#interrupt = interrupt;
  }

  /** Whether it is time to `pause`. @param pixels decoded since the last call */
  isDue(pixels: number): boolean {
    this.#pixels += pixels;
    return this.#pixels >= PAUSE_AFTER;
  }

  /** @throws DocumentError `timed_out`, `aborted` */
  async pause(): Promise<void> {
    this.#pixels = 0;
    await pause(this.#interrupt);
  }
}

/** The number as an orientation; anything else shows the picture as stored. */
export function orientationOf(value: number | undefined): Orientation {
  return value !== undefined && Number.isInteger(value) && value >= 1 && value <= 8
    ? (value as Orientation)
    : 1;
}

/** From the unit square as stored to the unit square as shown. */
const SHOWN: Readonly<Record<Orientation, Transform>> = {
  1: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
  2: { a: -1, b: 0, c: 0, d: 1, e: 1, f: 0 },
  3: { a: -1, b: 0, c: 0, d: -1, e: 1, f: 1 },
  4: { a: 1, b: 0, c: 0, d: -1, e: 0, f: 1 },
  5: { a: 0, b: 1, c: 1, d: 0, e: 0, f: 0 },
  6: { a: 0, b: 1, c: -1, d: 0, e: 1, f: 0 },
  7: { a: 0, b: -1, c: -1, d: 0, e: 1, f: 1 },
  8: { a: 0, b: -1, c: 1, d: 0, e: 0, f: 1 },
};

/** From the unit square of the stored picture to a rectangle of some size at the origin that shows it. */
export function showTransform(orientation: Orientation, { width, height }: PageSize): Transform {
  const { a, b, c, d, e, f } = SHOWN[orientation];
  return { a: a * width, b: b * height, c: c * width, d: d * height, e: e * width, f: f * height };
}

function swapsSides(orientation: Orientation): boolean {
  return orientation >= 5;
}

/** Pixels of the picture as shown. */
export function shownPixels({ orientation, ...stored }: PictureInfo): PageSize {
  return storedSize(stored, orientation);
}

/** Size as stored of what has some size when it is shown, and the other way round. */
export function storedSize({ width, height }: PageSize, orientation: Orientation): PageSize {
  return swapsSides(orientation) ? { width: height, height: width } : { width, height };
}

/** Resolutions outside of this range say nothing of the paper, in pixels an inch. */
const LEAST_DPI = 72;
const MOST_DPI = 1200;
/** Width in inches of a page whose resolution is unknown. */
const PORTRAIT_WIDTH = 8.5;
const LANDSCAPE_WIDTH = 11;

/** Size of the picture as shown, in inches: by its resolution, else as wide as a sheet of Letter. */
export function pageSizeOf(info: PictureInfo): PageSize {
  const { width, height } = shownPixels(info);
  const { dpi } = info;
  if (dpi && isPlausible(dpi.x) && isPlausible(dpi.y)) {
    const [x, y] = swapsSides(info.orientation) ? [dpi.y, dpi.x] : [dpi.x, dpi.y];
    return { width: width / x, height: height / y };
  }
  const paper = width > height ? LANDSCAPE_WIDTH : PORTRAIT_WIDTH;
  return { width: paper, height: (paper * height) / width };
}

function isPlausible(dpi: number): boolean {
  return dpi >= LEAST_DPI && dpi <= MOST_DPI;
}

/** The error about a picture whose bytes are not what its format asks for. */
export function damaged(what: string, cause?: unknown): DocumentError {
  return new DocumentError('invalid_document', `The picture is damaged: ${what}. Scan it or save it again.`, {
    cause,
  });
}

/** The error about a picture that is stored in a way that cannot be read here. */
export function unsupportedPicture(what: string): DocumentError {
  return new DocumentError(
    'unsupported_type',
    `The picture has ${what}, which cannot be read here. Save it as PNG, JPEG or PDF first.`,
  );
}
