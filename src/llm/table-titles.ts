/**
 * Titles of tables as a sign of what is asked for: running text about a thing repeats its name more often than the table
 * that bears it does. On the bill of the fixtures it wins the table, which running text wins without it; the three configs of the corpora that ask for
 * tables read the same ones with it and without.
 */
// See docs/language/08-language-models.md#845-scores
import type { Chunk, ModelScope } from './chunks.js';
import { renderLines } from './render.js';
import { searchTokens } from './scorers.js';

/** What a title that holds all that is asked adds, in scores: more than repeating words can (BM25 ends at 2.2 for each). */
const TITLE_WEIGHT = 2;
/**
 * Share of the words of a title that must be asked for: `Delivery charges` is one, a sentence that names them is not
 * one.
 */
const TITLE_SHARE = 0.5;
/** Words of a cell, at most; columns of running text have five to ten in a row. */
const CELL_WORDS = 4;
/** Rows under a title that are looked at, and how many of them must be those of a table. */
const ROWS_BELOW = 4;
const TABLE_ROWS = 2;

/** What titles are compared with: the words that are asked for. */
export function askedWords(text: string): ReadonlySet<string> {
  return new Set(searchTokens(text));
}

/**
 * What a score is multiplied by for the best title of a table: 1 without one.
 * @param titles texts that are above rows
 * @param rows texts of the cells under them
 */
export function titleBonus(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  asked: ReadonlySet<string>,
): number {
  const fit = Math.max(0, ...titles.map((title) => fitOf(title, asked)));
  return fit > 0 && rows.slice(0, ROWS_BELOW).filter(isTableRow).length >= TABLE_ROWS
    ? 1 + TITLE_WEIGHT * fit
    : 1;
}

/** The best bonus of the lines of each chunk that are above rows of a table. */
export function chunkBonuses(
  scope: ModelScope,
  chunks: readonly Chunk[],
  asked: ReadonlySet<string>,
): number[] {
  return chunks.map(({ lines }) => {
    const own = lines.map((position) => scope.lines[position]!);
    const rows = renderLines(own, { pageHinting: false })
      .map((row) => row.lines.map((i) => own[i]!.text))
      .filter(({ length }) => length > 0);
    return Math.max(
      1,
      ...rows.map((titles, i) => titleBonus(titles, rows.slice(i + 1, i + 1 + ROWS_BELOW), asked)),
    );
  });
}

/** The share of what is asked that a title holds; 0 for text that is no title of it. */
function fitOf(title: string, asked: ReadonlySet<string>): number {
  const words = new Set(searchTokens(title));
  let shared = 0;
  for (const word of words) if (asked.has(word)) shared++;
  return shared === 0 || shared < TITLE_SHARE * words.size ? 0 : shared / asked.size;
}

/** Whether the cells of a row are those of a table: two at least, all but one of them short. */
function isTableRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const short = filled.filter((cell) => cell.trim().split(/\s+/).length <= CELL_WORDS);
  return filled.length >= 2 && short.length >= Math.max(filled.length - 1, 1);
}
