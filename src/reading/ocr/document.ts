/** Reading what a document's own text does not give: which pages, and what becomes of them. */
// See docs/language/01-document-anchors-fields.md#111-ocr

import { ProviderError } from '../../errors.js';
import { checkInterrupt, type Interrupt, isInterruption, orElse } from '../../foundation/async/interrupt.js';
import { limitError } from '../../limits.js';
import { type Box, boundingBox, centreX, centreY } from '../../page/document/geometry.js';
import type { Document, DocumentIssue, DocumentWarning, Line, Page } from '../../page/document/model.js';
import { sortPageLines } from '../../page/document/order.js';
import { type PagedFile, type PageSpan, unreadPage } from '../../page/document/paged.js';
import { pageReading, unknownScript } from '../../page/document/reading.js';
import type { OcrEngine } from './engine.js';
import {
  IMAGE_PART,
  imageCoverage,
  isCertain,
  isGarbled,
  needsNoOcr,
  type OcrLevel,
  type OcrNeed,
  type OcrPolicy,
  ocrNeeds,
  type PageFacts,
} from './need.js';
import { PageReader, type PageReaderOptions, pagesInHand } from './reader.js';

export interface ReadDocumentOptions extends PageReaderOptions {
  /** Default 2: by the whole document. */
  readonly ocrLevel?: OcrPolicy | undefined;
  /** At level 2, read tiny documents although their own text is usable. */
  readonly ocrLevel2Strict?: boolean | undefined;
  /** Called after each page that was read. */
  readonly onPage?: ((done: number, total: number) => void) | undefined;
}

const DEFAULT_LEVEL: OcrLevel = 2;

/**
 * The document with the pages read that need it: images unless OCR is off, PDFs as the level says. A page that cannot be
 * read keeps its text, with a warning; one that has none leaves an entry in `errors`.
 * @throws DocumentError `aborted`, `timed_out`; `too_large` where more lines are read than a document may have
 */
export async function readDocument(
  document: Document,
  options: ReadDocumentOptions,
  interrupt: Interrupt,
): Promise<Document> {
  if (options.ocrLevel === 'never') return unreadDocument(document, document.pages);
  const run = new DocumentRun(options, interrupt);
  const needs = await pageNeeds(document, options.ocrLevel ?? DEFAULT_LEVEL, options.ocrLevel2Strict);
  if (!needs.some((need) => need !== 'none')) return document;
  const pages = await run.readPages(document.pages, needs);
  const errors = [...(document.errors ?? []), ...run.errors];
  return {
    ...document,
    pages,
    warnings: [...document.warnings, ...run.warnings],
    ...(errors.length > 0 && { errors }),
  };
}

/**
 * A file that was opened, with some of its pages as `readDocument` gives them, and the others unread. It is read whole where
 * what is on one of these pages may depend on the others.
 * @throws DocumentError as loading the file does
 */
// See docs/language/01-document-anchors-fields.md#112-pages-that-are-not-read
export async function readSpan(
  file: PagedFile,
  span: PageSpan | undefined,
  options: ReadDocumentOptions,
  interrupt: Interrupt,
): Promise<Document> {
  const { readPage: _readPage, readAll, ...facts } = file;
  const read = span && (await finalPages(file, span, options));
  if (!read) return readDocument(await readAll(), options, interrupt);
  const pages = Array.from({ length: facts.pageCount }, (_, i) => read.get(i) ?? unreadPage(i));
  const document = { ...facts, pages };
  return options.ocrLevel === 'never' ? unreadDocument(document, [...read.values()]) : document;
}

/** A document of which nothing is read by OCR, with a warning for each of some pages that is left without any text. */
async function unreadDocument(document: Document, pages: readonly Page[]): Promise<Document> {
  const warnings: DocumentWarning[] = [];
  for (const page of isEverRead(document) ? pages : []) {
    if (page.lines.length === 0 && (await hasContent(page))) warnings.push({ ...OFF, page: page.index });
  }
  return warnings.length === 0 ? document : { ...document, warnings: [...document.warnings, ...warnings] };
}

const OFF = {
  code: 'OCR_OFF',
  message: "the page has no text of its own and was not read, because OCR is switched off (ocr: 'never')",
} as const;

