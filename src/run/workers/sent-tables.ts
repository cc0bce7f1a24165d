/** Found tables on their way out of a worker: lines keep what they are made of beside them, and are made again. */
import { type LineParts, makeLine, partsOf } from '../../page/document/line.js';
import type { FoundCell, FoundTable } from '../../page/tables/model.js';

type SentCell = Omit<FoundCell, 'lines' | 'tables'> & {
  readonly lines: readonly LineParts[];
  readonly tables?: readonly SentTable[];
};
export type SentTable = Omit<FoundTable, 'cells' | 'unplaced'> & {
  readonly cells: readonly SentCell[];
  readonly unplaced: readonly LineParts[];
};

/** Tables as they are sent. */
export function packedTables(tables: readonly FoundTable[]): readonly SentTable[] {
  return tables.map((table) => ({
    ...table,
    unplaced: table.unplaced.map(partsOf),
    cells: table.cells.map(({ tables: inner, lines, ...cell }) => ({
      ...cell,
      lines: lines.map(partsOf),
      ...(inner && { tables: packedTables(inner) }),
    })),
  }));
}

/** The tables that were sent. */
export function unpackedTables(tables: readonly SentTable[]): readonly FoundTable[] {
  return tables.map((table) => ({
    ...table,
    unplaced: table.unplaced.map((parts) => makeLine(parts)),
    cells: table.cells.map(({ tables: inner, lines, ...cell }) => ({
      ...cell,
      lines: lines.map((parts) => makeLine(parts)),
      ...(inner && { tables: unpackedTables(inner) }),
    })),
  }));
}
