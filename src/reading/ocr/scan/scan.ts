/** What scans need before they are read: full contrast, dark letters, and rows that run level. */

import { boundingBox, type Point } from '../../../page/document/geometry.js';
import { type GreyBitmap, type PixelBox, WHITE } from '../../../page/ink/grey.js';
import { inkSkew, READING_SKEW } from '../../../page/ink/skew.js';
import { partOf } from './areas.js';
import { withoutDashedRules } from './dashed-rules.js';
import { withoutFrames } from './drawn-frames.js';
import { withDarkLetters } from './reversed.js';
import { withoutUprightRules } from './upright-rules.js';

/** A picture made ready, and the way back to the one it was made from. */
export interface PreparedScan {
  readonly image: GreyBitmap;
  /** From a position in pixels of the prepared picture to one of the original. */
  back(point: Point): Point;
}

/** Darkest and brightest luma closer than this show nothing: an empty page and its noise. */
const LEAST_CONTRAST = 24;

/** What is known of the writing on a scan. */
export interface ScanScripts {
  /** It may have signs that are frames themselves, so that frames stay; default false. */
  readonly hasFramedSigns?: boolean;
}

/**
 * A small part of a scan ready to be read, without a look at how its rows run: few letters do not show it. Undefined
 * for one on which nothing can be seen.
 */
export function preparePart(scan: GreyBitmap, scripts: ScanScripts = {}): PreparedScan | undefined {
  const image = withClearLetters(scan);
  return image && { image: withoutDrawing(image, scripts), back: (point) => point };
}

/** A picture with full contrast and dark letters; undefined for one on which nothing can be seen. */
function withClearLetters(scan: GreyBitmap): GreyBitmap | undefined {
  const image = contrasted(scan);
  return image && withDarkLetters(image);
}

/** A picture with full contrast; undefined for one on which nothing can be seen. */
export function contrasted(scan: GreyBitmap): GreyBitmap | undefined {
  const range = tonalRange(scan);
  return range.bright - range.dark < LEAST_CONTRAST ? undefined : withFullContrast(scan, range);
}

/** A scan ready to be read; undefined for one on which nothing can be seen. */
export function prepareScan(scan: GreyBitmap, scripts: ScanScripts = {}): PreparedScan | undefined {
  const image = withClearLetters(scan);
  if (!image) return undefined;
  const skew = inkSkew(image, READING_SKEW.most);
  const level =
    Math.abs(skew) < READING_SKEW.least ? { image, back: (point: Point) => point } : turned(image, -skew);
  return { ...level, image: withoutDrawing(level.image, scripts) };
}

/** Without what forms are drawn with, and engines take for letters, or for the edges of letters. */
function withoutDrawing(scan: GreyBitmap, { hasFramedSigns = false }: ScanScripts): GreyBitmap {
  return withoutUprightRules(withoutDashedRules(hasFramedSigns ? scan : withoutFrames(scan)));
}

interface TonalRange {
  readonly dark: number;
  readonly bright: number;
}

/** Share of the pixels that may be darker, and brighter, than the range that counts as the picture's own. */
const OUTLIERS = 0.0005;

/** Darkest and brightest luma of a picture, single specks left out. */
function tonalRange({ data }: GreyBitmap): TonalRange {
  const counts = new Uint32Array(WHITE + 1);
  for (let i = 0; i < data.length; i++) counts[data[i]!]!++;
  const spare = data.length * OUTLIERS;
  let dark = 0;
  let bright = WHITE;
  for (let seen = counts[dark]!; seen <= spare && dark < WHITE; seen += counts[dark]!) dark++;
  for (let seen = counts[bright]!; seen <= spare && bright > dark; seen += counts[bright]!) bright--;
  return { dark, bright };
}

/**
 * The picture with its tonal range spread from black to white. On faded pages (luma 90 to 200) the share of
 * words read right rose from 94.7 to 95.4 %; others stay as they are.
 */
function withFullContrast(image: GreyBitmap, { dark, bright }: TonalRange): GreyBitmap {
  if (dark === 0 && bright === WHITE) return image;
  const tones = Uint8ClampedArray.from(
    { length: WHITE + 1 },
    (_, luma) => ((luma - dark) * WHITE) / (bright - dark),
  );
  const data = new Uint8Array(image.data.length);
  for (let at = 0; at < data.length; at++) data[at] = tones[image.data[at]!]!;
  return { ...image, data };
}

/**
 * The picture turned about its origin, on a bitmap large enough that nothing is cut off; what comes in from
 * outside is white. Pixels are interpolated between their four neighbours.
 * @param degrees clockwise
 */
export function turned(image: GreyBitmap, degrees: number): PreparedScan {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const corners = [
    { x: 0, y: 0 },
    { x: image.width, y: 0 },
    { x: image.width, y: image.height },
    { x: 0, y: image.height },
  ];
  const box = boundingBox(corners.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos })));
  const back = ({ x, y }: Point): Point => {
    const u = x + box.left;
    const v = y + box.top;
    return { x: u * cos + v * sin, y: v * cos - u * sin };
  };
  const width = Math.ceil(box.right - box.left);
  const height = Math.ceil(box.bottom - box.top);
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const start = back({ x: 0.5, y: row + 0.5 });
    for (let column = 0; column < width; column++) {
      const x = start.x + column * cos - 0.5;
      const y = start.y - column * sin - 0.5;
      data[row * width + column] = interpolated(image, x, y);
    }
  }
  return { image: { width, height, dpi: image.dpi, data }, back };
}

/** A picture so many times as large; pixels are interpolated between their four neighbours. */
export function enlarged(image: GreyBitmap, factor: number): GreyBitmap {
  const width = Math.round(image.width * factor);
  const height = Math.round(image.height * factor);
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const y = (row + 0.5) / factor - 0.5;
    for (let column = 0; column < width; column++) {
      data[row * width + column] = interpolated(image, (column + 0.5) / factor - 0.5, y);
    }
  }
  return { width, height, dpi: image.dpi * factor, data };
}

/** Luma between four pixels; white beyond the picture. */
export function interpolated({ width, height, data }: GreyBitmap, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return WHITE;
  const shareX = x - left;
  const shareY = y - top;
  const at = top * width + left;
  const upper = data[at]! + (data[at + 1]! - data[at]!) * shareX;
  const lower = data[at + width]! + (data[at + width + 1]! - data[at + width]!) * shareX;
  return upper + (lower - upper) * shareY;
}

/** A part of a scan, by a box in its pixels; white where that reaches beyond it. */
export function cutOut({ image, back }: PreparedScan, box: PixelBox): PreparedScan {
  const [left, top] = [Math.floor(box.left), Math.floor(box.top)];
  const part = partOf(image, { left, top, right: Math.ceil(box.right), bottom: Math.ceil(box.bottom) });
  return { image: part, back: ({ x, y }) => back({ x: x + left, y: y + top }) };
}