/** Whether a kind of document is one that OCR ever reads. */
function isEverRead({ contentType }: Pick<Document, 'contentType'>): boolean {
  return contentType === PDF || contentType.startsWith(PICTURES);
}

const PDF = 'application/pdf';
const PICTURES = 'image/';

/** The pages of a span, by index; undefined where one of them may depend on the others, or there is none. */
async function finalPages(
  { readPage, pageCount, contentType }: PagedFile,
  span: PageSpan,
  { ocrLevel = DEFAULT_LEVEL, ocrLevel2Strict }: ReadDocumentOptions,
): Promise<ReadonlyMap<number, Page> | undefined> {
  // A document made by a converter is no PDF by its type, and none of it is read by OCR then.
  const level = contentType === PDF && ocrLevel !== 'never' ? ocrLevel : 0;
  const end = Math.min(pageCount, span.to ?? pageCount);
  const pages = new Map<number, Page>();
  for (let index = span.from; index < end; index++) {
    const { page, isFinal } = await readPage(index, end - 1 - index);
    if (!isFinal || !(await needsNoOcr(factsOf(page), level, ocrLevel2Strict))) return undefined;
    pages.set(index, page);
  }
  return pages.size > 0 ? pages : undefined;
}

async function pageNeeds(
  document: Document,
  level: OcrLevel | 'always',
  strict: boolean | undefined,
): Promise<readonly OcrNeed[]> {
  const { contentType, pages } = document;
  if (contentType.startsWith(PICTURES)) return pages.map(({ graphics }) => (graphics ? 'page' : 'none'));
  if (!isEverRead(document)) return pages.map(() => 'none');
  const needs = await ocrNeeds(pages.map(factsOf), level, strict);
  const worthReading: OcrNeed[] = [];
  for (const [index, need] of needs.entries()) {
    worthReading.push(need === 'page' && !(await hasContent(pages[index]!)) ? 'none' : need);
  }
  return worthReading;
}

function factsOf(page: Page): PageFacts {
  return {
    lines: page.lines.length,
    garbled: () => isGarbled(page.lines, page.textQuality),
    certain: () => isCertain(page.lines, page.textQuality),
    unresolved: page.textQuality?.unresolved ?? 0,
    imageCoverage: () => coverageOf(page),
  };
}

/** Share of a page under images; the most that it can be where that is far from enough to matter. */
async function coverageOf(page: Page): Promise<number> {
  const known = await orElse(async () => page.graphics?.known?.(), undefined);
  const most = mostCovered(page, known?.imageArea);
  return most < Number.POSITIVE_INFINITY ? most : imageCoverage(page, await imagesOf(page));
}

/** Share of a page that images can cover at most, where that is far from enough to matter; else infinite. */
function mostCovered({ width, height }: Page, imageArea = Number.POSITIVE_INFINITY): number {
  const most = imageArea / (width * height);
  return most < IMAGE_PART / 2 ? most : Number.POSITIVE_INFINITY;
}

async function imagesOf({ graphics }: Page) {
  return graphics ? orElse(() => graphics.images(), []) : [];
}

/** On a page with neither text nor images nor drawings there is nothing to read. */
async function hasContent(page: Page): Promise<boolean> {
  const { graphics, lines } = page;
  if (!graphics) return false;
  if (lines.length > 0 || (await imagesOf(page)).length > 0) return true;
  return (await orElse(() => graphics.paths(), [])).length > 0;
}

/** After so many pages in a row that an engine failed at, it gets no more of the document. */
const MOST_FAILURES = 3;

/** What the pages of one document share while they are read. */
class DocumentRun {
  readonly warnings: DocumentWarning[] = [];
  readonly errors: DocumentIssue[] = [];
  readonly #options: ReadDocumentOptions;
  readonly #interrupt: Interrupt;
  readonly #reader: PageReader;
  #failuresInARow = 0;
  #lines = 0;

  constructor(options: ReadDocumentOptions, interrupt: Interrupt) {
    this.#options = options;
    this.#interrupt = interrupt;
    this.#reader = new PageReader(options, interrupt, (warning) => this.warnings.push(warning));
  }

