/**
 * Dividing CSV text into rows. Written here because a row must be stopped before it has grown past the grid:
 * parsers at hand gather a whole row first, or call out for every cell, which makes them ten times slower.
 */
import { DocumentError } from '../../errors.js';
import { offGrid, SHEET_COLUMNS } from './sheet-layout.js';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * The rows of a CSV text (RFC 4180), in one pass. A cell that begins with a quote ends with one, and keeps
 * delimiters and line breaks; `""` in it is a quote, and what follows the closing quote belongs to the cell.
 * Quotes elsewhere are text. Any of CRLF, LF and CR ends a row; the last end opens no further row.
 * @param delimiter one character
 * @throws DocumentError `invalid_document` for a quote that is never closed, or more columns than a sheet has
 */
export function* csvRows(text: string, delimiter: string): Generator<readonly string[]> {
  const separator = delimiter.charCodeAt(0);
  let position = 0;
  let row: string[] = [];
  while (position < text.length) {
    const quoted = text.charCodeAt(position) === QUOTE ? quotedPart(text, position) : undefined;
    const start = quoted?.end ?? position;
    const end = endOfCell(text, start, separator);
    if (row.length === SHEET_COLUMNS) throw offGrid();
    row.push((quoted?.text ?? '') + text.slice(start, end));
    position = end + 1;
    const code = text.charCodeAt(end);
    if (code === separator) {
      if (position < text.length) continue;
      row.push('');
    }
    if (code === CARRIAGE_RETURN && text.charCodeAt(position) === LINE_FEED) position++;
    yield row;
    row = [];
  }
}

function endOfCell(text: string, start: number, separator: number): number {
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === separator || code === LINE_FEED || code === CARRIAGE_RETURN) break;
  }
  return end;
}

/** The text between the quote at a position and the one that closes it, and where that one ends. */
function quotedPart(text: string, position: number): { text: string; end: number } {
  let end = position + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end === -1) {
      throw new DocumentError(
        'invalid_document',
        'The CSV file cannot be read: a cell begins with a quote that is never closed.',
      );
    }
    if (text.charCodeAt(end + 1) !== QUOTE) break;
    end += 2;
  }
  return { text: text.slice(position + 1, end).replaceAll('""', '"'), end: end + 1 };
}
