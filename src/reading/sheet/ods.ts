/**
 * OpenDocument spreadsheets (ODS). They become what XLSX files become. The file keeps the text that
 * each cell displays, so that no value has to be formatted. It is read as a stream and counted, not by the library for
 * binary workbooks: that one writes every repetition of a cell out before anything can count them, and finds tags by
 * patterns, even in character data, so that no check before it would see what it sees.
 */
// See docs/language/01-document-anchors-fields.md#110-file-types

import { DocumentError } from '../../errors.js';
import { limitError } from '../../limits.js';
import { cleanText } from '../../page/document/cleaning.js';
import type { Document, FormulaCell } from '../../page/document/model.js';
import { attributeOf, readXml, type XmlAttributes } from '../office/xml-reader.js';
import { type Archive, openArchive } from '../office/zip-guard.js';
import type { ReaderOptions } from '../options.js';
import { documentOfPages } from '../synthetic-layout.js';
import { generalText, type HeldValue, keptDigits } from './cell-format.js';
import {
  type CellCollector,
  createCellCollector,
  formulaWarnings,
  layOutSheets,
  type Sheet,
  type SheetCell,
} from './sheet-layout.js';

const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';

/**
 * Reads a spreadsheet: one page or more for each sheet, in the order of the file, hidden ones included.
 * @throws DocumentError `invalid_document`, `password_required`, `too_large`, `too_many_pages`, `timed_out`,
 *   `aborted`
 */
export async function loadOds(
  bytes: Uint8Array,
  options: ReaderOptions,
  contentType: string,
): Promise<Document> {
  const archive = await openArchive(bytes, options);
  if (archive.has(MANIFEST)) await refuseEncrypted(archive, options);
  const reader = new ContentReader(options);
  await readXml(
    archive,
    CONTENT,
    {
      open: (name, attributes) => reader.open(name, attributes),
      text: (text) => reader.text(text),
      close: (name) => reader.close(name),
    },
    options,
  );
  const pages = await layOutSheets(reader.sheets, options);
  const warnings = formulaWarnings(reader.sheets);
  return documentOfPages({ contentType, filename: options.filename, pages, warnings });
}

async function refuseEncrypted(archive: Archive, options: ReaderOptions): Promise<void> {
  const open = (name: string) => {
    if (name !== 'encryption-data') return;
    throw new DocumentError(
      'password_required',
      'The document is an OpenDocument spreadsheet protected by a password, which cannot be opened here, with or without it. Save it without a password first.',
    );
  };
  await readXml(archive, MANIFEST, { open }, options);
}

/** Elements with text or tables that no sheet shows: deleted parts, data from elsewhere, notes, drawings, readings. */
const SKIPPED: ReadonlySet<string> = new Set([
  'tracked-changes',
  'dde-links',
  'annotation',
  'shapes',
  'frame',
  'custom-shape',
  'ruby-text',
]);

/** A cell while it is read. */
interface OpenCell {
  /** What it shows; undefined without a paragraph. */
  text: string | undefined;
  readonly value: string;
  readonly held: HeldValue | undefined;
  /** Its formula, where the file keeps no value of it. */
  readonly formula: string | undefined;
  /** How many columns show it. */
  readonly columns: number;
  readonly isCovered: boolean;
}

interface OpenSheet {
  readonly name: string;
  readonly cells: SheetCell[];
  readonly unvalued: FormulaCell[];
  /** Whether it is a copy of a sheet of another file, kept for formulas. */
  isCopy: boolean;
  row: number;
  column: number;
  /** Rows that the open row represents, and what they show. */
  rows: number;
  shown: { column: number; columns: number; text: string; held: HeldValue | undefined }[];
}

