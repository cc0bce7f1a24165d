/** What is printed above and below tables without being part of them. */
import type { Segment, SegmentRow } from './segments.js';

/** How titles of tables begin. */
const CAPTION =
  /^(?:table|exhibit|figure|chart|schedule|tabelle|tableau|tabla|tab\.)\s*[\p{Lu}\d][\w.:–-]{0,8}(?:\s|$)/iu;
/** How notes below tables begin. */
const NOTE =
  /^(?:notes?|sources?|other sources|quelle|fuente|nota|abbreviations?|key|legend|nb|exhibit reads|[(*†‡§¹²³]{1,3}\)?)\s?(?:[:.]|\s|$)/iu;

/** Whether a text begins as the title of a table does. */
export function isCaption(text: string): boolean {
  return CAPTION.test(text);
}

/** Whether a text begins as a note below a table does. */
export function isNote(text: string): boolean {
  return NOTE.test(text);
}

/** The words of some segments, a space between them. */
export function segmentsText(segments: readonly Segment[]): string {
  return segments.flatMap(({ words }) => words.map(({ text }) => text)).join(' ');
}

/** Rows of an area without a title at its top and notes at its bottom. */
export function withoutCaptions(rows: readonly SegmentRow[]): readonly SegmentRow[] {
  const isSeveral = ({ segments }: SegmentRow) => segments.length > 1;
  const caption = rows.findIndex((row, i) => i < rows.length - 1 && isCaption(segmentsText(row.segments)));
  const firstData = rows.findIndex((row) => isSeveral(row) && !isCaption(segmentsText(row.segments)));
  let first = 0;
  if (caption >= 0 && caption <= Math.max(firstData, 0)) {
    first = caption + 1;
    // A title goes on as long as its rows are single texts.
    while (first < firstData && !isSeveral(rows[first]!)) first += 1;
  }
  const last = rows.findLastIndex(isSeveral);
  let end = rows.length;
  for (let at = rows.length - 1; at > first; at -= 1) {
    if (
      at <= last &&
      isNote(segmentsText(rows[at]!.segments)) &&
      rows.slice(at).filter(isSeveral).length <= 1
    )
      end = at;
    else if (at > last && (isNote(segmentsText(rows[at]!.segments)) || rows[at]!.segments[0]!.isProse))
      end = at;
  }
  return rows.slice(first, end);
}
