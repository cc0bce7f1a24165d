/** Copies of a document on which some values are not printed: what a field reads there, it reads in their stead. */
import { boundingBox, boxArea, sharedArea } from '../../page/document/geometry.js';
import { withEdits } from '../../page/document/line-edits.js';
import type { Document, Line } from '../../page/document/model.js';
import type { GivenValue } from '../../run/extraction/answers.js';
import { withLines } from '../suggest/by-section.js';
import { spaced } from '../suggest/wanted.js';

/** Share of the smaller of two places that they share where a line is one of those of a value: tables give whole cells. */
const SHARED = 0.5;

/** The document without some values that fields read there. */
export function withoutValues(document: Document, values: readonly GivenValue[]): Document {
  return withLines(document, (line) => withoutAny(line, values));
}

function withoutAny(line: Line, values: readonly GivenValue[]): readonly Line[] {
  let left = line;
  for (const { source, value, lines = [] } of values) {
    const text = spaced(source ?? String(value));
    const isOn = lines.some(({ page, boundingPolygon }) => {
      const box = boundingBox(boundingPolygon);
      return page === line.page && sharedArea(line, box) > SHARED * Math.min(boxArea(line), boxArea(box));
    });
    if (!isOn || text === '') continue;
    // One line of several, all of which are the value.
    if (text.includes(spaced(line.rawText))) return [];
    const start = left.rawText.indexOf(text);
    if (start >= 0) left = withEdits(left, [{ start, end: start + text.length, text: '' }]);
  }
  return left.rawText.trim() === '' ? [] : [left];
}
