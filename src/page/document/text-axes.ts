/**
 * The axes of a text direction: page coordinates turned about the page's origin so that the text runs
 * along the first axis. For horizontal text `along` is x and `across` is y.
 */
import type { Point } from './geometry.js';

export interface TextAxes {
  readonly cos: number;
  readonly sin: number;
}

const HORIZONTAL: TextAxes = { cos: 1, sin: 0 };

/** The axes of text running at some angle in degrees (clockwise); exact for quarter turns. */
export function axesOf(angle: number): TextAxes {
  switch (angle) {
    case 0:
      return HORIZONTAL;
    case 90:
      return { cos: 0, sin: 1 };
    case 180:
    case -180:
      return { cos: -1, sin: 0 };
    case -90:
    case 270:
      return { cos: 0, sin: -1 };
    default: {
      const radians = (angle * Math.PI) / 180;
      return { cos: Math.cos(radians), sin: Math.sin(radians) };
    }
  }
}

/** Position of a point along the text, in inches. */
export function along(axes: TextAxes, x: number, y: number): number {
  return x * axes.cos + y * axes.sin;
}

/** Position of a point across the text (growing downwards for the reader), in inches. */
export function across(axes: TextAxes, x: number, y: number): number {
  return y * axes.cos - x * axes.sin;
}

/** The point of the page at a position of the axes. */
export function pointAt(axes: TextAxes, u: number, v: number): Point {
  return { x: u * axes.cos - v * axes.sin, y: u * axes.sin + v * axes.cos };
}
