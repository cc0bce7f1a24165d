/** Tables of a document as a model is shown them: recognised on pages, put together over page breaks, with titles. */
// See docs/language/08-language-models.md#872-algorithm
import type { Box } from '../page/document/geometry.js';
import type { Line, Page } from '../page/document/model.js';
import { askedTables } from '../page/tables/asked-tables.js';
import { footerOf, titleOf } from '../page/tables/walls/captions.js';
import type { RecognisedTable, TableCell } from '../page/tables/walls/model.js';
import { latticeTables } from '../page/tables/walls/recognise.js';

/** The cells of a row; undefined where a cell from further left or above reaches. */
export type TableRowCells = readonly (TableCell | undefined)[];

/** A table, from all pages that it is on. */
export interface WholeTable {
  readonly rows: readonly TableRowCells[];
  /** Where it is, page by page. */
  readonly parts: readonly { readonly page: number; readonly bounds: Box }[];
  readonly title: TableCaption | undefined;
  readonly footer: TableCaption | undefined;
}

export interface TableCaption {
  readonly text: string;
  readonly lines: readonly Line[];
}

export interface TableSearch {
  /** Pages of the document, by index. */
  readonly pages: ReadonlyMap<number, Page>;
  /** Lines of a page that a table may be made of. */
  linesOn(page: number): readonly Line[];
  /** Shares of a page's height that may be above the second part of a table, and below its first. */
  readonly span: { readonly top: number; readonly bottom: number };
  readonly annotate: boolean;
  /** Columns that are asked for: of a page without a table, one of as many may have two rows. */
  readonly columnCount: number;
  /** Whether a table has grown so large that no part of it is added any more. */
  isFull(rows: readonly TableRowCells[]): boolean;
}

/** The tables on some pages, with what goes on before and after them; each once, in document order. */
export async function wholeTables(
  pages: readonly number[],
  search: TableSearch,
): Promise<readonly WholeTable[]> {
  const finder = new TableFinder(search);
  const found: WholeTable[] = [];
  const used = new Set<RecognisedTable>();
  for (const page of pages) {
    for (const table of await finder.on(page)) {
      if (used.has(table)) continue;
      const parts = await finder.partsOf(table);
      for (const part of parts) used.add(part);
      found.push(await finder.whole(parts));
    }
  }
  return found;
}

class TableFinder {
  readonly #search: TableSearch;
  readonly #byPage = new Map<number, Promise<readonly RecognisedTable[]>>();

  constructor(search: TableSearch) {
    this.#search = search;
  }

