/** The cells of one sheet of a workbook, read as a stream. */

import type { Interrupt } from '../../foundation/async/interrupt.js';
import { DAY_MS, type Limits, limitError } from '../../limits.js';
import type { FormulaCell } from '../../page/document/model.js';
import { readXml, type XmlAttributes } from '../office/xml-reader.js';
import type { Archive } from '../office/zip-guard.js';
import type { CellFormatter, HeldValue } from './cell-format.js';
import {
  type CellCollector,
  type CellRange,
  cellsInOrder,
  offGrid,
  SHEET_COLUMNS,
  SHEET_ROWS,
  type SheetCell,
  withoutCovered,
} from './sheet-layout.js';
import { createStringReader, unescapeCharacters } from './workbook.js';

interface WorksheetOptions extends Interrupt {
  readonly limits: Limits;
  readonly strings: readonly string[];
  /** Number format of each cell style. */
  readonly formats: readonly (number | string)[];
  readonly formatter: CellFormatter;
  readonly collector: CellCollector;
  /** Milliseconds since 1970 of day 0 of the workbook's calendar. */
  readonly dayZero: number;
}

/** A cell while it is read. */
interface OpenCell {
  readonly row: number;
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
  /** Its formula; undefined without one, empty where another cell has it. */
  formula: string | undefined;
  /** Whether the file keeps a value, which may be an empty text. */
  hasValue: boolean;
}

/** What a sheet holds. */
export interface SheetContent {
  readonly cells: readonly SheetCell[];
  /** Formulas whose value the file does not keep, by row, then by column. */
  readonly unvalued: readonly FormulaCell[];
}

/**
 * The cells of a sheet that show something, by row, then by column. Formulas are not read, only the results
 * that the file keeps of them.
 * @throws DocumentError `invalid_document`, `too_large`, `timed_out`, `aborted`
 */
export async function readWorksheet(
  archive: Archive,
  part: string,
  options: WorksheetOptions,
): Promise<SheetContent> {
  const cells: SheetCell[] = [];
  const unvalued: FormulaCell[] = [];
  const ranges: CellRange[] = [];
  const inline = createStringReader();
  const place = createPlaces();
  let cell: OpenCell | undefined;
  let inValue = false;
  let inFormula = false;
  await readXml(
    archive,
    part,
    {
      open: (name, attributes) => {
        if (name === 'c') cell = openCell(place.cell(attributes), attributes);
        else if (name === 'v') {
          inValue = true;
          if (cell?.type === 'str') cell.hasValue = true;
        } else if (name === 'f' && cell) {
          inFormula = true;
          cell.formula ??= '';
        } else if (name === 'row') place.row(attributes);
        else if (name === 'mergeCell') {
          if (ranges.length === options.limits.cells) throw limitError('cells', options.limits);
          ranges.push(rangeOf(attributes['ref'] ?? ''));
        } else if (cell) inline.open(name);
      },
      text: (text) => {
        if (!cell) return;
        if (inValue) cell.value += text;
        else if (inFormula) cell.formula = (cell.formula + text).slice(0, LONGEST_FORMULA);
        else inline.text(text);
      },
      close: (name) => {
        if (name === 'v') inValue = false;
        else if (name === 'f') inFormula = false;
        else if (name === 'c' && cell) {
          const text = displayed(cell, inline.take(), options);
          const held = heldValue(cell, options);
          const shown = text === '' ? undefined : options.collector.cell(cell.row, cell.column, text, held);
          if (shown) cells.push(shown);
          const { formula, hasValue, value, row, column } = cell;
          if (formula !== undefined && !hasValue && value.trim() === '') {
            options.collector.unvalued();
            unvalued.push({ row, column, formula });
          }
          cell = undefined;
        } else inline.close(name);
      },
    },
    options,
  );
  return { cells: withoutCovered(cellsInOrder(cells), ranges), unvalued };
}

function openCell({ row, column }: { row: number; column: number }, attributes: XmlAttributes): OpenCell {
  const type = attributes['t'] ?? 'n';
  return {
    row,
    column,
    type,
    style: Number(attributes['s'] ?? 0),
    value: '',
    formula: undefined,
    hasValue: false,
  };
}

/** Characters of a formula that are kept, for people to read. */
const LONGEST_FORMULA = 100;

/** Types of cells that hold something else than numbers and dates. */
const NO_NUMBERS: ReadonlySet<string> = new Set(['s', 'inlineStr', 'str', 'b', 'e']);

