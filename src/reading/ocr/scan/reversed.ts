/**
 * Letters on dark bands, light ones and dark ones, are made dark on light before a scan is read. Of 40 documents at 200
 * dpi, read by tesseract, three values are won on one, none lost; the fixture `scan-reversed` needs it.
 */
import { type GreyBitmap, type PixelBox, WHITE } from '../../../page/ink/grey.js';
import { darkAreas, darkSample, rimShare, type Sample, sampleStep } from './areas.js';

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
 * points, as the next row of text is hardly more below a band.
 */
const STROKE = { upright: 0.06, level: 0.035 };
/** Letters are so much brighter or darker than their band at least, in luma. */
const LEAST_CONTRAST = 64;
/** How wide the edge of a band is at most, in inches: frames around it are as dark as letters. */
const EDGE = 0.05;
/** Share of a band without its edge that letters darker than it take: one line of capitals takes 5 %. */
const DARK_LETTERS = { least: 0.01, most: 0.4 };
/** Longest level stretch of ink of a letter, in inches; longer ones are bars that black out text. */
const LONGEST_STRETCH = 0.15;
/** Share of a grey band that has its own tone, give or take so much luma; photographs have tones of all kinds. */
const ONE_TONE = { share: 0.5, luma: 8 };

/**
 * A scan in which the dark bands are light and the letters on them dark, as dark letters on grey bands are already. A form of the tax office so gave the 8
 * words of its bands that were lost before; pages without bands stay as they are.
 * @param image with full contrast
 */
export function withDarkLetters(image: GreyBitmap): GreyBitmap {
  const retoned = bandsOf(image).flatMap(({ box, hasLight }) => {
    const tones = darkLetters(image, box) ?? (hasLight ? lightLetters(image, box) : undefined);
    return tones ? [{ box, tones }] : [];
  });
  if (retoned.length === 0) return image;
  const data = image.data.slice();
  for (const { box, tones } of retoned) retone(data, image.width, box, tones);
  return { ...image, data };
}

/** A dark rectangle, in pixels of the picture, and whether something light is in it. */
interface Band {
  readonly box: PixelBox;
  readonly hasLight: boolean;
}

/** Dark rectangles, but for those that hold drawings. */
function bandsOf(image: GreyBitmap): readonly Band[] {
  const step = sampleStep(image, SAMPLE_DPI);
  const sample = darkSample(image, step);
  const dpi = image.dpi / step;
  return darkAreas(withoutRules(sample, dpi))
    .filter((area) => isBand(area, sample, dpi))
    .map((area) => ({
      box: {
        left: area.left * step,
        top: area.top * step,
        right: Math.min(image.width, area.right * step),
        bottom: Math.min(image.height, area.bottom * step),
      },
      hasLight: darkShare(area, sample) <= DARK_SHARE.most,
    }));
}

/**
 * What of a sample is as thick as a band: headings and the heads of tables are connected with the rules beside them.
 * The strokes of letters count as dark first, as they cut a band in pieces that are thinner than rules.
 */
function withoutRules({ width, height, dark }: Sample, dpi: number): Sample {
  const thick = { width, height, dark: dark.slice() };
  replaceAlongRows(thick, 0, STROKE.upright * dpi);
  replaceDownColumns(thick, 0, STROKE.level * dpi);
  // What is as long as a band stays.
  replaceDownColumns(thick, 1, Math.ceil(LEAST.height * dpi) - 1);
  replaceAlongRows(thick, 1, Math.ceil(LEAST.width * dpi) - 1);
  return thick;
}

/** Turns runs of a value along rows around that are no longer than so many pixels; light ones only between dark ones. */
function replaceAlongRows({ width, dark }: Sample, value: 0 | 1, longest: number): void {
  for (let from = dark.indexOf(value); from >= 0; ) {
    const first = from - (from % width);
    const end = first + width;
    let to = from;
    while (to < end && dark[to] === value) to++;
    const isInside = value === 1 || (from > first && to < end);
    if (isInside && to - from <= longest) dark.fill(1 - value, from, to);
    from = dark.indexOf(value, to);
  }
}

