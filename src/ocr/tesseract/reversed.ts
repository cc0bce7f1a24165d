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
  return darkAreas(sample)
    .filter((area) => isBand(area, sample, dpi))
    .map(({ left, top, right, bottom }) => ({
      left: left * step,
      top: top * step,
      right: Math.min(image.width, right * step),
      bottom: Math.min(image.height, bottom * step),
    }));
}

function isBand(area: Area, sample: Sample, dpi: number): boolean {
  const { left, top, right, bottom, count } = area;
  if (right - left < LEAST.width * dpi || bottom - top < LEAST.height * dpi) return false;
  const share = count / ((right - left) * (bottom - top));
  if (share < DARK_SHARE.least || share > DARK_SHARE.most) return false;
  return rimShare(area, sample) >= DARK_RIM;
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
