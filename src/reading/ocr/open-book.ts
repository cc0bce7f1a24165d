/**
 * Both pages of an open book in one picture: where the fold between them is. Without it three values of the fixture
 * `scan-book` mix its two pages, by either engine; among 137 documents of the corpora is no such scan.
 */
// See docs/language/01-document-anchors-fields.md#111-ocr

import type { Box } from '../../page/document/geometry.js';
import type { Bitmap } from '../../page/document/page-graphics.js';
import { type GreyBitmap, greyed, WHITE } from '../../page/ink/grey.js';
import { inkSkew } from '../../page/ink/skew.js';

/** An open book in a picture; lengths in inches. */
export interface OpenBook {
  /** What shows its pages, the left one first; one alone where the other is blank. */
  readonly pages: readonly Box[];
  /** Where the fold is, from the left edge of the picture. */
  readonly fold: number;
}

/** Width over height of two pages side by side, each of which is higher than wide; some paper may lie around them. */
const ASPECT = { least: 1.15, most: 2 };
/** Part of the picture's width around its middle where the fold is looked for: books are not put down exactly. */
const MIDDLE = 0.12;
/** Share of the height at the upper and lower edge that is not looked at: there the scanner's lid may be seen. */
const RIM = 0.04;

/** Pixels an inch that are enough to see rows of text, and rules as ink. */
const SAMPLE_DPI = 75;
/** How much darker ink is than what its column mostly shows, in luma: shadows hardly change along a fold. */
const INK_CONTRAST = 50;
/** Neighbours in ink that a pixel of letters and rules has; specks have fewer. */
const LEAST_NEIGHBOURS = 2;

/** How much darker a fold is than paper, in luma, and the width of its shadow at least, in inches: rules are thinner. */
const SHADOW = { contrast: 40, width: 0.08 };
/** Width of the white between two pages without a shadow at least, in inches: the inner margins of both. */
const PLAIN_GUTTER = 0.6;
/** White that is left beside the text of a page, in inches; beyond it the shadow of the fold is cut off. */
const MARGIN = 0.1;
/** What shows less than so many inches of a page shows no text. */
const LEAST_PAGE = 0.5;

/**
 * Rows of the halves of a table are side by side, those of two pages only by chance: correlation, from -1 to 1, of
 * the ink of rows in both halves, up to which that is so, and rows that a half must have for it to count.
 */
const MOST_CHANCE = 0.2;
const LEAST_ROWS = 5;
/** Share of its half that the text of a page is wide at least where rows are by chance. */
const LEAST_WIDTH = 0.35;
/** The same where rows are side by side, as running text of books does: columns of tables are narrower. */
const RUNNING_WIDTH = 0.6;
/** Gap in running text at most, as share of the white in the middle; tables have others as wide as that. */
const RUNNING_GAP = 0.5;

/**
 * The two pages of a book that a picture shows side by side: it is wider than high, nothing crosses its middle from
 * top to bottom, and there is the shadow of a fold, or there are two pages of text that have nothing to do with each
 * other. Undefined for any other picture, and where it is not certain: a table must not fall apart.
 */
export function openBook(image: Bitmap): OpenBook | undefined {
  const aspect = image.width / image.height;
  if (aspect < ASPECT.least || aspect > ASPECT.most) return undefined;
  const grey = greyed(image);
  const sheet = sheetOf(grey);
  const gutter = shadedGutter(sheet) ?? plainGutter(sheet);
  if (!gutter || !(gutter.isShaded || areTwoPages(grey, sheet, gutter))) return undefined;
  const toInches = (column: number) => Math.round(column * sheet.step) / grey.dpi;
  const margin = MARGIN * sheet.dpi;
  const height = image.height / grey.dpi;
  const pages = [
    { left: 0, top: 0, right: toInches(Math.min(gutter.left + margin, gutter.fold)), bottom: height },
    {
      left: toInches(Math.max(gutter.right - margin, gutter.fold)),
      top: 0,
      right: image.width / grey.dpi,
      bottom: height,
    },
  ].filter(({ left, right }) => right - left >= LEAST_PAGE);
  return pages.length === 0 ? undefined : { pages, fold: toInches(gutter.fold) };
}

