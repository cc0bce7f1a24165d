/**
 * Table fields for rows that a model found, over all samples at once: the columns are those of the table in which the rows
 * stand, the captions around it say where it begins and ends, and what it holds beside them is left out by what all samples
 * show. Of the 175 columns of tables in `bench:distil` 164 are proven and right by it, and 14 where only tables with captions
 * over all columns were taken.
 */
import type { TypeRegistry } from '../../language/types/registry.js';
import type { AskedRows } from '../../run/extraction/asked-fields.js';
import { isSections, type SectionsField } from '../suggest/by-section.js';
import type { AnchorForm } from '../suggest/captions.js';
import { type FittedRows, fitRows, type RowFit } from './fit-rows.js';
import { type RunFields, runAll, tablesIn } from './prove.js';
import { rowEdges } from './row-edges.js';
import { jointReach, type Reach, type RowGrid, rowGrids } from './row-grids.js';
import type { RowSample } from './row-sample.js';

/** Inches that a column at the edge of a table reaches over its text. */
const MARGIN = 0.1;
/** Tables of the samples that are tried. */
const GRIDS = 2;
/** Fields that are tried on all samples, and drafts that run together until there are as many. */
const MOST_FIELDS = 12;
const BATCH = 32;
/** What speaks against measured columns, rows of several lines, and a stop for each one that is nearer; against none, too. */
const COST = { measured: 1, tall: 0.5, stop: 0.3, noStop: 0.5 };

/** A field that gives rows: a table, or sections. */
export type RowsField = TableField | SectionsField;

/** The members of a field that give its columns. */
export function columnsIn(field: RowsField): readonly { readonly id: string }[] {
  return isSections(field) ? field.fields : field.method.columns;
}

/** A field with some of its columns alone. */
export function onlyColumns(field: RowsField, ids: readonly string[]): RowsField {
  const own = columnsIn(field).filter(({ id }) => ids.includes(id));
  if (isSections(field)) return { ...field, fields: own };
  return { ...field, method: { ...field.method, columns: own } };
}

/** A table field. */
interface TableField {
  readonly type: 'table';
  readonly method: { readonly id: string; readonly columns: readonly { readonly id: string }[] };
}

/** A table field before it is known which of its rows are wanted. */
interface Draft {
  readonly cost: number;
  readonly form: AnchorForm;
  readonly method: { readonly id: string; readonly columns: readonly { readonly id: string }[] };
  readonly stop: string | undefined;
}

/** Fields that give the rows on all of some samples, the simplest first. @param samples those that fields are made on */
export async function rowCandidates(
  asked: AskedRows,
  samples: readonly RowSample[],
  types: TypeRegistry,
  run: RunFields,
): Promise<readonly TableField[]> {
  const known = samples.filter(({ rows }) => rows !== undefined);
  const grids: (readonly RowGrid[])[] = [];
  for (const { document, rows } of known) grids.push(await rowGrids(asked, document, rows!, types));
  const [first] = known;
  const drafts: Draft[] = [];
  for (const grid of (grids[0] ?? []).slice(0, GRIDS)) {
    const alike = grids.flatMap((each) => each.find((other) => areAlike(grid, other)) ?? []);
    const { anchors, stops } = await rowEdges(first!, grid, samples);
    const methods = methodsFor(asked, grid, alike);
    for (const form of anchors) {
      for (const [i, stop] of [...stops, undefined].entries()) {
        for (const { cost, method } of methods) {
          const ends = stop === undefined ? COST.noStop : i * COST.stop;
          drafts.push({ cost: form.cost + ends + cost, form, method, stop });
        }
      }
    }
  }
  return fitted(drafts, known, run);
}

/** Whether two samples show one table: its columns are as many, and the same of them are asked for. */
function areAlike(a: RowGrid, b: RowGrid): boolean {
  return (
    a.reaches.length === b.reaches.length &&
    [...a.columns].every(([id, index]) => b.columns.get(id) === index)
  );
}

