/** Copies of a document on which some values are not printed: what a field reads there, it reads in their stead. */
import { boundingBox } from '../../page/document/geometry.js';
import { withEdits } from '../../page/document/line-edits.js';
import type { Document, Line } from '../../page/document/model.js';
import type { GivenValue } from '../../run/extraction/answers.js';
import { spaced } from '../suggest/wanted.js';

/** Inches within which two places are one. */
const NEAR = 0.01;

/** The document without some values that fields read there. */
export function withoutValues(document: Document, values: readonly GivenValue[]): Document {
  return {
    ...document,
    pages: document.pages.map((page) => ({
      ...page,
      lines: page.lines.flatMap((line) => withoutAny(line, values)),
    })),
    isClosed: () => document.isClosed(),
    close: () => document.close(),
  };
}

function withoutAny(line: Line, values: readonly GivenValue[]): readonly Line[] {
  let left = line;
  for (const { source, value, lines = [] } of values) {
    const text = spaced(source ?? String(value));
    const isOn = lines.some(({ page, boundingPolygon }) => {
      const { left: x, top } = boundingBox(boundingPolygon);
      return page === line.page && Math.abs(x - line.left) <= NEAR && Math.abs(top - line.top) <= NEAR;
    });
    if (!isOn || text === '') continue;
    // One line of several, all of which are the value.
    if (text.includes(spaced(line.rawText))) return [];
    const start = left.rawText.indexOf(text);
    if (start >= 0) left = withEdits(left, [{ start, end: start + text.length, text: '' }]);
  }
  return left.rawText.trim() === '' ? [] : [left];
}
