/** What the verbosity of a config adds to values. */
// See docs/language/01-document-anchors-fields.md#62-verbosity-config-member
import type { Line, Region } from '../../page/document/model.js';
import { meanConfidence } from '../../page/document/reading.js';
import type { SearchPoint } from '../methods/definition.js';
import { certaintyOf } from './certainty.js';
import { printedLine, printedPoint } from './trace.js';

interface Origin {
  /** Lines that the value was built from; undefined for values whose parts show theirs. */
  readonly lines: readonly Line[] | undefined;
  /** Lines that the anchor matched. */
  readonly anchors: readonly Line[];
  readonly points: readonly SearchPoint[];
  readonly regions: readonly Region[];
}

/** From this verbosity on, values carry the lines that they were built from. */
const LINES_FROM = 1;
/** From this verbosity on, values carry search points, regions and confidences, and the result its text. */
export const GEOMETRY_FROM = 3;

/** A value with its lines, points and regions, as far as the verbosity asks for them. */
export function decorate(value: object, origin: Origin, verbosity: number): object {
  if (verbosity < LINES_FROM) return value;
  const lines = origin.lines && { lines: origin.lines.map((line) => shownLine(line, verbosity)) };
  if (verbosity < GEOMETRY_FROM) return { ...value, ...lines };
  const anchorConfidence = meanConfidence(origin.anchors.map(({ confidence }) => confidence));
  const valueConfidence = certaintyOf(value, origin.lines ?? [])?.confidence;
  return {
    ...value,
    ...lines,
    points: origin.points.map(printedPoint),
    regions: origin.regions,
    ...(anchorConfidence !== undefined && { anchorConfidence }),
    ...(valueConfidence !== undefined && { valueConfidence }),
  };
}

function shownLine(line: Line, verbosity: number) {
  if (verbosity >= GEOMETRY_FROM) return printedLine(line);
  const { text, page, boundingPolygon } = line;
  return { text, page, boundingPolygon };
}
