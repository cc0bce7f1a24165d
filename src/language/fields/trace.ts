/** Where the value of a field came from, or why there is none. */

import { formatPath, type PathStep } from '../../errors.js';
import { type Point, roundPoint } from '../../page/document/geometry.js';
import type { Line, Region, Word } from '../../page/document/model.js';
import type { SearchedTable, SearchPoint } from '../methods/definition.js';
import type { ModelTrace } from './model/trace.js';

/** A word that an OCR engine read, as results print it. */
interface PrintedWord {
  readonly text: string;
  readonly boundingPolygon: readonly Point[];
  /** 0 to 1. */
  readonly confidence: number;
}

/** A line as results print it. */
export interface PrintedLine {
  readonly text: string;
  /** Zero-based page of the original file. */
  readonly page: number;
  readonly boundingPolygon: readonly Point[];
  /** Mean over the words, 0 to 1; only of text read by OCR. */
  readonly confidence?: number;
  /** Only of text read by OCR, in the order of the line; those of which the engine said how sure it is. */
  readonly words?: readonly PrintedWord[];
}

/** A line that the anchor matched. */
export interface TracedAnchor extends PrintedLine {
  /** Matched characters of the line's text, the end exclusive. */
  readonly range: readonly [number, number];
  /** Whether the value was taken from here. */
  readonly used: boolean;
  /** Why nothing was taken from here. */
  readonly reason?: string;
  /** How it was found, where OCR misread what the config looks for: `matched in spite of OCR: "LoanTerm"`. */
  readonly note?: string;
}

/** Text that the method captured. */
export interface TracedPiece extends PrintedLine {
  readonly kept: boolean;
  /** Which filter dropped it. */
  readonly reason?: string;
}

/** A section, or a row of cells: its group, and its position among all that were cut. */
export interface SectionPlace {
  readonly group: string;
  readonly index: number;
}

/** What lines take up on a page, in inches; for columns from side to side, too. */
export interface Bracket {
  /** Zero-based page of the original file. */
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
  readonly left?: number;
  readonly right?: number;
}

/** A section that a sections field cut out. */
export interface SectionTrace {
  /** Position among all sections that were cut. */
  readonly index: number;
  /** Whether it is in the result: it has all required fields. */
  readonly used: boolean;
  /** Whether viewers show its brackets. */
  readonly display: boolean;
  /** Of its own lines, page by page. */
  readonly brackets: readonly Bracket[];
  /** Of the lines of its external range, page by page. */
  readonly external: readonly Bracket[];
}

/** The trace of one field of the config. */
export interface FieldTrace {
  /** Printed config path, e.g. `fields[3]`. */
  readonly path: string;
  /** Sections and rows around the field, outermost first; absent outside sections. */
  readonly section?: readonly SectionPlace[];
  /** Id of the method, or of the kind of field where it has none. */
  readonly method: string;
  readonly anchors: readonly TracedAnchor[];
  readonly captured: readonly TracedPiece[];
  /** Lines that the value was built from. */
  readonly lines: readonly PrintedLine[];
  readonly points: readonly SearchPoint[];
  readonly regions: readonly Region[];
  /** Why the value is null, or why the field did not run. */
  readonly reason?: string;
  /** The field did not run, because an earlier one of its id has a value. */
  readonly skipped?: true;
  /** What a table method read: its columns, and its rows with those that it left out. */
  readonly table?: SearchedTable;
  /** What a language model was shown and answered, of fields that ask one. */
  readonly model?: ModelTrace;
  /** A model was asked because a field of this id without one had found nothing. */
  readonly fallback?: true;
  /** What a sections field cut out. */
  readonly sections?: readonly SectionTrace[];
}

export function printedLine(line: Line): PrintedLine {
  const { text, page, boundingPolygon, confidence } = line;
  if (confidence === undefined) return { text, page, boundingPolygon };
  return { text, page, boundingPolygon, confidence, words: line.words.flatMap(printedWord) };
}

/** A search point as it is printed, its coordinates rounded as those of lines and regions. */
export function printedPoint({ page, ...point }: SearchPoint): SearchPoint {
  return { page, ...roundPoint(point) };
}

function printedWord({ text, boundingPolygon, confidence }: Word): readonly PrintedWord[] {
  return confidence === undefined ? [] : [{ text, boundingPolygon, confidence }];
}

/** The trace of a field that looks at no places. @param reason why the value is null */
export function plainTrace(path: readonly PathStep[], method: string, reason?: string): FieldTrace {
  return {
    path: formatPath(path),
    method,
    anchors: [],
    captured: [],
    lines: [],
    points: [],
    regions: [],
    ...(reason !== undefined && { reason }),
  };
}

/** The trace of a field that is skipped, because its id holds a value already. */
// See docs/language/01-document-anchors-fields.md#71-fallback-fields
export function skippedTrace(path: readonly PathStep[], method: string): FieldTrace {
  return { ...plainTrace(path, method, 'not run: an earlier field of this id has a value'), skipped: true };
}

/**
 * A trace beside the earlier ones of its id: marked where it asked a model because a field that asks none found nothing
 * in the same place.
 */
export function besideEarlier(trace: FieldTrace, earlier: readonly FieldTrace[]): FieldTrace {
  if (!trace.model) return trace;
  const place = JSON.stringify(trace.section);
  const before = earlier.filter((each) => JSON.stringify(each.section) === place);
  const isFallback = before.length > 0 && before.every(({ model, skipped }) => !model && !skipped);
  return isFallback ? { ...trace, fallback: true } : trace;
}

/**
 * Of some runs of a field that gave no value the one that came closest to one, the first of equal ones: it found text, or at
 * least its anchor. Fields that did not run have no part in that.
 */
export function closestTry(traces: readonly FieldTrace[]): FieldTrace | undefined {
  const tried = traces.filter(({ reason, skipped }) => reason !== undefined && !skipped);
  const withText = tried.find(({ captured }) => captured.length > 0);
  return withText ?? tried.find(({ anchors }) => anchors.length > 0) ?? tried[0];
}
