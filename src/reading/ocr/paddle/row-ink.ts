/**
 * Where the letters of a row leave ink. Of 6,743 words of 40 scans thresholds a fifth smaller win three and lose seven, on eight
 * scans, a quarter larger two and eight, on seven.
 */
import type { ReadCharacter } from './ctc.js';
import type { Pixels } from './pixels.js';

/** Columns from `from` to `to - 1`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export function widthOf({ from, to }: Stretch): number {
  return to - from;
}

/** Characters without a space between them, and the columns of their ink. */
export interface RowWord extends Stretch {
  readonly characters: readonly ReadCharacter[];
}

/** The ink of a row, in pixels of its picture. */
export interface RowInk {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** Columns without ink between the first and the last one that have some, from the left. */
  readonly blanks: readonly Stretch[];
  /** First row with ink of each column of the picture, and the one after the last; equal where there is none. */
  readonly tops: Uint16Array;
  readonly bottoms: Uint16Array;
}

/** The stretches of columns that have ink between two columns, from the left. */
export function inkStretches({ blanks }: RowInk, { from, to }: Stretch): readonly Stretch[] {
  const within = blanks.filter((blank) => blank.from > from && blank.to < to);
  const starts = [from, ...within.map((blank) => blank.to)];
  const ends = [...within.map((blank) => blank.from), to];
  return starts.map((start, index) => ({ from: start, to: ends[index]! }));
}

/** Height of the ink in some columns, in pixels of the picture. */
export function heightIn({ tops, bottoms }: RowInk, { from, to }: Stretch): number {
  return Math.max(...bottoms.subarray(from, to)) - Math.min(...tops.subarray(from, to));
}

/** The middle one of some measures, of two the higher; NaN where there are none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Tones so far from that of the paper, as share of the farthest, are ink: the thin strokes of small print are. */
const INK = 0.4;
/** Tones closer than this show nothing. */
const LEAST_CONTRAST = 24;
/** Rows with more ink than this, as share of the width, are rules when they lie near the upper or lower edge. */
const RULE = 0.85;
const EDGE = 0.3;
/** Rows without ink that may lie within letters, as share of the height: below the dot of an `i`. */
const DOT_GAP = 0.09;

/** The ink of a row; undefined where there is none. @param picture letters of either tone, in the middle of it */
export function inkOf(picture: Pixels): RowInk | undefined {
  const inkTones = inkTonesOf(picture);
  if (!inkTones) return undefined;
  const { width, height, data } = picture;
  const rows = Array.from({ length: height }, (_, y) => {
    let count = 0;
    for (let at = y * width; at < (y + 1) * width; at++) count += inkTones[data[at]!]!;
    return count;
  });
  const isRule = (y: number) =>
    (y < EDGE * height || y >= (1 - EDGE) * height) && rows[y]! > RULE * width && width > height;
  const extent = middleRows(rows.map((count, y) => (isRule(y) ? 0 : count)));
  if (!extent) return undefined;
  const tops = new Uint16Array(width);
  const bottoms = new Uint16Array(width);
  for (let y = extent.top; y < extent.bottom; y++) {
    if (isRule(y)) continue;
    for (let x = 0; x < width; x++) {
      if (inkTones[data[y * width + x]!] === 0) continue;
      if (bottoms[x] === 0) tops[x] = y;
      bottoms[x] = y + 1;
    }
  }
  const left = bottoms.findIndex((bottom) => bottom > 0);
  const right = bottoms.findLastIndex((bottom) => bottom > 0) + 1;
  if (left < 0) return undefined;
  return { ...extent, left, right, blanks: blanksIn(bottoms, left, right), tops, bottoms };
}

/** Paper has the tone that most pixels have, and ink lies on the side where there are tones farther from it: 1 for its tones. */
function inkTonesOf({ data }: Pixels): Uint8Array | undefined {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at++) counts[data[at]!]!++;
  const paper = counts.indexOf(Math.max(...counts));
  const darkest = counts.findIndex((count) => count > 0);
  const brightest = counts.findLastIndex((count) => count > 0);
  const isDark = paper - darkest >= brightest - paper;
  const farthest = isDark ? paper - darkest : brightest - paper;
  if (farthest < LEAST_CONTRAST) return undefined;
  return Uint8Array.from(counts, (_, tone) =>
    Number((isDark ? paper - tone : tone - paper) > INK * farthest),
  );
}

/** The rows with ink around the middle: what is apart above and below belongs to other rows. */
function middleRows(rows: readonly number[]): { top: number; bottom: number } | undefined {
  const gap = Math.ceil(DOT_GAP * rows.length);
  const middle = nearestInk(rows);
  if (middle === undefined) return undefined;
  let top = middle;
  let bottom = middle + 1;
  for (let y = middle; y >= 0 && top - y <= gap; y--) if (rows[y]! > 0) top = y;
  for (let y = middle; y < rows.length && y + 1 - bottom <= gap; y++) if (rows[y]! > 0) bottom = y + 1;
  return { top, bottom };
}

function nearestInk(rows: readonly number[]): number | undefined {
  const middle = rows.length >> 1;
  for (let away = 0; away <= middle; away++) {
    if ((rows[middle - away] ?? 0) > 0) return middle - away;
    if ((rows[middle + away] ?? 0) > 0) return middle + away;
  }
  return undefined;
}

/** @param bottoms 0 for columns without ink */
function blanksIn(bottoms: Uint16Array, left: number, right: number): Stretch[] {
  const blanks: Stretch[] = [];
  for (let x = left; x < right; x++) {
    if (bottoms[x]) continue;
    const from = x;
    while (!bottoms[x]) x++;
    blanks.push({ from, to: x });
  }
  return blanks;
}