/** A coarse picture, what its columns mostly show, and where its ink is. */
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  /** Pixels of the picture that it was made from to one of its own. */
  readonly step: number;
  /** Usual luma of each column: paper, or the shadow on it. */
  readonly shades: Uint8Array;
  /** 1 where ink is. */
  readonly ink: Uint8Array;
  /** Pixels of ink in each column. */
  readonly counts: Uint32Array;
}

function sheetOf(image: GreyBitmap): Sheet {
  const step = Math.max(1, Math.floor(image.dpi / SAMPLE_DPI));
  const { width, height, data } = shrunk(image, step);
  const shades = new Uint8Array(width);
  const column = new Uint8Array(height);
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) column[y] = data[y * width + x]!;
    shades[x] = column.sort()[height >> 1]!;
  }
  const dark = data.map((luma, at) => Number(luma < shades[at % width]! - INK_CONTRAST));
  const ink = new Uint8Array(width * height);
  const counts = new Uint32Array(width);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (dark[at] === 0 || neighbours(dark, at, width) < LEAST_NEIGHBOURS) continue;
      ink[at] = 1;
      counts[x]!++;
    }
  }
  return { width, height, dpi: image.dpi / step, step, shades, ink, counts };
}

/** A picture of which each pixel is the mean of a square of pixels, without its upper and lower rim. */
function shrunk(
  { width: wide, height: high, data }: GreyBitmap,
  step: number,
): { readonly width: number; readonly height: number; readonly data: Uint8Array } {
  const rim = Math.floor(RIM * high);
  const width = Math.floor(wide / step);
  const height = Math.floor((high - 2 * rim) / step);
  const coarse = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let row = 0; row < step; row++) {
        const start = (rim + y * step + row) * wide + x * step;
        for (let at = start; at < start + step; at++) sum += data[at]!;
      }
      coarse[y * width + x] = sum / (step * step);
    }
  }
  return { width, height, data: coarse };
}

function neighbours(dark: Uint8Array, at: number, width: number): number {
  let count = 0;
  for (const row of [at - width, at, at + width]) {
    count += dark[row - 1]! + dark[row + 1]! + (row === at ? 0 : dark[row]!);
  }
  return count;
}

/** Columns without ink, from `left` to `right` (exclusive), and the fold among them. */
interface Gutter {
  readonly left: number;
  readonly right: number;
  readonly fold: number;
  readonly isShaded: boolean;
}

/** The shadow of a fold in the middle of a sheet, and what is empty around it. */
function shadedGutter({ width, dpi, shades, counts }: Sheet): Gutter | undefined {
  const [first, end] = middleOf(width);
  let fold = first;
  for (let x = first; x < end; x++) if (shades[x]! < shades[fold]!) fold = x;
  const paper = paperOf(shades);
  const [left, right] = stretchAround(fold, width, (x) => shades[x]! <= paper - SHADOW.contrast);
  if (right - left < SHADOW.width * dpi || left < width / 4 || right > (3 * width) / 4) return undefined;
  const empty = stretchAround(fold, width, (x) => counts[x] === 0);
  if (empty[0] > left || empty[1] < right) return undefined;
  return { left: empty[0], right: empty[1], fold: (left + right) / 2, isShaded: true };
}

/** The white in the middle of a sheet, where it is as wide as two margins. */
function plainGutter({ width, dpi, counts }: Sheet): Gutter | undefined {
  const [first, end] = middleOf(width);
  for (let x = first; x < end; x++) {
    if (counts[x] !== 0) continue;
    const [left, right] = stretchAround(x, width, (at) => counts[at] === 0);
    const fold = (left + right) / 2;
    const isInside = left > 0 && right < width && fold >= first && fold < end;
    if (isInside && right - left >= PLAIN_GUTTER * dpi) return { left, right, fold, isShaded: false };
    x = right;
  }
  return undefined;
}

function middleOf(width: number): readonly [first: number, end: number] {
  return [Math.floor((0.5 - MIDDLE / 2) * width), Math.ceil((0.5 + MIDDLE / 2) * width)];
}

