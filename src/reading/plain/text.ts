/** Plain text files, laid out on pages as a typewriter would. */
// See docs/language/01-document-anchors-fields.md#110-file-types

import { DocumentError } from '../../errors.js';
import { type Interrupt, Turns } from '../../foundation/async/interrupt.js';
import { type Limits, limitError } from '../../limits.js';
import { cleanText } from '../../page/document/cleaning.js';
import { IDENTITY, roundCoordinate } from '../../page/document/geometry.js';
import type { Document, Line, Page, Segment } from '../../page/document/model.js';
import type { ReaderOptions } from '../options.js';
import { documentOfPages, placedLine } from '../synthetic-layout.js';
import { charsetOf, decoderOf } from './character-encoding.js';

/** The synthetic layout, in inches. */
const PAGE_WIDTH = 8.5;
const PAGE_HEIGHT = 11;
const MARGIN = 1;
const LINE_PITCH = 1 / 6;
const TEXT_HEIGHT = 0.139;
const CHARACTER_WIDTH = 1 / 12;
const ROWS_A_PAGE = 54;
/** Columns between tab stops. */
const TAB_STOP = 8;

/**
 * Reads a text file.
 * @throws DocumentError `too_many_pages`, `too_large`, `timed_out`, `aborted`, `invalid_document` for an
 *   unknown charset
 */
export async function loadText(bytes: Uint8Array, options: ReaderOptions): Promise<Document> {
  const pages = await layOutText(decodeText(bytes, charsetOf(options.contentType)), options);
  return documentOfPages({ contentType: 'text/plain', filename: options.filename, pages });
}

/**
 * The text of a file.
 * @throws DocumentError `invalid_document` for an unknown charset
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  const marked = charsetOfMark(bytes) ?? charset;
  if (marked !== undefined) return decodeAs(marked, bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoderOf('windows-1252')(bytes);
  }
}

/** The encoding that a byte order mark says. */
export function charsetOfMark([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}

function decodeAs(charset: string, bytes: Uint8Array): string {
  try {
    return decoderOf(charset)(bytes);
  } catch (cause) {
    const message = 'The declared character encoding of the text is unknown.';
    throw new DocumentError('invalid_document', message, { cause });
  }
}

/** Pages of text: a page ends after 54 rows or at a form feed. Source lines are never wrapped. */
export async function layOutText(
  text: string,
  options: Interrupt & { readonly limits: Limits },
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  const turns = new Turns(options);
  let lines = 0;
  for (const rows of pagesOfRows(text)) {
    const index = pages.length;
    await turns.next(index);
    if (index >= options.limits.pages) throw limitError('pages', options.limits);
    const page = layOutPage(rows, index, options.limits);
    lines += page.lines.length;
    if (lines > options.limits.lines) throw limitError('lines', options.limits, index);
    pages.push(page);
  }
  return pages;
}

/** Rows page by page. A form feed at the very end does not open another page. */
function* pagesOfRows(text: string): Generator<readonly string[]> {
  for (let start = 0; ; ) {
    const feed = text.indexOf('\f', start);
    const chunk = text.slice(start, feed === -1 ? text.length : feed);
    if (feed === -1 && start > 0 && chunk.trim() === '') return;
    yield* pagesOfChunk(chunk);
    if (feed === -1) return;
    start = feed + 1;
  }
}

function* pagesOfChunk(chunk: string): Generator<readonly string[]> {
  let rows: string[] = [];
  for (const row of rowsOf(chunk)) {
    if (rows.length === ROWS_A_PAGE) {
      yield rows;
      rows = [];
    }
    rows.push(row);
  }
  yield rows;
}

const LINE_BREAK = /\r\n|[\n\r\v\u0085\u2028\u2029]/g;

/** The rows of a chunk, one at a time; the break that ends the chunk opens no further row. */
function* rowsOf(chunk: string): Generator<string> {
  let start = 0;
  for (const match of chunk.matchAll(LINE_BREAK)) {
    yield chunk.slice(start, match.index);
    start = match.index + match[0].length;
  }
  if (start < chunk.length) yield chunk.slice(start);
}

function layOutPage(rows: readonly string[], index: number, limits: Limits): Page {
  const lines: Line[] = [];
  let characters = 0;
  let width = PAGE_WIDTH;
  for (const [number, row] of rows.entries()) {
    characters += row.length;
    if (characters > limits.charactersPerPage) throw limitError('charactersPerPage', limits, index);
    const line = layOutRow(cleanText(expandTabs(row)).trimEnd(), number, index);
    if (!line) continue;
    lines.push(line);
    width = Math.max(width, roundCoordinate(line.right + MARGIN));
  }
  return { index, width, height: PAGE_HEIGHT, rotation: 0, transform: IDENTITY, lines, synthetic: true };
}

function expandTabs(row: string): string {
  if (!row.includes('\t')) return row;
  let expanded = '';
  let column = 0;
  for (const character of row) {
    const width = character === '\t' ? TAB_STOP - (column % TAB_STOP) : 1;
    expanded += character === '\t' ? ' '.repeat(width) : character;
    column += width;
  }
  return expanded;
}

function layOutRow(row: string, number: number, page: number): Line | undefined {
  const rawText = row.trimStart();
  if (rawText === '') return undefined;
  const indent = row.length - rawText.length;
  const top = MARGIN + number * LINE_PITCH;
  const left = columnLeft(indent);
  const right = columnLeft(indent + [...rawText].length);
  return placedLine({
    rawText,
    page,
    left,
    right,
    top,
    size: TEXT_HEIGHT,
    segments: segmentsOf(rawText, indent),
  });
}

/** Left edge of a column in inches. */
function columnLeft(column: number): number {
  return roundCoordinate(MARGIN + column * CHARACTER_WIDTH);
}

function segmentsOf(text: string, indent: number): Segment[] {
  const segments: Segment[] = [];
  let column = indent;
  let position = 0;
  for (const match of text.matchAll(/\S+/g)) {
    const [word] = match;
    column += match.index - position;
    const left = columnLeft(column);
    column += [...word].length;
    position = match.index + word.length;
    segments.push({ start: match.index, end: position, left, right: columnLeft(column) });
  }
  return segments;
}
