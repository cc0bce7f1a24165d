/** Table fields for rows that a model found: where a table of the sample has the same texts in its columns. */
import type { TypeRegistry } from '../../language/types/registry.js';
import type { Document } from '../../page/document/model.js';
import { type GuessedTable, guessTables } from '../suggest/guess.js';
import type { TableColumn } from '../suggest/tables.js';
import { type GivenTable, type GivenValue, rowCount } from './answers.js';
import type { AskedRows } from './asked-fields.js';

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
      const columns = columnsFor(asked, wanted, guess.table.columns);
      return columns ? fieldsFor(guess, columns, Math.abs(guess.table.rows - rowCount(wanted))) : [];
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

/** The column of the table that each asked one is; undefined where one has none of its own. */
function columnsFor(
  asked: AskedRows,
  wanted: GivenTable,
  columns: readonly TableColumn[],
): readonly ColumnMember[] | undefined {
  const free = new Set(columns);
  const found: ColumnMember[] = [];
  for (const { id, type } of asked.columns) {
    const texts = (wanted.columns.find((column) => column.id === id)?.values ?? []).flatMap(printedText);
    if (texts.length === 0) return undefined;
    const [best] = [...free]
      .map((column) => ({ column, held: heldBy(column, texts) }))
      .filter(({ held }) => held >= HELD)
      .toSorted((a, b) => b.held - a.held);
    if (!best) return undefined;
    free.delete(best.column);
    const { minX, maxX } = best.column;
    found.push({
      id,
      ...(type !== undefined && { type }),
      minX: Math.floor(minX * 100) / 100,
      maxX: Math.ceil(maxX * 100) / 100,
    });
  }
  return found;
}

function heldBy({ texts }: TableColumn, wanted: readonly string[]): number {
  const own = new Set(texts.map(plain));
  return wanted.filter((text) => own.has(plain(text))).length / wanted.length;
}

function printedText(cell: GivenValue | null): string[] {
  return cell === null || cell.value === null ? [] : [cell.source ?? String(cell.value)];
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
