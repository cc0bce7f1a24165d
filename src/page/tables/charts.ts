/**
 * Charts, which are no tables though their print is aligned: the figures along their axes are ticks.
 * Switched off, charts of two of the 34 reports with ground truth are taken for tables; no table of them is lost.
 */
import { centreX, centreY } from '../document/geometry.js';
import type { Structure } from './structure.js';
import type { PlacedWord, TextRow } from './words.js';

/** Fewest ticks of an axis: three figures are evenly apart by chance. */
const LEAST_TICKS = 4;
/** Axes along one direction, at most: one for each side. More are the rows of a table of multiples. */
const MOST_AXES = 2;
/** Steps between the ticks of an axis differ by no more than this share, or so much, in inches. */
const EVEN = 0.1;
const EVEN_INCHES = 0.03;
/** How far the values of ticks may be from even steps, as a share of a step. */
const EXACT = 1e-6;
/** Share of the grid between the axes from which text there is that of a table's cells. */
const FILLED = 0.5;

/** Whether what is beside and below some rows of ticks is too little for the cells of a table. */
export function isChart(
  rows: readonly TextRow[],
  { cells, rowCount, columnCount, headerRows }: Structure,
): boolean {
  const across = rows.flatMap(({ words }) => axes(words, centreX, () => true));
  const down = columnsOfWords(rows).flatMap((words) => axes(words, centreY, (step) => step < 0));
  if (across.length > MOST_AXES || down.length > MOST_AXES || across.length + down.length === 0) return false;
  const [rowTicks, columnTicks] = [new Set(across.flat()), new Set(down.flat())];
  const holding = (ticks: ReadonlySet<PlacedWord>) =>
    cells.filter(({ words }) => words.some((word) => ticks.has(word)));
  const axisRows = new Set(holding(rowTicks).map(({ row }) => row));
  const axisColumns = new Set(holding(columnTicks).map(({ column }) => column));
  const others = cells.filter(({ row, column }) => !axisRows.has(row) && !axisColumns.has(column));
  const grid = (rowCount - axisRows.size) * (columnCount - axisColumns.size);
  // Two axes with nothing between them have no headings, as columns of a table have.
  return others.length < FILLED * grid || (down.length > 0 && grid === 0 && headerRows === 0);
}

/** Words below each other with one edge, or one middle, in common. */
function columnsOfWords(rows: readonly TextRow[]): readonly (readonly PlacedWord[])[] {
  const words = rows.flatMap((row) => row.words.filter(({ text }) => tickValue(text) !== undefined));
  const found: (readonly PlacedWord[])[] = [];
  const known = new Set<PlacedWord>();
  for (const edge of [({ right }: PlacedWord) => right, ({ left }: PlacedWord) => left, centreX]) {
    for (const cluster of clustersBy(words, edge)) {
      if (cluster.length < LEAST_TICKS || cluster.some((word) => known.has(word))) continue;
      const sorted = cluster.toSorted((a, b) => a.top - b.top);
      if (axes(sorted, centreY, (step) => step < 0).length === 0) continue;
      for (const word of cluster) known.add(word);
      found.push(sorted);
    }
  }
  return found;
}

function clustersBy(words: readonly PlacedWord[], edge: (word: PlacedWord) => number): PlacedWord[][] {
  const clusters: PlacedWord[][] = [];
  for (const word of words.toSorted((a, b) => edge(a) - edge(b))) {
    const open = clusters.at(-1);
    if (open && edge(word) - edge(open.at(-1)!) <= EVEN_INCHES) open.push(word);
    else clusters.push([word]);
  }
  return clusters;
}

/** The longest runs of words whose values and places go on in even steps. */
function axes(
  words: readonly PlacedWord[],
  place: (word: PlacedWord) => number,
  goes: (step: number) => boolean,
): PlacedWord[][] {
  const found: PlacedWord[][] = [];
  let run: PlacedWord[] = [];
  const close = () => {
    if (run.length >= LEAST_TICKS) found.push(run);
    run = [];
  };
  for (const word of words) {
    const value = tickValue(word.text);
    if (value === undefined) {
      close();
      continue;
    }
    if (run.length > 0 && !goesOn(run, word, place, goes)) {
      const last = run.at(-1)!;
      close();
      if (goesOn([last], word, place, goes)) run = [last];
    }
    run.push(word);
  }
  close();
  return found;
}

function goesOn(
  run: readonly PlacedWord[],
  word: PlacedWord,
  place: (word: PlacedWord) => number,
  goes: (step: number) => boolean,
): boolean {
  const [last, before] = [run.at(-1)!, run.at(-2)];
  const step = tickValue(word.text)! - tickValue(last.text)!;
  if (step === 0 || !goes(step)) return false;
  if (!before) return true;
  const earlier = tickValue(last.text)! - tickValue(before.text)!;
  const [distance, usual] = [place(word) - place(last), place(last) - place(before)];
  return (
    Math.abs(step - earlier) <= EXACT * Math.abs(earlier) &&
    Math.abs(distance - usual) <= Math.max(EVEN_INCHES, EVEN * usual)
  );
}

const TICK = /^[$€£]?(?<sign>[-−–]?)(?<digits>\d{1,12}(?:,\d{3}){0,3}(?:\.\d{1,6})?|\d{0,6}[.,]\d{1,6})%?$/u;

/** The value of a tick; undefined where a word is no number. */
function tickValue(text: string): number | undefined {
  const { sign, digits } = TICK.exec(text)?.groups ?? {};
  if (digits === undefined) return undefined;
  const value = Number(/,\d{3}(?!\d)/u.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.'));
  return sign === '' ? value : -value;
}
