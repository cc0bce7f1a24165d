/** What leaves out the rows of a table that are none of those wanted: headings, totals, captions of groups. */
import { type GivenTable, type GivenValue, isSame, rowCount } from '../../run/extraction/answers.js';
import { alignRows } from './align-rows.js';

/** Share of the cells that a model has answered which must be in the table, in their order. */
const AGREED = 0.6;
/** What speaks against a column that is required, a first row and a last row. */
const COST = { required: 0.5, start: 1, stop: 2 };

/** Members of a table field by which it gives the wanted rows alone. */
export interface RowFit {
  /** Ids of columns without whose value a row is left out. */
  readonly required: readonly string[];
  readonly startOnRow?: number;
  readonly stopOnRow?: number;
  readonly cost: number;
}

/** A table as a field gave it, and the rows that a model found on the same sample. */
export interface FittedRows {
  readonly given: GivenTable;
  readonly wanted: GivenTable;
}

/**
 * The members that leave the wanted rows of all samples: columns that all of them fill are required where the others do
 * not; else the first row, and the last one counted from the end, where these are the same on all samples.
 * @returns undefined where a table lacks wanted rows, or has others between them that no column tells
 */
export function fitRows(samples: readonly FittedRows[]): RowFit | undefined {
  const aligned: Aligned[] = [];
  for (const each of samples) {
    const own = alignedRows(each);
    if (!own) return undefined;
    aligned.push(own);
  }
  const ids = samples[0]!.given.columns.map(({ id }) => id);
  const filled = ids.filter((id) =>
    aligned.every(({ kept, isFilled }) => kept.every((row) => isFilled(id, row))),
  );
  const everywhere = requiredFor(filled, aligned, () => true);
  if (everywhere) return { required: everywhere, cost: COST.required * everywhere.length };
  const between = requiredFor(filled, aligned, (row, { kept }) => row > kept[0]! && row < kept.at(-1)!);
  const [start, ...starts] = aligned.map(({ kept }) => kept[0]!);
  const [end, ...ends] = aligned.map(({ kept, count }) => kept.at(-1)! - count);
  if (!between || starts.some((each) => each !== start) || ends.some((each) => each !== end))
    return undefined;
  return {
    required: between,
    ...(start! > 0 && { startOnRow: start! }),
    ...(end! < -1 && { stopOnRow: end! }),
    cost: COST.required * between.length + (start! > 0 ? COST.start : 0) + (end! < -1 ? COST.stop : 0),
  };
}

/** The rows of a table that are wanted, and the others. */
interface Aligned {
  readonly kept: readonly number[];
  readonly others: readonly number[];
  readonly count: number;
  isFilled(id: string, row: number): boolean;
}

function alignedRows({ given, wanted }: FittedRows): Aligned | undefined {
  const own = new Map(given.columns.map(({ id, values }) => [id, values]));
  const columns = wanted.columns.filter(({ id }) => own.has(id));
  const known = columns.reduce((sum, { values }) => sum + values.filter(isFilled).length, 0);
  const found = alignRows(
    rowCount(wanted),
    rowCount(given),
    (i, j) => columns.filter(({ id, values }) => areSame(values[i], own.get(id)![j])).length,
  );
  if (!found || found.agreed < AGREED * known) return undefined;
  const kept = new Set(found.positions);
  const count = rowCount(given);
  return {
    kept: found.positions,
    others: Array.from({ length: count }, (_, row) => row).filter((row) => !kept.has(row)),
    count,
    isFilled: (id, row) => isFilled(own.get(id)?.[row]) && !isOneCell(given, row),
  };
}

/**
 * Whether a row is one cell across all columns: the caption of a group, which a table leaves out where a column is required.
 * By it 6 columns of `bench:distil` more are proven.
 */
function isOneCell({ columns }: GivenTable, row: number): boolean {
  const places = columns.map(({ values }) => JSON.stringify(values[row]?.lines ?? []));
  return (
    columns.length > 1 &&
    isFilled(columns[0]!.values[row]) &&
    new Set(places).size === 1 &&
    places[0] !== '[]'
  );
}

/** The fewest columns, one by one, of which each of the other rows lacks one; undefined where some lacks none. */
function requiredFor(
  filled: readonly string[],
  aligned: readonly Aligned[],
  isMeant: (row: number, own: Aligned) => boolean,
): readonly string[] | undefined {
  let left = aligned.flatMap((own) =>
    own.others.filter((row) => isMeant(row, own)).map((row) => ({ row, isFilled: own.isFilled })),
  );
  const required: string[] = [];
  while (left.length > 0) {
    const lacked = (id: string) => left.filter((each) => !each.isFilled(id, each.row)).length;
    const [best] = filled.toSorted((a, b) => lacked(b) - lacked(a));
    if (best === undefined || lacked(best) === 0) return undefined;
    required.push(best);
    left = left.filter((each) => each.isFilled(best, each.row));
  }
  return required;
}

function areSame(a: GivenValue | null | undefined, b: GivenValue | null | undefined): boolean {
  return isFilled(a) && isFilled(b) && isSame(a, b);
}

function isFilled(cell: GivenValue | null | undefined): cell is GivenValue {
  return cell !== null && cell !== undefined && cell.value !== null && cell.value !== '';
}
