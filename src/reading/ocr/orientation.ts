/**
 * Which way up a scan lies, by what an engine makes of it, and of parts of it that are turned. Of 6,743 words of 40 scans none
 * is read otherwise where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#16-rotated-text-and-page-rotation

import type { Box } from '../../page/document/geometry.js';
import type { GreyBitmap } from '../../page/ink/grey.js';
import { ROW_INK } from '../../page/ink/threshold.js';
import type { Quarter } from '../../page/layout/page-rotation.js';
import type { PlacedText, Reading } from './answer.js';

/** Words that run level, give or take so many degrees, are what an engine reads of a page that lies upright. */
const LEVEL = 45;
/** Signs of the least text that says anything. */
const LEAST_SIGNS = 20;
/**
 * Certainty of a page, 0 to 1, below which it may be turned: the mean confidence of its signs, where words that do
 * not run level count nothing. What an engine passes over counts nothing, too. Faxes and small print
 * are read at 0.75 and more, pages upside down at less than 0.6.
 */
const DOUBTFUL = 0.65;
/** How many times as much must be read of a part that is turned as of the same part as it lies. */
const CLEARLY_MORE = 1.5;

/** All that was read, whichever way the engine gives it. */
function textsRead({ words, lines }: Reading): readonly PlacedText[] {
  return lines.length > 0 ? lines : words;
}

/** Signs that were read of level text, each by how sure the engine is; undefined where it gives no confidence. */
function certainSigns(texts: readonly PlacedText[]): number | undefined {
  let sum = 0;
  for (const { visible, angle, confidence } of texts) {
    if (confidence === undefined) return undefined;
    if (Math.abs(angle) <= LEVEL) sum += visible * confidence;
  }
  return sum;
}

/** Whether most of what was read of a page is doubtful. */
function isDoubtful(reading: Reading): boolean {
  const texts = textsRead(reading);
  const certain = certainSigns(texts);
  const signs = texts.reduce((sum, { visible }) => sum + visible, reading.passedOver ?? 0);
  return certain !== undefined && certain < DOUBTFUL * signs;
}

/** Whether next to nothing was read of a page. */
function isLittle(reading: Reading): boolean {
  return (certainSigns(textsRead(reading)) ?? LEAST_SIGNS) < LEAST_SIGNS;
}

/** Whether a page may lie another way up than it was read. */
export function mayBeTurned(reading: Reading): boolean {
  return isDoubtful(reading) || isLittle(reading);
}

/** Whether a second reading, of what was turned, holds clearly more text than a first one. */
export function isClearlyMore(turned: Reading, first: Reading): boolean {
  const more = certainSigns(textsRead(turned)) ?? 0;
  return more >= LEAST_SIGNS && more >= CLEARLY_MORE * (certainSigns(textsRead(first)) ?? 0);
}

/** The one of some readings that holds most text. */
export function fullest<Read extends { readonly reading: Reading }>(
  readings: readonly Read[],
): Read | undefined {
  const signs = ({ reading }: Read) => certainSigns(textsRead(reading)) ?? 0;
  return readings.reduce<Read | undefined>(
    (best, each) => (best && signs(best) >= signs(each) ? best : each),
    undefined,
  );
}

/** Pixels an inch that are enough to see rows of text. */
const SAMPLE_DPI = 75;
/** Longest stretch of ink in a row or column that belongs to letters, in inches; longer ones are rulings. */
const LETTER = 0.3;

/**
 * The directions in which text of a page may run that was read so: up or down where its ink falls into sharper columns than
 * rows, else upside down, where engines read something, if only doubtful letters.
 */
export function possibleQuarters(reading: Reading, image: GreyBitmap): readonly Quarter[] {
  const [rows, columns] = [profileOf(image, 'rows'), profileOf(image, 'columns')];
  if (sharpness(columns) > sharpness(rows)) return [90, 270];
  return isDoubtful(reading) ? [180] : [];
}

/** How much ink there is in each row or column, without rulings. */
function profileOf({ width, height, dpi, data }: GreyBitmap, along: 'rows' | 'columns'): readonly number[] {
  const step = Math.max(1, Math.round(dpi / SAMPLE_DPI));
  const [count, length] = along === 'rows' ? [height, width] : [width, height];
  const longest = (LETTER * dpi) / step;
  const profile: number[] = [];
  for (let lane = 0; lane < count; lane += step) {
    let [ink, run] = [0, 0];
    for (let at = 0; at < length; at += step) {
      const isInk = data[along === 'rows' ? lane * width + at : at * width + lane]! < ROW_INK;
      if (isInk) run++;
      if (isInk && at + step < length) continue;
      if (run <= longest) ink += run;
      run = 0;
    }
    profile.push(ink);
  }
  return profile;
}

/** How much neighbouring rows differ, for all the ink there is. */
function sharpness(profile: readonly number[]): number {
  const ink = profile.reduce((sum, each) => sum + each, 0);
  let differences = 0;
  for (let i = 1; i < profile.length; i++) differences += (profile[i]! - profile[i - 1]!) ** 2;
  return differences / Math.max(1, ink);
}

/** Side of the part of a page that is read in several directions, in inches, and how finely it is looked for. */
const PART = 4;
const CELL = 0.5;

/** The square of a page with most edges of ink, where text is most densely; in inches, within the page. */
export function busiestPart(image: GreyBitmap): Box {
  const { width, height, dpi, data } = image;
  const step = Math.max(1, Math.round(dpi / SAMPLE_DPI));
  const [columns, rows] = [Math.ceil(width / dpi / CELL), Math.ceil(height / dpi / CELL)];
  const cells = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += step) {
    const row = Math.floor(y / dpi / CELL) * columns;
    for (let x = step; x < width; x += step) {
      const isEdge = data[y * width + x]! < ROW_INK !== data[y * width + x - step]! < ROW_INK;
      if (isEdge) cells[row + Math.floor(x / dpi / CELL)]!++;
    }
  }
  const side = PART / CELL;
  let best = { edges: -1, left: 0, top: 0 };
  for (let top = 0; top <= Math.max(0, rows - side); top++) {
    for (let left = 0; left <= Math.max(0, columns - side); left++) {
      let edges = 0;
      for (let y = top; y < Math.min(rows, top + side); y++) {
        for (let x = left; x < Math.min(columns, left + side); x++) edges += cells[y * columns + x]!;
      }
      if (edges > best.edges) best = { edges, left: left * CELL, top: top * CELL };
    }
  }
  return {
    left: best.left,
    top: best.top,
    right: Math.min(best.left + PART, width / dpi),
    bottom: Math.min(best.top + PART, height / dpi),
  };
}
