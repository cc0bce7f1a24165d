/**
 * A document that PDFium has open, and its pages. When it is opened anew is said in `instances.ts`; what PDFium does not give
 * is asked of pdf.js, in `#ofDocument` and `#ofPage`.
 */

import { DocumentError } from '../../../errors.js';
import { checkInterrupt, type Interrupt } from '../../../foundation/async/interrupt.js';
import { boxHeight, boxWidth, type Transform } from '../../../page/document/geometry.js';
import type { Bitmap, FormWidget, PlacedImage, RenderOptions } from '../../../page/document/page-graphics.js';
import { pixelArea } from '../../../page/ink/cut.js';
import { checkPixels } from '../bitmap-limit.js';
import type { PdfFile, PdfMetadata, PdfPage, PdfPageContent } from '../engine.js';
import { emptinessOf } from '../objects/empty-content.js';
import type { FileObjects } from '../objects/file-objects.js';
import { readXfa, type XfaForm } from '../objects/xfa.js';
import { checkIndex, type PageFrame, PageView } from '../page-view.js';
import { Queue } from '../queue.js';
import { type CollectedPage, collectImages, collectPage } from './content.js';
import { Instances } from './instances.js';
import { isExhaustion, run } from './library.js';
import { readMetadata } from './metadata.js';
import {
  type LoadedPage,
  load,
  loadPage,
  NotOpened,
  type Opened,
  type Source,
  type TextToDraw,
  unload,
} from './opened.js';
import { lastAhead, PagesAhead } from './pages-ahead.js';
import { type Drawing, drawPage, hideText, outlineText } from './render.js';
import { readWidgets } from './widgets.js';

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
  readonly #instances: Instances;
  readonly #queue = new Queue();
  readonly #hasForm: boolean;
  #other: Promise<PdfFile> | undefined;
  /** Of pages that were asked for: whoever asks for one again needs more of it than its size. */
  readonly #frames = new Map<number, PageFrame>();
  readonly #ahead = new PagesAhead();
  /** What PDFium said of the document as it was opened, or threw. */
  #metadata: (() => PdfMetadata | undefined) | undefined;
  /** User space of these pages to inches on them. */
  readonly #places = new Map<number, Transform>();

  private constructor(options: FileOptions, opened: Opened) {
    this.#options = options;
    this.#instances = new Instances(options, opened);
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
  #failFirst(opened: Opened, error: unknown): void {
    const atMetadata = this.#metadata === undefined;
    const page = atMetadata ? undefined : this.#ahead.reached;
    const isExhausted = this.#instances.endedAtOpening(opened, error, page);
    if (atMetadata) {
      this.#metadata = () => {
        if (isExhausted) throw error;
        return undefined;
      };
    } else if (!isExhausted) this.#ahead.fail();
  }

  async metadata(): Promise<PdfMetadata> {
    this.#instances.refuseClosed();
    return this.#ofDocument(this.#metadata?.(), (other) => other.metadata());
  }

  async formFields(): Promise<readonly FormWidget[]> {
    this.#instances.refuseClosed();
    // Of documents without a form nothing more is asked: each call starts a thread that watches over it.
    if (!this.#hasForm) return [];
    const work = (opened: Opened) => readWidgets(opened, this.#places);
    const own = await this.#queue.run(() => this.#instances.ofDocument(work));
    return this.#ofDocument(own, (other) => other.formFields());
  }

  xfa(): XfaForm | undefined {
    return readXfa(this.#options.objects);
  }

  async page(index: number, interrupt: Interrupt = {}, next = 0): Promise<PdfPage> {
    checkIndex(this, index);
    return this.#queue.run(async () => {
      this.#instances.refuseClosed();
      this.#instances.refuseGivenUp(index);
      const frame = this.#frames.get(index) ?? (await this.#readFrame(index, interrupt, next));
      this.#frames.set(index, frame);
      return new PageView(this, index, frame);
    });
  }

  /** Of a page that is new, what is on it is mostly asked for next: it is read with its size, and the next pages with it. */
  async #readFrame(index: number, interrupt: Interrupt, next: number): Promise<PageFrame> {
    const ahead = this.#ahead;
    if (!ahead.at(index)) await this.#readAhead(index, lastAhead(index, next, this.pageCount), interrupt);
    const frame = ahead.at(index)?.frame();
    if (frame) this.#places.set(index, frame.base);
    return this.#ofPage(index, interrupt, frame && frameOf(frame), async (page) => frameOf(page));
  }

  async #readAhead(from: number, to: number, interrupt: Interrupt): Promise<void> {
    const ahead = this.#ahead;
    ahead.begin(from);
    const read = (opened: Opened) => {
      ahead.read(opened, to, interrupt, (page) => readOf(opened, page, interrupt));
      return true;
    };
    try {
      const isRead = await this.#instances.atPage(
        () => ahead.reached,
        (opened) => run(opened.pdfium, () => read(opened), interrupt),
      );
      if (!isRead) ahead.fail();
    } catch (error) {
      // A page after the first is refused when it is asked for.
      if (!isExhaustion(error) || ahead.reached === from) throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#instances.closed) return;
    this.#instances.close();
    const other = await this.#other?.catch(() => undefined);
    await this.#queue.run(async () => this.#instances.unload());
    await other?.close();
  }

  readContent(index: number, interrupt: Interrupt): Promise<PdfPageContent> {
    return this.#queue.run(async () => {
      this.#instances.refuseClosed();
      const ahead = this.#ahead.take(index);
      const read = (opened: Opened) =>
        atPage(
          opened,
          index,
          interrupt,
          (page) => readOf(opened, page, interrupt),
          (text) => text === undefined,
        );
      const content = ahead ? ahead.content() : await this.#instances.atPage(() => index, read);
      return this.#ofPage(index, interrupt, content, (page) => page.content(interrupt));
    });
  }

  readImages(index: number, interrupt: Interrupt): Promise<readonly PlacedImage[]> {
    return this.#queue.run(async () => {
      const check = () => checkInterrupt(interrupt, index);
      const read = (opened: Opened) =>
        atPage(opened, index, interrupt, (page) =>
          page.appearances === 'by viewer' ? undefined : collectImages(opened.pdfium, page, check),
        );
      const images = await this.#instances.atPage(() => index, read);
      return this.#ofPage(index, interrupt, images, (page) => page.images(interrupt));
    });
  }

  render(index: number, options: RenderOptions, interrupt: Interrupt): Promise<Bitmap> {
    const draw = (opened: Opened) => {
      const prepare = () => drawingOf(opened, index, options);
      return drawPage(opened.pdfium, prepare, interrupt, () => this.#instances.closed);
    };
    return this.#queue.run(async () => {
      const { drawnBy, area, ...whole } = options;
      const bitmap = drawnBy ? undefined : await this.#instances.atPage(() => index, draw);
      // An area that pdf.js draws for PDFium would have other pixels than in its drawing of the page.
      const asked = drawnBy ? options : whole;
      return this.#ofPage(index, interrupt, bitmap, (page) => page.render(asked, interrupt));
    });
  }

  /** What PDFium gave of the document; where it gave nothing, what pdf.js gives. */
  async #ofDocument<T>(own: T | undefined, ask: (other: PdfFile) => Promise<T>): Promise<T> {
    return own ?? ask(await this.#asked());
  }

  /**
   * What PDFium gave of a page; where it gave nothing, what pdf.js gives.
   * @throws ProviderError of a page that PDFium was given up at
   * @throws DocumentError `invalid_document` where pdf.js finds fewer pages than PDFium
   */
  async #ofPage<T>(
    index: number,
    interrupt: Interrupt,
    own: T | undefined,
    ask: (page: PdfPage) => Promise<T>,
  ): Promise<T> {
    if (own !== undefined) return own;
    this.#instances.refuseGivenUp(index);
    const other = await this.#asked();
    if (index >= other.pageCount)
      throw new DocumentError('invalid_document', `Page ${index + 1} is damaged.`);
    const page = await other.page(index, interrupt);
    try {
      return await ask(page);
    } finally {
      page.release();
    }
  }

  #asked(): Promise<PdfFile> {
    this.#instances.refuseClosed();
    this.#other ??= this.#options.openOther();
    return this.#other;
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
