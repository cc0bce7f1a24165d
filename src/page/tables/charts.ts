/**
 * Charts, which are no tables though their print is aligned: the figures along their axes are ticks. Switched off,
 * charts of two of the 34 reports with ground truth are taken for tables; no table of them is lost. No value of 137
 * documents and no cell of their tables changes where its thresholds are a fifth smaller, or a quarter larger.
 */
import { centreX, centreY } from '../document/geometry.js';
import type { Structure } from './structure.js';
import type { PlacedWord, TextRow } from './words.js';

/** Fewest ticks of an axis: three figures are evenly apart by chance. */
const LEAST_TICKS = 4;
/** Steps between the ticks of an axis differ by no more than this, in inches. */
const EVEN_INCHES = 0.03;
/** How far the values of ticks may be from even steps, as a share of a step. */
const EXACT = 1e-6;
/** Share of the grid between the axes from which text there is that of a table's cells. */
const FILLED = 0.5;

/** A word, and its value where it is a number. */
interface Tick {
  readonly word: PlacedWord;
  readonly value: number | undefined;
}

/** Whether what is beside and below some rows of ticks is too little for the cells of a table. */
export function isChart(
  rows: readonly TextRow[],
  { cells, rowCount, columnCount, headerRows }: Structure,
): boolean {
  const ticks = rows.map(({ words }) => words.map((word): Tick => ({ word, value: tickValue(word.text) })));
  const across = ticks.flatMap((row) => axes(row, centreX, () => true));
  const down = columnsOfTicks(ticks).flatMap((column) => axes(column, centreY, (step) => step < 0));
  if (across.length + down.length === 0) return false;
  const [rowTicks, columnTicks] = [new Set(across.flat()), new Set(down.flat())];
  const holding = (own: ReadonlySet<PlacedWord>) =>
    cells.filter(({ words }) => words.some((word) => own.has(word)));
  const axisRows = new Set(holding(rowTicks).map(({ row }) => row));
  const axisColumns = new Set(holding(columnTicks).map(({ column }) => column));
  const others = cells.filter(({ row, column }) => !axisRows.has(row) && !axisColumns.has(column));
  const grid = (rowCount - axisRows.size) * (columnCount - axisColumns.size);
  // Two axes with nothing between them have no headings, as columns of a table have.
  return others.length < FILLED * grid || (down.length > 0 && grid === 0 && headerRows === 0);
}

/** Numbers below each other with one edge, or one middle, in common. */
function columnsOfTicks(rows: readonly (readonly Tick[])[]): readonly (readonly Tick[])[] {
  const ticks = rows.flatMap((row) => row.filter(({ value }) => value !== undefined));
  const found: (readonly Tick[])[] = [];
  const known = new Set<Tick>();
  for (const edge of [({ right }: PlacedWord) => right, ({ left }: PlacedWord) => left, centreX]) {
    for (const cluster of clustersBy(ticks, edge)) {
      if (cluster.length < LEAST_TICKS || cluster.some((tick) => known.has(tick))) continue;
      const sorted = cluster.toSorted((a, b) => a.word.top - b.word.top);
      if (axes(sorted, centreY, (step) => step < 0).length === 0) continue;
      for (const tick of cluster) known.add(tick);
      found.push(sorted);
    }
  }
  return found;
}

function clustersBy(ticks: readonly Tick[], edge: (word: PlacedWord) => number): Tick[][] {
  const clusters: Tick[][] = [];
  for (const tick of ticks.toSorted((a, b) => edge(a.word) - edge(b.word))) {
    const open = clusters.at(-1);
    if (open && edge(tick.word) - edge(open.at(-1)!.word) <= EVEN_INCHES) open.push(tick);
    else clusters.push([tick]);
  }
  return clusters;
}

/** The words of the longest runs of numbers whose values and places go on in even steps. */
function axes(
  ticks: readonly Tick[],
  place: (word: PlacedWord) => number,
  goes: (step: number) => boolean,
): PlacedWord[][] {
  const found: PlacedWord[][] = [];
  let run: Tick[] = [];
  const close = () => {
    if (run.length >= LEAST_TICKS) found.push(run.map(({ word }) => word));
    run = [];
  };
  for (const tick of ticks) {
    if (tick.value === undefined) {
      close();
      continue;
    }
    if (run.length > 0 && !goesOn(run, tick, place, goes)) {
      const last = run.at(-1)!;
      close();
      if (goesOn([last], tick, place, goes)) run = [last];
    }
    run.push(tick);
  }
  close();
  return found;
}

function goesOn(
  run: readonly Tick[],
  tick: Tick,
  place: (word: PlacedWord) => number,
  goes: (step: number) => boolean,
): boolean {
  const [last, before] = [run.at(-1)!, run.at(-2)];
  const step = tick.value! - last.value!;
  if (step === 0 || !goes(step)) return false;
  if (!before) return true;
  const earlier = last.value! - before.value!;
  const [distance, usual] = [place(tick.word) - place(last.word), place(last.word) - place(before.word)];
  return Math.abs(step - earlier) <= EXACT * Math.abs(earlier) && Math.abs(distance - usual) <= EVEN_INCHES;
}

const TICK = /^[$€£]?(?<sign>[-−–]?)(?<digits>\d{1,12}(?:,\d{3}){0,3}(?:\.\d{1,6})?|\d{0,6}[.,]\d{1,6})%?$/u;

/** The value of a tick; undefined where a word is no number. */
function tickValue(text: string): number | undefined {
  const { sign, digits } = TICK.exec(text)?.groups ?? {};
  if (digits === undefined) return undefined;
  const value = Number(/,\d{3}(?!\d)/u.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.'));
  return sign === '' ? value : -value;
}
