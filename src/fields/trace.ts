/** Where the value of a field came from, or why there is none. */
import type { Line, Region } from '../document/model.js';
import type { Point } from '../geometry.js';
import type { SearchPoint } from '../methods/definition.js';

/** A line as results print it. */
export interface PrintedLine {
  readonly text: string;
  /** Zero-based page of the original file. */
  readonly page: number;
  readonly boundingPolygon: readonly Point[];
  readonly confidence?: number;
}

/** A line that the anchor matched. */
export interface TracedAnchor extends PrintedLine {
  /** Matched characters of the line's text, the end exclusive. */
  readonly range: readonly [number, number];
  /** Whether the value was taken from here. */
  readonly used: boolean;
  /** Why nothing was taken from here. */
  readonly reason?: string;
}

/** Text that the method captured. */
export interface TracedPiece extends PrintedLine {
  readonly kept: boolean;
  /** Which filter dropped it. */
  readonly reason?: string;
}

/** The trace of one field of the config. */
export interface FieldTrace {
  /** Printed config path, e.g. `fields[3]`. */
  readonly path: string;
  readonly method: string;
  readonly anchors: readonly TracedAnchor[];
  readonly captured: readonly TracedPiece[];
  /** Lines that the value was built from. */
  readonly lines: readonly PrintedLine[];
  readonly points: readonly SearchPoint[];
  readonly regions: readonly Region[];
  /** Why the value is null, or why the field did not run. */
  readonly reason?: string;
}

export function printedLine(line: Line): PrintedLine {
  return {
    text: line.text,
    page: line.page,
    boundingPolygon: line.boundingPolygon,
    ...(line.confidence !== undefined && { confidence: line.confidence }),
  };
}
