/** Print that the network of detection passes over: figures and letters that are by themselves, as in narrow columns; figures in kinds.ts. */
import { boundingBox, grownBox } from '../../document/geometry.js';
import type { GreyBitmap, PixelBox } from '../../graphics/ink/grey.js';
import type { OcrText } from '../engine.js';
import { type Area, rimShare, type Sample } from '../tesseract/areas.js';
import { preparePart } from '../tesseract/scan.js';
import { scaled, unreadInk } from '../tesseract/unread.js';
import type { TurnedBox } from './rectangles.js';

/** Height of a sign, in inches: 5 to 18 points. */
const HEIGHT = { least: 0.06, most: 0.22 };
/** How many times as wide as high a sign is at most; letters that touch are wider. */
const WIDEST = 2.5;
/** Share of its box that a sign fills at most: more is a tick, a dash or a full stop. */
const FULLEST = 0.85;
/** Share of the edges of its box that a sign fills at most: more is the frame of a check box. */
const RIM = 0.8;
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
  const pieces = piecesOf(areas.filter((area) => isSign(area, sample, dpi)));
  if (pieces.length > MOST_PIECES) return [];
  return pieces.map((piece) => boxOf(scaled(piece, step)));
}

function isSign(area: Area, sample: Sample, dpi: number): boolean {
  const width = area.right - area.left;
  const height = area.bottom - area.top;
  if (height < HEIGHT.least * dpi || height > HEIGHT.most * dpi || width > WIDEST * height) return false;
  return area.count <= FULLEST * width * height && rimShare(area, sample) <= RIM;
}

/** Signs of one row that are near each other, as one box each. */
function piecesOf(signs: readonly PixelBox[]): readonly PixelBox[] {
  const pieces: PixelBox[] = [];
  for (const sign of signs.toSorted((a, b) => a.left - b.left)) {
    const at = pieces.findIndex((piece) => isBeside(piece, sign));
    if (at < 0) pieces.push(sign);
    else pieces[at] = around(pieces[at]!, sign);
  }
  return pieces.sort((a, b) => a.top - b.top);
}

function isBeside(piece: PixelBox, sign: PixelBox): boolean {
  const heights = [piece.bottom - piece.top, sign.bottom - sign.top];
  const shared = Math.min(piece.bottom, sign.bottom) - Math.max(piece.top, sign.top);
  return shared >= ONE_ROW * Math.min(...heights) && sign.left - piece.right <= NEAR * Math.max(...heights);
}

function around(a: PixelBox, b: PixelBox): PixelBox {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function boxOf(piece: PixelBox): TurnedBox {
  const { left, top, right, bottom } = grownBox(piece, MARGIN * (piece.bottom - piece.top));
  return {
    centre: { x: (left + right) / 2, y: (top + bottom) / 2 },
    width: right - left,
    height: bottom - top,
    degrees: 0,
  };
}
