/** From results of extractions to sheets: which value goes into which cell of which sheet. */
// See docs/language/09-service.md#9131-documents-and-sheets
import { isField, isTable, shapeOf, tableSections } from '../computed/shapes.js';
import type { FieldOutput, FieldValue } from '../language.js';
import { orderedEntries, orderedJson } from '../members.js';
import { type Cell, Sheet } from './columns.js';
import { dayOf } from './day.js';

/** What is read of the values of one document; null where its extraction failed. */
export type ExtractedFields = FieldOutput | null;

/** What is read of an extraction of one document. */
export interface SingleExtraction {
  readonly id: string;
  readonly document_name?: string | undefined;
  /** Absent where the configuration leaves it out. */
  readonly parsed_document?: ExtractedFields | undefined;
}

/** What is read of an extraction of a file that holds several documents. */
export interface PortfolioExtraction {
  readonly id: string;
  readonly document_name?: string | undefined;
  readonly documents: readonly PortfolioDocument[];
}

/** One document of several in a file. Its values stand under either name. */
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
const FIELDS = 'fields';
/** Columns before those of the fields where files hold several documents. */
const METADATA = {
  document: 'metadata.documents',
  startPage: 'metadata.startPage',
  endPage: 'metadata.endPage',
  documentType: 'metadata.documentType',
  configuration: 'metadata.configuration',
} as const;

/** All sheets, that with the fields first, then document by document, outer before inner. */
export function sheetsOf(extractions: readonly SpreadsheetExtraction[]): readonly Sheet[] {
  const fields = new Sheet(FIELDS);
  const sheets = [fields];
  const hasPortfolio = extractions.some(isPortfolio);
  const isSingle = extractions.length === 1 && !hasPortfolio;
  if (hasPortfolio) for (const id of Object.values(METADATA)) fields.setEmpty(id);
  for (const [n, document] of extractions.flatMap(documentsOf).entries()) {
    const row = fields.addRow();
    if (hasPortfolio) {
      for (const [id, value] of Object.entries(document.metadata)) setCell(fields, row, id, cellOf(value));
    }
    const path = isSingle ? new Path('.', []) : new Path('_', [`doc_${n}`]);
    fillRow(document.fields, { sheet: fields, row, path, sheets });
  }
  return sheets;
}

function isPortfolio(extraction: SpreadsheetExtraction): extraction is PortfolioExtraction {
  return 'documents' in extraction && Array.isArray(extraction.documents);
}

interface DocumentRow {
  readonly metadata: Readonly<Record<string, string | number | null | undefined>>;
  readonly fields: FieldOutput;
}

function documentsOf(extraction: SpreadsheetExtraction): readonly DocumentRow[] {
  const name = extraction.document_name ?? extraction.id;
  if (!isPortfolio(extraction)) {
    return [{ metadata: { [METADATA.document]: name }, fields: extraction.parsed_document ?? {} }];
  }
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

/** Where a sheet stands in its document; its parts give its name. */
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
  readonly sheets: Sheet[];
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
function ownSheet(id: string, value: object, { path, sheets }: Place): Sheet {
  const below = { path: path.below(id), sheets };
  const parts: readonly FieldValue[] = Array.isArray(value) ? value : [value];
  switch (shapeOf(value)) {
    case 'fields':
      return columnSheet(id, parts, below);
    case 'tables':
    case 'groups':
      return parts.map((part, i) => rowsSheet(rowsOf(part), { sheets, path: below.path.below(i) }))[0]!;
    case 'group':
      return rowsSheet(parts, below);
    default:
      return rowsSheet(rowsOf(value), below);
  }
}

/** The sections that a table, a group or a single section is, one a row. */
function rowsOf(value: FieldValue): readonly FieldValue[] {
  if (Array.isArray(value)) return value;
  if (value === null) return [];
  return isTable(value) ? tableSections(value) : [value];
}

type Below = Pick<Place, 'path' | 'sheets'>;

/** One column with a row for each of several values of one field. */
function columnSheet(id: string, values: readonly FieldValue[], { path, sheets }: Below): Sheet {
  const sheet = new Sheet(path.name);
  sheets.push(sheet);
  for (const value of values) {
    const row = sheet.addRow();
    if (isField(value)) setCell(sheet, row, id, fieldCell(value), unitOf(value));
    else sheet.setEmpty(id);
  }
  return sheet;
}

/** A row for each section; what its members hold goes the way of fields again. */
function rowsSheet(sections: readonly FieldValue[], { path, sheets }: Below): Sheet {
  const sheet = new Sheet(path.name);
  sheets.push(sheet);
  for (const [i, section] of sections.entries()) {
    const place: Place = { sheet, row: sheet.addRow(), path: path.below(i), sheets };
    if (shapeOf(section) === 'section') fillRow(section as FieldOutput, place);
  }
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
  if (Array.isArray(value)) return { kind: 'text', value: value.map(textOf).join(', ') };
  return { kind: 'text', value: textOf(value) };
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return orderedJson(value);
  const text = String(value ?? '');
  return IMAGE_URI.test(text) ? IMAGE : text;
}

/** The unit of a value, such as its currency. */
function unitOf(value: FieldValue | undefined): string {
  const unit: unknown = value && 'unit' in value ? value.unit : undefined;
  return typeof unit === 'string' ? unit : '';
}
