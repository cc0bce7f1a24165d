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
  readonly xs: Float32Array;
  readonly ys: Float32Array;
}

/** Places of the dark pixels, from every so many rows and columns. */
function inkOf({ width, height, data }: GreyBitmap, step: number): Ink {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      if (data[y * width + x]! >= INK) continue;
      xs.push(x / step);
      ys.push(y / step);
    }
  }
  return { xs: Float32Array.from(xs), ys: Float32Array.from(ys) };
}

/** Sum of the squared differences between neighbouring rows, when rows run at an angle. */
function rowSharpness({ xs, ys }: Ink, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180);
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  const rows = new Int32Array(xs.length);
  for (let i = 0; i < rows.length; i++) {
    const row = Math.round(ys[i]! - xs[i]! * slope);
    rows[i] = row;
    if (row < lowest) lowest = row;
    if (row > highest) highest = row;
  }
  const counts = new Float64Array(highest - lowest + 1);
  for (let i = 0; i < rows.length; i++) counts[rows[i]! - lowest]!++;
  let sum = 0;
  for (let i = 1; i < counts.length; i++) sum += (counts[i]! - counts[i - 1]!) ** 2;
  return sum;
}
