/**
 * Print that the network of detection passes over: figures and letters that are by themselves, as in narrow columns,
 * and rows close to frames. That rows are read whole won a value each on three documents at 200 dpi, and captions of a
 * scan; none lost on 15. More figures in kinds.ts. Of 40 documents at 200 dpi 30 words are won on seven, none lost, and
 * 21 made wrong.
 */
import {
  boundingBox,
  boxHeight,
  boxWidth,
  grownBox,
  overlapY,
  unionBox,
} from '../../../page/document/geometry.js';
import type { GreyBitmap, PixelBox } from '../../../page/ink/grey.js';
import type { OcrText } from '../engine.js';
import { isSign, type SignSize } from '../scan/sign.js';
import { scaled, unreadInk } from '../scan/unread.js';
import { levelBox, type TurnedBox } from './rectangles.js';

/** Height of a sign, in inches: 5 to 18 points; letters that touch are wider than one. */
const SIGN: SignSize = { least: 0.06, most: 0.22, widest: 2.5 };
/** Signs this near to each other are read together, in their heights. */
const NEAR = 0.7;
/** Height of the least letter, in inches: an `x` of 5 points. Smaller ink is dust by itself. */
const LEAST_PART = 0.03;
/** Height of a row of print with tails, in that of its tallest piece at most: what is higher is two rows. */
const ONE_LINE = 1.5;
/** Part of the lower of two signs that both share when they are of one row. */
const ONE_ROW = 0.5;
/** White around what is read, in its heights: as the boxes of detection leave. */
const MARGIN = 0.3;
/** Most pieces of a page, and most ink areas: more are the grain of a photograph, or a drawing. */
const MOST_PIECES = 150;
const MOST_AREAS = 5_000;

/**
 * Boxes of print of which nothing has been read, from the top; none for a page that has more of it than a form.
 * @param image as `preparePart` gives it
 */
export function leftOutBoxes(image: GreyBitmap, read: readonly OcrText[]): readonly TurnedBox[] {
  const words = read.map(({ polygon }) => boundingBox(polygon));
  const { areas, sample, dpi, step } = unreadInk(image, words);
  if (areas.length > MOST_AREAS) return [];
  const signs = new Set<PixelBox>(areas.filter((area) => isSign(area, sample, dpi, SIGN)));
  const pieces = piecesOf(
    areas.filter((area) => signs.has(area) || isPart(area, dpi)),
    signs,
  );
  if (pieces.length > MOST_PIECES) return [];
  return pieces.map((piece) => boxOf(scaled(piece, step)));
}

/** Whether ink can be a part of print: an `l`, which fills its box as a rule does, or a small letter of small print. */
function isPart(area: PixelBox, dpi: number): boolean {
  const height = boxHeight(area);
  const isTall = height >= LEAST_PART * dpi && height <= SIGN.most * dpi;
  return isTall && boxWidth(area) <= SIGN.widest * height;
}

/** Ink of one row that is near each other, as one box each, where a sign is among it. */
function piecesOf(ink: readonly PixelBox[], signs: ReadonlySet<PixelBox>): readonly PixelBox[] {
  const pieces: { box: PixelBox; hasSign: boolean }[] = [];
  for (const area of ink.toSorted((a, b) => a.left - b.left)) {
    const piece = pieces.find(({ box }) => isBeside(box, area));
    if (!piece) {
      pieces.push({ box: area, hasSign: signs.has(area) });
      continue;
    }
    piece.box = unionBox(piece.box, area);
    piece.hasSign ||= signs.has(area);
  }
  return pieces.flatMap(({ box, hasSign }) => (hasSign ? box : [])).sort((a, b) => a.top - b.top);
}

function isBeside(piece: PixelBox, sign: PixelBox): boolean {
  const heights = [boxHeight(piece), boxHeight(sign)];
  return (
    boxHeight(unionBox(piece, sign)) <= ONE_LINE * Math.max(...heights) &&
    overlapY(piece, sign) >= ONE_ROW * Math.min(...heights) &&
    sign.left - piece.right <= NEAR * Math.max(...heights)
  );
}

function boxOf(piece: PixelBox): TurnedBox {
  return levelBox(grownBox(piece, MARGIN * boxHeight(piece)));
}
