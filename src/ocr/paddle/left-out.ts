/** Print that the network of detection passes over: figures and letters that are by themselves, as in narrow columns; figures in kinds.ts. */
import {
  boundingBox,
  boxHeight,
  boxWidth,
  centreX,
  centreY,
  grownBox,
  overlapY,
  unionBox,
} from '../../document/geometry.js';
import type { GreyBitmap, PixelBox } from '../../graphics/ink/grey.js';
import type { OcrText } from '../engine.js';
import { preparePart } from '../scan/scan.js';
import { isSign, type SignSize } from '../scan/sign.js';
import { scaled, unreadInk } from '../scan/unread.js';
import type { TurnedBox } from './rectangles.js';

/** Height of a sign, in inches: 5 to 18 points; letters that touch are wider than one. */
const SIGN: SignSize = { least: 0.06, most: 0.22, widest: 2.5 };
/** Signs this near to each other are read together, in their heights. */
const NEAR = 0.7;
/** Part of the lower of two signs that both share when they are of one row. */
const ONE_ROW = 0.5;
/** White around what is read, in its heights: as the boxes of detection leave. */
const MARGIN = 0.3;
/** Most pieces of a page, and most ink areas: more are the grain of a photograph, or a drawing. */
const MOST_PIECES = 150;
const MOST_AREAS = 5_000;

/** Boxes of print of which nothing has been read, from the top; none for a page that has more of it than a form. */
export function leftOutBoxes(image: GreyBitmap, read: readonly OcrText[]): readonly TurnedBox[] {
  const scan = preparePart(image);
  if (!scan) return [];
  const words = read.map(({ polygon }) => boundingBox(polygon));
  const { areas, sample, dpi, step } = unreadInk(scan.image, words);
  if (areas.length > MOST_AREAS) return [];
  const pieces = piecesOf(areas.filter((area) => isSign(area, sample, dpi, SIGN)));
  if (pieces.length > MOST_PIECES) return [];
  return pieces.map((piece) => boxOf(scaled(piece, step)));
}

/** Signs of one row that are near each other, as one box each. */
function piecesOf(signs: readonly PixelBox[]): readonly PixelBox[] {
  const pieces: PixelBox[] = [];
  for (const sign of signs.toSorted((a, b) => a.left - b.left)) {
    const at = pieces.findIndex((piece) => isBeside(piece, sign));
    if (at < 0) pieces.push(sign);
    else pieces[at] = unionBox(pieces[at]!, sign);
  }
  return pieces.sort((a, b) => a.top - b.top);
}

function isBeside(piece: PixelBox, sign: PixelBox): boolean {
  const heights = [boxHeight(piece), boxHeight(sign)];
  return (
    overlapY(piece, sign) >= ONE_ROW * Math.min(...heights) &&
    sign.left - piece.right <= NEAR * Math.max(...heights)
  );
}

function boxOf(piece: PixelBox): TurnedBox {
  const box = grownBox(piece, MARGIN * boxHeight(piece));
  return {
    centre: { x: centreX(box), y: centreY(box) },
    width: boxWidth(box),
    height: boxHeight(box),
    degrees: 0,
  };
}
