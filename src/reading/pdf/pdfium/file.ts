/** A document that PDFium has open, and its pages. What PDFium does not report is asked of pdf.js. */

import { DocumentError, type ProviderError } from '../../../errors.js';
import { checkInterrupt, type Interrupt } from '../../../foundation/async/interrupt.js';
import { boxHeight, boxWidth, type Transform } from '../../../page/document/geometry.js';
import type { Bitmap, FormWidget, PlacedImage, RenderOptions } from '../../../page/document/page-graphics.js';
import { pixelArea } from '../../../page/ink/cut.js';
import { checkPixels } from '../bitmap-limit.js';
import type { PdfFile, PdfMetadata, PdfPage, PdfPageContent } from '../engine.js';
import { emptinessOf } from '../objects/empty-content.js';
import type { FileObjects } from '../objects/file-objects.js';
import { readXfa, type XfaForm } from '../objects/xfa.js';
import { Queue } from '../queue.js';
import { type CollectedPage, collectImages, collectPage } from './content.js';
import { isExhaustion, run } from './library.js';
import { readMetadata } from './metadata.js';
import {
  type LoadedPage,
  load,
  loadPage,
  NotOpened,
  type Opened,
  type PageFrame,
  refreshed,
  type Source,
  type TextToDraw,
  unload,
} from './opened.js';
import { lastAhead, PagesAhead } from './pages-ahead.js';
import { type Drawing, drawPage, hideText, outlineText } from './render.js';
import { readWidgets } from './widgets.js';

/** Instances that one document may end; after that pdf.js reads the rest of it, or nobody where one of them was exhausted. */
const MAX_INSTANCES = 3;

export interface FileOptions extends Source {
  /** Whether the file names an encryption. */
  readonly isEncrypted: boolean;
  /** Opens the document with pdf.js. */
  readonly openOther: () => Promise<PdfFile>;
}

/** Implements the contract's file. */
export class PdfiumFile implements PdfFile {
  readonly pageCount: number;
  readonly #options: FileOptions;
  readonly #queue = new Queue();
  readonly #hasForm: boolean;
  #opened: Opened | undefined;
  #instances = 1;
  /** What pages ended an instance with that they exhausted: pdf.js, which nothing bounds, is not asked for these. */
  readonly #givenUp = new Map<number, ProviderError>();
  /** What the last instance ended with that was exhausted. */
  #exhausted: ProviderError | undefined;
  #other: Promise<PdfFile> | undefined;
  /** Of pages that were asked for: whoever asks for one again needs more of it than its size. */
  readonly #frames = new Map<number, PageFrame>();
  readonly #ahead = new PagesAhead();
  /** What PDFium said of the document as it was opened, or threw. */
  #metadata: (() => PdfMetadata | undefined) | undefined;
  /** User space of these pages to inches on them. */
  readonly #places = new Map<number, Transform>();
  #closed = false;

  private constructor(options: FileOptions, opened: Opened) {
    this.#options = options;
    this.#opened = opened;
    this.#hasForm = opened.hasForm;
    this.pageCount = opened.pageCount;
  }

  /**
   * Opens a document.
   * @param first pages that are read with it, from the first on, as far as there is time
   * @throws NotOpened when PDFium cannot open it, or reads it as if it were not encrypted
   * @throws DocumentError `timed_out`, `aborted`
   * @throws ProviderError `unavailable`
   */
  static async open(options: FileOptions, interrupt: Interrupt = {}, first = 0): Promise<PdfiumFile> {
    const made: { file?: PdfiumFile } = {};
    const { opened, failure } = await load(options, interrupt, (opened) => {
      if (opened.pageCount === 0 || options.isEncrypted !== opened.isEncrypted) return;
      made.file = new PdfiumFile(options, opened);
      made.file.#readFirst(opened, first, interrupt);
    });
    const { file } = made;
    if (file === undefined) {
      unload(opened);
      throw new NotOpened();
    }
    if (failure) file.#failFirst(opened, failure.error);
    return file;
  }