  on(index: number): Promise<readonly RecognisedTable[]> {
    let tables = this.#byPage.get(index);
    if (!tables) {
      const page = this.#search.pages.get(index);
      tables = page ? tablesOf(page, this.#search.linesOn(index), this.#search) : Promise.resolve([]);
      this.#byPage.set(index, tables);
    }
    return tables;
  }

  /** A table with what it continues, and what continues it. */
  async partsOf(table: RecognisedTable): Promise<readonly RecognisedTable[]> {
    const parts = [table];
    for (let first = table; ; ) {
      const before = (await this.on(first.page - 1)).at(-1);
      if (!before || !this.#continues(before, first) || this.#isFull(parts)) break;
      parts.unshift(before);
      first = before;
    }
    for (let last = table; ; ) {
      const next = await this.#next(last);
      if (!next || this.#isFull(parts)) break;
      parts.push(next);
      last = next;
    }
    return parts;
  }

  /** The part of a table on the next page, where its rows may be too few to be a table by themselves. */
  async #next(last: RecognisedTable): Promise<RecognisedTable | undefined> {
    const [first] = await this.on(last.page + 1);
    if (first && this.#continues(last, first)) return first;
    const { pages, annotate } = this.#search;
    const page = pages.get(last.page + 1);
    if (!page) return undefined;
    const found = await askedTables(page, this.#search.linesOn(page.index), { annotate, before: last });
    const [part] = found;
    const isApart = part && (!first || part.bounds.bottom < first.bounds.top);
    return isApart && this.#continues(last, part) ? part : undefined;
  }

  #isFull(parts: readonly RecognisedTable[]): boolean {
    return this.#search.isFull(parts.flatMap(cellsOf));
  }

  /** Whether the first table ends near the bottom of its page, and the second, as wide, begins near the top of the next. */
  #continues(first: RecognisedTable, second: RecognisedTable): boolean {
    const { pages, span } = this.#search;
    const upper = pages.get(first.page);
    const lower = pages.get(second.page);
    if (!upper || !lower) return false;
    const below = (upper.height - first.bounds.bottom) / upper.height;
    const above = second.bounds.top / lower.height;
    return below <= span.bottom && above <= span.top && sameWidth(first, second);
  }

  /** Parts as one table: headings that later parts repeat appear once. */
  async whole(parts: readonly RecognisedTable[]): Promise<WholeTable> {
    const [first, ...rest] = parts;
    const rows = first ? [...cellsOf(first)] : [];
    const width = Math.max(0, ...rows.map(({ length }) => length));
    for (const part of rest) {
      const own = withoutEmptyColumn(cellsOf(part), width);
      rows.push(...own.slice(repeatedRows(rows, own)));
    }
    const last = parts.at(-1);
    return {
      rows,
      parts: parts.map(({ page, bounds }) => ({ page, bounds })),
      title: first && (await this.#caption(first, titleOf)),
      footer: last && (await this.#caption(last, footerOf)),
    };
  }

  async #caption({ page, bounds }: RecognisedTable, find: typeof titleOf): Promise<TableCaption | undefined> {
    const others = (await this.on(page)).map((table) => table.bounds);
    const caption = find(bounds, this.#search.linesOn(page), others);
    return caption && { text: caption.text, lines: caption.lines };
  }
}

/** The tables of a page: those with walls, else those that `findTables` sees. */
async function tablesOf(
  page: Page,
  lines: readonly Line[],
  { annotate, columnCount }: Pick<TableSearch, 'annotate' | 'columnCount'>,
): Promise<readonly RecognisedTable[]> {
  const walled = await latticeTables(page, lines, { annotate });
  if (walled.length > 0) return walled;
  const found = await askedTables(page, lines, { annotate });
  return found.length > 0 ? found : askedTables(page, lines, { annotate, columnCount });
}

function cellsOf({ rows }: RecognisedTable): readonly TableRowCells[] {
  return rows.map((cells) => cells.map((cell) => cell ?? undefined));
}

/** The same number of columns, or one more that is empty. */
function sameWidth(first: RecognisedTable, second: RecognisedTable): boolean {
  const columns = ({ xs }: RecognisedTable) => xs.length - 1;
  const difference = columns(first) - columns(second);
  if (difference === 0) return true;
  if (Math.abs(difference) !== 1) return false;
  return emptyColumn(cellsOf(difference > 0 ? first : second)) !== undefined;
}

function emptyColumn(rows: readonly TableRowCells[]): number | undefined {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  for (let column = 0; column < width; column++) {
    if (rows.every((cells) => (cells[column]?.text ?? '') === '')) return column;
  }
  return undefined;
}

function withoutEmptyColumn(rows: readonly TableRowCells[], width: number): readonly TableRowCells[] {
  const own = Math.max(0, ...rows.map(({ length }) => length));
  const empty = own > width ? emptyColumn(rows) : undefined;
  return empty === undefined ? rows : rows.map((cells) => cells.filter((_, i) => i !== empty));
}

/** How many rows at the top of a part are those at the top of the table again. */
function repeatedRows(rows: readonly TableRowCells[], part: readonly TableRowCells[]): number {
  let count = 0;
  while (count < part.length && count < rows.length && keyOf(rows[count]!) === keyOf(part[count]!)) count++;
  return count;
}

function keyOf(cells: TableRowCells): string {
  return cells.map((cell) => (cell?.text ?? '').toLowerCase().replace(/\s+/gu, ' ').trim()).join('\n');
}

/** The texts of a row, '' where it has none. */
export function rowTexts(cells: TableRowCells): readonly string[] {
  return cells.map((cell) => cell?.text ?? '');
}
