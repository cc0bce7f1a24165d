/** `anchorline tables`: prints the tables of a document. */
import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FoundTable } from '../../index.js';
import type { FoundCell, TableSearch } from '../../page/tables/model.js';
import { blame, failureLine, InputFailure, UsageFailure } from './failure.js';
import { checkWritable, inputFilename, inputName, outputFailure, readInput, readText } from './input.js';
import { wholeNumber } from './options.js';
import { progressLine } from './progress.js';
import { extractorOptions, loadOptions, type ReadingFlags, withReading } from './reading.js';
import { counted, printable, printableJson, type Streams, writeLines } from './streams.js';

const FORMATS = ['table', 'csv', 'json', 'xlsx', 'html'] as const;
type Format = (typeof FORMATS)[number];

/** Widest column of a printed table, in characters. */
const MOST_WIDTH = 40;
const EDGES = ['left', 'top', 'right', 'bottom'] as const;

const EXAMPLES = `
Examples:
  $ anchorline tables report.pdf
  $ anchorline tables report.pdf --page 3 --format csv --output page-3.csv
  $ anchorline tables report.pdf --page 0 --area 0.5,2,8,5.5 --format json
  $ anchorline tables report.pdf --format xlsx --output report.xlsx

Tables are found with and without lines around their cells. With --area, what is in the area is one table; its edges are
inches from the left and top edge of the page. With --config, they are those of the document after its preprocessors.
Pages count from 0. The exit code is 1 when there is no table.`;

interface TablesFlags extends ReadingFlags {
  readonly config?: string;
  readonly page?: number;
  readonly area?: TableSearch['area'];
  readonly nested?: boolean;
  readonly format: Format;
  readonly output?: string;
}

/** Adds the command to the program. */
export function addTablesCommand(program: Command, streams: Streams): void {
  withReading(program.command('tables'))
    .summary('print the tables of a document')
    .description('Prints the tables of a document, with and without lines around their cells.')
    .argument('<document>', 'the document to read, or - for standard input')
    .option('-c, --config <file>', 'find the tables as the fields of this config see the document')
    .option('--page <index>', 'find only those of this page; the first is 0', wholeNumber)
    .option('--area <left,top,right,bottom>', 'take this area for one table, in inches', area)
    .option('--nested', 'find the tables in cells of tables as well')
    .addOption(new Option('--format <format>', 'how to print them').choices(FORMATS).default('table'))
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .addHelpText('after', EXAMPLES)
    .action((document: string, flags: TablesFlags) => runTables(document, flags, streams));
}

function area(text: string): TableSearch['area'] {
  const edges = text.split(',').map(Number);
  const [left, top, right, bottom] = edges;
  const isArea =
    edges.length === EDGES.length && edges.every(Number.isFinite) && left! < right! && top! < bottom!;
  if (!isArea) throw new InvalidArgumentError('It must be four numbers with commas, as 0.5,2,8,5.5.');
  return Object.fromEntries(EDGES.map((edge, i) => [edge, edges[i]]));
}

async function runTables(file: string, flags: TablesFlags, streams: Streams): Promise<void> {
  const { format, output } = flags;
  if (format === 'xlsx' && output === undefined) throw new UsageFailure('--format xlsx needs --output');
  if (flags.area && flags.page === undefined) throw new UsageFailure('--area needs --page');
  if (output !== undefined) await checkWritable(output);
  const names = { document: inputName(file), config: flags.config && inputName(flags.config) };
  try {
    const tables = await tablesOf(file, flags, streams);
    if (tables.length === 0) throw new InputFailure([failureLine(names.document, 'no table was found')]);
    await print(await formatted(tables, format), output, streams);
    if (output !== undefined)
      writeLines(streams.stderr, [`${printable(output)}: ${counted(tables.length, 'table')}`]);
  } catch (error) {
    throw blame(error, names);
  }
}

async function tablesOf(file: string, flags: TablesFlags, streams: Streams): Promise<readonly FoundTable[]> {
  const text = flags.config === undefined ? undefined : await readText(flags.config, streams.stdin);
  const bytes = await readInput(file, streams.stdin);
  const { createExtractor } = await import('../../index.js');
  const engines = await extractorOptions(flags);
  const extractor = createExtractor(engines.options);
  const progress = progressLine(streams.stderr);
  try {
    const given = { ...loadOptions(flags), filename: inputFilename(file), onProgress: progress.update };
    const config = text === undefined ? undefined : extractor.parseConfig(text);
    const document = await extractor.load(bytes, given);
    try {
      const seen = config ? (await extractor.preprocess(document, config, given)).document : document;
      return await extractor.findTables(seen, { page: flags.page, area: flags.area, nested: flags.nested });
    } catch (error) {
      if (error instanceof RangeError) throw new InputFailure([failureLine(inputName(file), error.message)]);
      throw error;
    } finally {
      await document.close();
    }
  } finally {
    progress.clear();
    await extractor.close();
    await engines.close();
  }
}

async function formatted(tables: readonly FoundTable[], format: Format): Promise<string | Uint8Array> {
  const { tablesHtml, tablesSpreadsheet, tableTexts } = await import('../report/found-tables.js');
  switch (format) {
    case 'table':
      return `${tables.map((table, at) => printedTable(table, at, tableTexts(table)).join('\n')).join('\n\n')}\n`;
    case 'json':
      return `${printableJson(tables.map(jsonOf), true)}\n`;
    case 'html':
      return `${tablesHtml(tables)}\n`;
    case 'csv':
    case 'xlsx':
      return tablesSpreadsheet(tables, { format });
  }
}

/** A table as people read it: what it is, then its rows in columns. */
function printedTable(table: FoundTable, at: number, rows: readonly (readonly string[])[]): string[] {
  const { page, rowCount, columnCount, source, confidence, title, footer, continues } = table;
  const size = `${counted(rowCount, 'row')}, ${counted(columnCount, 'column')}`;
  const widths = Array.from({ length: columnCount }, (_, column) =>
    Math.min(MOST_WIDTH, Math.max(0, ...rows.map((row) => [...row[column]!].length))),
  );
  return [
    `table ${at}, page ${page}: ${size}, by ${source}, confidence ${confidence}`,
    ...(title ? [printable(title.text)] : []),
    ...rows.map((row) =>
      row
        .map((text, column) => padded(printable(text), widths[column]!))
        .join('  ')
        .trimEnd(),
    ),
    ...(footer ? [printable(footer.text)] : []),
    ...(continues ? ['(goes on on the next page)'] : []),
  ];
}

function padded(text: string, width: number): string {
  const characters = [...text];
  return characters.length > width
    ? `${characters.slice(0, width - 1).join('')}…`
    : text + ' '.repeat(width - characters.length);
}

/** A table without the lines of its cells, which repeat their text; of what could not be placed, the texts. */
function jsonOf({ cells, unplaced, ...table }: FoundTable): object {
  const texts = unplaced.map(({ text }) => text);
  const cellOf = ({ lines: _, tables, ...cell }: FoundCell) =>
    tables ? { ...cell, tables: tables.map(jsonOf) } : cell;
  return { ...table, unplaced: texts, cells: cells.map(cellOf) };
}

async function print(
  content: string | Uint8Array,
  output: string | undefined,
  { stdout }: Streams,
): Promise<void> {
  if (output === undefined) {
    stdout.write(content);
    return;
  }
  try {
    await writeFile(output, content);
  } catch (error) {
    throw outputFailure(output, error);
  }
}