  #readFirst(opened: Opened, first: number, interrupt: Interrupt): void {
    this.#metadata = attempted(() => readMetadata(opened, this.#options.bytes));
    const to = first === 0 ? -1 : lastAhead(0, first - 1, this.pageCount);
    this.#ahead.read(opened, to, interrupt, (page) => readOf(opened, page, interrupt));
  }

  /** The instance ended at the metadata, or at a page. */
  #failFirst({ pdfium }: Opened, error: unknown): void {
    pdfium.broken = true;
    const { reached } = this.#ahead;
    const exhausted = isExhaustion(error) ? error : undefined;
    this.#exhausted = exhausted;
    if (this.#metadata === undefined) {
      this.#metadata = () => {
        if (exhausted) throw exhausted;
        return undefined;
      };
    } else if (exhausted) this.#givenUp.set(reached, exhausted);
    else this.#ahead.fail();
  }

  async metadata(): Promise<PdfMetadata> {
    this.#refuseClosed();
    return this.#metadata?.() ?? (await this.#asked()).metadata();
  }

  async formFields(): Promise<readonly FormWidget[]> {
    this.#refuseClosed();
    // Of documents without a form nothing more is asked: each call starts a thread that watches over it.
    if (!this.#hasForm) return [];
    const own = await this.#queue.run(() => this.#ofDocument((opened) => readWidgets(opened, this.#places)));
    return own ?? (await this.#asked()).formFields();
  }

  xfa(): XfaForm | undefined {
    return readXfa(this.#options.objects);
  }

  async page(index: number, interrupt: Interrupt = {}, next = 0): Promise<PdfPage> {
    if (!Number.isInteger(index) || index < 0 || index >= this.pageCount) {
      throw new RangeError(`Page ${index} is not one of the document's ${this.pageCount} pages`);
    }
    return this.#queue.run(async () => {
      this.#refuseClosed();
      this.#refuseGivenUp(index);
      const frame = this.#frames.get(index) ?? (await this.#readFrame(index, interrupt, next));
      this.#frames.set(index, frame);
      return new PdfiumPageView(this, index, frame);
    });
  }

  /** Of a page that is new, what is on it is mostly asked for next: it is read with its size, and the next pages with it. */
  async #readFrame(index: number, interrupt: Interrupt, next: number): Promise<PageFrame> {
    const ahead = this.#ahead;
    if (!ahead.at(index)) await this.#readAhead(index, lastAhead(index, next, this.pageCount), interrupt);
    const frame = ahead.at(index)?.frame();
    if (frame === undefined) return frameOf(await this.#otherPage(index, interrupt));
    this.#places.set(index, frame.base);
    return frameOf(frame);
  }

  async #readAhead(from: number, to: number, interrupt: Interrupt): Promise<void> {
    const ahead = this.#ahead;
    ahead.begin(from);
    try {
      const isRead = await this.#attempt(
        () => ahead.reached,
        (opened) =>
          run(
            opened.pdfium,
            () => {
              ahead.read(opened, to, interrupt, (page) => readOf(opened, page, interrupt));
              return true;
            },
            interrupt,
          ),
      );
      if (!isRead) ahead.fail();
    } catch (error) {
      // A page after the first is refused when it is asked for.
      if (!isExhaustion(error) || ahead.reached === from) throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const other = await this.#other?.catch(() => undefined);
    await this.#queue.run(async () => {
      if (this.#opened) unload(this.#opened);
      this.#opened = undefined;
    });
    await other?.close();
  }

  readContent(index: number, interrupt: Interrupt): Promise<PdfPageContent> {
    return this.#queue.run(async () => {
      this.#refuseClosed();
      const ahead = this.#ahead.take(index);
      const content = ahead
        ? ahead.content()
        : await this.#attempt(
            () => index,
            (opened) =>
              atPage(
                opened,
                index,
                interrupt,
                (page) => readOf(opened, page, interrupt),
                (text) => text === undefined,
              ),
          );
      return content ?? this.#askPage(index, interrupt, (page) => page.content(interrupt));
    });
  }

  readImages(index: number, interrupt: Interrupt): Promise<readonly PlacedImage[]> {
    return this.#queue.run(async () => {
      const images = await this.#attempt(
        () => index,
        (opened) =>
          atPage(opened, index, interrupt, (page) =>
            page.appearances === 'by viewer'
              ? undefined
              : collectImages(opened.pdfium, page, () => checkInterrupt(interrupt, index)),
          ),
      );
      return images ?? this.#askPage(index, interrupt, (page) => page.images(interrupt));
    });
  }

  render(index: number, options: RenderOptions, interrupt: Interrupt): Promise<Bitmap> {
    return this.#queue.run(async () => {
      if (options.drawnBy) return this.#askPage(index, interrupt, (page) => page.render(options, interrupt));
      const bitmap = await this.#attempt(
        () => index,
        (opened) => {
          const prepare = () => drawingOf(opened, index, options);
          return drawPage(opened.pdfium, prepare, interrupt, () => this.#closed);
        },
      );
      // An area that pdf.js draws has other pixels than in its drawing of the page.
      const { area: _area, ...whole } = options;
      return bitmap ?? this.#askPage(index, interrupt, (page) => page.render(whole, interrupt));
    });
  }

  /**
   * Works on the document as a whole, in one call into the instance; undefined where PDFium fails at it, and pdf.js must be asked.
   * @throws ProviderError `timed_out`, `out_of_memory` where PDFium was given up
   */
  async #ofDocument<T>(work: (opened: Opened) => T): Promise<T | undefined> {
    this.#refuseClosed();
    const opened = await this.#working();
    if (opened === undefined) return undefined;
    try {
      return run(opened.pdfium, () => work(opened));
    } catch (error) {
      if (!isExhaustion(error)) return undefined;
      this.#exhausted = error;
      throw error;
    }
  }

  /**
   * Works on a page; undefined where PDFium fails at it, and pdf.js must be asked.
   * @param page the one that is worked on
   * @throws ProviderError `timed_out`, `out_of_memory` where PDFium was given up at it, now or before
   * @throws DocumentError of the limits and of the caller's bounds
   */
  async #attempt<T>(page: () => number, work: (opened: Opened) => T): Promise<Awaited<T> | undefined> {
    this.#refuseClosed();
    this.#refuseGivenUp(page());
    const opened = await this.#working();
    if (opened === undefined) return undefined;
    try {
      return await work(opened);
    } catch (error) {
      if (isExhaustion(error)) {
        this.#exhausted = error;
        this.#givenUp.set(page(), error);
        throw error;
      }
      if (error instanceof DocumentError && error.code !== 'invalid_document') throw error;
      if (!(error instanceof DocumentError)) opened.pdfium.broken = true;
      return undefined;
    }
  }

  /**
   * The document, opened again where its instance has ended or was long in use; undefined when too many have ended.
   * @throws ProviderError where too many have ended, and some of them were exhausted
   */
  async #working(): Promise<Opened | undefined> {
    if (this.#opened && !this.#opened.pdfium.broken) {
      try {
        this.#opened = refreshed(this.#opened, this.#options);
        return this.#opened;
      } catch (error) {
        this.#opened.pdfium.broken = true;
        if (isExhaustion(error)) throw error;
      }
    }
    this.#opened = undefined;
    if (this.#instances >= MAX_INSTANCES) {
      if (this.#exhausted) throw this.#exhausted;
      return undefined;
    }
    this.#instances += 1;
    try {
      this.#opened = (await load(this.#options)).opened;
      return this.#opened;
    } catch (error) {
      if (isExhaustion(error)) throw error;
      return undefined;
    }
  }

  #asked(): Promise<PdfFile> {
    this.#refuseClosed();
    this.#other ??= this.#options.openOther();
    return this.#other;
  }

  /** @throws DocumentError `invalid_document` where pdf.js finds fewer pages than PDFium */
  async #otherPage(index: number, interrupt: Interrupt): Promise<PdfPage> {
    const other = await this.#asked();
    if (index >= other.pageCount)
      throw new DocumentError('invalid_document', `Page ${index + 1} is damaged.`);
    return other.page(index, interrupt);
  }

  async #askPage<T>(index: number, interrupt: Interrupt, ask: (page: PdfPage) => Promise<T>): Promise<T> {
    this.#refuseGivenUp(index);
    const page = await this.#otherPage(index, interrupt);
    try {
      return await ask(page);
    } finally {
      page.release();
    }
  }

  #refuseGivenUp(index: number): void {
    const exhausted = this.#givenUp.get(index);
    if (exhausted) throw exhausted;
  }

  #refuseClosed(): void {
    if (this.#closed) throw new DocumentError('closed', 'The document was closed.');
  }
}

