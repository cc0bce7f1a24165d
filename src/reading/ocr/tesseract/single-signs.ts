/**
 * Signs that are alone, as the digits in the boxes of a form: tesseract takes them for specks in sparse text. Of 40
 * documents at 200 dpi 22 words are won on five, none lost, and five made wrong on one.
 */
import type { PixelBox } from '../../../page/ink/grey.js';
import { isSign, type SignSize } from '../scan/sign.js';
import { scaled, type UnreadInk } from '../scan/unread.js';

/** Height of a sign, in inches: 4 to 24 points. */
const SIGN: SignSize = { least: 0.05, most: 0.3, widest: 1.5 };
/** Space around a sign that is alone, in inches. */
const ALONE = 0.06;
/** Most ink areas and signs of a page: more are the grain of a photograph, or a page in a script that is not known. */
const MOST_AREAS = 5_000;
const MOST_SIGNS = 60;

/**
 * Boxes of the signs of a page that are alone and have not been read, in pixels of the picture, from the top. A
 * page with more of them than a form has gives none.
 * @param read boxes of what has been read, in pixels of the picture
 */
export function singleSigns(unread: UnreadInk, read: readonly PixelBox[]): readonly PixelBox[] {
  const { areas, sample, dpi, step } = unread;
  if (areas.length > MOST_AREAS) return [];
  const words = read.map((box) => scaled(box, 1 / step));
  const shapes = areas.filter((area) => isSign(area, sample, dpi, SIGN));
  const reach = ALONE * dpi;
  const alone = shapes.filter(
    (shape) =>
      !words.some((word) => isNear(shape, word, reach)) &&
      !areas.some((area) => area !== shape && isNear(shape, area, reach)),
  );
  return alone.length > MOST_SIGNS ? [] : alone.map((area) => scaled(area, step));
}

/** Whether two boxes share a row and come nearer to each other than that. */
function isNear(a: PixelBox, b: PixelBox, reach: number): boolean {
  return a.left < b.right + reach && b.left < a.right + reach && a.top < b.bottom && b.top < a.bottom;
}
