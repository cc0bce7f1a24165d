/** The tables of a page of a spreadsheet: cells that are connected. */
import { unionBox } from '../document/geometry.js';
import type { Line, Page } from '../document/model.js';
import type { Structure } from './structure.js';
import { placedWords } from './words.js';

/** Empty rows, or columns, that part two tables. */
const PARTING = 1;
/** Fewest rows and columns of a table. */
const LEAST = 2;

interface Block {
  top: number;
  bottom: number;
  left: number;
  right: number;
  readonly lines: Line[];
}

/** The tables of a page that shows rows of a sheet. */
export function sheetTables({ lines }: Page): readonly Structure[] {
  const blocks: Block[] = [];
  const own = lines.filter(({ cell }) => cell !== undefined);
  for (const line of own.sort((a, b) => a.cell!.row - b.cell!.row || a.cell!.column - b.cell!.column)) {
    const { row, column } = line.cell!;
    let block: Block = { left: column, top: row, right: column, bottom: row, lines: [line] };
    for (
      let at = blocks.findIndex((other) => meets(other, block));
      at >= 0;
      at = blocks.findIndex((other) => meets(other, block))
    ) {
      block = united(blocks[at]!, block);
      blocks.splice(at, 1);
    }
    blocks.push(block);
  }
  return blocks
    .map(withoutTitles)
    .filter(({ left, top, right, bottom }) => bottom - top + 1 >= LEAST && right - left + 1 >= LEAST)
    .sort((a, b) => a.top - b.top || a.left - b.left)
    .map(structureOf);
}

function meets(a: Block, b: Block): boolean {
  return (
    b.top - a.bottom <= PARTING &&
    a.top - b.bottom <= PARTING &&
    b.left - a.right <= PARTING &&
    a.left - b.right <= PARTING
  );
}

function united(a: Block, b: Block): Block {
  return { ...unionBox(a, b), lines: a.lines.concat(b.lines) };
}

/** A block without rows of one cell above the others. */
function withoutTitles(block: Block): Block {
  const { right } = block;
  let { top } = block;
  const cellsIn = (row: number) =>
    new Set(block.lines.filter(({ cell }) => cell!.row === row).map(({ cell }) => cell!.column)).size;
  while (top < block.bottom && right > block.left && cellsIn(top) < LEAST) top += 1;
  return { ...block, top, lines: block.lines.filter(({ cell }) => cell!.row >= top) };
}

function structureOf({ top, bottom, left, right, lines }: Block): Structure {
  const cells = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.cell!.row} ${line.cell!.column}`;
    const known = cells.get(key);
    if (known) known.push(line);
    else cells.set(key, [line]);
  }
  return {
    cells: [...cells.values()].map((own) => ({
      row: own[0]!.cell!.row - top,
      column: own[0]!.cell!.column - left,
      rowSpan: 1,
      columnSpan: 1,
      words: own.flatMap(placedWords),
    })),
    rowCount: bottom - top + 1,
    columnCount: right - left + 1,
    headerRows: 1,
  };
}