/**
 * Works on a loaded page, in one call into the instance; undefined where the page is damaged.
 * @param fits whether the page will do with what was made of its text to draw it
 * @throws what `run` throws
 */
function atPage<T>(
  opened: Opened,
  index: number,
  interrupt: Interrupt,
  work: (page: LoadedPage) => T,
  fits: (text: TextToDraw | undefined) => boolean = () => true,
): T | undefined {
  const whole = () => {
    const page = loadPage(opened, index, fits);
    return page && work(page);
  };
  return run(opened.pdfium, whole, interrupt);
}

/**
 * What is to be drawn of a page, whose text is made ready for it; undefined where pdf.js must be asked.
 * @throws DocumentError `too_large`
 */
function drawingOf(
  opened: Opened,
  index: number,
  { dpi, withoutText = false, area }: RenderOptions,
): Drawing | undefined {
  const page = loadPage(opened, index, (text) => withoutText || text !== 'hidden');
  if (page === undefined || page.appearances === 'by viewer') return undefined;
  const whole = {
    width: Math.max(1, Math.round(page.width * dpi)),
    height: Math.max(1, Math.round(page.height * dpi)),
  };
  checkPixels(page.index, dpi, whole.width, whole.height);
  const part = area && pixelArea(area, dpi);
  if (part) checkPixels(page.index, dpi, boxWidth(part), boxHeight(part));
  const text = withoutText ? 'hidden' : 'outlined';
  if (page.text !== text) {
    (withoutText ? hideText : outlineText)(opened.pdfium, page.page);
    page.text = text;
  }
  return { page: page.page, dpi, whole, ...(part && { part }) };
}

