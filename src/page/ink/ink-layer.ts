/** A grey bitmap with what has been worked out about it, each at most once a threshold. */
import { sharedArea } from '../document/geometry.js';
import { type BoxShape, findShapes } from './box-shapes.js';
import { type GreyBitmap, type PixelBox, rowBands, spreadDark } from './grey.js';
import { PixelRegions } from './pixel-regions.js';
import { withScratch } from './scratch.js';
import { automaticThreshold, DARK, histogram, inkBelow, lightFrom } from './threshold.js';
import { framesToTick, withTouchedFrames } from './touched-frames.js';

/**
 * What a layer shows: painted paths only (V), everything (R), or everything but text (R0). Areas of V may be drawn: they
 * show what R or R0 shows there.
 */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths
export type LayerKind = 'vector' | 'raster' | 'rasterWithoutText';

/** Light regions, and how many pixels they must grow to reach the lines that bound them. */
export interface LightGrid {
  readonly regions: PixelRegions;
  readonly grow: 0 | 1;
  readonly dpi: number;
}

export class InkLayer {
  readonly kind: LayerKind;
  readonly bitmap: GreyBitmap;
  /** Pixels that are known to be white, at least. */
  readonly white: number;
  readonly #drawn: readonly PixelBox[];
  readonly #plain: boolean;
  readonly #grids = new Map<string, LightGrid>();
  readonly #dark = new Map<number, PixelRegions>();
  readonly #shapes = new Map<number, readonly BoxShape[]>();
  readonly #freeShapes = new Map<number, readonly BoxShape[]>();
  #threshold: number | undefined;
  #bands: Int32Array | undefined;
  #histogram: Uint32Array | undefined;
  #frames: readonly BoxShape[] | undefined;

  /**
   * @param drawn pixels of a layer of paths that are drawn
   * @param white pixels that are known to be white, at least
   * @param plain whether all of it is known to be level or upright: no mark touches a frame then
   */
  constructor(
    kind: LayerKind,
    bitmap: GreyBitmap,
    drawn: readonly PixelBox[] = [],
    white = 0,
    plain = false,
  ) {
    this.#plain = plain;
    this.kind = kind;
    this.bitmap = bitmap;
    this.white = white;
    this.#drawn = drawn;
  }

  /** Whether it shows more than paths, at least in areas. */
  get isDrawn(): boolean {
    return this.kind !== 'vector' || this.#drawn.length > 0;
  }

  /** Whether a box reaches into what is drawn, where letters may look like boxes. @param box in pixels */
  isDrawnAt(box: PixelBox): boolean {
    return this.kind !== 'vector' || this.#drawn.some((area) => sharedArea(area, box) > 0);
  }

  /** Bytes held, roughly. */
  get bytes(): number {
    let bytes = this.bitmap.data.length;
    for (const { regions } of this.#grids.values()) bytes += regions.bytes;
    for (const regions of this.#dark.values()) bytes += regions.bytes;
    return bytes;
  }

  /** Connected light pixels. @param threshold brightness 0 to 1 below which a pixel is dark; default automatic */
  light(threshold?: number): LightGrid {
    return this.#grid(this.#cutoff(threshold), 0);
  }

  /** The same with dark spread by a pixel, which closes gaps of up to 2 pixels in borders. */
  lightInsideGaps(threshold?: number): LightGrid {
    return this.#grid(this.#cutoff(threshold), 1);
  }

  /** Connected dark pixels, also over corners. */
  dark(threshold?: number): PixelRegions {
    return remembered(this.#dark, this.#cutoff(threshold), (cutoff) => {
      const light = this.#grids.get(gridKey(cutoff, 0))?.regions;
      return new PixelRegions(this.bitmap, cutoff, 'dark', this.#rowBands, light);
    });
  }

  /** What may be the box of a check box or radio button; in drawings also where a mark goes over its border. */
  shapes(threshold?: number): readonly BoxShape[] {
    return remembered(this.#shapes, this.#cutoff(threshold), () =>
      withTouchedFrames(this.freeShapes(threshold), this.frames(), this.bitmap.dpi),
    );
  }

  /** The same, but only where nothing goes over the border. */
  freeShapes(threshold?: number): readonly BoxShape[] {
    return remembered(this.#freeShapes, this.#cutoff(threshold), () =>
      findShapes(this.dark(threshold), this.light(threshold).regions, this.bitmap.dpi, (box) =>
        this.isDrawnAt(box),
      ),
    );
  }

  /** Frames of boxes to tick, whatever touches them; none where nothing can. */
  frames(): readonly BoxShape[] {
    this.#frames ??= this.#plain
      ? []
      : this.#inks.flatMap((ink) => framesToTick({ ...this.bitmap, ink, bands: this.#rowBands }));
    return this.#frames;
  }

  /**
   * Luma below which pixels are ink: of paths what is dark, as they may be grey and have no shades; in drawings what parts print from
   * paper, as the edges of print are grey there.
   */
  get #inks(): readonly number[] {
    const painted = this.kind === 'vector' ? [this.#cutoff(undefined)] : [];
    return this.isDrawn ? [...painted, inkBelow(this.#counts)] : painted;
  }

  #cutoff(threshold: number | undefined): number {
    if (threshold !== undefined) return lightFrom(threshold);
    this.#threshold ??= this.#isMostlyWhite ? DARK : automaticThreshold(this.#counts);
    return lightFrom(this.#threshold);
  }

  /** Whether its paper is known to be white, without counting its pixels. */
  get #isMostlyWhite(): boolean {
    return 2 * this.white > this.bitmap.data.length;
  }

  get #counts(): Uint32Array {
    this.#histogram ??= histogram(this.bitmap, this.#rowBands);
    return this.#histogram;
  }

  get #rowBands(): Int32Array {
    this.#bands ??= rowBands(this.bitmap);
    return this.#bands;
  }

  #grid(cutoff: number, grow: 0 | 1): LightGrid {
    return remembered(this.#grids, gridKey(cutoff, grow), () => ({
      regions: grow === 0 ? this.#regions(cutoff) : this.#regionsInsideGaps(cutoff),
      grow,
      dpi: this.bitmap.dpi,
    }));
  }

  #regions(cutoff: number): PixelRegions {
    return new PixelRegions(this.bitmap, cutoff, 'light', this.#rowBands, this.#dark.get(cutoff));
  }

  #regionsInsideGaps(cutoff: number): PixelRegions {
    const { bitmap } = this;
    return withScratch(bitmap.data.length, (pixels) => {
      const { width, height, dpi } = bitmap;
      const data = spreadDark(bitmap, pixels, this.#rowBands);
      return new PixelRegions({ width, height, dpi, data }, cutoff, 'light');
    });
  }
}

function gridKey(cutoff: number, grow: 0 | 1): string {
  return `${cutoff} ${grow}`;
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make(key);
    known.set(key, value);
  }
  return value;
}
