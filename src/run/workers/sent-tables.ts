/** Found tables on their way out of a worker: lines keep what they are made of beside them, and are made again. */
import { type LineParts, makeLine, partsOf } from '../../page/document/line.js';
import type { FoundCell, FoundTable } from '../../page/tables/model.js';

type SentCell = Omit<FoundCell, 'lines'> & { readonly lines: readonly LineParts[] };
export type SentTable = Omit<FoundTable, 'cells'> & { readonly cells: readonly SentCell[] };

/** Tables as they are sent. */
export function packedTables(tables: readonly FoundTable[]): readonly SentTable[] {
  return tables.map((table) => ({
    ...table,
    cells: table.cells.map((cell) => ({ ...cell, lines: cell.lines.map(partsOf) })),
  }));
}

/** The tables that were sent. */
export function unpackedTables(tables: readonly SentTable[]): readonly FoundTable[] {
  return tables.map((table) => ({
    ...table,
    cells: table.cells.map((cell) => ({ ...cell, lines: cell.lines.map((parts) => makeLine(parts)) })),
  }));
}