/** What is on a page; undefined where pdf.js must be asked. */
function readOf(opened: Opened, page: LoadedPage, interrupt: Interrupt): PdfPageContent | undefined {
  if (page.appearances === 'by viewer') return undefined;
  const { pdfium, fonts, objects } = opened;
  const check = () => checkInterrupt(interrupt, page.index);
  return contentOf(collectPage(pdfium, fonts, page, check), page, objects);
}

/** What some work gave, or nothing where it failed; what ends the instance is left to who watches over it. */
function attempted<T>(work: () => T): () => T | undefined {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    if (error instanceof DocumentError || error instanceof RangeError) return () => undefined;
    throw error;
  }
}

function frameOf({ width, height, rotation }: PageFrame): PageFrame {
  return { width, height, rotation };
}

/**
 * Glyphs on pages of which areas are drawn: that takes one call, in which aborts are not heard. A page of 91 lines has
 * 9,000.
 */
const MOST_GLYPHS_OF_AREAS = 50_000;

/** What was collected; undefined where pdf.js must be asked. */
function contentOf(
  { glyphs, paths, images, ink, hidden, unread, lacks }: CollectedPage,
  { number }: LoadedPage,
  objects: FileObjects,
): PdfPageContent | undefined {
  const drawsAreas = glyphs.length <= MOST_GLYPHS_OF_AREAS;
  const content = { glyphs, paths, ...(images && { images }), ink: { drawsAreas, ...ink }, hidden, unread };
  if (lacks === undefined) return content;
  if (lacks !== 'objects') return undefined;
  const emptiness = emptinessOf(objects, number);
  if (emptiness === 'damaged') return { glyphs: [], paths: [], damaged: true };
  return emptiness && content;
}

/** Implements the contract's page: what was read is kept until `release`. */
class PdfiumPageView implements PdfPage {
  readonly index: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: PdfPage['rotation'];
  readonly #file: PdfiumFile;
  #content: Promise<PdfPageContent> | undefined;
  #images: Promise<readonly PlacedImage[]> | undefined;

  constructor(file: PdfiumFile, index: number, { width, height, rotation }: PageFrame) {
    this.#file = file;
    this.index = index;
    this.width = width;
    this.height = height;
    this.rotation = rotation;
  }

  content(interrupt: Interrupt = {}): Promise<PdfPageContent> {
    this.#content ??= this.#file.readContent(this.index, interrupt).catch((error: unknown) => {
      this.#content = undefined;
      throw error;
    });
    return this.#content;
  }

  images(interrupt: Interrupt = {}): Promise<readonly PlacedImage[]> {
    this.#images ??= this.#file.readImages(this.index, interrupt).catch((error: unknown) => {
      this.#images = undefined;
      throw error;
    });
    return this.#images;
  }

  render(options: RenderOptions, interrupt: Interrupt = {}): Promise<Bitmap> {
    return this.#file.render(this.index, options, interrupt);
  }

  release(): void {
    this.#content = undefined;
    this.#images = undefined;
  }
}
