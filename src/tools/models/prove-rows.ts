/**
 * Table fields on trial, column by column: a column is proven where it holds what the model answered in most of its cells
 * on all samples. A model errs here and there, a column of the wrong place in most of its rows.
 */
import type { PrintedLine } from '../../language/fields/trace.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import { boundingBox, sharedArea } from '../../page/document/geometry.js';
import type { Document } from '../../page/document/model.js';
import { type GivenTable, type GivenValue, isSame, rowCount } from '../../run/extraction/answers.js';
import type { AskedRows } from '../../run/extraction/asked-fields.js';
import { isSections } from '../suggest/by-section.js';
import { withoutEmptyRows } from './answered.js';
import { type Left, LeftColumns, type LeftReason, whyLeft } from './left.js';
import { columnsIn, onlyColumns, type RowsField, rowCandidates } from './propose-rows.js';
import { sectionCandidates } from './propose-sections.js';
import {
  type Disagreement,
  isProven,
  type RunFields,
  runAll,
  type Trial,
  tablesIn,
  trialOf,
} from './prove.js';
import type { RowSample } from './row-sample.js';
import { steadyRows } from './steady-rows.js';

/** What became of the rows that a model found. */
export interface TriedRows {
  /** The field with its proven columns; absent where none is. */
  readonly field?: RowsField;
  /** The proven columns, in the order of those that are asked for. */
  readonly columns: readonly string[];
  /** By sample. `same` has those whose proven columns differ nowhere by more than single cells. */
  readonly trial: Trial;
  /** Samples whose proven columns hold in each cell what the model answered. */
  readonly whole: readonly number[];
  readonly disagreements: readonly Disagreement[];
}

/** With why the other columns are left to the model. */
export interface SettledRows extends TriedRows {
  readonly left: readonly Left[];
}

/** A column of a field beside that of the model, on all samples whose rows are as many. */
interface ColumnTrial {
  readonly id: string;
  /** Why it is not proven; undefined where it is. */
  readonly because: LeftReason | undefined;
  /** Cells that differ. */
  readonly differs: readonly Disagreement[];
}

/**
 * Share of the cells of a column, over all samples, that must be what the model answered. Models that answer one cell in ten
 * wrong or not at all leave 0.75 of eight cells in 96 of 100 columns; a column that is cut wrong holds less, as does one that
 * lies beside the one that is asked for.
 */
const SAME_CELLS = 0.75;

/**
 * Different rows in the proven columns together, as a share of all rows, at least: without it 2 columns of `bench:distil`, whose
 * cells are all a dash, are read off another table of the page.
 */
const TELLING = 0.5;

/** Tries the tables of the samples that fields are made on and, where they do not prove all columns, blocks that come again. */
export async function triedRows(
  asked: AskedRows,
  samples: readonly RowSample[],
  heldOut: readonly number[],
  types: TypeRegistry,
  run: RunFields,
): Promise<SettledRows> {
  const madeOn = samples.filter((_, i) => !heldOut.includes(i));
  const left = new LeftColumns();
  const among = (fields: readonly RowsField[]) => bestAmong(fields, asked, samples, heldOut, run, left);
  const table = await among(await rowCandidates(asked, madeOn, types, run));
  if (table?.columns.length === asked.columns.length) return { ...table, left: [] };
  const sections = await among(await sectionCandidates(asked, madeOn, run, left));
  const [best = NOTHING] = [table, sections].filter((each) => each !== undefined).toSorted(byMerit);
  const others = asked.columns.map(({ id }) => id).filter((id) => !best.columns.includes(id));
  for (const id of others) {
    const isAnswered = samples.some(({ rows }) => cellsOf(rows, id).some((cell) => cell !== undefined));
    if (!isAnswered) left.note([id], 'unanswered');
  }
  return { ...best, left: left.of(others) };
}

/** Rows for which there is nothing to try. */
const NOTHING: TriedRows = {
  columns: [],
  trial: { same: [], differs: [], alone: [], left: [], given: [] },
  whole: [],
  disagreements: [],
};

