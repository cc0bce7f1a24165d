/** `anchorline lines`: prints the lines that a config sees in a document. */
import type { Command } from 'commander';
import type { Document, Line, Page } from '../../index.js';
import { blame, failureLine, InputFailure, UsageFailure } from './failure.js';
import { inputFilename, inputName, readInput, readText } from './input.js';
import { wholeNumber } from './options.js';
import { progressLine } from './progress.js';
import {
  extractorOptions,
  loadOptions,
  type PageSpan,
  pageSpan,
  type ReadingFlags,
  withReading,
} from './reading.js';
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
  $ anchorline lines scan.pdf --config lease.json --spaces --ocr-cache .cache/ocr
  $ anchorline lines invoice.pdf --page 0 --svg > page.svg
  $ anchorline lines invoice.pdf --page 0 --redact --json > to-show.json

Positions are inches from the left and top edge of the page, angles are degrees clockwise (an angleFilter counts
counter-clockwise). Lines are in document order, before preprocessors; with --config, after those of the config, as
its fields see them. Pages count from 0, as in configs and results.

With --redact you can show where lines are without showing what they say: every word and number becomes another one, the
same one wherever it is printed again. Lengths, places and punctuation stay; look at the output before you share it.`;

interface LinesFlags extends ReadingFlags {
  readonly config?: string;
  readonly json?: boolean;
  readonly svg?: boolean;
  readonly spaces?: boolean;
  readonly redact?: boolean;
  readonly page?: number;
  readonly pages?: PageSpan;
}

/** Adds the command to the program. */
export function addLinesCommand(program: Command, streams: Streams): void {
  withReading(program.command('lines'))
    .summary('print the lines of a document')
    .description('Prints the lines that a config sees in a document, with their places on the page.')
    .argument('<document>', 'the document to read, or - for standard input')
    .option('-c, --config <file>', 'print the lines as the fields of this config see them')
    .option('--json', 'print JSON instead of aligned text')
    .option('--svg', 'print a picture of the lines in their places')
    .option('--spaces', 'show spaces as ·, repeated ones too')
    .option('--redact', 'replace letters and figures by others of their kind')
    .option('--page <index>', 'print only this page; the first is 0', wholeNumber)
    .option('--pages <pages>', 'print only these pages: 3, or 2-5', pageSpan)
    .addHelpText('after', EXAMPLES)
    .action((document: string, flags: LinesFlags) => runLines(document, flags, streams));
}

async function runLines(file: string, flags: LinesFlags, streams: Streams): Promise<void> {
  if (flags.json && flags.svg) throw new UsageFailure('give either --json or --svg');
  const names = { document: inputName(file), config: flags.config && inputName(flags.config) };
  const text = flags.config === undefined ? undefined : await readText(flags.config, streams.stdin);
  const bytes = await readInput(file, streams.stdin);
  const { createExtractor } = await import('../../index.js');
  const engines = await extractorOptions(flags);
  const extractor = createExtractor(engines.options);
  const progress = progressLine(streams.stderr);
  try {
    const config = text === undefined ? undefined : extractor.parseConfig(text);
    const given = { ...loadOptions(flags), filename: inputFilename(file), onProgress: progress.update };
    const document = await extractor.load(bytes, given);
    try {
      const seen = config ? await extractor.preprocess(document, config, given) : { document, errors: [] };
      progress.clear();
      writeLines(
        streams.stderr,
        seen.errors.map(({ message }) => failureLine(names.document, message)),
      );
      await printDocument(seen.document, flags, names.document, streams);
    } finally {
      await document.close();
    }
  } catch (error) {
    throw blame(error, names);
  } finally {
    progress.clear();
    await extractor.close();
    await engines.close();
  }
}

async function printDocument(
  document: Document,
  flags: LinesFlags,
  name: string,
  { stdout, stderr }: Streams,
): Promise<void> {
  const { finishLines } = await import('../../page/document/line.js');
  const span = flags.page === undefined ? flags.pages : { first: flags.page, last: flags.page };
  const shown = await redaction(flags);
  const pages = document.pages
    .filter(({ index }) => !span || (index >= span.first && index <= span.last))
    .map((page) => ({ ...page, lines: finishLines(page.lines).map(shown) }));
  if (span && pages.length === 0) {
    const last = document.pages.at(-1)?.index;
    const range =
      last === undefined ? 'it has no pages' : `its pages are ${document.pages[0]?.index} to ${last}`;
    throw new InputFailure([failureLine(name, `there is no page ${span.first}; ${range}`)]);
  }
  writeLines(
    stderr,
    document.warnings.map(({ code, message }) => printable(`${name}: warning: ${message} (${code})`)),
  );
  if (flags.svg) {
    const { linesSvg } = await import('../authoring/lines-svg.js');
    stdout.write(linesSvg(pages));
  } else if (flags.json) stdout.write(`${printableJson(jsonOf(document, pages), true)}\n`);
  else {
    for (const [i, page] of pages.entries()) {
      writeLines(stdout, [...(i > 0 ? [''] : []), ...printedPage(page, flags.spaces === true)]);
    }
  }
}

/** How lines are shown: as they are, or by words that no other run gives. */
async function redaction({ redact }: LinesFlags): Promise<(line: Line) => Line> {
  if (redact !== true) return (line) => line;
  const { redactedLine, redactor } = await import('../authoring/redact.js');
  const redacted = redactor(crypto.randomUUID());
  return (line) => redactedLine(line, redacted);
}

function printedPage(page: Page, spaces: boolean): string[] {
  const size = `${page.width.toFixed(2)} x ${page.height.toFixed(2)} inches`;
  const turned = page.rotation === 0 ? '' : `, turned by ${page.rotation} degrees`;
  return [
    `page ${page.index}: ${size}${turned}, ${page.lines.length} lines${readBy(page)}`,
    `${COLUMNS.map((name) => name.padStart(COLUMN_WIDTH)).join('')}  text`,
    ...page.lines.map((line) => lineText(line, spaces)),
  ];
}

function readBy({ ocr }: Page): string {
  if (!ocr) return '';
  const sure =
    ocr.confidence === undefined ? '' : `, confidence ${ocr.confidence.toFixed(CONFIDENCE_DECIMALS)}`;
  return `, ${ocr.part === 'page' ? '' : 'images '}read by ${printable(ocr.engine)}${sure}`;
}

function lineText(line: Line, spaces: boolean): string {
  const { left, top, right, bottom, lineHeight, angle, text } = line;
  const numbers = [left, top, right, bottom, lineHeight].map((inches) => inches.toFixed(INCH_DECIMALS));
  const cells = [...numbers, angle.toFixed(ANGLE_DECIMALS)].map((cell) => cell.padStart(COLUMN_WIDTH));
  return `${cells.join('')}  ${printable(spaces ? line.rawText.replace(/ /gu, '·') : text)}`;
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
      lines: lines.map(printedMembers),
    })),
  };
}

/** The members of a line that JSON shows, in their order; `confidence` only where OCR gave it. */
const PRINTED = [
  'text',
  'left',
  'top',
  'right',
  'bottom',
  'lineHeight',
  'angle',
  'flow',
  'source',
  'confidence',
  'boundingPolygon',
] as const satisfies readonly (keyof Line)[];

function printedMembers(line: Line): object {
  return Object.fromEntries(
    PRINTED.flatMap((name) => (line[name] === undefined ? [] : [[name, line[name]]])),
  );
}
