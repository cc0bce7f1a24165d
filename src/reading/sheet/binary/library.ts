/**
 * The library that reads binary workbooks, `@e965/xlsx`. It is handed nothing but records that were let through
 * before (screened), because by itself it has no bounds: it walks every cell of the range of a link, unpacks and keeps
 * whole files, and cannot be interrupted.
 */
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import type { Interrupt } from '../../../foundation/async/interrupt.js';
import { type Limits, limitError } from '../../../limits.js';
import { damagedFile } from '../../file-errors.js';
import { BUILT_IN_FORMATS, type CellFormatter, createCellFormatter, type HeldValue } from '../cell-format.js';
import {
  type CellCollector,
  createCellCollector,
  type Sheet,
  type SheetCell,
  withoutCovered,
} from '../sheet-layout.js';

interface BinaryOptions extends Interrupt {
  readonly limits: Limits;
}

/** Styles, formats and beginnings of sheets that are let through; Excel keeps at most 64,000 cell styles. */
const MOST_OTHERS = 200_000;

/**
 * Records that continue others. Each holds up to 8,224 bytes, so that this many have twice what a file may have by default; the
 * library joins them one by one, and copies what it has with each.
 */
const MOST_CONTINUED = 25_000;

/** Counts what of a workbook is let through, as every record becomes an object of the library. */
export class RecordBudget {
  readonly #limits: Limits;
  #cells = 0;
  #ranges = 0;
  #others = 0;
  #continued = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** @throws DocumentError `too_large` */
  cells(count: number): void {
    this.#cells += count;
    if (this.#cells > this.#limits.cells) throw limitError('cells', this.#limits);
  }

  /** Merged ranges. @throws DocumentError `too_large` */
  ranges(count: number): void {
    this.#ranges += count;
    if (this.#ranges > this.#limits.cells) throw limitError('cells', this.#limits);
  }

  /** Records that continue others. @throws DocumentError `invalid_document` */
  continued(): void {
    if (++this.#continued > MOST_CONTINUED)
      throw damagedFile(`its records go on in more than ${MOST_CONTINUED} others, more than in any workbook`);
  }

  /** @throws DocumentError `invalid_document` */
  other(): void {
    if (++this.#others > MOST_OTHERS) throw damagedFile('it has more cell styles than any workbook');
  }
}

/** Turns a text of the library into the one that was meant. */
type TextDecode = (text: string) => string;

/**
 * The sheets of a workbook. Its formulas, links, names and pictures are not among the records that are let through.
 * @param bytes records that were let through, as a file that the library knows by its first bytes
 * @param decode for texts that the library took for Latin-1
 * @throws DocumentError `invalid_document`, `too_large`
 */
export async function readWithLibrary(
  bytes: Buffer,
  { limits }: BinaryOptions,
  decode: TextDecode = (text) => text,
): Promise<readonly Sheet[]> {
  const workbook = await parsed(bytes);
  const strings: unknown = Reflect.get(workbook, 'Strings');
  if (Array.isArray(strings) && strings.length > limits.cells) throw limitError('cells', limits);
  const formatter = await createCellFormatter(workbook.Workbook?.WBProps?.date1904 === true);
  const collector = createCellCollector(limits);
  return workbook.SheetNames.flatMap((name): Sheet[] => {
    const sheet = Object.hasOwn(workbook.Sheets, name) ? workbook.Sheets[name] : undefined;
    if (!sheet) throw damagedFile('a sheet of it is not where its list of sheets says');
    const isWorksheet = sheet['!type'] === undefined || sheet['!type'] === 'sheet';
    return isWorksheet
      ? [{ name: decode(name), cells: cellsOf(sheet, { formatter, collector, decode }) }]
      : [];
  });
}

async function parsed(bytes: Buffer): Promise<WorkBook> {
  const { read, SSF } = await import('@e965/xlsx');
  // The library has one table of number formats for all workbooks: what this one puts in must not reach the next.
  const formats: Record<number, string> = { ...SSF.get_table() };
  for (const [id, code] of BUILT_IN_FORMATS) SSF.load(code, id);
  try {
    return read(bytes, { type: 'buffer', dense: true, cellNF: true, cellFormula: false, cellHTML: false });
  } catch (cause) {
    throw damagedFile('its records do not fit together', cause);
  } finally {
    const table: Record<number, string> = SSF.get_table();
    for (const id of Object.keys(table)) delete table[Number(id)];
    Object.assign(table, formats);
  }
}

interface CellContext {
  readonly formatter: CellFormatter;
  readonly collector: CellCollector;
  readonly decode: TextDecode;
}

/** The cells that show something. Rows and columns are sparse and may be as long as their numbers allow. */
function cellsOf(sheet: WorkSheet, context: CellContext): readonly SheetCell[] {
  const cells: SheetCell[] = [];
  const rows = sheet['!data'] ?? [];
  for (const row of Object.keys(rows).map(Number)) {
    const columns = rows[row] ?? [];
    for (const column of Object.keys(columns).map(Number)) {
      const text = displayed(columns[column], context);
      const held = heldValue(columns[column], context);
      const cell = text === '' ? undefined : context.collector.cell(row, column, text, held);
      if (cell) cells.push(cell);
    }
  }
  const ranges = (sheet['!merges'] ?? []).map(({ s, e }) => ({
    top: Math.min(s.r, e.r),
    left: Math.min(s.c, e.c),
    bottom: Math.max(s.r, e.r),
    right: Math.max(s.c, e.c),
  }));
  return withoutCovered(cells, ranges);
}

/** Errors by their codes. */
const ERRORS: ReadonlyMap<unknown, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2b, '#GETTING_DATA'],
]);
const OTHER_ERROR = '#N/A';

/** The number or the day that a cell holds; undefined where it holds something else, or its format is not known. */
function heldValue(cell: CellObject | undefined, { formatter, decode }: CellContext): HeldValue | undefined {
  if (cell?.t !== 'n' || (cell.z === undefined && cell.w !== undefined)) return undefined;
  return formatter.held(Number(cell.v), cell.z === undefined ? 0 : decode(String(cell.z)));
}

/** What a cell shows. A number of a built-in format that the table lacks is shown as the library has it. */
function displayed(cell: CellObject | undefined, { formatter, decode }: CellContext): string {
  const format = cell?.z === undefined ? undefined : decode(String(cell.z));
  switch (cell?.t) {
    case 'n':
      if (format === undefined && cell.w !== undefined) return cell.w;
      return formatter.number(Number(cell.v), format ?? 0);
    case 's':
      return formatter.text(
        decode(String(cell.v ?? ''))
          .replaceAll('\0', '')
          .toWellFormed(),
        format ?? 0,
      );
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE';
    case 'e':
      return ERRORS.get(cell.v) ?? OTHER_ERROR;
    default:
      return '';
  }
}
