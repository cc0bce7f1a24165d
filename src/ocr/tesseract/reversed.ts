/** Reversed type: light letters on dark bands are made dark on light before a scan is read. */
import { type GreyBitmap, type PixelBox, WHITE } from '../../graphics/ink/grey.js';
import { type Area, darkAreas, darkSample, rimShare, type Sample, sampleStep } from './areas.js';

/** Pixels an inch that are enough to find bands. */
const SAMPLE_DPI = 100;
/** Smallest band, in inches. */
const LEAST = { width: 0.15, height: 0.08 };
/** Share of a band that is dark: less is a frame with dark text, more holds no text. */
const DARK_SHARE = { least: 0.5, most: 0.99 };
/** Share of the edges of a band that is dark; a band is a rectangle that nothing light reaches into. */
const DARK_RIM = 0.9;
/**
 * Thickness of the strokes of letters on a band, in inches: upright ones of bold print of 18 points, level ones of 12
 * points, as the next row of text stands hardly more below a band.
 */
const STROKE = { upright: 0.06, level: 0.035 };
/** Letters are so much brighter than their band at least, in luma. */
const LEAST_CONTRAST = 64;

/**
 * A scan in which the dark bands are light and the letters on them dark. A form of the tax office so gave the 8
 * words of its bands that were lost before; pages without bands stay as they are.
 * @param image with full contrast
 */
export function withDarkLetters(image: GreyBitmap): GreyBitmap {
  const bands = bandsOf(image);
  if (bands.length === 0) return image;
  const data = image.data.slice();
  for (const band of bands) reverse(data, image.width, band);
  return { ...image, data };
}

/** Dark rectangles with something light in them, in pixels of the picture. */
function bandsOf(image: GreyBitmap): readonly PixelBox[] {
  const step = sampleStep(image, SAMPLE_DPI);
  const sample = darkSample(image, step);
  const dpi = image.dpi / step;
  return darkAreas(withoutRules(sample, dpi))
    .filter((area) => isBand(area, sample, dpi))
    .map(({ left, top, right, bottom }) => ({
      left: left * step,
      top: top * step,
      right: Math.min(image.width, right * step),
      bottom: Math.min(image.height, bottom * step),
    }));
}

/**
 * What of a sample is as thick as a band: headings and the heads of tables hang together with the rules beside them.
 * The strokes of letters count as dark first, as they cut a band in pieces that are thinner than rules.
 */
function withoutRules({ width, height, dark }: Sample, dpi: number): Sample {
  const rows = { count: height, length: width, start: width, step: 1 };
  const columns = { count: width, length: height, start: 1, step: width };
  const thick = dark.slice();
  replaceRuns(thick, rows, 0, (length) => length <= STROKE.upright * dpi);
  replaceRuns(thick, columns, 0, (length) => length <= STROKE.level * dpi);
  replaceRuns(thick, columns, 1, (length) => length < LEAST.height * dpi);
  replaceRuns(thick, rows, 1, (length) => length < LEAST.width * dpi);
  return { width, height, dark: thick };
}

/** The rows or columns of a sample. */
interface Lanes {
  readonly count: number;
  readonly length: number;
  /** From the first pixel of a lane to that of the next. */
  readonly start: number;
  /** From pixel to pixel of a lane. */
  readonly step: number;
}

/** Turns runs of a value around where their length says so; light ones only between dark ones. */
function replaceRuns(
  pixels: Uint8Array,
  { count, length, start, step }: Lanes,
  value: 0 | 1,
  isReplaced: (length: number) => boolean,
): void {
  for (let lane = 0; lane < count; lane++) {
    const first = lane * start;
    for (let from = 0; from < length; from++) {
      if (pixels[first + from * step] !== value) continue;
      let to = from;
      while (to < length && pixels[first + to * step] === value) to++;
      const isInside = value === 1 || (from > 0 && to < length);
      if (isInside && isReplaced(to - from)) {
        for (let at = from; at < to; at++) pixels[first + at * step] = value === 1 ? 0 : 1;
      }
      from = to;
    }
  }
}

function isBand(area: Area, sample: Sample, dpi: number): boolean {
  const { left, top, right, bottom } = area;
  if (right - left < LEAST.width * dpi || bottom - top < LEAST.height * dpi) return false;
  const share = countIn(area, sample) / ((right - left) * (bottom - top));
  if (share < DARK_SHARE.least || share > DARK_SHARE.most) return false;
  return rimShare(area, sample) >= DARK_RIM;
}

/** Dark pixels in a box of a sample. */
function countIn({ left, top, right, bottom }: PixelBox, { width, dark }: Sample): number {
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) count += dark[y * width + x]!;
  }
  return count;
}

/** Makes the tone of a band white and that of its letters black. */
function reverse(data: Uint8Array, width: number, { left, top, right, bottom }: PixelBox): void {
  const counts = new Uint32Array(WHITE + 1);
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) counts[data[y * width + x]!]!++;
  const ground = counts.indexOf(Math.max(...counts));
  const letters = counts.findLastIndex((count) => count > 0);
  if (letters - ground < LEAST_CONTRAST) return;
  const tones = Uint8ClampedArray.from(
    counts,
    (_, luma) => WHITE - ((luma - ground) * WHITE) / (letters - ground),
  );
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) data[y * width + x] = tones[data[y * width + x]!]!;
  }
}
