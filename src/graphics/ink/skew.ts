/** How far a scan hangs: the direction in which its ink falls into the sharpest rows. */
import type { GreyBitmap } from './grey.js';

/** Rulings of scans hang by a few degrees at most; what seems to hang more are lines of a drawing. */
const STEEPEST = 5;
const COARSE_STEP = 0.5;
const FINE_STEP = 0.05;
/** Pixels an inch that are enough to see rows of text. */
const SAMPLE_DPI = 100;
/** Fewer dark pixels than this are no text, at the sample's resolution. */
const LEAST_INK = 500;
/** Rows must be so much sharper at the angle found than at 0 for the page to count as crooked. */
const CLEARLY_SHARPER = 1.1;

/**
 * Least skew in degrees that is undone for reading, and the most. Measured on pages of forms and statements at 300 dpi
 * (share of words read right): at 0.5° 95 % either way, at 1° 93 % as it is and 95 % level, at 3° 86 % and 96 %. Pages that
 * were photographed, or pulled through a feeder, hang by up to 10°.
 */
export const READING_SKEW = { least: 0.7, most: 10 };

/** Luma below which a pixel of a picture with full contrast is ink. */
const INK = 128;

/**
 * The angle of the rows of text in degrees, clockwise; 0 where there is no clear one.
 * @param image with full contrast
 * @param steepest the largest angle looked for, either way
 */
export function inkSkew(image: GreyBitmap, steepest = STEEPEST): number {
  const ink = inkOf(image, Math.max(1, Math.floor(image.dpi / SAMPLE_DPI)));
  if (ink.xs.length < LEAST_INK) return 0;
  const sharpness = (angle: number) => rowSharpness(ink, angle);
  const coarse = sharpest(0, steepest, COARSE_STEP, sharpness);
  const fine = sharpest(coarse, COARSE_STEP, FINE_STEP, sharpness);
  return sharpness(fine) > CLEARLY_SHARPER * sharpness(0) ? fine : 0;
}

/** The best of the angles around a middle, in equal steps. */
function sharpest(middle: number, reach: number, step: number, rate: (angle: number) => number): number {
  const steps = Math.round(reach / step);
  let best = middle;
  let highest = rate(middle);
  for (let i = -steps; i <= steps; i++) {
    const angle = middle + i * step;
    const value = rate(angle);
    if (value > highest) {
      highest = value;
      best = angle;
    }
  }
  return best;
}

interface Ink {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  /** Size of what they are places in. */
  readonly columns: number;
  readonly rows: number;
}

/** Places of the dark pixels, from every so many rows and columns. */
function inkOf(image: GreyBitmap, step: number): Ink {
  let dark = 0;
  eachDark(image, step, () => {
    dark += 1;
  });
  const xs = new Int32Array(dark);
  const ys = new Int32Array(dark);
  let at = 0;
  eachDark(image, step, (column, row) => {
    xs[at] = column;
    ys[at] = row;
    at += 1;
  });
  return { xs, ys, columns: Math.ceil(image.width / step), rows: Math.ceil(image.height / step) };
}

function eachDark(
  { width, height, data }: GreyBitmap,
  step: number,
  visit: (column: number, row: number) => void,
): void {
  for (let y = 0, row = 0; y < height; y += step, row++) {
    for (let x = 0, column = 0; x < width; x += step, column++) {
      if (data[y * width + x]! < INK) visit(column, row);
    }
  }
}

/** Sum of the squared differences between neighbouring rows, when rows run at an angle. */
function rowSharpness({ xs, ys, columns, rows }: Ink, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180);
  const reach = Math.ceil(Math.abs(slope) * columns);
  const counts = new Int32Array(rows + 2 * reach + 1);
  for (let i = 0; i < xs.length; i++) counts[Math.round(ys[i]! - xs[i]! * slope) + reach]!++;
  let first = 0;
  while (counts[first] === 0) first++;
  let last = counts.length - 1;
  while (counts[last] === 0) last--;
  let sum = 0;
  for (let row = first + 1; row <= last; row++) sum += (counts[row]! - counts[row - 1]!) ** 2;
  return sum;
}
