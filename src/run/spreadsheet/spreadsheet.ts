/** Results of extractions as a spreadsheet. */
// See docs/language/09-service.md#913-spreadsheets
import { joined } from '../../foundation/objects/joined.js';
import { type ArchiveStep, archiveBytes } from './archive.js';
import type { Columns } from './columns.js';
import { csvBlock, csvRows } from './csv.js';
import { encoded } from './pieces.js';
import {
  type Extent,
  endColumns,
  extentOf,
  FIELDS,
  fieldColumns,
  layout,
  type SpreadsheetExtraction,
} from './sheets.js';
import { SheetNames, WorkbookWriter } from './xlsx.js';

/** How a spreadsheet is written. */
export type SpreadsheetOptions = {
  /** Put a first column `document` and a last one `error` around the others, and a row for each extraction; default false. */
  readonly documentColumns?: boolean;
} & (
  | {
      readonly format: 'xlsx';
      /** Make cells of dates that spreadsheets count with, and show percentages with %; default false, which gives text and plain numbers. */
      readonly cellFormats?: boolean;
    }
  | {
      readonly format: 'csv';
      /** Put the full name of each sheet above it, but for the first; default true. */
      readonly blockTitles?: boolean;
      /** Put an apostrophe before text that spreadsheets would take for a formula; default true. */
      readonly guardFormulas?: boolean;
    }
);

/**
 * Writes the values of extractions into a workbook, or into one CSV file with the sheets below each other: one row a
 * document, and a sheet for each value that has rows of its own. The same extractions give the same bytes.
 * @param extractions complete extractions, in the order of the rows
 * @throws SpreadsheetTooLargeError when a workbook cannot hold that much
 *
 * @example
 * const { parsed_document } = await extract(bytes, config);
 * writeFileSync('values.xlsx', spreadsheet([{ id: 'march', parsed_document }], { format: 'xlsx' }));
 */
export function spreadsheet(
  extractions: readonly SpreadsheetExtraction[],
  options: SpreadsheetOptions,
): Uint8Array {
  const extent = extentOf(extractions, options.documentColumns);
  if (options.format === 'xlsx') return archiveBytes(stepsOf(workbookPasses(extent, options), extractions));
  return joined([...stepsOf(csvPasses(extent, options), extractions)]);
}

function* stepsOf<Step>(
  passes: Iterable<Pass<Step>>,
  extractions: readonly SpreadsheetExtraction[],
): Generator<Step> {
  for (const { begin, each, end } of passes) {
    yield* begin();
    for (const extraction of extractions) yield* each(extraction);
    yield* end();
  }
}

/**
 * One way through all extractions of a spreadsheet, and what it adds to the file. There are two or three, each to be asked
 * for when the one before has ended; all see the same extractions.
 */
export interface Pass<Step> {
  readonly begin: () => Iterable<Step>;
  readonly each: (extraction: SpreadsheetExtraction) => Iterable<Step>;
  readonly end: () => Iterable<Step>;
}

const nothing = () => [];

/** The end of the pass that finds the columns. */
function columnsEnd(extent: Extent, columns: Columns): () => [] {
  return () => {
    endColumns(extent, columns);
    return [];
  };
}

/**
 * The passes of a workbook. The headings of the first sheet are known at the end of the first pass, which writes all other
 * sheets.
 * @throws SpreadsheetTooLargeError when a workbook cannot hold that much
 */
export function* workbookPasses(
  extent: Extent,
  options: Extract<SpreadsheetOptions, { format: 'xlsx' }>,
): Generator<Pass<ArchiveStep>> {
  const columns = fieldColumns(extent);
  const writer = new WorkbookWriter(options);
  const names = new SheetNames();
  const name = names.nameFor(FIELDS);
  /** Names of sheets that the fields of each extraction lead to. */
  const linkNames: string[][] = [];
  let number = 1;
  const find = layout(extent, columns);
  yield {
    begin: () => writer.begin(),
    *each(extraction) {
      const { linked, own } = find(extraction);
      const sheets = own();
      const nameOf = names.add(sheets);
      linkNames.push(linked.map((sheet) => nameOf.get(sheet)!));
      for (const sheet of sheets) yield* writer.sheet(++number, sheet, nameOf);
    },
    end: columnsEnd(extent, columns),
  };
  const rowLayout = layout(extent, columns);
  let at = 0;
  yield {
    begin: () => writer.openSheet(1, name, columns.headings),
    each(extraction) {
      const { fields, linked } = rowLayout(extraction);
      const known = linkNames[at++]!;
      return writer.rows(fields.rows, new Map(linked.map((sheet, i) => [sheet, known[i]!])));
    },
    *end() {
      yield* writer.closeSheet();
      yield* writer.end();
    },
  };
}

/**
 * The passes of a CSV file: the first one finds the headings of the first sheet, the second one writes it, the third one
 * the others.
 */
export function* csvPasses(
  extent: Extent,
  { blockTitles = true, guardFormulas = true }: Extract<SpreadsheetOptions, { format: 'csv' }>,
): Generator<Pass<Uint8Array>> {
  const options = { blockTitles, guardFormulas };
  const columns = fieldColumns(extent);
  let hasOthers = false;
  const find = layout(extent, columns);
  yield {
    begin: nothing,
    each(extraction) {
      if (find(extraction).linked.length > 0) hasOthers = true;
      return [];
    },
    end: columnsEnd(extent, columns),
  };
  const rowsOf = layout(extent, columns);
  const { headings } = columns;
  yield {
    begin: () => encoded(csvBlock({ name: FIELDS, headings, rows: [] }, options, true)),
    each: (extraction) => encoded(csvRows(rowsOf(extraction).fields.rows, headings.length, options)),
    end: nothing,
  };
  if (!hasOthers) return;
  const ownOf = layout(extent, columns);
  yield {
    begin: nothing,
    *each(extraction) {
      for (const sheet of ownOf(extraction).own()) yield* encoded(csvBlock(sheet, options, false));
    },
    end: nothing,
  };
}
