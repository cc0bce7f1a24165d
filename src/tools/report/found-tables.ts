/** Tables of a document as spreadsheets and as HTML. */

import { joined } from '../../foundation/objects/joined.js';
import type { FoundCell, FoundTable } from '../../page/tables/model.js';
import type { Cell, FilledSheet } from '../../run/spreadsheet/columns.js';
import { csvBlock } from '../../run/spreadsheet/csv.js';
import { encoded } from '../../run/spreadsheet/pieces.js';
import type { SpreadsheetOptions } from '../../run/spreadsheet/spreadsheet.js';
import { xlsxBytes } from '../../run/spreadsheet/xlsx.js';
import { escapeHtml } from './html-text.js';

/** How tables are written. */
export type TablesSpreadsheetOptions =
  | { readonly format: 'xlsx' }
  | Extract<SpreadsheetOptions, { format: 'csv' }>;

/**
 * Writes tables into a workbook, a sheet each, or into one CSV file, one below the other. A cell over several rows or
 * columns is at its first one. All cells are text, as it is printed.
 * @param tables as `findTables` gives them
 * @throws SpreadsheetTooLargeError when a workbook cannot hold that much
 *
 * @example
 * writeFileSync('tables.xlsx', tablesSpreadsheet(await findTables(bytes), { format: 'xlsx' }));
 */
export function tablesSpreadsheet(
  tables: readonly FoundTable[],
  options: TablesSpreadsheetOptions,
): Uint8Array {
  const sheets = tables.map(sheetOf);
  if (options.format === 'xlsx') return xlsxBytes(sheets.length > 0 ? sheets : [EMPTY]);
  const { blockTitles = true, guardFormulas = true } = options;
  const csv = { blockTitles, guardFormulas };
  return joined([...encoded(sheets.flatMap((sheet, i) => [...csvBlock(sheet, csv, i === 0)]))]);
}

/** A workbook has one sheet at least. */
const EMPTY: FilledSheet = { name: 'no tables', headings: [], rows: [] };

function sheetOf(table: FoundTable, at: number): FilledSheet {
  const [headings = [], ...rows] = tableTexts(table);
  return {
    name: table.title?.text ?? `table ${at + 1}, page ${table.page}`,
    headings,
    rows: rows.map(
      (texts) => new Map(texts.flatMap((value, column) => (value === '' ? [] : [[column, textCell(value)]]))),
    ),
  };
}

function textCell(value: string): Cell {
  return { kind: 'text', value };
}

/**
 * The texts of a table by row and column; a cell over several is at its first one.
 *
 * @example
 * const [table] = await findTables(bytes);
 * tableTexts(table); // [['Item', 'Price'], ['Paper', '12.00']]
 */
export function tableTexts({ rowCount, columnCount, cells }: FoundTable): string[][] {
  const texts = Array.from({ length: rowCount }, () => Array<string>(columnCount).fill(''));
  for (const { row, column, text } of cells) texts[row]![column] = text;
  return texts;
}

/**
 * Tables as elements of HTML, one below the other, with their headings, spans and titles.
 *
 * @example
 * writeFileSync('tables.html', tablesHtml(await findTables(bytes)));
 */
export function tablesHtml(tables: readonly FoundTable[]): string {
  return tables.map(tableHtml).join('\n');
}

function tableHtml({ rowCount, columnCount, cells, headerRows, title }: FoundTable): string {
  const starts = new Map(cells.map((cell) => [cell.row * columnCount + cell.column, cell]));
  const covered = new Set(cells.flatMap((cell) => placesOf(cell, columnCount)));
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const name = row < headerRows ? 'th' : 'td';
    const own = Array.from({ length: columnCount }, (_, column) => {
      const cell = starts.get(row * columnCount + column);
      if (cell) return `<${name}${spans(cell)}>${escapeHtml(cell.text)}</${name}>`;
      return covered.has(row * columnCount + column) ? '' : `<${name}></${name}>`;
    });
    return `<tr>${own.join('')}</tr>`;
  });
  const caption = title ? [`<caption>${escapeHtml(title.text)}</caption>`] : [];
  return ['<table>', ...caption, ...rows, '</table>'].join('\n');
}

function placesOf({ row, column, rowSpan, columnSpan }: FoundCell, columnCount: number): number[] {
  return Array.from({ length: rowSpan * columnSpan }, (_, i) => {
    return (row + Math.floor(i / columnSpan)) * columnCount + column + (i % columnSpan);
  });
}

function spans({ rowSpan, columnSpan }: FoundCell): string {
  return `${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}${columnSpan > 1 ? ` colspan="${columnSpan}"` : ''}`;
}
