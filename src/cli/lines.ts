/** `anchorline lines`: prints the lines that a config sees in a document. */
import type { Command } from 'commander';
import type { Document, Line, Page } from '../index.js';
import { blame, failureLine, InputFailure } from './failure.js';
import { inputFilename, inputName, readInput } from './input.js';
import { wholeNumber } from './options.js';
import { progressLine } from './progress.js';
import { printable, printableJson, type Streams, writeLines } from './streams.js';

/** Decimals of printed inches: a thousandth is finer than any threshold of the language. */
const INCH_DECIMALS = 3;
/** Decimals of printed degrees. */
const ANGLE_DECIMALS = 1;
const CONFIDENCE_DECIMALS = 2;
const COLUMNS = ['left', 'top', 'right', 'bottom', 'height', 'angle'] as const;
/** Widest usual number, as 11.000 or -90.0, and a space more. */
const COLUMN_WIDTH = 8;

const EXAMPLES = `
Examples:
  $ anchorline lines invoice.pdf
  $ anchorline lines invoice.pdf --page 0 --json

Positions are inches from the left and top edge of the page, angles are degrees clockwise. Lines stand in
document order, before preprocessors. Pages count from 0, as in configs and results.`;

interface LinesFlags {
  readonly json?: boolean;
  readonly page?: number;
  readonly password?: string;
  readonly contentType?: string;
}

/** Adds the command to the program. */
export function addLinesCommand(program: Command, streams: Streams): void {
  program
    .command('lines')
    .summary('print the lines of a document')
    .description('Prints the lines that a config sees in a document, with their places on the page.')
    .argument('<document>', 'the document to read, or - for standard input')
    .option('--json', 'print JSON instead of aligned text')
    .option('--page <index>', 'print only this page; the first is 0', wholeNumber)
    .option('--password <text>', 'opens an encrypted document')
    .option(
      '--content-type <type>',
      'media type, if neither the bytes nor the file name show it, e.g. text/csv',
    )
    .addHelpText('after', EXAMPLES)
    .action((document: string, flags: LinesFlags) => runLines(document, flags, streams));
}

async function runLines(file: string, flags: LinesFlags, streams: Streams): Promise<void> {
  const bytes = await readInput(file, streams.stdin);
  const { loadDocument } = await import('../index.js');
  const progress = progressLine(streams.stderr);
  try {
    const document = await loadDocument(bytes, {
      filename: inputFilename(file),
      contentType: flags.contentType,
      password: flags.password,
      onProgress: progress.update,
    });
    progress.clear();
    try {
      await printDocument(document, flags, inputName(file), streams);
    } finally {
      await document.close();
    }
  } catch (error) {
    throw blame(error, { document: inputName(file) });
  } finally {
    progress.clear();
  }
}

async function printDocument(
  document: Document,
  flags: LinesFlags,
  name: string,
  { stdout, stderr }: Streams,
): Promise<void> {
  const { finishLines } = await import('../document/line.js');
  const pages = document.pages
    .filter(({ index }) => flags.page === undefined || index === flags.page)
    .map((page) => ({ ...page, lines: finishLines(page.lines) }));
  if (flags.page !== undefined && pages.length === 0) {
    const last = document.pages.at(-1)?.index;
    const range = last === undefined ? 'it has no pages' : `its pages are 0 to ${last}`;
    throw new InputFailure([failureLine(name, `there is no page ${flags.page}; ${range}`)]);
  }
  writeLines(
    stderr,
    document.warnings.map(({ code, message }) => printable(`${name}: warning: ${message} (${code})`)),
  );
  if (flags.json) stdout.write(`${printableJson(jsonOf(document, pages), true)}\n`);
  else for (const [i, page] of pages.entries()) writeLines(stdout, [...(i > 0 ? [''] : []), ...textOf(page)]);
}

function textOf(page: Page): string[] {
  const size = `${page.width.toFixed(2)} x ${page.height.toFixed(2)} inches`;
  const turned = page.rotation === 0 ? '' : `, turned by ${page.rotation} degrees`;
  return [
    `page ${page.index}: ${size}${turned}, ${page.lines.length} lines${readBy(page)}`,
    `${COLUMNS.map((name) => name.padStart(COLUMN_WIDTH)).join('')}  text`,
    ...page.lines.map(lineText),
  ];
}

function readBy({ ocr }: Page): string {
  if (!ocr) return '';
  const sure =
    ocr.confidence === undefined ? '' : `, confidence ${ocr.confidence.toFixed(CONFIDENCE_DECIMALS)}`;
  return `, ${ocr.part === 'page' ? '' : 'images '}read by ${printable(ocr.engine)}${sure}`;
}

function lineText(line: Line): string {
  const { left, top, right, bottom, lineHeight, angle, text } = line;
  const numbers = [left, top, right, bottom, lineHeight].map((inches) => inches.toFixed(INCH_DECIMALS));
  const cells = [...numbers, angle.toFixed(ANGLE_DECIMALS)].map((cell) => cell.padStart(COLUMN_WIDTH));
  return `${cells.join('')}  ${printable(text)}`;
}

function jsonOf(document: Document, pages: readonly Page[]): object {
  return {
    content_type: document.contentType,
    page_count: document.pageCount,
    pages: pages.map(({ index, width, height, rotation, ocr, lines }) => ({
      index,
      width,
      height,
      rotation,
      ...(ocr && { ocr }),
      lines: lines.map(
        ({
          text,
          left,
          top,
          right,
          bottom,
          lineHeight,
          angle,
          flow,
          source,
          confidence,
          boundingPolygon,
        }) => ({
          text,
          left,
          top,
          right,
          bottom,
          lineHeight,
          angle,
          flow,
          source,
          ...(confidence !== undefined && { confidence }),
          boundingPolygon,
        }),
      ),
    })),
  };
}
