/** Documents made of given lines, to test configs and methods without a file. */
import { boxPolygon, IDENTITY } from '../geometry.js';
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
}

/** Width of a character of 10 point text, about, in inches. */
const CHARACTER_WIDTH = 0.07;
/** 10 points, in inches. */
const LINE_HEIGHT = 0.139;
const LETTER = { width: 8.5, height: 11 };

/** A document of letter pages with these lines, in document order. */
export function documentFromLines(sketches: readonly LineSketch[]): Document {
  const count = Math.max(1, ...sketches.map(({ page = 0 }) => page + 1));
  const pages = Array.from({ length: count }, (_, index): Page => {
    const lines = sketches.filter(({ page = 0 }) => page === index).map(lineFrom);
    return { index, ...LETTER, rotation: 0, transform: IDENTITY, lines: sortPageLines(lines) };
  });
  return { contentType: 'text/plain', pages, pageCount: count, warnings: [], close: async () => undefined };
}

function lineFrom({ text, left, top, width, height = LINE_HEIGHT, page = 0 }: LineSketch): Line {
  const right = left + (width ?? text.length * CHARACTER_WIDTH);
  return makeLine({
    rawText: text,
    page,
    boundingPolygon: boxPolygon({ left, top, right, bottom: top + height }),
    source: 'text',
  });
}
