/** Pages for the data of a form whose own pages show nothing of it: a row for each field, its name and its value. */
// See docs/language/01-document-anchors-fields.md#110-file-types
import { cleanText, collapseSpaces } from '../../page/document/cleaning.js';
import { IDENTITY, roundCoordinate } from '../../page/document/geometry.js';
import type { Line, Page } from '../../page/document/model.js';
import { placedLine } from '../synthetic-layout.js';
import type { XfaField } from './objects/xfa.js';

/** The layout, in inches: names on the left, values in a column of their own. */
const PAGE = { width: 8.5, height: 11 } as const;
const NAMES = 0.5;
const VALUES = 4;
const TOP = 0.5;
const PITCH = 0.2;
const SIZE = 0.139;
const CHARACTER_WIDTH = 1 / 14;
const ROWS = 50;

const LINE_BREAK = /\r\n?|\n/u;

/** @param first index of the first of the pages in the document */
export function xfaPages(fields: readonly XfaField[], first: number): readonly Page[] {
  const pages: Page[] = [];
  const rows = fields.flatMap(({ name, value }) =>
    value.split(LINE_BREAK).map((text, index) => (index === 0 ? [name, text] : ['', text])),
  );
  for (let start = 0; start < rows.length; start += ROWS) {
    const index = first + pages.length;
    const lines = rows
      .slice(start, start + ROWS)
      .flatMap(([name = '', value = ''], row) => [
        ...lineAt(name, index, NAMES, row),
        ...lineAt(value, index, VALUES, row),
      ]);
    pages.push({ index, ...PAGE, rotation: 0, transform: IDENTITY, lines, synthetic: true });
  }
  return pages;
}

/** The line of a text in a row; none for one without characters. */
function lineAt(text: string, page: number, left: number, row: number): readonly Line[] {
  const rawText = collapseSpaces(cleanText(text));
  if (rawText === '') return [];
  const right = roundCoordinate(left + rawText.length * CHARACTER_WIDTH);
  const top = roundCoordinate(TOP + row * PITCH);
  const segments = [{ start: 0, end: rawText.length, left, right }];
  return [placedLine({ rawText, page, left, right, top, size: SIZE, segments })];
}