/** The same down columns, all of which are looked at row by row, as they are in memory. */
function replaceDownColumns({ width, height, dark }: Sample, value: 0 | 1, longest: number): void {
  const starts = new Int32Array(width).fill(-1);
  const end = (x: number, y: number) => {
    const from = starts[x]!;
    starts[x] = -1;
    const isInside = value === 1 || (from > 0 && y < height);
    if (!isInside || y - from > longest) return;
    for (let at = from * width + x; at < y * width; at += width) dark[at] = 1 - value;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const isValue = dark[at] === value;
      if (isValue === starts[x]! >= 0) continue;
      if (isValue) starts[x] = y;
      else end(x, y);
    }
  }
  for (let x = 0; x < width; x++) if (starts[x]! >= 0) end(x, height);
}

function isBand(area: PixelBox, sample: Sample, dpi: number): boolean {
  const { left, top, right, bottom } = area;
  if (right - left < LEAST.width * dpi || bottom - top < LEAST.height * dpi) return false;
  return darkShare(area, sample) >= DARK_SHARE.least && rimShare(area, sample) >= DARK_RIM;
}

/** Share of the pixels of an area that are dark. */
function darkShare(area: PixelBox, sample: Sample): number {
  return countIn(area, sample) / ((area.right - area.left) * (area.bottom - area.top));
}

/** Dark pixels in a box of a sample. */
function countIn({ left, top, right, bottom }: PixelBox, { width, dark }: Sample): number {
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) count += dark[y * width + x]!;
  }
  return count;
}

/** What each luma of a band becomes. */
type Tones = Uint8ClampedArray;

/** The tone of a band made white, and that of its brightest pixels black; undefined where they are much alike. */
function lightLetters({ width, data }: GreyBitmap, band: PixelBox): Tones | undefined {
  const counts = countsIn(data, width, band);
  const ground = groundOf(counts);
  const letters = counts.findLastIndex((count) => count > 0);
  if (letters - ground < LEAST_CONTRAST) return undefined;
  return Uint8ClampedArray.from(counts, (_, luma) => WHITE - ((luma - ground) * WHITE) / (letters - ground));
}

/** The tone of a grey band made white, where letters darker than it are on it and none that are lighter. */
function darkLetters({ width, dpi, data }: GreyBitmap, band: PixelBox): Tones | undefined {
  const edge = Math.min(EDGE * dpi, (band.bottom - band.top) / 4);
  const inside = {
    left: Math.ceil(band.left + edge),
    top: Math.ceil(band.top + edge),
    right: Math.floor(band.right - edge),
    bottom: Math.floor(band.bottom - edge),
  };
  const counts = countsIn(data, width, inside);
  const ground = groundOf(counts);
  const darker = inLetters(data, width, inside, {
    below: ground - LEAST_CONTRAST,
    longest: LONGEST_STRETCH * dpi,
  });
  const lighter = sumOf(counts.subarray(ground + LEAST_CONTRAST));
  const share = darker / Math.max(1, sumOf(counts));
  const own = sumOf(counts.subarray(Math.max(0, ground - ONE_TONE.luma), ground + ONE_TONE.luma + 1));
  if (share < DARK_LETTERS.least || share > DARK_LETTERS.most || lighter >= darker) return undefined;
  if (own < ONE_TONE.share * sumOf(counts)) return undefined;
  const letters = counts.findIndex((count) => count > 0);
  return Uint8ClampedArray.from(counts, (_, luma) => ((luma - letters) * WHITE) / (ground - letters));
}

/** Pixels of a box that are dark and in level stretches no longer than those of letters. */
function inLetters(
  data: Uint8Array,
  width: number,
  { left, top, right, bottom }: PixelBox,
  { below, longest }: { readonly below: number; readonly longest: number },
): number {
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left, run = 0; x <= right; x++) {
      const isDark = x < right && data[y * width + x]! <= below;
      if (!isDark && run <= longest) count += run;
      run = isDark ? run + 1 : 0;
    }
  }
  return count;
}

/** How many pixels of a box have each luma. */
function countsIn(data: Uint8Array, width: number, { left, top, right, bottom }: PixelBox): Uint32Array {
  const counts = new Uint32Array(WHITE + 1);
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) counts[data[y * width + x]!]!++;
  return counts;
}

/** The luma that most pixels have. */
function groundOf(counts: Uint32Array): number {
  return counts.indexOf(Math.max(...counts));
}

function sumOf(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function retone(data: Uint8Array, width: number, { left, top, right, bottom }: PixelBox, tones: Tones): void {
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) data[y * width + x] = tones[data[y * width + x]!]!;
  }
}