/** The number or the day that a cell holds; undefined where it holds something else. */
function heldValue(
  { type, value, style }: OpenCell,
  { formats, formatter, dayZero }: WorksheetOptions,
): HeldValue | undefined {
  if (NO_NUMBERS.has(type) || value.trim() === '') return undefined;
  if (type !== 'd') return formatter.held(Number(value), formats[style] ?? 0);
  const time = timeOf(value.trim());
  return time === undefined
    ? undefined
    : formatter.held((time - dayZero) / DAY_MS, formats[style] || ISO_DATE);
}

/** What a cell shows. */
function displayed(cell: OpenCell, inline: string, options: WorksheetOptions): string {
  const { strings, formatter } = options;
  const { type, value } = cell;
  const format = options.formats[cell.style] ?? 0;
  switch (type) {
    case 's':
      return formatter.text(strings[Number(value)] ?? '', format);
    case 'inlineStr':
      return formatter.text(inline === '' ? unescapeCharacters(value) : inline, format);
    case 'str':
      return formatter.text(unescapeCharacters(value), format);
    case 'b':
      return value.trim() === '' ? '' : isTrue(value) ? 'TRUE' : 'FALSE';
    case 'e':
      return value;
    case 'd':
      return displayedDate(value.trim(), format, options);
    default:
      return displayedNumber(value.trim(), format, formatter);
  }
}

function isTrue(value: string): boolean {
  return value.trim() === '1' || value.trim().toLowerCase() === 'true';
}

function displayedNumber(value: string, format: number | string, formatter: CellFormatter): string {
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? value : formatter.number(number, format);
}

/** Characters of a date with time, fraction and zone, and some to spare. */
const LONGEST_DATE = 40;
/** The format of a date in a cell without one. */
const ISO_DATE = 'yyyy-mm-dd';
const TIME_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/** A date in ISO 8601 form, as strict files keep it: the day's number in its format. Times without a zone are taken as they are. */
function displayedDate(
  value: string,
  format: number | string,
  { formatter, dayZero }: WorksheetOptions,
): string {
  const time = timeOf(value);
  return time === undefined || format === 0 ? value : formatter.number((time - dayZero) / DAY_MS, format);
}

/** Milliseconds since 1970 of a date in ISO 8601 form; undefined for other text. */
function timeOf(value: string): number | undefined {
  if (value.length > LONGEST_DATE) return undefined;
  const isLocal = value.includes('T') && !TIME_ZONE.test(value);
  const time = Date.parse(isLocal ? `${value}Z` : value);
  return Number.isNaN(time) ? undefined : time;
}

/** Follows the places of cells; those that do not state theirs come after the one before. */
function createPlaces() {
  let row = -1;
  let column = -1;
  return {
    row(attributes: XmlAttributes): void {
      const given = attributes['r'];
      row = given === undefined ? row + 1 : wholeNumber(given) - 1;
      column = -1;
    },
    cell(attributes: XmlAttributes): { row: number; column: number } {
      const given = attributes['r'];
      if (given === undefined) column++;
      else ({ row, column } = placeOf(given));
      return { row, column };
    },
  };
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw offGrid();
  return number;
}

const LETTER_A = 0x41;
const DIGIT_0 = 0x30;
const DOLLAR = 0x24;
const LETTERS = 26;

/** Characters of the longest range, `$XFD$1048576:$XFD$1048576`. */
const LONGEST_RANGE = 25;

/** Column letters and row number, as in `B12`. Written without a pattern: it runs for every cell of a file. */
function placeOf(reference: string): { row: number; column: number } {
  let column = 0;
  let row = 0;
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i);
    const letter = code - LETTER_A;
    const digit = code - DIGIT_0;
    if (letter >= 0 && letter < LETTERS && row === 0) column = column * LETTERS + letter + 1;
    else if (digit >= 0 && digit <= 9 && column > 0) row = row * 10 + digit;
    else if (code !== DOLLAR) throw offGrid();
    if (column > SHEET_COLUMNS || row > SHEET_ROWS) throw offGrid();
  }
  if (row === 0) throw offGrid();
  return { row: row - 1, column: column - 1 };
}

function rangeOf(reference: string): CellRange {
  if (reference.length > LONGEST_RANGE) throw offGrid();
  const [first = '', last = first] = reference.split(':');
  const a = placeOf(first);
  const b = placeOf(last);
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  };
}
