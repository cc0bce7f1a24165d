/** Pictures at other resolutions. */
import { type GreyBitmap, WHITE } from '../../../page/ink/grey.js';
import { interpolated } from '../scan/scan.js';
import { levelBox, placeIn, type TurnedBox } from './rectangles.js';

/** A picture without a resolution of its own, row by row from the top left; 0 is black. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Height of the pictures of rows that the network reads, in pixels (`rec_image_shape` of PP-OCRv4). */
export const ROW_HEIGHT = 48;

/** A smaller picture: each of its pixels is the mean of those that lie under it. */
export function shrunk({ width, height, data }: GreyBitmap, factor: number): Pixels {
  const columns = Math.max(1, Math.round(width * factor));
  const rows = Math.max(1, Math.round(height * factor));
  const small = new Uint8Array(columns * rows);
  const sums = new Float64Array(columns);
  const edges = Int32Array.from({ length: columns + 1 }, (_, i) => Math.round((i * width) / columns));
  for (let row = 0; row < rows; row++) {
    const top = Math.min(height - 1, Math.round((row * height) / rows));
    const bottom = Math.max(top + 1, Math.round(((row + 1) * height) / rows));
    sums.fill(0);
    for (let y = top; y < bottom; y++) {
      for (let column = 0; column < columns; column++) {
        const end = edges[column + 1]!;
        let sum = 0;
        for (let x = edges[column]!; x < end; x++) sum += data[y * width + x]!;
        sums[column]! += sum;
      }
    }
    for (let column = 0; column < columns; column++) {
      const count = (bottom - top) * (edges[column + 1]! - edges[column]!);
      small[row * columns + column] = Math.round(sums[column]! / count);
    }
  }
  return { width: columns, height: rows, data: small };
}

/** What lies in a box of a picture, level and so many pixels high; white where the box reaches beyond the picture. */
export function levelled(image: GreyBitmap, box: TurnedBox, height: number, width: number): Pixels {
  const place = placeIn(box);
  const step = { x: box.width / width, y: box.height / height };
  const samples = { x: samplesOf(step.x), y: samplesOf(step.y) };
  const origin = place({ x: 0, y: 0 });
  const end = place({ x: 1, y: 0 });
  const cos = end.x - origin.x;
  const sin = end.y - origin.y;
  const data = new Uint8Array(width * height);
  const count = samples.x * samples.y;
  if (sin === 0) {
    const across = gridOf(width * samples.x, samples.x, step.x, image.width, (u) => origin.x + u * cos - 0.5);
    const down = gridOf(height * samples.y, samples.y, step.y, image.height, (v) => origin.y + v * cos - 0.5);
    sampleLevel(image, { across, down, samples }, { width, height, data });
    return { width, height, data };
  }
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let j = 0; j < samples.y; j++) {
        const v = (row + (j + 0.5) / samples.y) * step.y;
        for (let i = 0; i < samples.x; i++) {
          const u = (column + (i + 0.5) / samples.x) * step.x;
          sum += interpolated(image, origin.x + u * cos - v * sin - 0.5, origin.y + u * sin + v * cos - 0.5);
        }
      }
      data[row * width + column] = Math.round(sum / count);
    }
  }
  return { width, height, data };
}

/** A picture so many times as wide; its last row, and what is beyond its last column, become white. */
export function widened({ width, height, data }: Pixels, factor: number): Pixels {
  const whole = levelBox({ left: 0, top: 0, right: width, bottom: height });
  return levelled({ width, height, data, dpi: 1 }, whole, height, Math.round(width * factor));
}

/** Where samples along one side of a picture lie: the pixel before each, and how far it is on the way to the next. */
interface Grid {
  /** -1 for samples beyond the edges. */
  readonly pixels: Int32Array;
  readonly shares: Float64Array;
}

/** @param place of a sample in the picture that is `size` pixels long, by its distance from the side of the box */
function gridOf(
  length: number,
  samples: number,
  step: number,
  size: number,
  place: (distance: number) => number,
): Grid {
  const pixels = new Int32Array(length);
  const shares = new Float64Array(length);
  for (let i = 0; i < length; i++) {
    const at = place((Math.floor(i / samples) + ((i % samples) + 0.5) / samples) * step);
    const before = Math.floor(at);
    pixels[i] = before < 0 || before + 1 >= size ? -1 : before;
    shares[i] = at - before;
  }
  return { pixels, shares };
}

/** As `levelled` samples a box that is level: columns and rows are the same all over it. */
function sampleLevel(
  { width: across, data: tones }: GreyBitmap,
  grid: {
    readonly across: Grid;
    readonly down: Grid;
    readonly samples: { readonly x: number; readonly y: number };
  },
  { width, height, data }: Pixels,
): void {
  const { x: inColumn, y: inRow } = grid.samples;
  const count = inColumn * inRow;
  const sums = new Float64Array(width);
  for (let row = 0; row < height; row++) {
    sums.fill(0);
    for (let j = row * inRow; j < (row + 1) * inRow; j++) {
      const top = grid.down.pixels[j]!;
      const shareY = grid.down.shares[j]!;
      for (let column = 0, i = 0; column < width; column++) {
        for (const end = i + inColumn; i < end; i++) {
          const left = grid.across.pixels[i]!;
          if (top < 0 || left < 0) {
            sums[column]! += WHITE;
            continue;
          }
          const shareX = grid.across.shares[i]!;
          const at = top * across + left;
          const upper = tones[at]! + (tones[at + 1]! - tones[at]!) * shareX;
          const lower = tones[at + across]! + (tones[at + across + 1]! - tones[at + across]!) * shareX;
          sums[column]! += upper + (lower - upper) * shareY;
        }
      }
    }
    for (let column = 0; column < width; column++)
      data[row * width + column] = Math.round(sums[column]! / count);
  }
}

/** Samples along one side of a pixel, so that none of the pixels under it is passed over. */
function samplesOf(step: number): number {
  return Math.max(1, Math.min(MOST_SAMPLES, Math.ceil(step / 2)));
}

/** Letters so large that they need more samples lose nothing by being seen less exactly. */
const MOST_SAMPLES = 4;
