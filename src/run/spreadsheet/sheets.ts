/** From results of extractions to sheets: which value goes into which cell of which sheet. */
// See docs/language/09-service.md#9131-documents-and-sheets

import { orderedEntries, orderedJson } from '../../foundation/objects/members.js';
import type { FieldOutput, FieldValue } from '../../foundation/schema/language.js';
import { isField, isTable, shapeOf, tableSections } from '../../language/computed/shapes.js';
import { type Cell, Columns, Sheet } from './columns.js';
import { dayOf } from './day.js';

/** What is read of the values of one document; null where its extraction failed. */
export type ExtractedFields = FieldOutput | null;

/** What is read of an extraction of one document. */
export interface SingleExtraction {
  readonly id: string;
  readonly document_name?: string | undefined;
  /** Absent where the configuration leaves it out. */
  readonly parsed_document?: ExtractedFields | undefined;
  /** Why there are no values; shown where documents have columns of their own. */
  readonly error?: string | undefined;
}

/** What is read of an extraction of a file that holds several documents. */
export interface PortfolioExtraction {
  readonly id: string;
  readonly document_name?: string | undefined;
  readonly documents: readonly PortfolioDocument[];
}

/** One document of several in a file. Its values are under either name. */
export interface PortfolioDocument {
  readonly documentType: string;
  readonly configuration?: string | null | undefined;
  /** Pages of the file, from 0, both included. */
  readonly startPage: number;
  readonly endPage: number;
  readonly output: {
    readonly parsed_document?: ExtractedFields | undefined;
    readonly parsedDocument?: ExtractedFields | undefined;
  };
}

/** The result of an extraction, as the service gives it; other members are passed over. */
export type SpreadsheetExtraction = SingleExtraction | PortfolioExtraction;

/** Name of the sheet with one row a document. */
export const FIELDS = 'fields';
/** Columns before those of the fields where files hold several documents. */
const METADATA = {
  document: 'metadata.documents',
  startPage: 'metadata.startPage',
  endPage: 'metadata.endPage',
  documentType: 'metadata.documentType',
  configuration: 'metadata.configuration',
} as const;

/** Columns around all others where each row says which document it is of, and what went wrong with it. */
const AROUND = { first: 'document', last: 'error' } as const;

/** What must be known of all extractions of a spreadsheet before the first one is laid out. */
export interface Extent {
  readonly count: number;
  /** Whether one of them is of a file that holds several documents. */
  readonly hasPortfolio: boolean;
  /** Whether rows have columns for their document and its error; each extraction has a row then. */
  readonly documentColumns?: boolean | undefined;
}

/** The extent of extractions that are at hand. */
export function extentOf(
  extractions: readonly SpreadsheetExtraction[],
  documentColumns: boolean | undefined,
): Extent {
  return { count: extractions.length, hasPortfolio: extractions.some(isPortfolio), documentColumns };
}

/** The columns of the sheet with the fields, which all documents share. */
export function fieldColumns({ hasPortfolio, documentColumns }: Extent): Columns {
  const columns = new Columns();
  if (documentColumns) columns.addFixed(AROUND.first);
  if (hasPortfolio) for (const id of Object.values(METADATA)) columns.addEmpty(id);
  return columns;
}

/** Adds the columns that come last, once all extractions were laid out. */
export function endColumns({ documentColumns }: Extent, columns: Columns): void {
  if (documentColumns) columns.addFixed(AROUND.last);
}

/** What an extraction adds to a spreadsheet. */
export interface ExtractionSheets {
  /** Its rows of the sheet with the fields. */
  readonly fields: Sheet;
  /** Sheets of values that have rows of their own, which the fields lead to, in order. They are empty as yet. */
  readonly linked: readonly Sheet[];
  /** The same ones filled, each followed by those that it leads to. */
  own(): readonly Sheet[];
}

/**
 * Lays extractions out, one after the other in the order of the rows.
 * @param columns of the sheet with the fields; they are final once all extractions were laid out, and `endColumns` called
 */
export function layout(
  extent: Extent,
  columns: Columns,
): (extraction: SpreadsheetExtraction) => ExtractionSheets {
  const { count, hasPortfolio, documentColumns } = extent;
  const isSingle = count === 1 && !hasPortfolio;
  let documents = 0;
  return (extraction) => {
    const fields = new Sheet(FIELDS, columns);
    const later: EmptySheet[] = [];
    for (const document of documentsOf(extraction, documentColumns === true)) {
      const row = fields.addRow();
      if (documentColumns) {
        const error = 'error' in extraction ? cellOf(extraction.error) : undefined;
        if (error) fields.setAt(row, columns.last, error);
        fields.setAt(row, 0, cellOf(extraction.document_name ?? extraction.id)!);
      }
      if (hasPortfolio) {
        for (const [id, value] of Object.entries(document.metadata)) setCell(fields, row, id, cellOf(value));
      }
      const path = isSingle ? new Path('.', []) : new Path('_', [`doc_${documents++}`]);
      fillRow(document.fields, { sheet: fields, row, path, later });
    }
    return { fields, linked: later.map(({ sheet }) => sheet), own: () => [...filled(later)] };
  };
}

/** A sheet whose rows are not made yet. */
interface EmptySheet {
  readonly sheet: Sheet;
  /** @param later takes the sheets that it leads to */
  readonly fill: (later: EmptySheet[]) => void;
}

function* filled(sheets: readonly EmptySheet[]): Generator<Sheet> {
  for (const { sheet, fill } of sheets) {
    const later: EmptySheet[] = [];
    fill(later);
    yield sheet;
    yield* filled(later);
  }
}

function isPortfolio(extraction: SpreadsheetExtraction): extraction is PortfolioExtraction {
  return 'documents' in extraction && Array.isArray(extraction.documents);
}