class ContentReader {
  readonly sheets: Sheet[] = [];
  readonly #options: ReaderOptions;
  readonly #collector: CellCollector;
  #skipDepth = 0;
  #sheet: OpenSheet | undefined;
  #cell: OpenCell | undefined;
  #paragraphs = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#collector = createCellCollector(options.limits);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#skipDepth > 0 || SKIPPED.has(name) || (name === 'table' && this.#sheet)) {
      this.#skipDepth++;
      return;
    }
    const sheet = this.#sheet;
    if (name === 'table') this.#openSheet(attributes);
    else if (!sheet) return;
    else if (name === 'table-source') sheet.isCopy = true;
    else if (name === 'table-row') {
      sheet.rows = repetitions(attributes, 'number-rows-repeated');
      sheet.column = 0;
      sheet.shown = [];
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.#cell = {
        text: undefined,
        value: shownValue(attributes),
        held: heldValue(attributes),
        formula: unvaluedFormula(attributes),
        columns: repetitions(attributes, 'number-columns-repeated'),
        isCovered: name === 'covered-table-cell',
      };
    } else this.#openText(name);
  }

  text(text: string): void {
    if (this.#skipDepth === 0 && this.#paragraphs > 0 && this.#cell) this.#cell.text += text;
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth--;
      return;
    }
    if (name === 'p') this.#paragraphs = Math.max(0, this.#paragraphs - 1);
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell();
    else if (name === 'table-row') this.#closeRow();
    else if (name === 'table') this.#closeSheet();
  }

  #openSheet(attributes: XmlAttributes): void {
    if (this.sheets.length === this.#options.limits.pages) throw limitError('pages', this.#options.limits);
    const name = attributeOf(attributes, 'name', 'table') ?? '';
    this.#sheet = { name, cells: [], unvalued: [], isCopy: false, row: 0, column: 0, rows: 1, shown: [] };
  }

  #openText(name: string): void {
    const cell = this.#cell;
    if (!cell) return;
    if (name === 'p') {
      cell.text = cell.text === undefined ? '' : `${cell.text}\n`;
      this.#paragraphs++;
    } else if (this.#paragraphs === 0) return;
    else if (name === 's' || name === 'tab') cell.text += ' ';
    else if (name === 'line-break') cell.text += '\n';
  }

  #closeCell(): void {
    const cell = this.#cell;
    const sheet = this.#sheet;
    this.#cell = undefined;
    this.#paragraphs = 0;
    if (!cell || !sheet) return;
    const text = cleanText(cell.text ?? cell.value).trim();
    const { column } = sheet;
    sheet.column += cell.columns;
    const { columns, held } = cell;
    if (!cell.isCovered && text !== '') sheet.shown.push({ column, columns, text, held });
    else if (text === '' && cell.formula !== undefined && !sheet.isCopy) {
      this.#collector.unvalued();
      sheet.unvalued.push({ row: sheet.row, column, formula: cell.formula });
    }
  }

  #closeRow(): void {
    const sheet = this.#sheet;
    if (!sheet) return;
    const first = sheet.row;
    sheet.row += sheet.rows;
    if (sheet.isCopy || sheet.shown.length === 0) return;
    for (let row = first; row < sheet.row; row++) {
      for (const { column, columns, text, held } of sheet.shown) {
        for (let i = 0; i < columns; i++) {
          const cell = this.#collector.cell(row, column + i, text, held);
          if (cell) sheet.cells.push(cell);
        }
      }
    }
    sheet.shown = [];
  }

  #closeSheet(): void {
    const sheet = this.#sheet;
    this.#sheet = undefined;
    if (sheet && !sheet.isCopy)
      this.sheets.push({ name: sheet.name, cells: sheet.cells, unvalued: sheet.unvalued });
  }
}

/** How many rows or columns an element represents; the collector bounds those that show something. */
function repetitions(attributes: XmlAttributes, name: string): number {
  const count = Number(attributeOf(attributes, name, 'table') ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

/** A date, with a time or without. */
const DATE = /^(\d{4}-\d\d-\d\d)(?:T|$)/;

/** What a cell holds; dates and times are in attributes of their own. */
function heldValue(attributes: XmlAttributes): HeldValue | undefined {
  const date = DATE.exec(attributeOf(attributes, 'date-value', 'office')?.trim() ?? '')?.[1];
  if (date !== undefined) return { date };
  const value = attributeOf(attributes, 'value', 'office')?.trim() ?? '';
  return value === '' || !Number.isFinite(Number(value)) ? undefined : { number: keptDigits(Number(value)) };
}

/** Characters of a formula that are kept, for people to read. */
const LONGEST_FORMULA = 100;

/** The formula of a cell of which the file says nothing else; without the name of its language, as in `of:=[.B2]`. */
function unvaluedFormula(attributes: XmlAttributes): string | undefined {
  const formula = attributeOf(attributes, 'formula', 'table');
  if (formula === undefined || attributeOf(attributes, 'value-type', 'office') !== undefined)
    return undefined;
  return formula
    .slice(0, LONGEST_FORMULA)
    .replace(/^[a-z]{1,10}:/i, '')
    .replace(/^=/, '');
}

/** What a cell without a paragraph shows, as some programs write them. */
function shownValue(attributes: XmlAttributes): string {
  const own = (name: string) => attributeOf(attributes, name, 'office');
  const number = Number(own('value') ?? Number.NaN);
  if (Number.isFinite(number)) return generalText(number);
  const truth = own('boolean-value');
  return own('string-value') ?? own('date-value') ?? own('time-value') ?? truth?.toUpperCase() ?? '';
}
