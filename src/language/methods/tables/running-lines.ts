/**
 * Running headers and footers: lines of the head and the foot of a page that are between the parts of a table.
 * None of the corpora's values is won or lost by them, as their configs end tables at stops and require columns;
 * of 137 documents none changes where its thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/03-layout-methods-ranges-tables.md#383-between-pages
import type { Line, Page } from '../../../page/document/model.js';
import { visualRows } from '../../../page/document/order.js';
import { isAmount } from '../../../page/tables/walls/cell-texts.js';

/**
 * Rows of two pages whose edges differ by at most this are at the same place, in inches: less than the pitch of small
 * print.
 */
const SAME_PLACE = 0.1;
/** Pages that have more than this share of the rows of the longer one in common are copies of each other. */
const COPY_SHARE = 0.5;
/** A page of more lines has none: rows of one text would be compared with each other. */
const MOST_LINES = 2000;
/** Text longer than this is no number of a page, in characters. */
const LONGEST_NUMBER = 80;

const PAGE_NUMBER = /\b(?:page|pg\.?) ?(\d{1,5})(?: ?(?:of|\/) ?\d{1,5})?/iu;
/** A number that is the whole of a line, such as "- 3 -" and "3/12". */
const BARE_NUMBER = /^[^\p{L}\p{N}]*(\d{1,5})(?: ?(?:of|\/) ?\d{1,5})?[^\p{L}\p{N}]*$/iu;
/** What is no row of a table whatever other pages say. */
const PAGE_OF = /^[^\p{L}\p{N}]*page \d{1,5} of \d{1,5}[^\p{L}\p{N}]*$/iu;
const CONTINUED =
  /^[^\p{L}\p{N}]*cont(?:inued|['\u2019]d)(?: (?:on|from) (?:the )?(?:(?:next|previous|following|reverse|last) )?(?:page|side|sheet))?[^\p{L}\p{N}]*$/iu;

/** The running header and the running footer of a page. */
interface RunningLines {
  readonly head: readonly Line[];
  readonly foot: readonly Line[];
}

/** A visual row of a page. */
interface PageRow {
  readonly lines: readonly Line[];
  /** Its text, and the same with the number of the page written as its distance from the page's index. */
  readonly keys: readonly string[];
  /** In inches. */
  readonly top: number;
  readonly left: number;
  /** Says by itself that it is no row of a table. */
  readonly isPlain: boolean;
}

/** The rows of a page, and the same by their keys. */
interface PageRows {
  readonly rows: readonly PageRow[];
  readonly byKey: ReadonlyMap<string, readonly PageRow[]>;
}

function visualPageRows({ lines, index }: Page): PageRows {
  const rows = visualRows(lines).map((own): PageRow => {
    const texts = own.map(({ text }) => text);
    const numbered = texts.map((text, i) => {
      const isAtEnd = i === 0 || i === texts.length - 1;
      return withoutNumber(text, index, texts.length === 1 ? 'any' : isAtEnd ? 'usual' : 'none');
    });
    return {
      lines: own,
      keys: [...new Set([texts, numbered].map((each) => each.join(' ')))],
      top: Math.min(...own.map(({ top }) => top)),
      left: own[0]!.left,
      isPlain: texts.every(
        (text) => text.length <= LONGEST_NUMBER && (PAGE_OF.test(text) || CONTINUED.test(text)),
      ),
    };
  });
  const byKey = new Map<string, PageRow[]>();
  for (const row of rows) {
    for (const key of row.keys) {
      const known = byKey.get(key);
      if (known) known.push(row);
      else byKey.set(key, [row]);
    }
  }
  return { rows, byKey };
}

/**
 * A text in which the number of the page is written as its distance from the page's index.
 * @param bare which texts that are but a number are one: any, those that count pages from the first or the second, none
 */
function withoutNumber(text: string, index: number, bare: 'any' | 'usual' | 'none'): string {
  if (text.length > LONGEST_NUMBER) return text;
  const number = BARE_NUMBER.exec(text);
  const distance = number ? Number(number[1]) - index : 0;
  const isBare = number && (bare === 'any' || (bare === 'usual' && (distance === 0 || distance === 1)));
  if (number) return isBare ? `page ${distance}` : text;
  return text.replace(PAGE_NUMBER, (_, own: string) => `page ${Number(own) - index}`);
}

/**
 * Finds the running lines of the pages of a document, and looks at each page once.
 *
 * From each end of a page they are the rows that are at the same place of another page, word for word but for the
 * number of the page, as far as all do; a number of the page ("Page 2 of 3") and "continued" need no other page.
 * No row with a whole amount is one, and none that comes again in the same half of its page: both are entries.
 */
export class RunningLineSearch {
  readonly #rows = new Map<Page, PageRows>();
  readonly #found = new Map<string, RunningLines>();

  /** @param near pages before and after it; copies of it do not count */
  of(page: Page, near: readonly Page[]): RunningLines {
    const key = [page, ...near].map(({ index }) => index).join();
    const found = this.#found.get(key) ?? this.#look(page, near);
    this.#found.set(key, found);
    return found;
  }

  #look(page: Page, near: readonly Page[]): RunningLines {
    if ([page, ...near].some(({ lines }) => lines.length > MOST_LINES)) return { head: [], foot: [] };
    const own = this.#rowsOnPage(page);
    const others = near.map((other) => this.#rowsOnPage(other)).filter((other) => !isCopy(own, other));
    const middle = page.height / 2;
    const isRunning = (row: PageRow) => {
      if (row.isPlain) return true;
      if (row.lines.some(({ text }) => isAmount(text))) return false;
      const same = own.byKey.get(row.keys[0]!)!.filter(({ top }) => top < middle === row.top < middle);
      return same.length === 1 && others.some((other) => hasRow(other, row));
    };
    const { rows } = own;
    const body = rows.findIndex((row) => !isRunning(row));
    const head = body < 0 ? rows.length : body;
    const foot = body < 0 ? rows.length : rows.findLastIndex((row) => !isRunning(row)) + 1;
    const linesOf = (some: readonly PageRow[]) => some.flatMap(({ lines }) => lines);
    return { head: linesOf(rows.slice(0, head)), foot: linesOf(rows.slice(foot)) };
  }

  #rowsOnPage(page: Page): PageRows {
    const known = this.#rows.get(page) ?? visualPageRows(page);
    this.#rows.set(page, known);
    return known;
  }
}

function hasRow({ byKey }: PageRows, { keys, top, left }: PageRow): boolean {
  return keys.some((key) =>
    (byKey.get(key) ?? []).some(
      (row) => Math.abs(row.top - top) <= SAME_PLACE && Math.abs(row.left - left) <= SAME_PLACE,
    ),
  );
}

function isCopy({ rows }: PageRows, other: PageRows): boolean {
  const shared = rows.filter((row) => hasRow(other, row)).length;
  return shared > COPY_SHARE * Math.max(rows.length, other.rows.length);
}
