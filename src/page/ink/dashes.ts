/** What is left of a line when its dashes are painted. */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths
import { distance, type Point } from '../document/geometry.js';
import type { Dashes } from '../document/page-graphics.js';

/** Gaps up to this long are painted through, in inches. */
// See docs/language/02-layout-methods-geometry.md#8-ink-layers-pixels-and-vector-paths
const CLOSED_GAP = 0.03;
/** Rounding of sums of inches. */
const ROUNDING = 1e-9;

/** A piece of a pattern: painted up to `end` from the start of the pattern, or not. */
interface Stretch {
  readonly painted: boolean;
  readonly end: number;
}

/**
 * The painted pieces of a polyline, short gaps closed; the line itself where its pattern has no longer gap.
 * @param points of the line, the first one again at the end of a closed one, in inches
 */
export function* dashedPieces(points: readonly Point[], dashes: Dashes): Generator<readonly Point[]> {
  const pattern = stretchesOf(dashes.lengths);
  const period = pattern.at(-1)?.end ?? 0;
  if (period <= 0 || period === Number.POSITIVE_INFINITY || pattern.every(({ painted }) => painted)) {
    yield points;
    return;
  }
  let along = ((dashes.phase % period) + period) % period;
  let index = along === 0 ? 0 : pattern.findIndex(({ end }) => end > along);
  let piece: Point[] = [];
  for (let i = 1; i < points.length; i++) {
    const start = points[i - 1]!;
    const length = distance(start, points[i]!);
    for (let done = 0; done < length; ) {
      const { painted, end } = pattern[index]!;
      const from = done;
      done = Math.min(length, done + end - along);
      if (painted) {
        if (piece.length === 0) piece.push(pointAt(start, points[i]!, from / length));
        piece.push(pointAt(start, points[i]!, done / length));
      }
      along += done - from;
      if (done === length && along < end - ROUNDING) break;
      if (piece.length > 0) yield piece;
      piece = [];
      index = (index + 1) % pattern.length;
      along = index === 0 ? 0 : end;
    }
  }
  if (piece.length > 0) yield piece;
}

function pointAt(start: Point, end: Point, share: number): Point {
  return { x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) };
}

/** A pattern of lengths, painted and not in turn, as stretches; an odd number of lengths is taken twice. */
function stretchesOf(lengths: readonly number[]): readonly Stretch[] {
  const all = lengths.length % 2 === 0 ? lengths : [...lengths, ...lengths];
  const stretches: Stretch[] = [];
  let end = 0;
  for (const [index, length] of all.entries()) {
    end += length;
    const painted = index % 2 === 0 || length <= CLOSED_GAP + ROUNDING;
    if (stretches.at(-1)?.painted === painted) stretches.pop();
    stretches.push({ painted, end });
  }
  return stretches;
}
