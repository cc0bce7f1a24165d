/**
 * Rulings: the straight lines that bound cells, from painted paths. Of 20,449 values and cells of 137 documents
 * thresholds a fifth smaller change 119 of 2, a quarter larger 4 of one.
 */
// See docs/language/03-layout-methods-ranges-tables.md#391-rulings-from-vector-paths
import { boundingBox, boxHeight, boxWidth, centreX, centreY, type Point } from '../document/geometry.js';
import type { Paint, PaintedPath, Subpath } from '../document/page-graphics.js';

/** A horizontal or vertical line; all lengths in inches. */
export interface Ruling {
  readonly orientation: 'horizontal' | 'vertical';
  /** y of a horizontal, x of a vertical line. */
  readonly at: number;
  /** Its ends along the other axis, `from < to`. */
  readonly from: number;
  readonly to: number;
}

/** Rulings this near to each other have one coordinate, in inches. */
// See docs/language/03-layout-methods-ranges-tables.md#39-the-table-recogniser
export const SNAP = 0.03;

/** Shortest ruling, in inches. */
const MIN_LENGTH = 0.08;
/** Thickest filled or outlined box that is a ruling, in inches. */
const MAX_BOX = 0.05;
/** Widest stroke that is a ruling: 4 points, in inches (white strokes of 12 paint backgrounds of fields). */
const MAX_STROKE = 4 / 72 + 1e-6;
/** Slope of a segment that counts as axis-parallel: 1 degree. */
const MAX_SLOPE = Math.tan(Math.PI / 180);
/** Paint at least this bright, or fainter than this opacity, cannot be seen on white. */
const INVISIBLE_LUMINANCE = 0.95;
const INVISIBLE_ALPHA = 0.1;
/** From this many rulings of one direction on a page is a drawing, of which only long lines are kept. */
const DRAWING_COUNT = 2_000;
const DRAWING_LENGTH = 0.3;
/** Widest cluster of coordinates that become one, in inches. */
const CLUSTER_WIDTH = 0.06;
/** Gap that is closed between two pieces of a ruling, in inches. */
const JOIN_GAP = 0.05;
/** Rounding of sums of inches. */
const ROUNDING = 1e-9;

/** What to take for rulings. */
export interface RulingOptions {
  /** Also the edges of larger coloured fills: a second try where hard lines give no grid. */
  readonly fillEdges?: boolean;
}

/** The rulings that the paths of a page paint, snapped and joined, horizontal ones first. */
export function vectorRulings(paths: readonly PaintedPath[], options: RulingOptions = {}): readonly Ruling[] {
  const segments: Ruling[] = [];
  for (const path of paths) {
    if (path.annotation) continue;
    const stroked = path.stroke !== undefined && isVisible(path.stroke) && path.stroke.width <= MAX_STROKE;
    const filled = path.fill !== undefined && isVisible(path.fill);
    if (!stroked && !filled) continue;
    const edges = stroked || options.fillEdges === true;
    for (const subpath of path.subpaths) addSegments(subpath, filled, edges, segments);
  }
  return joinRulings(segments);
}

function isVisible({ luminance, alpha }: Paint): boolean {
  return luminance < INVISIBLE_LUMINANCE && alpha >= INVISIBLE_ALPHA;
}

/** A thin box gives its centre line, anything else its axis-parallel edges. */
function addSegments(subpath: Subpath, filled: boolean, edges: boolean, into: Ruling[]): void {
  const { points, closed } = subpath;
  const isShape = points.length > 2 && (closed || filled);
  const thin = isShape ? centreLine(points) : undefined;
  if (thin) into.push(thin);
  else if (edges) {
    for (let i = 1; i < points.length; i++) addEdge(points[i - 1]!, points[i]!, into);
    if (isShape) addEdge(points.at(-1)!, points[0]!, into);
  }
}

function centreLine(points: readonly Point[]): Ruling | undefined {
  const box = boundingBox(points);
  const width = boxWidth(box);
  const height = boxHeight(box);
  if (height <= MAX_BOX + ROUNDING && width >= MIN_LENGTH - ROUNDING) {
    return { orientation: 'horizontal', at: centreY(box), from: box.left, to: box.right };
  }
  if (width <= MAX_BOX + ROUNDING && height >= MIN_LENGTH - ROUNDING) {
    return { orientation: 'vertical', at: centreX(box), from: box.top, to: box.bottom };
  }
  return undefined;
}

function addEdge(a: Point, b: Point, into: Ruling[]): void {
  const dx = Math.abs(b.x - a.x);
  const dy = Math.abs(b.y - a.y);
  if (Math.max(dx, dy) < MIN_LENGTH - ROUNDING) return;
  if (dy <= MAX_SLOPE * dx) {
    const [from, to] = a.x <= b.x ? [a.x, b.x] : [b.x, a.x];
    into.push({ orientation: 'horizontal', at: (a.y + b.y) / 2, from, to });
  } else if (dx <= MAX_SLOPE * dy) {
    const [from, to] = a.y <= b.y ? [a.y, b.y] : [b.y, a.y];
    into.push({ orientation: 'vertical', at: (a.x + b.x) / 2, from, to });
  }
}

/**
 * Snaps segments that lie side by side to one coordinate and joins those that meet: horizontal ones from the top,
 * then vertical ones from the left.
 */
export function joinRulings(segments: readonly Ruling[]): readonly Ruling[] {
  return (['horizontal', 'vertical'] as const).flatMap((orientation) => {
    const all = segments.filter((segment) => segment.orientation === orientation);
    const kept =
      all.length > DRAWING_COUNT ? all.filter(({ from, to }) => to - from >= DRAWING_LENGTH - ROUNDING) : all;
    return clustersOf(kept).flatMap(joined);
  });
}

/** Segments by coordinate: each within a step of the one before, and all within the width of a cluster. */
function clustersOf(segments: readonly Ruling[]): Ruling[][] {
  const clusters: Ruling[][] = [];
  for (const segment of [...segments].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const cluster = clusters.at(-1);
    const isNear =
      cluster &&
      segment.at - cluster.at(-1)!.at <= SNAP + ROUNDING &&
      segment.at - cluster[0]!.at <= CLUSTER_WIDTH + ROUNDING;
    if (isNear) cluster.push(segment);
    else clusters.push([segment]);
  }
  return clusters;
}

/** The rulings of a cluster, at the mean of its coordinates weighted by length. */
function joined(cluster: readonly Ruling[]): Ruling[] {
  let length = 0;
  let weighted = 0;
  for (const { at, from, to } of cluster) {
    length += to - from;
    weighted += at * (to - from);
  }
  const { orientation } = cluster[0]!;
  const at = weighted / length;
  const rulings: { orientation: Ruling['orientation']; at: number; from: number; to: number }[] = [];
  for (const { from, to } of [...cluster].sort((a, b) => a.from - b.from)) {
    const last = rulings.at(-1);
    if (last && from - last.to <= JOIN_GAP + ROUNDING) last.to = Math.max(last.to, to);
    else rulings.push({ orientation, at, from, to });
  }
  return rulings;
}
