/** The text that types see: cleaned, by itself or joined. */
// See docs/language/04-types.md#412-input
// See docs/language/04-types.md#415-lines-and-types
import { cleanSpaces } from '../../page/document/cleaning.js';

/** A line of the matching copy, and its position in the lines that the type was given. */
export interface TextLine {
  readonly text: string;
  readonly position: number;
}

/** Lines joined to one text, with the way back from a range of that text to the lines. */
interface JoinedText {
  readonly text: string;
  /** Positions of the input lines that a range of the text touches, ascending. */
  touched(start: number, end: number): number[];
}

const SOFT_HYPHEN = /\u00ad/gu;
/** A character that nobody knows, which no value holds as it is: numbers are not read across it. */
const UNKNOWN = /\0/gu;
const NEEDS_CLEANING =
  /[^\S ]|[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]/u;

/**
 * Text without invisible characters, every white-space character as one space, soft hyphens as hyphens. Unlike
 * the cleaning of documents this keeps compatibility characters: a value's source shows the text as it came.
 */
export function matchingText(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  return cleanSpaces(text.replace(UNKNOWN, '\ufffd')).replace(SOFT_HYPHEN, '-');
}

/** Joins lines with a separator of one character. */
export function joinLines(lines: readonly TextLine[], separator: ' ' | '\n'): JoinedText {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of lines) {
    starts.push(length);
    length += text.length + 1;
  }
  return {
    text: lines.map(({ text }) => text).join(separator),
    touched(start, end) {
      const positions: number[] = [];
      for (let i = lastAtMost(starts, start); i < lines.length && starts[i]! < end; i += 1) {
        if (starts[i]! + lines[i]!.text.length > start) positions.push(lines[i]!.position);
      }
      return positions;
    },
  };
}

/** Index of the last number that is not greater than a limit; 0 when there is none. */
function lastAtMost(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ascending[middle]! <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A match in a text: a range of UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans in order of their start; of two that overlap only the one that came first in the input is kept. */
export function withoutOverlaps<T extends Span>(spans: readonly T[]): T[] {
  const kept: T[] = [];
  for (const span of spans) {
    const at = insertionPoint(kept, span.start);
    const before = kept[at - 1];
    const after = kept[at];
    if ((before && before.end > span.start) || (after && after.start < span.end)) continue;
    kept.splice(at, 0, span);
  }
  return kept;
}

/** The position of the first of some spans, in order, that begins at a place or behind it. */
export function insertionPoint(sorted: readonly Span[], start: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lower case by which words are looked up; treats the rare letters that a case-insensitive pattern also takes. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}