/** The best of some fields with its proven columns, else the nearest with none. */
async function bestAmong(
  fields: readonly RowsField[],
  asked: AskedRows,
  samples: readonly RowSample[],
  heldOut: readonly number[],
  run: RunFields,
  left: LeftColumns,
): Promise<TriedRows | undefined> {
  const all = fields.map((field) => ({ field, asks: asked }));
  const tried = await tryAll(all, samples, heldOut, run, left, true);
  const documents = samples.flatMap(({ document }, i) => (heldOut.includes(i) ? [] : [document]));
  const likely = new Map<string, RowsField>();
  for (const each of tried) {
    const key = rangeOf(each.field!);
    const own = likely.get(key);
    const isOpen = (id: string) => !own || !columnsIn(own).some((column) => column.id === id);
    const open = each.columns.filter(isOpen);
    const columns = await steadyColumns({ ...each, columns: open }, documents, run);
    left.note(
      open.filter((id) => !columns.includes(id)),
      'otherRows',
    );
    const found = withRequired(onlyColumns(each.field!, columns), tablesIn(each.trial.given));
    if (columns.length > 0) likely.set(key, own ? withColumns(own, found, asked) : found);
  }
  const again = [...likely.values()].map((field) => {
    const columns = asked.columns.filter(({ id }) => columnsIn(field).some((column) => column.id === id));
    return { field, asks: { ...asked, columns } };
  });
  // Without the columns that are not proven a table may have other rows.
  const proven = (await tryAll(again, samples, heldOut, run, left)).filter(
    ({ columns }, i) => columns.length === again[i]!.asks.columns.length,
  );
  const given = proven.map(({ field, trial }) => ({ field: field!, tables: tablesIn(trial.given) }));
  const steady = await steadyRows(given, documents, run);
  for (const [i, { columns }] of proven.entries()) if (!steady[i]) left.note(columns, 'otherRows');
  const [best] = proven.filter((_, i) => steady[i]).toSorted(byMerit);
  if (best) return best;
  const [nearest] = tried.toSorted(byMerit);
  if (!nearest) return undefined;
  const { field: _field, ...rest } = nearest;
  return { ...rest, columns: [] };
}

/** What is one for the ways to read columns that count together: the range of sections; each table is alone. */
function rangeOf(field: RowsField): string {
  return JSON.stringify(isSections(field) ? field.range : field);
}

/** Sections that leave out blocks which are not filled in, by the first column that all others have, where some are not. */
function withRequired(field: RowsField, tables: readonly (GivenTable | undefined)[]): RowsField {
  if (!isSections(field)) return field;
  const given = tables.filter((table) => table !== undefined);
  const filled = given.flatMap((table) => withoutEmptyRows(table) ?? []);
  const count = (all: readonly GivenTable[]) => all.reduce((sum, table) => sum + rowCount(table), 0);
  if (count(filled) === count(given)) return field;
  const required = field.fields.find(({ id }) =>
    filled.every((table) => cellsOf(table, id).every((cell) => cell !== undefined)),
  );
  return required ? { ...field, requiredFields: [required.id] } : field;
}

/** Sections with columns of other sections of the same range, in the order of those that are asked for. */
function withColumns(field: RowsField, other: RowsField, { columns }: AskedRows): RowsField {
  if (!isSections(field) || !isSections(other)) return field;
  const own = [...field.fields, ...other.fields];
  return {
    ...other,
    ...field,
    fields: columns.flatMap(({ id }) => own.find((each) => each.id === id) ?? []),
  };
}

/** The columns of sections that give nothing where a row is not printed, each read without the others; of tables all. */
async function steadyColumns(
  { field, columns, trial }: TriedRows,
  documents: readonly Document[],
  run: RunFields,
): Promise<readonly string[]> {
  if (!isSections(field!)) return columns;
  const alone = columns.map((id) => ({
    field: onlyColumns(field!, [id]),
    tables: tablesIn(trial.given).map(
      (table) => table && { columns: table.columns.filter((column) => column.id === id) },
    ),
  }));
  const steady = await steadyRows(alone, documents, run);
  return columns.filter((_, i) => steady[i]);
}

function byMerit(a: TriedRows, b: TriedRows): number {
  return (
    b.columns.length - a.columns.length ||
    b.trial.same.length - a.trial.same.length ||
    a.disagreements.length - b.disagreements.length
  );
}

async function tryAll(
  tried: readonly { readonly field: RowsField; readonly asks: AskedRows }[],
  samples: readonly RowSample[],
  heldOut: readonly number[],
  run: RunFields,
  left: LeftColumns,
  mayHaveEmpty = false,
): Promise<readonly TriedRows[]> {
  const documents = samples.map(({ document }) => document);
  const given = await runAll(tried, documents, run);
  return tried.map(({ field, asks }, i) => {
    const all = tablesIn(given[i]!);
    const rows =
      mayHaveEmpty && isSections(field) ? all.map((table) => table && withoutEmptyRows(table)) : all;
    const one = tryOne(field, asks, rows, samples, heldOut, left);
    return { ...one, trial: { ...one.trial, given: all } };
  });
}