/** The drafts of which a fit leaves the wanted rows on all samples: those with more columns first, then the simplest. */
async function fitted(
  drafts: readonly Draft[],
  samples: readonly RowSample[],
  run: RunFields,
): Promise<readonly TableField[]> {
  const fits: (Pick<Draft, 'cost' | 'method'> & { readonly field: TableField })[] = [];
  const simplest = drafts.toSorted(byColumns);
  const documents = samples.map(({ document }) => document);
  for (let from = 0; from < simplest.length && fits.length < MOST_FIELDS; from += BATCH) {
    const batch = simplest.slice(from, from + BATCH);
    const fields = batch.map((draft) => ({ field: fieldOf(draft) }));
    const given = await runAll(fields, documents, run);
    for (const [i, draft] of batch.entries()) {
      const pairs = tablesIn(given[i]!).flatMap((table, at): FittedRows[] => {
        const wanted = samples[at]!.rows;
        return table && wanted ? [{ given: table, wanted }] : [];
      });
      const fit = pairs.length === samples.length ? fitRows(pairs) : undefined;
      if (fit) fits.push({ ...draft, cost: draft.cost + fit.cost, field: fieldOf(draft, fit) });
    }
  }
  return fits
    .toSorted(byColumns)
    .slice(0, MOST_FIELDS)
    .map(({ field }) => field);
}

/** Another table that holds only some of the columns, and is simpler to find, comes last. */
function byColumns(a: Pick<Draft, 'cost' | 'method'>, b: Pick<Draft, 'cost' | 'method'>): number {
  return b.method.columns.length - a.method.columns.length || a.cost - b.cost;
}

/** The ways to read the columns of a table: by their number, and by where they are. */
function methodsFor(asked: AskedRows, grid: RowGrid, alike: readonly RowGrid[]) {
  const own = asked.columns.flatMap(({ id, type }) => {
    const index = grid.columns.get(id);
    return index === undefined ? [] : [{ id, index, ...(type !== undefined && { type }) }];
  });
  const { length } = grid.reaches;
  const reaches = Array.from({ length }, (_, index) =>
    alike
      .flatMap((each) => each.reaches[index] ?? [])
      .reduce<Reach | undefined>((reach, each) => (reach ? jointReach(reach, each) : each), undefined),
  );
  const measured = own.flatMap(({ index, ...column }) => {
    const range = rangeOf(reaches, index);
    return range ? [{ ...column, ...range }] : [];
  });
  const numbered = { cost: 0, method: { id: 'fixedTable', columnCount: length, columns: own } };
  if (measured.length === 0) return [numbered];
  return [
    numbered,
    { cost: COST.measured, method: { id: 'textTable', columns: measured } },
    {
      cost: COST.measured + COST.tall,
      method: { id: 'textTable', columns: measured, detectMultipleLinesPerRow: true },
    },
  ];
}

/**
 * The range of a column, as far as the middle of the gaps to its neighbours, in inches with two decimals; undefined where
 * its neighbours reach over it, as texts of several blocks do that were taken for one table.
 */
function rangeOf(reaches: readonly (Reach | undefined)[], index: number) {
  const own = reaches[index];
  if (!own) return undefined;
  const before = reaches.slice(0, index).findLast((each) => each !== undefined);
  const after = reaches.slice(index + 1).find((each) => each !== undefined);
  const minX = before ? (before.right + own.left) / 2 : Math.max(0, own.left - MARGIN);
  const maxX = after ? (own.right + after.left) / 2 : own.right + MARGIN;
  const range = { minX: Math.round(minX * 100) / 100, maxX: Math.round(maxX * 100) / 100 };
  return range.minX < range.maxX ? range : undefined;
}

function fieldOf(
  { form: { anchor, match }, method, stop }: Draft,
  { required, startOnRow, stopOnRow }: Partial<RowFit> = {},
): TableField {
  const columns = method.columns.map((column) =>
    required?.includes(column.id) ? { ...column, isRequired: true } : column,
  );
  return {
    type: 'table',
    anchor,
    ...(match && { match }),
    method: {
      ...method,
      columns,
      ...(stop !== undefined && { stop }),
      ...(startOnRow !== undefined && { startOnRow }),
      ...(stopOnRow !== undefined && { stopOnRow }),
    },
  } as TableField;
}
