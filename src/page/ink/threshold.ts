/**
 * Which pixels are dark. Of 20,449 values and cells of 137 documents thresholds a fifth smaller change 12 of one, a
 * quarter larger 2415 of 18.
 */
// See docs/language/02-layout-methods-geometry.md#81-threshold
import { afterWhite, type GreyBitmap, WHITE, wordsOf } from './grey.js';

/** Luma below which a pixel may belong to a rule or the side of a frame; thin grey ones are included, the shading of cells is not. */
export const RULE_INK = 176;
/** Luma below which a pixel of a picture with full contrast is ink of rows: in which direction they run is seen by their cores alone. */
export const ROW_INK = 128;

/** Brightness, 0 to 1, below which a pixel of a page with white paper is dark. */
export const DARK = 0.9;
/** Backgrounds at least this bright are white paper. */
const WHITE_PAPER = 0.97;
/** Pixels this near to the background's brightness show how mottled it is. */
const PAPER_NOISE = 0.15;
/** How far below the background dark begins, at least, and in standard deviations. */
const LEAST_CONTRAST = 0.1;
const DEVIATIONS = 2.5;
/** Bounds of the threshold on dark paper: brightness, and share of the background's. */
const DARKEST_THRESHOLD = 0.35;
const BRIGHTEST_SHARE = 0.9;

/** Rounding of a brightness to 255 steps must not make a grey equal to the threshold dark. */
const ROUNDING = 1e-3;

/** The least brightness, in 255 steps, that is light at a threshold of 0 to 1. */
export function lightFrom(threshold: number): number {
  return Math.max(0, Math.ceil(threshold * WHITE - ROUNDING));
}

/**
 * The threshold that fits the contrast of a page: 0.9 on white paper, else
 * `clamp(b - max(0.1, 2.5 σ), 0.35, 0.9 b)` for background brightness b with deviation σ.
 * @param counts of `histogram`
 */
// See docs/language/02-layout-methods-geometry.md#81-threshold
export function automaticThreshold(counts: Uint32Array): number {
  const mode = modeOf(counts);
  const background = mode / WHITE;
  if (background >= WHITE_PAPER) return DARK;
  const darkest = background - Math.max(LEAST_CONTRAST, DEVIATIONS * deviationAround(counts, mode));
  return Math.max(DARKEST_THRESHOLD, Math.min(BRIGHTEST_SHARE * background, darkest));
}

/**
 * The brightness, 1 to 255, below which pixels of a picture are ink: it parts its brightnesses into two groups that differ most
 * (N. Otsu, A Threshold Selection Method from Gray-Level Histograms, 1979). 255 of a picture of one brightness.
 * @param counts of `histogram`
 */
export function inkBelow(counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const sum = counts.reduce((all, count, luma) => all + count * luma, 0);
  let [darker, sumOfDarker, best, most] = [0, 0, WHITE, 0];
  for (let luma = 0; luma < WHITE; luma++) {
    darker += counts[luma]!;
    sumOfDarker += counts[luma]! * luma;
    const lighter = total - darker;
    if (darker === 0 || lighter === 0) continue;
    const apart = darker * lighter * (sumOfDarker / darker - (sum - sumOfDarker) / lighter) ** 2;
    if (apart <= most) continue;
    most = apart;
    best = luma + 1;
  }
  return best;
}

/** The most frequent brightness of a page, 0 to 255: that of its paper. @param counts of `histogram` */
export function modeOf(counts: Uint32Array): number {
  return counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0));
}

/** How many pixels of a page have each brightness, 0 to 255. @param bands of the bitmap, see `rowBands` */
export function histogram({ width, data }: GreyBitmap, bands: Int32Array): Uint32Array {
  const counts = new Uint32Array(WHITE + 1);
  const words = wordsOf(data);
  for (let band = 0; band + 1 < bands.length; band++) {
    const rows = bands[band + 1]! - bands[band]!;
    const end = (bands[band]! + 1) * width;
    for (let at = end - width; at < end; at++) {
      const dark = afterWhite(words, at, end);
      counts[WHITE]! += (dark - at) * rows;
      at = dark;
      if (at < end) counts[data[at]!]! += rows;
    }
  }
  return counts;
}

/** Standard deviation of the brightness, 0 to 1, of the pixels near to the background's. */
function deviationAround(counts: Uint32Array, mode: number): number {
  const reach = Math.floor(PAPER_NOISE * WHITE);
  let pixels = 0;
  let sum = 0;
  let squares = 0;
  for (let value = Math.max(0, mode - reach); value <= Math.min(WHITE, mode + reach); value++) {
    const count = counts[value]!;
    pixels += count;
    sum += count * value;
    squares += count * value * value;
  }
  const mean = sum / pixels;
  return Math.sqrt(Math.max(0, squares / pixels - mean * mean)) / WHITE;
}