function tryOne(
  field: RowsField,
  asked: AskedRows,
  tables: readonly (GivenTable | undefined)[],
  samples: readonly RowSample[],
  heldOut: readonly number[],
  left: LeftColumns,
): TriedRows {
  const model = samples.map(({ rows }) => rows);
  const trial = trialOf(tables, model, (a, b) => rowCount(a) === rowCount(b));
  const rowsDiffer = [...trial.differs, ...trial.alone].map((i): Disagreement => {
    return { sample: samples[i]!.name, layout: tables[i] ?? null, model: model[i] ?? null };
  });
  const own = asked.columns.filter(({ id }) => columnsIn(field).some((column) => column.id === id));
  const areRows = isProven(trial, heldOut, samples.length);
  const columns = areRows ? own.map(({ id }) => columnTrial(id, trial, tables, samples, heldOut)) : [];
  const likely = columns.filter(({ because }) => because === undefined);
  const ids = likely.map(({ id }) => id);
  const rowsFound = trial.same.map((i) => tables[i]!);
  const doubt = isValue(rowsFound, ids)
    ? 'single'
    : rowsFound.every((table) => areTelling(table, ids))
      ? undefined
      : 'alike';
  const proven = doubt ? [] : likely;
  const why = trial.differs.length > 0 ? 'rows' : whyLeft({ trial }, heldOut, samples.length);
  for (const { id } of areRows ? [] : own) left.note([id], why);
  for (const { id, because = doubt } of columns) if (because) left.note([id], because);
  const cells = columns.flatMap(({ differs }) => differs);
  const wrong = new Set(proven.flatMap(({ differs }) => differs.map(({ sample }) => sample)));
  return {
    field,
    columns: proven.map(({ id }) => id),
    trial,
    whole: trial.same.filter((i) => !wrong.has(samples[i]!.name)),
    disagreements: [...rowsDiffer, ...cells],
  };
}

/**
 * Whether rows are one column of one row on each sample: no more than a value. Without it 1 column of `bench:distil` is read in
 * another place that holds the same.
 */
function isValue(tables: readonly GivenTable[], ids: readonly string[]): boolean {
  return ids.length === 1 && tables.every((table) => rowCount(table) === 1);
}

/** Whether some columns tell most rows of a table apart: cells that are all a dash are those of any table. */
function areTelling(table: GivenTable, ids: readonly string[]): boolean {
  const own = ids.map((id) => cellsOf(table, id));
  const count = rowCount(table);
  const rows = Array.from({ length: count }, (_, row) =>
    JSON.stringify(own.map((cells) => cells[row]?.value)),
  );
  return new Set(rows).size >= TELLING * count;
}

function columnTrial(
  id: string,
  { same: agreed }: Trial,
  tables: readonly (GivenTable | undefined)[],
  samples: readonly RowSample[],
  heldOut: readonly number[],
): ColumnTrial {
  const differs: Disagreement[] = [];
  let same = 0;
  let sameHeld = 0;
  let lack: LeftReason | undefined;
  // A cell that rows share, on which most differ, is read in another place: the other samples, which hold the same there, outvote it.
  const shared = new Map<string, { readonly rows: number; readonly more: number }>();
  for (const i of agreed) {
    const [own, model] = [cellsOf(tables[i], id), cellsOf(samples[i]!.rows, id)];
    for (const [row, a] of own.entries()) {
      const b = model[row];
      if (!a && !b) continue;
      const isEqual = a && b && isSame(a, b);
      const place = `${i} ${JSON.stringify(a?.lines)}`;
      const { rows, more } = shared.get(place) ?? { rows: 0, more: 0 };
      if (a?.lines) shared.set(place, { rows: rows + 1, more: more + (isEqual ? 1 : b ? -1 : 0) });
      if (isEqual) {
        same++;
        if (heldOut.includes(i)) sameHeld++;
        continue;
      }
      if (!a) lack = 'misses';
      else if (b && areParts(a, b)) lack = 'cut';
      differs.push({ sample: samples[i]!.name, column: id, row, layout: a ?? null, model: b ?? null });
    }
  }
  const isElsewhere = [...shared.values()].some(({ rows, more }) => rows > 1 && more < 0);
  const isMost = !isElsewhere && same > 0 && same >= SAME_CELLS * (same + differs.length);
  const isHeld = sameHeld > 0 || !heldOut.some((i) => agreed.includes(i));
  const because = lack ?? (isMost ? (isHeld ? undefined : 'heldOut') : 'differs');
  return { id, because, differs };
}

/** The cells of a column, undefined where they hold nothing. */
function cellsOf(table: GivenTable | undefined, id: string): readonly (GivenValue | undefined)[] {
  const count = table ? rowCount(table) : 0;
  const values = table?.columns.find((column) => column.id === id)?.values ?? [];
  return Array.from({ length: count }, (_, row) => {
    const cell = values[row];
    return cell && cell.value !== null && cell.value !== '' ? cell : undefined;
  });
}

/**
 * Whether one text is a part of the other in the same place: a cell that was cut, or that another one bled into, not one that
 * a model mistook, such as the 1 of another row beside a 12. Without places 6 columns of `bench:distil` less are proven.
 */
function areParts(a: GivenValue, b: GivenValue): boolean {
  if (typeof a.value !== 'string' || typeof b.value !== 'string') return false;
  return (a.value.includes(b.value) || b.value.includes(a.value)) && !areApart(a, b);
}

/** Whether no line of one value is in the place of one of the other, as far as both have places. */
function areApart({ lines: a = [] }: GivenValue, { lines: b = [] }: GivenValue): boolean {
  if (a.length === 0 || b.length === 0) return false;
  const places = (lines: readonly PrintedLine[]) =>
    lines.map(({ page, boundingPolygon }) => ({ page, box: boundingBox(boundingPolygon) }));
  return places(a).every((one) =>
    places(b).every((other) => one.page !== other.page || sharedArea(one.box, other.box) === 0),
  );
}
