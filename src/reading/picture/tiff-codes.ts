/** The plain codes of TIFF strips: LZW and PackBits. Neither gives more bytes than were asked for. */
import { damaged } from './picture.js';

/** PackBits: runs of equal bytes and runs of different ones. */
export function unpackBits(source: Uint8Array, length: number): Uint8Array {
  const target = new Uint8Array(length);
  let from = 0;
  let to = 0;
  while (from < source.length && to < length) {
    const count = source[from++]!;
    if (count < 128) {
      const run = source.subarray(from, from + Math.min(count + 1, length - to));
      target.set(run, to);
      to += run.length;
      from += count + 1;
    } else if (count > 128) {
      const end = Math.min(length, to + 257 - count);
      target.fill(source[from++] ?? 0, to, end);
      to = end;
    }
  }
  return complete(target, to);
}

const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const MOST_CODES = 4096;
const LEAST_WIDTH = 9;
const MOST_WIDTH = 12;

/** LZW as TIFF has it: codes from the upper bit on, widened one code early. */
export function unpackLzw(source: Uint8Array, length: number): Uint8Array {
  const target = new Uint8Array(length);
  const prefix = new Uint16Array(MOST_CODES);
  const suffix = new Uint8Array(MOST_CODES);
  const lengths = new Uint16Array(MOST_CODES).fill(1, 0, CLEAR);
  for (let i = 0; i < CLEAR; i++) suffix[i] = i;
  let free = FIRST_FREE;
  let width = LEAST_WIDTH;
  let previous = -1;
  let bits = 0;
  let held = 0;
  let to = 0;
  for (const byte of source) {
    bits = (bits << 8) | byte;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (bits >> held) & ((1 << width) - 1);
    bits &= (1 << held) - 1;
    if (code === END || to >= length) break;
    if (code === CLEAR) {
      free = FIRST_FREE;
      width = LEAST_WIDTH;
      previous = -1;
      continue;
    }
    if (code > free || (code === free && previous < 0)) throw damaged('its packed pixels are wrong');
    const start = to;
    if (code < free) {
      to += lengths[code]!;
      spell(code, target, to, prefix, suffix);
    } else {
      to += lengths[previous]! + 1;
      spell(previous, target, to - 1, prefix, suffix);
      if (to <= length) target[to - 1] = target[start]!;
    }
    if (previous >= 0 && free < MOST_CODES) {
      prefix[free] = previous;
      suffix[free] = target[start]!;
      lengths[free] = lengths[previous]! + 1;
      free++;
    }
    previous = code;
    if (free + 1 >= 1 << width && width < MOST_WIDTH) width++;
  }
  return complete(target, to);
}

/** Writes the text of a code so that it ends before a place; what lies outside of the target is dropped. */
function spell(code: number, target: Uint8Array, end: number, prefix: Uint16Array, suffix: Uint8Array): void {
  let at = end;
  let left = code;
  while (left >= FIRST_FREE) {
    target[--at] = suffix[left]!;
    left = prefix[left]!;
  }
  target[--at] = suffix[left]!;
}

function complete(target: Uint8Array, written: number): Uint8Array {
  if (written < target.length) throw damaged('some of its pixels are missing');
  return target;
}
