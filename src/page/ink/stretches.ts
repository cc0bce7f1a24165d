/**
 * Stretches of ink: dark pixels that follow each other down a column, or along a row. Rows are looked at as bits, 32
 * pixels at a time: where a stretch begins or ends, the bit differs from the one beside it, and few do. No value of 137
 * documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
import type { GreyBitmap } from './grey.js';

/** Luma below which a pixel of a picture with full contrast is ink. */
export const INK = 160;

/** Pixels of a word of bits. */
const BITS = 32;

/**
 * Called with a stretch: its column (or row), and from which row (or column) it reaches up to which, that one not
 * included. False ends the search.
 */
export type VisitStretch = (line: number, from: number, to: number) => boolean;

/**
 * Stretches down columns, by the row in which they end, and in it from the left.
 * @param ink luma below which a pixel is ink, 1 to 255
 * @param bands of the picture, see `rowBands`, where they are known: within one no stretch ends
 */
export function eachUprightStretch(
  { width, height, data }: GreyBitmap,
  visit: VisitStretch,
  ink = INK,
  bands?: Int32Array,
): void {
  const pixels = pixelsOf(data);
  const starts = new Int32Array(width);
  let above = new Int32Array(wordsAcross(width));
  let bits = new Int32Array(above.length);
  const rows = bands ? bands.length - 1 : height;
  for (let row = 0; row <= rows; row++) {
    const y = bands ? bands[row]! : row;
    if (y < height) inkOfRow(pixels, y * width, width, bits, ink);
    else bits.fill(0);
    for (let word = 0; word < bits.length; word++) {
      const dark = bits[word]!;
      for (let turns = dark ^ above[word]!; turns !== 0; turns &= turns - 1) {
        const bit = lowestBit(turns);
        const x = word * BITS + bit;
        if ((dark >>> bit) & 1) starts[x] = y;
        else if (!visit(x, starts[x]!, y)) return;
      }
    }
    [above, bits] = [bits, above];
  }
}

/** Stretches along rows, from the top, and in a row from the left. */
export function eachLevelStretch({ width, height, data }: GreyBitmap, visit: VisitStretch): void {
  const pixels = pixelsOf(data);
  // One word more than a row has: what reaches its end ends there.
  const bits = new Int32Array(wordsAcross(width) + 1);
  for (let y = 0; y < height; y++) {
    inkOfRow(pixels, y * width, width, bits, INK);
    let start = 0;
    let before = 0;
    for (let word = 0; word < bits.length; word++) {
      const ink = bits[word]!;
      for (let turns = ink ^ ((ink << 1) | before); turns !== 0; turns &= turns - 1) {
        const bit = lowestBit(turns);
        const x = word * BITS + bit;
        if ((ink >>> bit) & 1) start = x;
        else if (!visit(y, start, x)) return;
      }
      before = ink >>> (BITS - 1);
    }
  }
}

function wordsAcross(width: number): number {
  return Math.ceil(width / BITS);
}

function lowestBit(bits: number): number {
  return BITS - 1 - Math.clz32(bits & -bits);
}

/** Sets a bit for each pixel of a row that is ink, the first pixel the lowest. @param pixels of the picture, by `pixelsOf` */
function inkOfRow(pixels: DataView, from: number, width: number, bits: Int32Array, below: number): void {
  // A byte is light where its lower bits, with what brings the least light ones to the high bit, reach it, and the high bit is set
  // where the threshold has it; else one of both.
  const isHigh = below > HIGH_BIT;
  const carry = Math.imul(isHigh ? 2 * HIGH_BIT - below : HIGH_BIT - below, EACH_BYTE);
  const either = isHigh ? 0 : HIGH_BITS;
  for (let word = 0, x = 0; x < width; word++) {
    const end = Math.min(width, x + BITS);
    let ink = 0;
    let bit = 0;
    for (; x + BYTES <= end; x += BYTES, bit += BYTES) {
      const bytes = pixels.getInt32(from + x, true);
      if (bytes === FOUR_WHITE) continue;
      const reached = ((bytes & ~HIGH_BITS) + carry) | 0;
      const light = (bytes & reached & HIGH_BITS) | ((bytes | reached) & either);
      if (light !== HIGH_BITS) ink |= nibbleOf(~light & HIGH_BITS) << bit;
    }
    for (; x < end; x++, bit++) if (pixels.getUint8(from + x) < below) ink |= 1 << bit;
    bits[word] = ink;
  }
}

function pixelsOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.length);
}

/** Pixels that are looked at in one go. */
const BYTES = 4;
/** The high bit of each of four bytes. */
const HIGH_BITS = 0x80808080 | 0;

/** Four white pixels, which most of a page is. */
const FOUR_WHITE = -1;

/** The high bit of a byte, and four bytes of which each is one. */
const HIGH_BIT = 0x80;
const EACH_BYTE = 0x01010101;

/** The high bits of four bytes side by side: the factor moves each of them into the highest four, and no two onto one another. */
function nibbleOf(highBits: number): number {
  return Math.imul(highBits >>> 7, 0x10204080) >>> 28;
}
