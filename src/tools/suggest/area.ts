/** Places on a page that an author points at. */
import { type Box, boundingBox, isCentreIn } from '../../page/document/geometry.js';
import type { Line, Word } from '../../page/document/model.js';

/** An area of a page of one of several documents. */
export interface Area {
  /** Position of the document. */
  readonly document: number;
  /** Zero-based page of the original file. */
  readonly page: number;
  /** In inches. */
  readonly area: Box;
}

/** The words of a line that are in an area. */
export function wordsIn(line: Line, area: Box): readonly Word[] {
  return line.words.filter(({ boundingPolygon }) => isCentreIn(area, boundingBox(boundingPolygon)));
}

/** Whether a range of the text of a line is in an area, with all words that it touches. */
export function isPartIn(line: Line, start: number, end: number, area: Box): boolean {
  const inside = new Set(wordsIn(line, area));
  let from = 0;
  return line.words.every((word) => {
    const at = line.text.indexOf(word.text, from);
    if (at < 0) return inside.has(word);
    from = at + word.text.length;
    return from <= start || at >= end || inside.has(word);
  });
}
