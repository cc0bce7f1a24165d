/** Documents made of given lines, to test configs and methods without a file. */

import { IDENTITY, type Point } from '../page/document/geometry.js';
import { makeLine } from '../page/document/line.js';
import { DocumentMemory, endOf, whileOpen } from '../page/document/memory.js';
import type { Document, Line, Page } from '../page/document/model.js';
import { sortPageLines } from '../page/document/order.js';
import type { PaintedPath } from '../page/document/page-graphics.js';
import type { LineSketch, PathSketch } from '../page/document/sketch.js';
import { across, along, axesOf, pointAt } from '../page/document/text-axes.js';
import { drawnGraphics } from '../page/ink/drawn-graphics.js';

/** Width of a character of 10 point text, about, in inches. */
const CHARACTER_WIDTH = 0.07;
/** 10 points, in inches. */
const LINE_HEIGHT = 0.139;
const LETTER = { width: 8.5, height: 11 };

/**
 * A document of letter pages with these lines, in document order, and with what is drawn on them, if anything is.
 *
 * @example
 * const document = documentFromLines([{ text: 'Total', left: 1, top: 1 }, { text: '$12.50', left: 3, top: 1 }]);
 * const { parsed_document } = await extract(document, config);
 */
export function documentFromLines(
  sketches: readonly LineSketch[],
  paths: readonly PathSketch[] = [],
): Document {
  const memory = new DocumentMemory();
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
      ...(paths.length > 0 && {
        graphics: whileOpen(drawnGraphics(LETTER, drawn, memory.page(`page ${index}`)), memory, index),
      }),
    };
  });
  return { contentType: 'text/plain', pages, pageCount: count, warnings: [], ...endOf(memory) };
}

function lineFrom({ text, left, top, width, height = LINE_HEIGHT, page = 0, angle = 0 }: LineSketch): Line {
  const axes = axesOf(angle);
  const length = width ?? text.length * CHARACTER_WIDTH;
  const corner = (u: number, v: number): Point =>
    pointAt(axes, along(axes, left, top) + u, across(axes, left, top) + v);
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
