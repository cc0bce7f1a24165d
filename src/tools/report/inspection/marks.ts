/** Marks: places on a page in inches, with what they are. */
import { type Box, boxPolygon, type Point } from '../../../page/document/geometry.js';
import type { LayerName } from './layers.js';

/** Points in turn, x and y of each, in inches rounded to thousandths. */
export type Path = readonly number[];

/** A place on a page. */
export interface Mark {
  /** An area with one point is a point; an open one is a stretch of lines. */
  readonly path: Path;
  readonly open?: true;
  /** Not what was used in the end: dashed. */
  readonly faint?: true;
  /** Filled where the layer is not: a ticked box. */
  readonly filled?: true;
  /** For tooltips. */
  readonly title?: string;
}

/** A place that a field has to do with. */
export interface FieldMark extends Mark {
  readonly layer: LayerName;
  /** Zero-based page of the original file. */
  readonly page: number;
}

/** More decimals than thousandths of an inch nobody sees. */
const PRECISION = 1_000;

/** Points as a path. */
export function pathOf(points: readonly Point[]): Path {
  return points.flatMap(({ x, y }) => [rounded(x), rounded(y)]);
}

/** A rectangle as a path. */
export function boxPath(box: Box): Path {
  return pathOf(boxPolygon(box));
}

function rounded(inches: number): number {
  return Number.isFinite(inches) ? Math.round(inches * PRECISION) / PRECISION : 0;
}
