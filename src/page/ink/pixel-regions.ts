/**
 * Connected regions of light or dark pixels, labelled once a bitmap and threshold. Runs of
 * pixels are kept instead of a label for each pixel, and those of equal rows once: a page of text has fifty
 * times fewer of them, a page of lines a thousand times.
 */
// See docs/language/02-layout-methods-geometry.md#82-light-regions
import { afterWhite, type GreyBitmap, type PixelBox, rowBands, wordsOf } from './grey.js';

/** A connected region of pixels. */
export interface PixelRegion extends PixelBox {
  /** Position in the list of regions, in the order of the regions' first pixels. */
  readonly id: number;
  /** Pixels. */
  readonly area: number;
  /** Whether it reaches the edge of the page. */
  readonly touchesEdge: boolean;
}

/** What is connected: light pixels by their sides, or dark pixels by sides and corners. */
export type Connecting = 'light' | 'dark';

/** The regions of a bitmap; looking a pixel up costs a search among the runs of its row. */
export class PixelRegions {
  readonly width: number;
  readonly height: number;
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #region: Int32Array;
  /** Position of each band's first run, and past the last. */
  readonly #firsts: Int32Array;
  /** The band of each row. */
  readonly #bandOf: Int32Array;
  readonly #regions: Regions;

  /**
   * @param lightFrom least brightness, 0 to 255, of a light pixel
   * @param bands of the bitmap, see `rowBands`
   * @param others regions of the other pixels of the bitmap, by the same brightness: what lies between their runs are these
   */
  constructor(
    bitmap: GreyBitmap,
    lightFrom: number,
    connecting: Connecting,
    bands: Int32Array = rowBands(bitmap),
    others?: PixelRegions,
  ) {
    const runs = others
      ? runsBetween({ starts: others.#starts, ends: others.#ends, firsts: others.#firsts }, bitmap.width)
      : findRuns(bitmap, bands, lightFrom, connecting);
    this.width = bitmap.width;
    this.height = bitmap.height;
    this.#starts = runs.starts;
    this.#ends = runs.ends;
    this.#firsts = runs.firsts;
    this.#bandOf = bandsOfRows(bands);
    this.#region = connect(runs, connecting === 'dark' ? 1 : 0);
    this.#regions = measure(runs, this.#region, bands, bitmap);
  }

  /** Number of regions. */
  get count(): number {
    return this.#regions.area.length;
  }

  /** Bytes held, roughly. */
  get bytes(): number {
    return (
      (this.#starts.length * 3 + this.#firsts.length + this.height + this.count * 5) *
      Int32Array.BYTES_PER_ELEMENT
    );
  }

  /** The region that a pixel belongs to; undefined for pixels of the other brightness and off the page. */
  at(x: number, y: number): PixelRegion | undefined {
    const run = this.#runAt(x, y);
    return run < 0 ? undefined : this.region(this.#region[run]!);
  }

  /** A region by its position in the list. */
  region(id: number): PixelRegion {
    const { left, top, right, bottom, area } = this.#regions;
    const box = { left: left[id]!, top: top[id]!, right: right[id]!, bottom: bottom[id]! };
    const touchesEdge =
      box.left === 0 || box.top === 0 || box.right === this.width || box.bottom === this.height;
    return { id, ...box, area: area[id]!, touchesEdge };
  }

  /** The region that a pixel belongs to, by its position in the list; -1 for pixels of the other brightness and off the page. */
  idAt(x: number, y: number): number {
    const run = this.#runAt(x, y);
    return run < 0 ? -1 : this.#region[run]!;
  }

  /** All regions, or those of which both sides are of some lengths. @param least shortest side in pixels @param most longest side */
  *regions(least = 0, most = Number.POSITIVE_INFINITY): Generator<PixelRegion> {
    const { left, top, right, bottom } = this.#regions;
    for (let id = 0; id < this.count; id++) {
      const width = right[id]! - left[id]!;
      const height = bottom[id]! - top[id]!;
      if (width >= least && width <= most && height >= least && height <= most) yield this.region(id);
    }
  }

  #runAt(x: number, y: number): number {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return -1;
    const band = this.#bandOf[y]!;
    let low = this.#firsts[band]!;
    let high = this.#firsts[band + 1]! - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! <= x) low = middle + 1;
      else if (this.#starts[middle]! > x) high = middle - 1;
      else return middle;
    }
    return -1;
  }
}

function bandsOfRows(bands: Int32Array): Int32Array {
  const bandOf = new Int32Array(bands.at(-1) ?? 0);
  for (let band = 0; band + 1 < bands.length; band++) bandOf.fill(band, bands[band], bands[band + 1]);
  return bandOf;
}

/** Runs of pixels of one kind, band by band; `ends` are exclusive. */
interface Runs {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Position of each band's first run, and past the last. */
  readonly firsts: Int32Array;
}

function findRuns(
  { width, data }: GreyBitmap,
  bands: Int32Array,
  lightFrom: number,
  connecting: Connecting,
): Runs {
  const light = connecting === 'light';
  const words = wordsOf(data);
  let starts = new Int32Array(INITIAL_RUNS);
  let ends = new Int32Array(INITIAL_RUNS);
  let count = 0;
  const firsts = new Int32Array(bands.length);
  for (let band = 0; band + 1 < bands.length; band++) {
    const row = bands[band]! * width;
    for (let x = 0; x < width; ) {
      if (!light) x = afterWhite(words, row + x, row + width) - row;
      while (x < width && data[row + x]! >= lightFrom !== light) x++;
      if (x === width) break;
      if (count === starts.length) {
        starts = grown(starts);
        ends = grown(ends);
      }
      starts[count] = x;
      if (light) x = afterWhite(words, row + x, row + width) - row;
      while (x < width && data[row + x]! >= lightFrom === light) x++;
      ends[count++] = x;
    }
    firsts[band + 1] = count;
  }
  return { starts: starts.slice(0, count), ends: ends.slice(0, count), firsts };
}

/** The runs of the pixels that lie between those of others, in rows of some width. */
function runsBetween({ starts, ends, firsts }: Runs, width: number): Runs {
  const most = starts.length + firsts.length;
  const between = {
    starts: new Int32Array(most),
    ends: new Int32Array(most),
    firsts: new Int32Array(firsts.length),
  };
  let count = 0;
  for (let band = 0; band + 1 < firsts.length; band++) {
    const last = firsts[band + 1]!;
    let from = 0;
    for (let run = firsts[band]!; run <= last; run++) {
      const to = run < last ? starts[run]! : width;
      if (from < to) {
        between.starts[count] = from;
        between.ends[count++] = to;
      }
      if (run < last) from = ends[run]!;
    }
    between.firsts[band + 1] = count;
  }
  return {
    starts: between.starts.subarray(0, count),
    ends: between.ends.subarray(0, count),
    firsts: between.firsts,
  };
}

const INITIAL_RUNS = 4096;

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** The region of each run; regions are numbered in the order of their first runs. */
function connect({ starts, ends, firsts }: Runs, reach: 0 | 1): Int32Array {
  const parent = new Int32Array(starts.length);
  for (let run = 0; run < parent.length; run++) parent[run] = run;
  const rootOf = (run: number): number => {
    let root = run;
    while (parent[root]! !== root) {
      parent[root] = parent[parent[root]!]!;
      root = parent[root]!;
    }
    return root;
  };
  for (let band = 1; band + 1 < firsts.length; band++) {
    let above = firsts[band - 1]!;
    const aboveEnd = firsts[band]!;
    for (let run = aboveEnd; run < firsts[band + 1]!; run++) {
      const from = starts[run]! - reach;
      const to = ends[run]! + reach;
      while (above < aboveEnd && ends[above]! <= from) above++;
      for (let other = above; other < aboveEnd && starts[other]! < to; other++) {
        const a = rootOf(run);
        const b = rootOf(other);
        // The earlier run becomes the root, so that numbering below meets every root first.
        if (a < b) parent[b] = a;
        else parent[a] = b;
      }
    }
  }
  const region = new Int32Array(parent.length);
  let next = 0;
  for (let run = 0; run < parent.length; run++) {
    const root = rootOf(run);
    region[run] = root === run ? next++ : region[root]!;
  }
  return region;
}

/** Extents and areas by region. */
interface Regions {
  readonly left: Int32Array;
  readonly top: Int32Array;
  readonly right: Int32Array;
  readonly bottom: Int32Array;
  readonly area: Int32Array;
}

function measure(
  { starts, ends, firsts }: Runs,
  region: Int32Array,
  bands: Int32Array,
  { width, height }: GreyBitmap,
): Regions {
  let count = 0;
  for (let run = 0; run < region.length; run++) count = Math.max(count, region[run]! + 1);
  const left = new Int32Array(count).fill(width);
  const top = new Int32Array(count).fill(height);
  const right = new Int32Array(count);
  const bottom = new Int32Array(count);
  const area = new Int32Array(count);
  for (let band = 0; band + 1 < bands.length; band++) {
    const first = bands[band]!;
    const end = bands[band + 1]!;
    for (let run = firsts[band]!; run < firsts[band + 1]!; run++) {
      const id = region[run]!;
      if (starts[run]! < left[id]!) left[id] = starts[run]!;
      if (ends[run]! > right[id]!) right[id] = ends[run]!;
      if (first < top[id]!) top[id] = first;
      bottom[id] = end;
      area[id]! += (ends[run]! - starts[run]!) * (end - first);
    }
  }
  return { left, top, right, bottom, area };
}
