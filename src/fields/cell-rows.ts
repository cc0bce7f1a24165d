/** The cellRows field: one object for each row of a spreadsheet (chapter 6, 8). */
import { z } from 'zod';
import { AnchorSearch, findStop } from '../anchors/anchors.js';
import { lineTest } from '../anchors/matchers.js';
import { type FieldAnchor, fieldAnchorSchema, type StopMatch, stopMatchSchema } from '../anchors/schema.js';
import { type Scope, sectionScope } from '../anchors/scope.js';
import type { Line } from '../document/model.js';
import { CELL_HEIGHT, CELL_WIDTH } from '../document/sheet-layout.js';
import type { PathStep } from '../errors.js';
import { closedObject } from '../grammar.js';
import { store } from '../values/store.js';
import type { CellField } from './cell.js';
import { type CellRow, type FieldKind, type FieldOutput, type FieldScope, methodIdOf } from './definition.js';
import { resolveAnchor } from './resolve-anchor.js';
import { placeOf } from './run.js';
import { innerScope, runScope } from './scope-steps.js';
import { plainTrace } from './trace.js';

/** A cellRows field, as a config holds it; the types of its fields depend on the language. */
export interface CellRowsField<Field = object> {
  id: string;
  type: 'cellRows';
  headerRow: FieldAnchor;
  headerRowsCount?: number | undefined;
  stop?: StopMatch | undefined;
  fields: Field[];
}

export const cellRows: FieldKind<CellRowsField> = {
  id: 'cellRows',
  summary: 'The rows of a spreadsheet, each with fields for its cells',
  places: ['fields'],
  methodIds: () => [],
  schema: (grammar) =>
    closedObject({
      id: z.string().min(1).describe('Key of the array of rows in the output'),
      type: z.literal('cellRows').describe('Makes the field rows of a spreadsheet'),
      headerRow: fieldAnchorSchema.describe('Finds the first row of headings'),
      headerRowsCount: z.int().min(1).optional().describe('Number of rows with headings; default 1'),
      stop: stopMatchSchema.optional().describe('First row that is no longer taken'),
      fields: z.array(grammar.fieldIn.cellRows).describe('What to take from each row, in order'),
    }),
  matches: (field) => 'type' in field && field.type === 'cellRows',
  async execute(field, scope, path) {
    const rows = rowsOf(field, scope);
    if ('missing' in rows) {
      store(scope.output, field.id, rows.isError ? rows.value : []);
      if (rows.isError) {
        const place = placeOf(scope, path, field.id);
        scope.run.error({ type: 'configuration', message: rows.missing, ...place });
      }
      scope.run.trace?.(field.id, plainTrace(path, 'cellRows', rows.missing));
      return;
    }
    await scope.run.language.types.prepare(cellFields(field).map(({ type }) => type ?? 'string'));
    const values = await runRows(field, rows, scope, path);
    store(scope.output, field.id, values);
    const reason = values.length === 0 ? 'no row below the headings' : undefined;
    scope.run.trace?.(field.id, plainTrace(path, 'cellRows', reason));
  },
};

async function runRows(
  field: CellRowsField,
  rows: readonly CellRow[],
  scope: FieldScope,
  path: readonly PathStep[],
): Promise<FieldOutput[]> {
  const values: FieldOutput[] = [];
  for (const [index, row] of rows.entries()) {
    const inner = { ...innerScope(scope, { place: { group: field.id, index } }), row };
    await runScope({ fields: field.fields }, inner, path);
    values.push(inner.output);
  }
  return values;
}

function cellFields(field: CellRowsField): CellField[] {
  return field.fields.filter((each): each is CellField => methodIdOf(each) === 'cell');
}

interface NoRows {
  readonly missing: string;
  readonly isError: boolean;
  readonly value: null | readonly [];
}

function rowsOf(
  field: CellRowsField,
  { run, scope, parent, anchors }: FieldScope,
): readonly CellRow[] | NoRows {
  if (parent) return none('rows of spreadsheets are read outside sections only');
  const sheet = firstSheet(scope);
  if (!sheet) return { missing: 'cellRows needs a spreadsheet', isError: true, value: [] };
  const anchor = resolveAnchor(field.headerRow, anchors);
  if ('missing' in anchor) return { missing: anchor.missing, isError: true, value: null };
  const search = new AnchorSearch(anchor, sheet.scope);
  const heading = search.first();
  if (!heading) return none(`headerRow: ${search.missing ?? 'no row found'}`);
  const { rowOf, scope: cells } = sheet;
  const first = rowOf(heading.line) + (field.headerRowsCount ?? 1);
  const below = cells.lines.findIndex((line) => rowOf(line) >= first);
  if (below < 0) return none('no row below the headings');
  const headings = cells.lines.slice(0, below).filter((line) => rowOf(line) >= rowOf(heading.line));
  const stop = field.stop === undefined ? undefined : findStop(field.stop, cells, below);
  const stopLine = stop === undefined ? undefined : cells.lines[stop];
  const end = stopLine ? rowOf(stopLine) : Number.POSITIVE_INFINITY;
  const columns = headedColumns(cellFields(field), headings, (message) =>
    run.error({ type: 'configuration', code: 'regex_timeout', message, field_id: field.id }),
  );
  return gather(cells.lines.slice(below), rowOf, end).map((row) => ({
    cellUnder(method) {
      const column = columns.get(method);
      return column === undefined ? undefined : row.get(column);
    },
  }));
}

function none(missing: string): NoRows {
  return { missing, isError: false, value: [] };
}

/** The cells of the first sheet, and the row of each, counted over its pages; undefined without a sheet. */
function firstSheet(scope: Scope) {
  const firstRows = new Map<number, number>();
  for (const { index, sheet } of scope.pages.values()) {
    if (sheet?.index === 0) firstRows.set(index, sheet.firstRow);
  }
  if (firstRows.size === 0) return undefined;
  const rowOf = ({ page, top }: Line) => (firstRows.get(page) ?? 0) + Math.round(top / CELL_HEIGHT);
  const lines = scope.lines.filter(({ page }) => firstRows.has(page));
  return { scope: sectionScope(scope, lines), rowOf };
}

function columnOf({ left }: Line): number {
  return Math.round(left / CELL_WIDTH);
}

/** The leftmost column with a fitting heading, by the method that asks for it. */
function headedColumns(
  fields: readonly CellField[],
  headings: readonly Line[],
  report: (message: string) => void,
): ReadonlyMap<object, number> {
  const columns = new Map<object, number>();
  for (const { method } of fields) {
    const { header } = method;
    const test = lineTest(typeof header === 'string' ? { type: 'includes', text: header } : header);
    const found = headings.filter((heading) => test(heading, report) !== null).map(columnOf);
    if (found.length > 0) columns.set(method, Math.min(...found));
  }
  return columns;
}

/** Lines by row and column, up to a row; rows without cells do not occur. */
function gather(
  lines: readonly Line[],
  rowOf: (line: Line) => number,
  end: number,
): readonly ReadonlyMap<number, Line>[] {
  const rows = new Map<number, Map<number, Line>>();
  for (const line of lines) {
    const number = rowOf(line);
    if (number >= end) break;
    let row = rows.get(number);
    if (!row) {
      row = new Map();
      rows.set(number, row);
    }
    row.set(columnOf(line), line);
  }
  return [...rows.values()];
}
