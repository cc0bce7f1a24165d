/**
 * What is set in columns without being a table: lists, forms, tables of contents and running text. Switched off, 25
 * forms and columns of running text of 129 business documents are taken for tables; of the tables of 34 reports with
 * ground truth none is lost. No value of 137 documents and no cell of their tables changes where its thresholds are a
 * fifth smaller, or a quarter larger.
 */
import { isFigureCell } from './row-cells.js';
import type { Structure } from './structure.js';

type Columns = Pick<Structure, 'cells' | 'columnCount'>;
/** The words of a cell by their text. */
type CellText = readonly string[];

/** How items of lists are marked, and what leads from a title to its page. */
const LIST_MARK = /^(?:[•●○▪◦*–—·-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])$/iu;
const LEADING = /[.…·_]{3,}$/u;
/** Numbers of sections below sections. */
const SECTION = /^\d{1,3}(?:\.\d{1,3}){1,4}\.?$/u;
const LABEL_END = /[^:]:$/u;
/** Share of texts that makes all of them of one kind. */
const MOST = 0.5;
/** Share of the cells that are labels of forms: one of three is the label of a row. */
const LABELS = 0.4;
/** Fewest entries of a table of contents. */
const LEAST_ENTRIES = 4;
/** Words that lines of running text have on average, at least, where they go on from line to line. */
const PROSE_WORDS = 3;
const LOWER_CASE = /^\p{Ll}/u;

/** Whether columns are marks with texts, labels with values, or titles with their pages. */
export function isList(table: Columns): boolean {
  const columns = Array.from({ length: table.columnCount }, (_, column) =>
    table.cells.filter((cell) => cell.column === column).map(({ words }) => words.map(({ text }) => text)),
  );
  return areMarked(columns) || isContents(columns) || isForm(table);
}

/** Whether texts go on from line to line, as columns of running text do. */
export function isRunningText({ cells }: Columns): boolean {
  const words = cells.reduce((sum, cell) => sum + cell.words.length, 0);
  const goingOn = cells.filter((cell) => LOWER_CASE.test(cell.words[0]!.text));
  return words >= PROSE_WORDS * cells.length && goingOn.length >= MOST * cells.length;
}

function share(texts: readonly CellText[], fits: (text: CellText) => boolean): number {
  return texts.filter(fits).length / Math.max(1, texts.length);
}

/** Whether each text has a column of marks before it. */
function areMarked(columns: readonly (readonly CellText[])[]): boolean {
  const isMarks = columns.map(
    (texts) => share(texts, (text) => text.length === 1 && LIST_MARK.test(text[0]!)) >= MOST,
  );
  return isMarks.every((own, column) => own === (column % 2 === 0)) && columns.length % 2 === 0;
}

/** Whether the last column holds page numbers, led to by dots or below numbers of sections. */
function isContents(columns: readonly (readonly CellText[])[]): boolean {
  const [pages, titles, numbers = []] = columns.slice(-3).reverse();
  if (!pages || !titles || columns.length > 3 || !ascend(pages)) return false;
  const isLed = share(titles, (text) => LEADING.test(text.at(-1)!)) >= MOST;
  return isLed || (pages.length >= LEAST_ENTRIES && share(numbers, ([text]) => SECTION.test(text!)) >= MOST);
}

/** Whether texts are page numbers: whole ones, none smaller than the one before. */
function ascend(texts: readonly CellText[]): boolean {
  const numbers = texts.map(([text]) => Number(text));
  return numbers.every((number, i) => Number.isInteger(number) && (i === 0 || number >= numbers[i - 1]!));
}

/** Whether many cells are, or begin with, labels that end with a colon, which may be a cell of its own. */
export function isForm({ cells }: Columns): boolean {
  const colons = new Set(
    cells.flatMap(({ row, column, words }) =>
      words.length === 1 && words[0]!.text === ':' ? [`${row},${column}`] : [],
    ),
  );
  const labels = cells.filter(
    (cell) =>
      cell.words.some(({ text }) => LABEL_END.test(text)) ||
      (!isFigureCell(cell) && colons.has(`${cell.row},${cell.column + 1}`)),
  );
  return labels.length >= LABELS * (cells.length - colons.size);
}
