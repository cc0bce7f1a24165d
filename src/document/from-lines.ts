/** Documents made of given lines, to test configs and methods without a file. */
import { IDENTITY, type Point } from '../geometry.js';
import type { PaintedPath } from '../pdf/engine.js';
import { across, along, frameOf, pointAt } from './frame.js';
import { drawnGraphics } from './ink/drawn-graphics.js';
import { makeLine } from './line.js';
import type { Document, Line, Page } from './model.js';
import { sortPageLines } from './order.js';

/** A line of text by its place; all lengths in inches. */
export interface LineSketch {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  /** Default: 0.07 in a character. */
  readonly width?: number;
  /** Default: 0.139 in, 10 points. */
  readonly height?: number;
  /** Zero-based; default 0. */
  readonly page?: number;
  /** Direction of the text in degrees, clockwise; the line is turned about its top left corner. Default 0. */
  readonly angle?: number;
}

/** Width of a character of 10 point text, about, in inches. */
const CHARACTER_WIDTH = 0.07;
/** 10 points, in inches. */
const LINE_HEIGHT = 0.139;
const LETTER = { width: 8.5, height: 11 };

/** A line drawn in black from point to point. */
export interface PathSketch {
  /** x and y of each point in turn, in inches. */
  readonly points: readonly number[];
  /** Draw back to the first point; default false. */
  readonly closed?: boolean;
  /** Zero-based; default 0. */
  readonly page?: number;
}

/** A document of letter pages with these lines, in document order, and with what is drawn on them, if anything is. */
export function documentFromLines(
  sketches: readonly LineSketch[],
  paths: readonly PathSketch[] = [],
): Document {
  const count = Math.max(1, ...[...sketches, ...paths].map(({ page = 0 }) => page + 1));
  const pages = Array.from({ length: count }, (_, index): Page => {
    const lines = sketches.filter(({ page = 0 }) => page === index).map(lineFrom);
    const drawn = paths.filter(({ page = 0 }) => page === index).map(pathFrom);
    return {
      index,
      ...LETTER,
      rotation: 0,
      transform: IDENTITY,
      lines: sortPageLines(lines),
      ...(paths.length > 0 && { graphics: drawnGraphics(LETTER, drawn) }),
    };
  });
  return { contentType: 'text/plain', pages, pageCount: count, warnings: [], close: async () => undefined };
}

function lineFrom({ text, left, top, width, height = LINE_HEIGHT, page = 0, angle = 0 }: LineSketch): Line {
  const frame = frameOf(angle);
  const length = width ?? text.length * CHARACTER_WIDTH;
  const corner = (u: number, v: number): Point =>
    pointAt(frame, along(frame, left, top) + u, across(frame, left, top) + v);
  return makeLine({
    rawText: text,
    page,
    boundingPolygon: [corner(0, 0), corner(length, 0), corner(length, height), corner(0, height)],
    source: 'text',
    angle,
  });
}

/** Width of a drawn line in inches. */
const PEN = 0.01;

function pathFrom({ points, closed = false }: PathSketch): PaintedPath {
  const corners = points.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: points[i + 1] ?? 0 }] : []));
  return {
    subpaths: [{ points: corners, closed, curved: false }],
    stroke: { luminance: 0, alpha: 1, width: PEN },
  };
}