/** Luma that a tenth of the columns exceeds: that of paper, whatever shadows lie on it. */
function paperOf(shades: Uint8Array): number {
  return shades.toSorted()[Math.floor(0.9 * shades.length)] ?? WHITE;
}

/** The columns around one that are like it; none where that itself is not. */
function stretchAround(
  middle: number,
  width: number,
  isLike: (column: number) => boolean,
): readonly [left: number, right: number] {
  if (!isLike(middle)) return [middle, middle];
  let [left, right] = [middle, middle + 1];
  while (left > 0 && isLike(left - 1)) left--;
  while (right < width && isLike(right)) right++;
  return [left, right];
}

/** Whether what is to both sides of a gutter is two pages, and no table or form that has a gap there. */
function areTwoPages(grey: GreyBitmap, sheet: Sheet, { left, right, fold }: Gutter): boolean {
  const { width, step, counts } = sheet;
  const one = { from: counts.findIndex((count) => count > 0), to: left };
  const other = { from: right, to: counts.findLastIndex((count) => count > 0) + 1 };
  const share = Math.min((one.to - one.from) / fold, (other.to - other.from) / (width - fold));
  if (share < LEAST_WIDTH) return false;
  const halves = [one, other];
  const rows = halves.map((half) => rowsIn(sheet, half, inkSkew(columnsOf(grey, half, step))));
  if (rows.some((each) => stretchesIn(each) < LEAST_ROWS)) return false;
  const skew = inkSkew(grey);
  if (correlation(rowsIn(sheet, one, skew), rowsIn(sheet, other, skew)) <= MOST_CHANCE) return true;
  const most = RUNNING_GAP * (right - left);
  return share >= RUNNING_WIDTH && halves.every((half) => widestGap(sheet, half) <= most);
}

/** Columns of a sheet, the end exclusive. */
interface Columns {
  readonly from: number;
  readonly to: number;
}

/** The part of a picture that some columns of its sheet were made from. */
function columnsOf(
  { width, height, dpi, data }: GreyBitmap,
  { from, to }: Columns,
  step: number,
): GreyBitmap {
  const [left, wide] = [from * step, (to - from) * step];
  const part = new Uint8Array(wide * height);
  for (let y = 0; y < height; y++) {
    part.set(data.subarray(y * width + left, y * width + left + wide), y * wide);
  }
  return { width: wide, height, dpi, data: part };
}

/** How much ink each row of some columns has, along the direction of the text. @param skew in degrees */
function rowsIn({ width, height, ink }: Sheet, { from, to }: Columns, skew: number): Uint32Array {
  const slope = Math.tan((skew * Math.PI) / 180);
  const rows = new Uint32Array(height);
  for (let x = from; x < to; x++) {
    const rise = Math.round((x - width / 2) * slope);
    for (let y = Math.max(0, rise); y < Math.min(height, height + rise); y++) {
      rows[y - rise]! += ink[y * width + x]!;
    }
  }
  return rows;
}

/** How many rows of text there are: stretches of rows with ink. */
function stretchesIn(rows: Uint32Array): number {
  return rows.filter((ink, y) => ink > 0 && rows[y - 1] === 0).length;
}

/** How far two profiles go together, from -1 to 1; 1 where one of them says nothing. */
function correlation(one: Uint32Array, other: Uint32Array): number {
  const about = (rows: Uint32Array) => {
    const mean = rows.reduce((sum, row) => sum + row, 0) / rows.length;
    return Float64Array.from(rows, (row) => row - mean);
  };
  const [a, b] = [about(one), about(other)];
  const product = (c: Float64Array, d: Float64Array) => c.reduce((sum, each, y) => sum + each * d[y]!, 0);
  const scale = Math.sqrt(product(a, a) * product(b, b));
  return scale === 0 ? 1 : product(a, b) / scale;
}

/** The widest stretch of columns without ink among some, in pixels. */
function widestGap({ counts }: Sheet, { from, to }: Columns): number {
  let [widest, start] = [0, from];
  for (let x = from; x < to; x++) {
    if (counts[x] === 0) continue;
    widest = Math.max(widest, x - start);
    start = x + 1;
  }
  return widest;
}
