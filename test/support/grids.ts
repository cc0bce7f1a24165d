import type { PaintedPath } from '../../src/page/document/page-graphics.js';
import type { PathSketch } from '../../src/page/document/sketch.js';
import type { Ruling } from '../../src/page/drawn/rulings.js';
import { type Pen, stroke } from './paths.js';

/** A horizontal ruling at `at`. */
export function across(at: number, from: number, to: number): Ruling {
  return { orientation: 'horizontal', at, from, to };
}

/** A vertical ruling at `at`. */
export function down(at: number, from: number, to: number): Ruling {
  return { orientation: 'vertical', at, from, to };
}

/** The rulings of a full grid. */
export function gridRulings(xs: readonly number[], ys: readonly number[]): Ruling[] {
  const [left, right] = [xs[0]!, xs.at(-1)!];
  const [top, bottom] = [ys[0]!, ys.at(-1)!];
  return [...ys.map((y) => across(y, left, right)), ...xs.map((x) => down(x, top, bottom))];
}

/** Rulings as drawn lines. */
export function drawn(rulings: readonly Ruling[], page = 0): PathSketch[] {
  return rulings.map(({ orientation, at, from, to }) => ({
    points: orientation === 'horizontal' ? [from, at, to, at] : [at, from, at, to],
    page,
  }));
}

/** Rulings as painted paths, black unless told otherwise. */
export function painted(rulings: readonly Ruling[], pen: Pen = {}): PaintedPath[] {
  return drawn(rulings).map(({ points }) => stroke(points, pen));
}