  /** Reads as many pages at a time as the engine takes, and draws the next one meanwhile. */
  async readPages(pages: readonly Page[], needs: readonly OcrNeed[]): Promise<readonly Page[]> {
    const targets = pages.flatMap((_, index) => (needs[index] === 'none' ? [] : [index]));
    let engine: OcrEngine;
    try {
      engine = await this.#reader.engine();
    } catch (error) {
      for (const index of targets) this.#warnOf(pages[index]!, unavailable(error));
      return pages;
    }
    const read = [...pages];
    const outcomes = new Map<number, Outcome>();
    const queue = targets.values();
    const lane = async () => {
      for (const index of queue) {
        const outcome = await this.#readPage(engine, pages[index]!, needs[index]!);
        this.#countLines(outcome.page);
        read[index] = outcome.page;
        outcomes.set(index, outcome);
        this.#options.onPage?.(outcomes.size, targets.length);
      }
    };
    const lanes = Math.min(targets.length, pagesInHand(engine));
    await Promise.all(Array.from({ length: lanes }, lane));
    for (const index of targets) {
      const { failure, unknown } = outcomes.get(index)!;
      if (failure) this.#warnOf(pages[index]!, failure);
      if (unknown) this.warnings.push({ ...unknownScript(engine.id), page: index });
    }
    return read;
  }

  /** @throws DocumentError `too_large` where more lines were read than a document may have */
  #countLines({ lines, index }: Page): void {
    const { limits } = this.#options;
    this.#lines += lines.length;
    if (this.#lines > limits.lines) throw limitError('lines', limits, index);
  }

  async #readPage(engine: OcrEngine, page: Page, need: OcrNeed): Promise<Outcome> {
    checkInterrupt(this.#interrupt, page.index);
    if (this.#failuresInARow >= MOST_FAILURES) return { page, failure: givenUp(engine) };
    try {
      const read = need === 'page' ? await this.#wholePage(engine, page) : await this.#images(engine, page);
      this.#failuresInARow = 0;
      return read;
    } catch (error) {
      if (isInterruption(error)) throw error;
      this.#failuresInARow++;
      return { page, failure: failureOf(error) };
    }
  }

  async #wholePage(engine: OcrEngine, page: Page): Promise<Outcome> {
    const { page: upright, lines, unknownScript: unknown } = await this.#reader.readUpright(engine, page);
    return { page: { ...upright, lines, ocr: pageReading(engine.id, 'page', lines) }, unknown };
  }

  /** The page's own lines, and what is in its images and in none of these lines. */
  async #images(engine: OcrEngine, page: Page): Promise<Outcome> {
    const boxes = (await imagesOf(page)).map(({ polygon }) => boundingBox(polygon));
    const read = await this.#reader.readWithin(engine, page, boxes);
    const added = read.lines.filter((line) => liesIn(line, boxes) && !liesIn(line, page.lines));
    const lines = sortPageLines([...page.lines, ...added], page.rowTolerance);
    const ocr = pageReading(engine.id, 'images', added);
    return { page: { ...page, lines, ocr }, unknown: read.unknownScript };
  }

  #warnOf(page: Page, { code, message }: Failure): void {
    const entry = { code, message, page: page.index };
    if (page.lines.length > 0) this.warnings.push(entry);
    else this.errors.push({ type: 'ocr', ...entry });
  }
}

interface Failure {
  readonly code: 'OCR_FAILED' | 'OCR_UNAVAILABLE';
  readonly message: string;
}

interface Outcome {
  readonly page: Page;
  readonly failure?: Failure;
  /** Whether most of its print is in a script that the engine does not know. */
  readonly unknown?: boolean | undefined;
}

function failureOf(error: unknown): Failure {
  if (error instanceof ProviderError && error.code === 'unavailable') return unavailable(error);
  return { code: 'OCR_FAILED', message: `the page was not read by OCR: ${reasonOf(error)}` };
}

function unavailable(error: unknown): Failure {
  return { code: 'OCR_UNAVAILABLE', message: `there is no OCR engine to read the page: ${reasonOf(error)}` };
}

function givenUp({ id }: OcrEngine): Failure {
  const message = `the page was not read by OCR: ${id} failed at ${MOST_FAILURES} pages in a row before`;
  return { code: 'OCR_FAILED', message };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the centre of a line lies in one of some boxes. */
function liesIn(line: Line, boxes: readonly Box[]): boolean {
  const x = centreX(line);
  const y = centreY(line);
  return boxes.some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
}
