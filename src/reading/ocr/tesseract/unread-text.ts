/** Where text is on a page that has not been read, and in which direction it runs. */
import { isInside } from '../../../page/document/geometry.js';
import type { PixelBox } from '../../../page/ink/grey.js';
import { darkAreas, type Sample } from '../scan/areas.js';
import { scaled, type UnreadInk } from '../scan/unread.js';

/** A piece of a page and the direction of its text. */
export interface TextArea {
  /** In pixels of the picture. */
  readonly box: PixelBox;
  /** Clockwise, from -90 to 90; which end is up is open. */
  readonly degrees: number;
}

/** Pieces of text that has not been read, the largest first. */
interface UnreadText {
  readonly level: readonly TextArea[];
  readonly slanted: readonly TextArea[];
}

/** Longest side of a letter, in inches: longer ones are rulings, frames and drawings. */
const LETTER = 0.4;
/** Letters nearer to each other than this belong together, in inches. */
const NEAR = 0.08;
/** Sides of a piece of text, in inches: the longer one at least, and both at most. */
const LONG = { least: 0.3, most: 4 };
/** Letters of the shortest piece of text. */
const LEAST_LETTERS = 3;
/** Dark pixels of the least text, at the sample's resolution. */
const LEAST_INK = 90;
/** Text that is turned by less than this is read with the rows of its page, in degrees. */
const LEAST_TURN = 12;
/** The direction in which text is looked for first, then about the best one, in degrees. */
const COARSE_STEP = 4;
const FINE_STEP = 1;
/** Unread letters of a page; more are the grain of a photograph. */
const MOST_LETTERS = 20_000;
/** Most pieces of a page that are level, and that are not; the largest are taken. */
const MOST_AREAS = 8;

/** What ink that has not been read can be text, by where letters are near each other. */
export function unreadText({ sample, areas, dpi, step }: UnreadInk): UnreadText {
  const letters = areas.filter((area) => longSide(area) <= LETTER * dpi);
  if (letters.length > MOST_LETTERS) return { level: [], slanted: [] };
  const pieces = piecesOf(letters, sample, dpi)
    .flatMap((piece) => {
      const degrees = directionOf(inkIn(piece, letters, sample));
      return degrees === undefined ? [] : [{ piece, degrees }];
    })
    .sort((a, b) => longSide(b.piece) - longSide(a.piece))
    .map(({ piece, degrees }) => ({ box: scaled(piece, step), degrees }));
  const isLevel = ({ degrees }: TextArea) => Math.abs(degrees) < LEAST_TURN;
  return {
    level: pieces.filter(isLevel).slice(0, MOST_AREAS),
    slanted: pieces.filter((piece) => !isLevel(piece)).slice(0, MOST_AREAS),
  };
}

function longSide({ left, top, right, bottom }: PixelBox): number {
  return Math.max(right - left, bottom - top);
}

/** Boxes of letters that are near each other, where they can be text. */
function piecesOf(letters: readonly PixelBox[], { width, height }: Sample, dpi: number): readonly PixelBox[] {
  const reach = Math.ceil((NEAR * dpi) / 2);
  const spread = new Uint8Array(width * height);
  for (const { left, top, right, bottom } of letters) {
    const from = Math.max(0, left - reach);
    const to = Math.min(width, right + reach);
    const last = Math.min(height, bottom + reach);
    for (let y = Math.max(0, top - reach); y < last; y++) spread.fill(1, y * width + from, y * width + to);
  }
  return darkAreas({ width, height, dark: spread }).filter((piece) => {
    const side = longSide(piece) - 2 * reach;
    if (side < LONG.least * dpi || side > LONG.most * dpi) return false;
    return letters.filter((letter) => isInside(letter, piece)).length >= LEAST_LETTERS;
  });
}

/** Places of dark pixels, seen from the top left of their piece. */
interface Ink {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** How far from there the farthest may be. */
  readonly reach: number;
}

/** The dark pixels of the letters of a piece. */
function inkIn(piece: PixelBox, letters: readonly PixelBox[], { width, dark }: Sample): Ink {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const letter of letters) {
    if (!isInside(letter, piece)) continue;
    for (let y = letter.top; y < letter.bottom; y++) {
      for (let x = letter.left; x < letter.right; x++) {
        if (dark[y * width + x] === 0) continue;
        xs.push(x - piece.left);
        ys.push(y - piece.top);
      }
    }
  }
  return { xs, ys, reach: Math.ceil(Math.hypot(piece.right - piece.left, piece.bottom - piece.top)) };
}

/** The direction in which ink falls into the fewest and fullest rows; undefined for too little ink. */
function directionOf(ink: Ink): number | undefined {
  if (ink.xs.length < LEAST_INK) return undefined;
  let best = fullest(ink, -90, 90 - COARSE_STEP / 2, COARSE_STEP);
  best = fullest(ink, best - COARSE_STEP + FINE_STEP, best + COARSE_STEP - FINE_STEP, FINE_STEP);
  return best;
}

function fullest(ink: Ink, from: number, to: number, step: number): number {
  let best = from;
  let highest = 0;
  for (let degrees = from; degrees <= to; degrees += step) {
    const fullness = rowFullness(ink, degrees);
    if (fullness <= highest) continue;
    highest = fullness;
    best = degrees;
  }
  return best;
}

/**
 * Sum of the squared counts of pixels in each row, when rows run at an angle. Neighbours count by half, as level and
 * upright rows would else be the fullest: no pixel of theirs lies between two rows.
 */
function rowFullness({ xs, ys, reach }: Ink, degrees: number): number {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const counts = new Uint32Array(2 * reach + 3);
  for (let i = 0; i < xs.length; i++) counts[Math.round(ys[i]! * cos - xs[i]! * sin) + reach + 1]!++;
  let sum = 0;
  for (let row = 1; row < counts.length - 1; row++) {
    sum += (counts[row - 1]! + 2 * counts[row]! + counts[row + 1]!) ** 2;
  }
  return sum;
}
