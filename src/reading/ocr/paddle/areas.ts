/** Where text is: from the probabilities of a network to boxes (differentiable binarisation, DB). */
// M. Liao et al., "Real-time Scene Text Detection with Differentiable Binarization", 2020, section 3.4, and the
// settings of PaddleOCR's `DBPostProcess` for PP-OCRv4.
import { angleDifference, type Point } from '../../../page/document/geometry.js';
import { boxAround, convexHull, grown, placeIn, smallestBox, type TurnedBox } from './rectangles.js';

/** The probability that a pixel belongs to the middle of a row of text, row by row from the top left. */
export interface TextMap {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** From this probability on a pixel is text (`det_db_thresh`). */
const TEXT = 0.3;
/** Least mean probability within a box (`det_db_box_thresh`). */
const LEAST_SCORE = 0.6;
/** How far boxes grow: by so many times their area over their outline (`det_db_unclip_ratio`; r' in the paper). */
const UNCLIP_RATIO = 1.5;
/** Shortest side of what is text before it grows, in pixels of the map (`min_size`). */
const LEAST_SIDE = 3;
/** Most boxes of a page; `max_candidates` is 1,000, but pages of small print hold more words. */
const MOST_AREAS = 4000;

/** Boxes of rows, or pieces of rows, of text; in pixels of the map. */
export function textAreas(map: TextMap): readonly TurnedBox[] {
  const hulls = components(map).map(convexHull);
  const boxes = hulls.map(smallestBox);
  const page = pageDegrees(boxes);
  return boxes.flatMap((own, i) => {
    const box = isOfPage(own, page) ? boxAround(hulls[i]!, page) : own;
    if (Math.min(box.width, box.height) < LEAST_SIDE || meanIn(own, map) < LEAST_SCORE) return [];
    return [grown(box, (box.width * box.height * UNCLIP_RATIO) / (2 * (box.width + box.height)))];
  });
}

/** Boxes at least so many times as long as high show the direction of their text. */
const LONG = 4;
/** Boxes of long text turned by less than this from the page, and all of shorter text, lie as the page does. */
const SAME_DIRECTION = 2;
/** Of shorter text, the direction of which is seen less exactly. */
const SHORT_DIRECTION = 12;
/** Text that rises by less than this over its length is level, in pixels of the map: the map is no finer. */
const LEVEL = 2;

/** The direction of most of the text of a page: the median of long boxes, each as heavy as it is long. */
function pageDegrees(boxes: readonly TurnedBox[]): number {
  const long = boxes
    .filter(({ width, height }) => width >= LONG * height)
    .map(({ degrees, width }) => ({ degrees, weight: width }))
    .sort((a, b) => a.degrees - b.degrees);
  const half = long.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let seen = 0;
  for (const { degrees, weight } of long) {
    seen += weight;
    if (seen >= half) return isLevel(degrees, weight) ? 0 : degrees;
  }
  return 0;
}

function isLevel(degrees: number, width: number): boolean {
  return Math.abs(Math.sin((degrees * Math.PI) / 180)) * width < LEVEL;
}

function isOfPage({ width, height, degrees }: TurnedBox, page: number): boolean {
  const isLong = Math.max(width, height) >= LONG * Math.min(width, height);
  const isSquare = Math.max(width, height) < 2 * Math.min(width, height);
  return isSquare || Math.abs(angleDifference(degrees, page)) < (isLong ? SAME_DIRECTION : SHORT_DIRECTION);
}

/** The ends of the rows of each stretch of text that hangs together, also by corners. */
function components({ width, height, data }: TextMap): Point[][] {
  const left = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) if (data[at]! > TEXT) left[at] = 1;
  const found: Point[][] = [];
  const open: number[] = [];
  const visit = (at: number) => {
    if (left[at] !== 1) return;
    left[at] = 0;
    open.push(at);
  };
  for (let start = left.indexOf(1); start >= 0 && found.length < MOST_AREAS; start = left.indexOf(1, start)) {
    visit(start);
    const rows = new Map<number, { first: number; last: number }>();
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const x = at % width;
      const y = Math.floor(at / width);
      const row = rows.get(y);
      if (row) {
        row.first = Math.min(row.first, x);
        row.last = Math.max(row.last, x);
      } else {
        rows.set(y, { first: x, last: x });
      }
      for (let below = Math.max(0, y - 1); below <= Math.min(height - 1, y + 1); below++) {
        for (let beside = Math.max(0, x - 1); beside <= Math.min(width - 1, x + 1); beside++) {
          visit(below * width + beside);
        }
      }
    }
    found.push(
      [...rows].flatMap(([y, { first, last }]) => [
        { x: first, y },
        { x: first, y: y + 1 },
        { x: last + 1, y },
        { x: last + 1, y: y + 1 },
      ]),
    );
  }
  return found;
}

/** The mean probability of the pixels in a box (`box_score_fast`). */
function meanIn(box: TurnedBox, { width, height, data }: TextMap): number {
  const place = placeIn(box);
  const columns = Math.max(1, Math.round(box.width));
  const rows = Math.max(1, Math.round(box.height));
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const { x, y } = place({
        x: ((column + 0.5) * box.width) / columns,
        y: ((row + 0.5) * box.height) / rows,
      });
      const across = Math.min(width - 1, Math.max(0, Math.floor(x)));
      const down = Math.min(height - 1, Math.max(0, Math.floor(y)));
      sum += data[down * width + across]!;
    }
  }
  return sum / (rows * columns);
}
