/** Print whose signs are all equally wide, as that of tills and old printers: which gaps in it are spaces; figures in kinds.ts. */
import type { RowInk, Stretch } from './row-ink.js';

/** Cells of a row, in columns of its picture: sign number n of them has its middle at `start + n * width`. */
export interface Cells {
  readonly width: number;
  readonly start: number;
}

/** Signs that are needed to tell, and where other rows of the page have told the width of their cells. */
const LEAST_SIGNS = { alone: 10, known: 4 };
/**
 * How well signs must stand in their cells: the mean resultant length of their middles on a circle one cell round
 * (K. Mardia and P. Jupp, "Directional Statistics", 2000, section 2.2.1); 1 is exactly, signs set at random have 0.
 * Arial's capitals, which are nearly equally wide, reach 0.6 over ten letters.
 */
const LEAST_FIT = { alone: 0.8, known: 0.85 };
/** Widths that are tried, as shares of the usual distance from sign to sign. */
const TRIED = { from: 0.85, to: 1.15 };
/** Steps between them, as share of the width over the number of cells in the row. */
const STEP = 0.1;
/** Ink wider than this is several signs that touch, in heights of the ink. */
const ONE_SIGN = 1.1;

/**
 * The cells in which the signs of a row stand; undefined where they stand in none, or are too few to tell.
 * @param known width of the cells of other rows of this size
 */
export function cellsOf(ink: RowInk, known?: number): Cells | undefined {
  const size = ink.bottom - ink.top;
  const middles = stretchesOf(ink)
    .filter(({ from, to }) => to - from <= ONE_SIGN * size)
    .map(({ from, to }) => (from + to) / 2);
  const kind = known === undefined ? 'alone' : 'known';
  if (middles.length < LEAST_SIGNS[kind]) return undefined;
  const usual = known ?? usualDistance(middles);
  const length = ink.right - ink.left;
  let best = { fit: 0, width: usual };
  for (let width = TRIED.from * usual; width <= TRIED.to * usual; width += (STEP * width * width) / length) {
    const { fit } = phaseOf(middles, width);
    if (fit > best.fit) best = { fit, width };
  }
  if (best.fit < LEAST_FIT[kind]) return undefined;
  return { width: best.width, start: phaseOf(middles, best.width).start };
}

/** Whether there is an empty cell in a gap between two signs. */
export function isSpace(blank: Stretch, ink: RowInk, { width, start }: Cells): boolean {
  const signs = stretchesOf(ink);
  const left = signs.find(({ to }) => to === blank.from);
  const right = signs.find(({ from }) => from === blank.to);
  if (!left || !right) return false;
  // Of signs that touch, those beside the gap.
  const last = Math.max((left.from + left.to) / 2, left.to - width / 2);
  const first = Math.min((right.from + right.to) / 2, right.from + width / 2);
  const cellOf = (middle: number) => Math.round((middle - start) / width);
  return cellOf(first) - cellOf(last) > 1;
}

/** The columns that have ink, from the left. */
function stretchesOf({ left, right, blanks }: RowInk): readonly Stretch[] {
  const starts = [left, ...blanks.map(({ to }) => to)];
  const ends = [...blanks.map(({ from }) => from), right];
  return starts.map((from, index) => ({ from, to: ends[index]! }));
}

/** The median distance between neighbours. */
function usualDistance(middles: readonly number[]): number {
  const distances = middles.slice(1).map((middle, index) => middle - middles[index]!);
  return distances.sort((a, b) => a - b)[distances.length >> 1]!;
}

/** How well places stand at multiples of a width, and where those begin. */
function phaseOf(places: readonly number[], width: number): { readonly fit: number; readonly start: number } {
  let [x, y] = [0, 0];
  for (const place of places) {
    const angle = (2 * Math.PI * place) / width;
    x += Math.cos(angle);
    y += Math.sin(angle);
  }
  return { fit: Math.hypot(x, y) / places.length, start: (Math.atan2(y, x) / (2 * Math.PI)) * width };
}
