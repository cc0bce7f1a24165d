/** The cellRows field: one object for each row of a spreadsheet. */
// See docs/language/06-sections-and-field-kinds.md#8-cellrowsfield
import * as z from 'zod';
import type { PathStep } from '../../errors.js';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import { DEFAULT_TYPE, type FieldOutput } from '../../foundation/schema/language.js';
import { type PatternGuard, placedGuard } from '../../foundation/text/pattern-guard.js';
import type { Line } from '../../page/document/model.js';
import { AnchorSearch, findStop } from '../anchors/anchors.js';
import type { FieldAnchor, StopMatch } from '../anchors/forms.js';
import { lineTest } from '../anchors/matchers.js';
import { fieldAnchorSchema, stopMatchSchema } from '../anchors/schema.js';
import { type SearchScope, sectionScope } from '../anchors/scope.js';
import { store } from '../computed/output.js';
import type { CellField } from './cell.js';
import { type CellRow, type FieldKind, type FieldScope, methodIdOf } from './definition.js';
import { resolveAnchor } from './resolve-anchor.js';
import { placeOf } from './runner.js';
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

/** Headings of a row that comes again as the head of a further page; a single one may be the text of an entry. */
const LEAST_HEADINGS = 2;

const headerRows = {
  headerRowsCount: withDefault(z.int().min(1), 1).describe('Number of rows with headings'),
};

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
      ...headerRows,
      stop: stopMatchSchema.optional().describe('The rows end before this one'),
      fields: z.array(grammar.fieldIn.cellRows).describe('What to take from each row, in order'),
    }),
  matches: (field) => 'type' in field && field.type === 'cellRows',
  examples: [
    {
      title: 'the items of a stock list',
      document: 'Stock list\nItem,In store\nnuts,12\nbolts,\nTotal,12\n',
      field: {
        id: 'stock',
        type: 'cellRows',
        headerRow: 'in store',
        stop: 'total',
        fields: [
          { id: 'item', method: { id: 'cell', header: 'item' } },
          { id: 'amount', type: 'number', method: { id: 'cell', header: 'in store' } },
        ],
      },
      result: {
        stock: [
          { item: { value: 'nuts', type: 'string' }, amount: { source: '12', value: 12, type: 'number' } },
          { item: { value: 'bolts', type: 'string' }, amount: null },
        ],
      },
    },
  ],
  async execute(field, scope, path) {
    const rows = rowsOfCells(field, scope);
    if ('missing' in rows) {
      store(scope, field.id, rows.isError ? rows.value : []);
      if (rows.isError) {
        const place = placeOf(scope, path, field.id);
        scope.run.error({ type: 'configuration', message: rows.missing, ...place });
      }
      scope.run.trace?.(field.id, plainTrace(path, 'cellRows', rows.missing));
      return;
    }
    await scope.run.language.types.prepare(cellFields(field).map(({ type }) => type ?? DEFAULT_TYPE));
    const values = await runRows(field, rows, scope, path);
    store(scope, field.id, values);
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

function rowsOfCells(
  field: CellRowsField,
  { run, scope, parent, anchors }: FieldScope,
): readonly CellRow[] | NoRows {
  if (parent) return none('cellRows works only outside of sections');
  const cells = firstSheet(scope);
  if (!cells) return { missing: 'cellRows needs a spreadsheet', isError: true, value: [] };
  const anchor = resolveAnchor(field.headerRow, anchors);
  if ('missing' in anchor) return { missing: anchor.missing, isError: true, value: null };
  const search = new AnchorSearch(anchor, cells);
  const heading = search.first();
  if (!heading) return none(`headerRow: ${search.missing ?? 'no row found'}`);
  const first = rowOf(heading.line) + settled(headerRows, field).headerRowsCount;
  const below = cells.lines.findIndex((line) => rowOf(line) >= first);
  if (below < 0) return none('no row below the headings');
  const headings = cells.lines.slice(0, below).filter((line) => rowOf(line) >= rowOf(heading.line));
  const stop = field.stop === undefined ? undefined : findStop(field.stop, cells, below);
  const stopLine = stop === undefined ? undefined : cells.lines[stop];
  const end = stopLine ? rowOf(stopLine) : Number.POSITIVE_INFINITY;
  const columns = headedColumns(
    cellFields(field),
    headings,
    placedGuard(run, () => ({ field_id: field.id })),
  );
  const repeated = gather(headings, Number.POSITIVE_INFINITY).filter(({ size }) => size >= LEAST_HEADINGS);
  const rows = gather(cells.lines.slice(below), end).filter(
    (row) => !repeated.some((own) => isSameRow(own, row)),
  );
  return rows.map((row) => ({
    cellUnder(method) {
      const column = columns.get(method);
      return column === undefined ? undefined : row.get(column);
    },
  }));
}

/** Whether two rows have the same texts in the same columns. */
function isSameRow(one: ReadonlyMap<number, Line>, other: ReadonlyMap<number, Line>): boolean {
  if (one.size !== other.size) return false;
  for (const [column, { text }] of one) if (other.get(column)?.text !== text) return false;
  return true;
}

function none(missing: string): NoRows {
  return { missing, isError: false, value: [] };
}

/** The cells of the first sheet; undefined without a sheet. */
function firstSheet(scope: SearchScope) {
  const pages = [...scope.pages.values()].filter(({ sheet }) => sheet?.index === 0);
  if (pages.length === 0) return undefined;
  const indices = new Set(pages.map(({ index }) => index));
  const lines = scope.lines.filter(({ page, cell }) => cell && indices.has(page));
  return sectionScope(scope, lines);
}

function rowOf({ cell }: Line): number {
  return cell?.row ?? 0;
}

function columnOf({ cell }: Line): number {
  return cell?.column ?? 0;
}

/** The leftmost column with a fitting heading, by the method that asks for it. */
function headedColumns(
  fields: readonly CellField[],
  headings: readonly Line[],
  guard: PatternGuard,
): ReadonlyMap<object, number> {
  const columns = new Map<object, number>();
  for (const { method } of fields) {
    const { header } = method;
    const test = lineTest(typeof header === 'string' ? { type: 'includes', text: header } : header);
    const found = headings.filter((heading) => test(heading, guard) !== null).map(columnOf);
    if (found.length > 0) columns.set(method, Math.min(...found));
  }
  return columns;
}

/** Lines by row and column, up to a row; rows without cells do not occur. */
function gather(lines: readonly Line[], end: number): readonly ReadonlyMap<number, Line>[] {
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