interface DocumentRow {
  readonly metadata: Readonly<Record<string, string | number | null | undefined>>;
  readonly fields: FieldOutput;
}

/** @param always whether a file in which no document was found has a row */
function documentsOf(extraction: SpreadsheetExtraction, always: boolean): readonly DocumentRow[] {
  const name = extraction.document_name ?? extraction.id;
  const metadata = { [METADATA.document]: name };
  if (!isPortfolio(extraction)) return [{ metadata, fields: extraction.parsed_document ?? {} }];
  if (always && extraction.documents.length === 0) return [{ metadata, fields: {} }];
  return extraction.documents.map(({ documentType, configuration, startPage, endPage, output }) => ({
    metadata: {
      [METADATA.document]: name,
      [METADATA.startPage]: startPage,
      [METADATA.endPage]: endPage,
      [METADATA.documentType]: documentType,
      [METADATA.configuration]: configuration,
    },
    fields: output.parsed_document ?? output.parsedDocument ?? {},
  }));
}

/** Where a sheet is in its document; its parts give its name. */
class Path {
  readonly #separator: string;
  readonly #parts: readonly (string | number)[];

  constructor(separator: string, parts: readonly (string | number)[]) {
    this.#separator = separator;
    this.#parts = parts;
  }

  below(...parts: readonly (string | number)[]): Path {
    return new Path(this.#separator, [...this.#parts, ...parts]);
  }

  get name(): string {
    return this.#parts.join(this.#separator);
  }
}

/** A row that is filled, and where the sheets of its values go. */
interface Place {
  readonly sheet: Sheet;
  readonly row: number;
  readonly path: Path;
  readonly later: EmptySheet[];
}

function fillRow(fields: FieldOutput, place: Place): void {
  for (const [id, value] of orderedEntries(fields)) fillCell(id, value, place);
}

// See docs/language/09-service.md#9132-where-a-field-goes
function fillCell(id: string, value: FieldValue | undefined, place: Place): void {
  const { sheet, row } = place;
  switch (shapeOf(value)) {
    case 'none':
      sheet.setEmpty(id);
      break;
    case 'field':
      setCell(sheet, row, id, fieldCell(value), unitOf(value));
      break;
    case 'images':
      setCell(sheet, row, id, { kind: 'text', value: IMAGE });
      break;
    default:
      sheet.set(row, id, { kind: 'link', sheet: ownSheet(id, value!, place) });
  }
}

/** Makes the sheet of a value that has rows of its own; of several tables or groups, one for each. */
function ownSheet(id: string, value: object, { path, later }: Place): Sheet {
  const below = { path: path.below(id), later };
  const parts: readonly FieldValue[] = Array.isArray(value) ? value : [value];
  switch (shapeOf(value)) {
    case 'fields':
      return columnSheet(id, parts, below);
    case 'tables':
    case 'groups':
      return parts.map((part, i) => rowsSheet(sectionRows(part), { later, path: below.path.below(i) }))[0]!;
    case 'group':
      return rowsSheet(parts, below);
    default:
      return rowsSheet(sectionRows(value), below);
  }
}

/** The sections that a table, a group or a single section is, one a row. */
function sectionRows(value: FieldValue): readonly FieldValue[] {
  if (Array.isArray(value)) return value;
  if (value === null) return [];
  return isTable(value) ? tableSections(value) : [value];
}

type Below = Pick<Place, 'path' | 'later'>;

/** One column with a row for each of several values of one field. */
function columnSheet(id: string, values: readonly FieldValue[], { path, later }: Below): Sheet {
  const sheet = new Sheet(path.name);
  const fill = () => {
    for (const value of values) {
      const row = sheet.addRow();
      if (isField(value)) setCell(sheet, row, id, fieldCell(value), unitOf(value));
      else sheet.setEmpty(id);
    }
  };
  later.push({ sheet, fill });
  return sheet;
}

/** A row for each section; what its members hold goes the way of fields again. */
function rowsSheet(sections: readonly FieldValue[], { path, later }: Below): Sheet {
  const sheet = new Sheet(path.name);
  const fill = (below: EmptySheet[]) => {
    for (const [i, section] of sections.entries()) {
      const place: Place = { sheet, row: sheet.addRow(), path: path.below(i), later: below };
      if (shapeOf(section) === 'section') fillRow(section as FieldOutput, place);
    }
  };
  later.push({ sheet, fill });
  return sheet;
}

function setCell(sheet: Sheet, row: number, id: string, cell: Cell | undefined, unit?: string): void {
  if (cell === undefined) sheet.setEmpty(id);
  else sheet.set(row, id, cell, unit);
}

const IMAGE = '[image]';
const IMAGE_URI = /^data:image\//iu;

// See docs/language/09-service.md#9134-cells
function fieldCell(field: FieldValue | undefined): Cell | undefined {
  if (!isField(field)) return undefined;
  const { type, value } = field;
  const day = dayOf(type, value);
  if (day !== undefined) return { kind: 'day', value: day };
  const cell = cellOf(value);
  return type === 'percentage' && cell?.kind === 'number' ? { ...cell, isPercentage: true } : cell;
}

function cellOf(value: unknown): Cell | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? { kind: 'number', value } : undefined;
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (Array.isArray(value)) return { kind: 'text', value: value.map(cellText).join(', ') };
  return { kind: 'text', value: cellText(value) };
}

function cellText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return orderedJson(value);
  const text = String(value ?? '');
  return IMAGE_URI.test(text) ? IMAGE : text;
}

/** The unit of a value, such as its currency. */
function unitOf(value: FieldValue | undefined): string {
  const unit: unknown = value && 'unit' in value ? value.unit : undefined;
  return typeof unit === 'string' ? unit : '';
}
