/**
 * How far a scan hangs: the direction in which its ink falls into the sharpest rows. No value of 137 documents and no
 * cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
import type { GreyBitmap } from './grey.js';
import { ROW_INK } from './threshold.js';

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

/**
 * Degrees by which rows hang that are levelled before they are read, at least and at most, and by how much columns may differ.
 * At 0.3° the ends of a row of 9 inches are half a line apart: of 22 documents of the half that nothing was tuned on, scanned at
 * 200 dpi with 0.5° of skew, `paddle()` gives 489 of 522 values right in place of 417 (five documents more, two of one value less).
 */
const HANG = { least: 0.2, most: 10, apart: 0.15 };

/**
 * The angle of the rows of text in degrees, clockwise; 0 where there is no clear one.
 * @param image with full contrast
 * @param steepest the largest angle looked for, either way
 */
export function inkSkew(image: GreyBitmap, steepest = STEEPEST): number {
  return rowsOf(inkOf(image), steepest)?.angle ?? 0;
}

/**
 * By how many degrees the rows of a scan hang, clockwise; 0 where they are as good as level, or run up or down: then its columns are
 * the sharper ones, and say something else. Rulings across and along a form say the same.
 * @param image as it was scanned: of one too faint to have ink nothing is said, which is 0
 */
export function rowHang(image: GreyBitmap): number {
  const ink = inkOf(image);
  const rows = rowsOf(ink, HANG.most);
  if (rows === undefined || Math.abs(rows.angle) < HANG.least - FINE_STEP / 2) return 0;
  const columns = rowsOf(onItsSide(ink), HANG.most);
  const areSharper = columns !== undefined && columns.sharpness > rows.sharpness;
  return areSharper && Math.abs(columns.angle - rows.angle) > HANG.apart ? 0 : rows.angle;
}

/** The clear direction of rows, in degrees, and how sharp they are then. */
function rowsOf(
  ink: Ink,
  steepest: number,
): { readonly angle: number; readonly sharpness: number } | undefined {
  if (ink.xs.length < LEAST_INK) return undefined;
  const rate = (angle: number) => rowSharpness(ink, angle);
  const coarse = sharpest(0, steepest, COARSE_STEP, rate);
  const angle = sharpest(coarse, COARSE_STEP, FINE_STEP, rate);
  const [sharpness, level] = [rate(angle), rate(0)];
  return sharpness > CLEARLY_SHARPER * level ? { angle, sharpness } : { angle: 0, sharpness: level };
}

/** Ink a quarter turned, so that columns are rows and hang as they did. */
function onItsSide({ xs, ys, columns, rows }: Ink): Ink {
  return { xs: ys, ys: xs.map((x) => columns - 1 - x), columns: rows, rows: columns };
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
function inkOf(image: GreyBitmap): Ink {
  const step = Math.max(1, Math.floor(image.dpi / SAMPLE_DPI));
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
      if (data[y * width + x]! < ROW_INK) visit(column, row);
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
