/** Words that reach over the side of a box: `MX` is a caption and the mark in the box beside it. */
import type { PixelBox as Box } from '../../graphics/ink/grey.js';
import { type Sign, textOf } from './signs.js';
import type { PixelBox, TesseractWord } from './thread.js';

/**
 * Words taken apart at the sides of the frames that were in them. Words whose signs are not known stay.
 * @param frames in pixels of the picture that was read
 */
export function partedByFrames(
  words: readonly TesseractWord[],
  frames: readonly Box[],
): readonly TesseractWord[] {
  return frames.length === 0 ? words : words.flatMap((word) => parted(word, frames));
}

function parted(word: TesseractWord, frames: readonly Box[]): readonly TesseractWord[] {
  const { bbox, text, confidence, symbols = [] } = word;
  const middle = (bbox.y0 + bbox.y1) / 2;
  const across = frames.filter(({ left, top, right, bottom }) => {
    const isBeside = middle > top && middle < bottom && left < bbox.x1 && right > bbox.x0;
    return isBeside && (left > bbox.x0 || right < bbox.x1);
  });
  if (across.length === 0 || textOf(symbols) !== text) return [word];
  const parts: { readonly frame: Box | undefined; readonly signs: readonly Sign[] }[] = [];
  for (const sign of symbols) {
    const x = (sign.bbox.x0 + sign.bbox.x1) / 2;
    const frame = across.find(({ left, right }) => x > left && x < right);
    const last = parts.at(-1);
    if (last?.frame === frame && last) parts.splice(-1, 1, { frame, signs: [...last.signs, sign] });
    else parts.push({ frame, signs: [sign] });
  }
  if (parts.length === 1) return [word];
  return parts.map(({ signs }) => ({
    text: textOf(signs),
    confidence,
    bbox: around(signs.map((sign) => sign.bbox)),
    symbols: signs,
  }));
}

function around(boxes: readonly PixelBox[]): PixelBox {
  return {
    x0: Math.min(...boxes.map(({ x0 }) => x0)),
    y0: Math.min(...boxes.map(({ y0 }) => y0)),
    x1: Math.max(...boxes.map(({ x1 }) => x1)),
    y1: Math.max(...boxes.map(({ y1 }) => y1)),
  };
}
