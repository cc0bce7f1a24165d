/**
 * The frame of a text direction: page coordinates turned about the page's origin so that the text runs
 * along the first axis. For horizontal text `along` is x and `across` is y.
 */
import type { Point } from '../geometry.js';

export interface Frame {
  readonly cos: number;
  readonly sin: number;
}

const HORIZONTAL: Frame = { cos: 1, sin: 0 };

/** The frame of text running at some angle in degrees (clockwise); exact for quarter turns. */
export function frameOf(angle: number): Frame {
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
export function along(frame: Frame, x: number, y: number): number {
  return x * frame.cos + y * frame.sin;
}

/** Position of a point across the text (growing downwards for the reader), in inches. */
export function across(frame: Frame, x: number, y: number): number {
  return y * frame.cos - x * frame.sin;
}

/** The point of the page at a position of the frame. */
export function pointAt(frame: Frame, u: number, v: number): Point {
  return { x: u * frame.cos - v * frame.sin, y: u * frame.sin + v * frame.cos };
}
