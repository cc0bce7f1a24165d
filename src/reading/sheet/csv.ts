/** CSV files, laid out as a spreadsheet of one sheet. */
// See docs/language/01-document-anchors-fields.md#110-file-types

import { Turns } from '../../foundation/async/interrupt.js';
import type { Document } from '../../page/document/model.js';
import type { ReaderOptions } from '../options.js';
import { charsetOf } from '../plain/character-encoding.js';
import { decodeText } from '../plain/text.js';
import { documentOfPages } from '../synthetic-layout.js';
import { csvRows } from './csv-rows.js';
import { createCellCollector, layOutSheets, type SheetCell } from './sheet-layout.js';

/** Cells between looks at the clock; the last row of them may have 16,384 more. */
const CHECK_EVERY = 1000;

/**
 * Reads a CSV file. The delimiter is guessed from the text; quoted line breaks stay in their cell; rows may have
 * different lengths.
 * @throws DocumentError `invalid_document` for a quoted cell that never ends or a row past the grid,
 *   `too_large`, `too_many_pages`, `timed_out`, `aborted`
 */
export async function loadCsv(bytes: Uint8Array, options: ReaderOptions): Promise<Document> {
  const { text, delimiter } = withDelimiter(decodeText(bytes, charsetOf(options.contentType)));
  const collector = createCellCollector(options.limits);
  const cells: SheetCell[] = [];
  const turns = new Turns(options);
  let row = 0;
  let unchecked = 0;
  for (const values of csvRows(text, delimiter)) {
    unchecked += values.length;
    if (unchecked >= CHECK_EVERY) {
      unchecked = 0;
      await turns.next();
    }
    for (const [column, value] of values.entries()) {
      const cell = value === '' ? undefined : collector.cell(row, column, value);
      if (cell) cells.push(cell);
    }
    row++;
  }
  const pages = await layOutSheets([{ name: '', cells }], options);
  return documentOfPages({ contentType: 'text/csv', filename: options.filename, pages });
}

/** In the order in which they win when they fit equally well. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof DELIMITERS)[number];
/** Beginning of the text from which the delimiter is guessed, in characters. */
const SAMPLE = 64 * 1024;
/** A first row that names the delimiter, as spreadsheet programs understand it. */
const NAMED = /^sep=([,;\t|])(?:\r\n|\n|\r)/i;

function withDelimiter(text: string): { text: string; delimiter: string } {
  const named = NAMED.exec(text);
  if (named) return { text: text.slice(named[0].length), delimiter: named[1]! };
  return { text, delimiter: sniffDelimiter(text) };
}

/**
 * The delimiter that divides the most rows alike: the one whose most frequent count per row (at least 1) holds
 * in the largest share of rows; among equals the one with the higher count. Commas between two digits do not
 * count, because they may be decimal; a text with no other sign is divided by commas.
 */
export function sniffDelimiter(text: string): Delimiter {
  const rows = delimiterCounts(text.slice(0, SAMPLE));
  let best: { delimiter: Delimiter; share: number; count: number } | undefined;
  for (const [index, delimiter] of DELIMITERS.entries()) {
    const { share, count } = mostFrequent(rows.map((counts) => counts[index]!));
    if (count === 0) continue;
    if (!best || share > best.share || (share === best.share && count > best.count)) {
      best = { delimiter, share, count };
    }
  }
  return best?.delimiter ?? ',';
}

/** How often each delimiter is outside quotes in each row that is not empty. */
function delimiterCounts(sample: string): number[][] {
  const rows: number[][] = [];
  let counts = DELIMITERS.map(() => 0);
  let quoted = false;
  let empty = true;
  for (let i = 0; i < sample.length; i++) {
    const character = sample[i]!;
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) {
      if (!empty) rows.push(counts);
      counts = DELIMITERS.map(() => 0);
      empty = true;
      continue;
    }
    empty = false;
    const index = quoted ? -1 : DELIMITERS.indexOf(character as Delimiter);
    if (index >= 0 && !(character === ',' && isBetweenDigits(sample, i))) counts[index]!++;
  }
  if (!empty) rows.push(counts);
  return rows;
}

function isBetweenDigits(text: string, index: number): boolean {
  return isDigit(text.charCodeAt(index - 1)) && isDigit(text.charCodeAt(index + 1));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The most frequent count above 0, and the share of rows that have it. */
function mostFrequent(counts: readonly number[]): { count: number; share: number } {
  const rows = new Map<number, number>();
  for (const count of counts) if (count > 0) rows.set(count, (rows.get(count) ?? 0) + 1);
  let best = { count: 0, share: 0 };
  for (const [count, number] of rows) {
    const share = number / counts.length;
    if (share > best.share || (share === best.share && count > best.count)) best = { count, share };
  }
  return best;
}
