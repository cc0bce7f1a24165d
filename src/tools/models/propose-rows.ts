/** Table fields for rows that a model found: where a table of the sample has the same texts in its columns. */
import type { TypeReference } from '../../foundation/schema/language.js';
import type { TypeRegistry } from '../../language/types/registry.js';
import type { Document } from '../../page/document/model.js';
import { type GivenTable, type GivenValue, rowCount } from '../../run/extraction/answers.js';
import type { AskedRows } from '../../run/extraction/asked-fields.js';
import { type GuessedTable, guessTables } from '../suggest/guess.js';
import { wholeValue } from '../suggest/notations.js';
import type { TableColumn } from '../suggest/tables.js';
import { spaced } from '../suggest/wanted.js';

/** Share of a column's cells that a column of the table must hold. */
const HELD = 0.6;
/** Anchors that are tried for one table. */
const ANCHORS = 3;

/** Fields that may give the rows, those of tables that hold more of them first. */
export async function rowCandidates(
  asked: AskedRows,
  document: Document,
  wanted: GivenTable,
  types: TypeRegistry,
): Promise<readonly object[]> {
  const tables = await guessTables(document, types);
  return tables
    .flatMap((guess) => {
      const columns = columnsFor(asked, wanted, guess.table.columns, types);
      if (columns.length === 0) return [];
      const apart = asked.columns.length - columns.length + Math.abs(guess.table.rows - rowCount(wanted));
      return fieldsFor(guess, columns, apart);
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ field }) => field);
}

interface ColumnMember {
  readonly id: string;
  readonly type?: unknown;
  readonly minX: number;
  readonly maxX: number;
}

/** The column of the table that each asked one is, of those that have one of their own. */
function columnsFor(
  asked: AskedRows,
  wanted: GivenTable,
  columns: readonly TableColumn[],
  types: TypeRegistry,
): readonly ColumnMember[] {
  const free = new Set(columns);
  return asked.columns.flatMap(({ id, type }) => {
    const cells = (wanted.columns.find((column) => column.id === id)?.values ?? []).filter(isCell);
    const [best] = [...free]
      .map((column) => ({ column, held: heldBy(column, cells, type as TypeReference | undefined, types) }))
      .filter(({ held }) => held >= HELD)
      .toSorted((a, b) => b.held - a.held);
    if (!best) return [];
    free.delete(best.column);
    const { minX, maxX } = best.column;
    return {
      id,
      ...(type !== undefined && { type }),
      minX: Math.floor(minX * 100) / 100,
      maxX: Math.ceil(maxX * 100) / 100,
    };
  });
}

/** The share of the cells that a column holds: as they are printed, or as what its type reads there. */
function heldBy(
  { texts }: TableColumn,
  wanted: readonly GivenValue[],
  type: TypeReference | undefined,
  types: TypeRegistry,
): number {
  const own = new Set(texts.map(plain));
  const values = new Set(
    type === undefined ? [] : texts.map((text) => wholeValue(spaced(text), type, types)?.value),
  );
  const held = wanted.filter(
    ({ source, value }) => values.has(value) || own.has(plain(source ?? String(value))),
  );
  return held.length / wanted.length;
}

function isCell(cell: GivenValue | null): cell is GivenValue {
  return cell !== null && cell.value !== null;
}

/** Text as it is compared: letters and figures, without signs and zeros of cents. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '')
    .replace(/\.0+$/u, '');
}

function fieldsFor({ forms, stop, table }: GuessedTable, columns: readonly ColumnMember[], apart: number) {
  return forms.slice(0, ANCHORS).flatMap(({ anchor, match, cost }) =>
    [table.isTall, !table.isTall].map((isTall) => ({
      rank: apart * 10 + cost + (isTall === table.isTall ? 0 : 1),
      field: {
        type: 'table',
        anchor,
        ...(match && { match }),
        method: {
          id: 'textTable',
          columns,
          ...(isTall && { detectMultipleLinesPerRow: true }),
          ...(stop !== undefined && { stop }),
        },
      },
    })),
  );
}
