/** A document that PDFium has open, and its pages. What PDFium does not tell is asked of pdf.js. */
import type { Box, Transform } from '../../document/geometry.js';
import type { Bitmap, FormWidget, PlacedImage, RenderOptions } from '../../document/page-graphics.js';
import { DocumentError } from '../../errors.js';
import { pixelArea } from '../../graphics/cut.js';
import { checkInterrupt, type Interrupt } from '../../interrupt.js';
import { checkPixels } from '../bitmap-limit.js';
import type { PdfFile, PdfMetadata, PdfPage, PdfPageContent } from '../engine.js';
import type { FileObjects } from '../objects/file-objects.js';
import { contentTextObjects } from '../objects/text-objects.js';
import { Queue } from '../queue.js';
import { type Appearances, appearancesOf } from './annotations.js';
import { type CollectedPage, collectImages, collectPage } from './content.js';
import { Fonts } from './fonts.js';
import { givePdfium, type Pdfium, run, takePdfium } from './library.js';
import { readMetadata } from './metadata.js';
import type { PageSource } from './objects.js';
import { drawPage, hideText } from './render.js';

const POINTS_PER_INCH = 72;

/** Instances that one document may end; after that pdf.js reads the rest of it. */
const MAX_INSTANCES = 3;

/** PDFium's way to put appearances into the content of a page: as they are displayed. */
const AS_DISPLAYED = 0;

/** A document in an instance. */
interface Opened {
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly bytesAt: number;
  readonly fonts: Fonts;
  /** Undefined where content streams cannot be read besides PDFium. */
  readonly objects: FileObjects | undefined;
  /** PDFium's handles of the form, once it was asked for. */
  form: { readonly handle: number; readonly info: number } | undefined;
  /** The page that was read last stays loaded: what is asked next is mostly more of it. */
  loaded: LoadedPage | undefined;
}

interface LoadedPage extends PageSource, PageFrame {
  readonly appearances: Appearances;
}

interface PageFrame {
  readonly width: number;
  readonly height: number;
  readonly rotation: PdfPage['rotation'];
}

/** Why a document could not be opened; pdf.js is asked then. */
export class NotOpened extends Error {}

export interface FileOptions {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly objects: FileObjects;
  readonly isEncrypted: boolean;
  /** Opens the document with pdf.js. */
  readonly openOther: () => Promise<PdfFile>;
}

/** Implements the contract's file. */
export class PdfiumFile implements PdfFile {
  readonly pageCount: number;
  readonly #options: FileOptions;
  readonly #queue = new Queue();
  #opened: Opened | undefined;
  #instances = 1;
  #other: Promise<PdfFile> | undefined;
  #closed = false;

  private constructor(options: FileOptions, opened: Opened, pageCount: number) {
    this.#options = options;
    this.#opened = opened;
    this.pageCount = pageCount;
  }

  /**
   * Opens a document.
   * @throws NotOpened when PDFium cannot open it, or reads it as if it were not encrypted
   * @throws ProviderError `unavailable`
   */
  static async open(options: FileOptions): Promise<PdfiumFile> {
    const opened = await load(options);
    const { pdfium, document } = opened;
    const { exports } = pdfium;
    const pageCount = exports.FPDF_GetPageCount(document);
    if (pageCount > 0 && options.isEncrypted === exports.FPDF_GetSecurityHandlerRevision(document) >= 0) {
      return new PdfiumFile(options, opened, pageCount);
    }
    unload(opened);
    throw new NotOpened();
  }

  async metadata(): Promise<PdfMetadata> {
    const own = await this.#queue.run(async () => this.#ownMetadata());
    return own ?? (await this.#asked()).metadata();
  }

  async formFields(): Promise<readonly FormWidget[]> {
    return (await this.#asked()).formFields();
  }

  async page(index: number): Promise<PdfPage> {
    if (!Number.isInteger(index) || index < 0 || index >= this.pageCount) {
      throw new RangeError(`Page ${index} is not one of the document's ${this.pageCount} pages`);
    }
    return this.#queue.run(async () => {
      const frame = await this.#with(index, async ({ width, height, rotation }) => ({
        width,
        height,
        rotation,
      }));
      return new PdfiumPageView(this, index, frame ?? (await (await this.#asked()).page(index)));
    });
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
      const collected = await this.#with(index, async (page, { pdfium, fonts }) =>
        page.appearances === 'by viewer'
          ? undefined
          : run(pdfium, () => collectPage(pdfium, fonts, page, () => checkInterrupt(interrupt, index))),
      );
      if (collected === undefined || collected.lacks !== undefined) {
        return this.#askPage(index, (page) => page.content(interrupt));
      }
      return contentOf(collected);
    });
  }

  readImages(index: number, interrupt: Interrupt): Promise<readonly PlacedImage[]> {
    return this.#queue.run(async () => {
      const images = await this.#with(index, async (page, { pdfium }) =>
        page.appearances === 'by viewer'
          ? undefined
          : run(pdfium, () => collectImages(pdfium, page, () => checkInterrupt(interrupt, index))),
      );
      return images ?? this.#askPage(index, (page) => page.images(interrupt));
    });
  }

  render(index: number, options: RenderOptions, interrupt: Interrupt): Promise<Bitmap> {
    return this.#queue.run(async () => {
      const bitmap = await this.#with(index, async (page, opened) => {
        if (page.appearances === 'by viewer') return undefined;
        return this.#draw(opened, page, options, interrupt);
      });
      return bitmap ?? this.#askPage(index, (page) => page.render(options, interrupt));
    });
  }

  async #draw(
    opened: Opened,
    page: LoadedPage,
    options: RenderOptions,
    interrupt: Interrupt,
  ): Promise<Bitmap> {
    const { dpi, withoutText = false, area } = options;
    const whole = {
      width: Math.max(1, Math.round(page.width * dpi)),
      height: Math.max(1, Math.round(page.height * dpi)),
    };
    const { left, top, right, bottom } = area
      ? pixelArea(area, dpi)
      : { left: 0, top: 0, right: whole.width, bottom: whole.height };
    const drawing = { dpi, page: whole, left, top, width: right - left, height: bottom - top };
    checkPixels(page.index, dpi, drawing.width, drawing.height);
    const { pdfium } = opened;
    try {
      if (withoutText) run(pdfium, () => hideText(pdfium, page.page));
      return await drawPage(pdfium, page.page, drawing, interrupt);
    } finally {
      if (withoutText) closePage(opened);
    }
  }

  /** Undefined where pdf.js must be asked. */
  #ownMetadata(): PdfMetadata | undefined {
    this.#refuseClosed();
    const opened = this.#opened;
    if (opened?.objects === undefined || opened.pdfium.broken) return undefined;
    const { pdfium, document, objects } = opened;
    try {
      return run(pdfium, () => readMetadata(pdfium, document, objects));
    } catch {
      return undefined;
    }
  }

  /**
   * Works on a loaded page; undefined where PDFium fails at it, and pdf.js must be asked.
   * @throws DocumentError of the limits and of the caller's bounds
   */
  async #with<T>(
    index: number,
    work: (page: LoadedPage, opened: Opened) => Promise<T>,
  ): Promise<T | undefined> {
    this.#refuseClosed();
    const opened = await this.#working();
    if (opened === undefined) return undefined;
    try {
      const page = run(opened.pdfium, () => loadPage(opened, index));
      return page && (await work(page, opened));
    } catch (error) {
      if (error instanceof DocumentError && error.code !== 'invalid_document') throw error;
      if (!(error instanceof DocumentError)) opened.pdfium.broken = true;
      return undefined;
    }
  }

  /** The document, opened anew where its instance has ended; undefined when it has ended too many. */
  async #working(): Promise<Opened | undefined> {
    if (this.#opened && !this.#opened.pdfium.broken) return this.#opened;
    this.#opened = undefined;
    if (this.#instances >= MAX_INSTANCES) return undefined;
    this.#instances += 1;
    try {
      this.#opened = await load(this.#options);
      return this.#opened;
    } catch {
      return undefined;
    }
  }

  #asked(): Promise<PdfFile> {
    this.#refuseClosed();
    this.#other ??= this.#options.openOther();
    return this.#other;
  }

  async #askPage<T>(index: number, ask: (page: PdfPage) => Promise<T>): Promise<T> {
    const page = await (await this.#asked()).page(index);
    try {
      return await ask(page);
    } finally {
      page.release();
    }
  }

  #refuseClosed(): void {
    if (this.#closed) throw new DocumentError('closed', 'The document was closed.');
  }
}

function contentOf({ glyphs, paths, ink }: CollectedPage): PdfPageContent {
  return { glyphs, paths, ink };
}

/** @throws NotOpened */
async function load({ bytes, password, objects, isEncrypted }: FileOptions): Promise<Opened> {
  const pdfium = await takePdfium(bytes.length);
  try {
    return run(pdfium, () => {
      const { exports, scratch } = pdfium;
      const bytesAt = scratch.copy(bytes);
      const open = (passwordAt: number) => exports.FPDF_LoadMemDocument(bytesAt, bytes.length, passwordAt);
      const document =
        password === undefined ? open(0) : scratch.with(Buffer.from(`${password}\u0000`, 'utf8'), open);
      if (document === 0) {
        exports.free(bytesAt);
        throw new NotOpened();
      }
      return {
        pdfium,
        document,
        bytesAt,
        fonts: new Fonts(pdfium),
        objects: isEncrypted ? undefined : objects,
        form: undefined,
        loaded: undefined,
      };
    });
  } catch {
    givePdfium(pdfium);
    throw new NotOpened();
  }
}

function unload(opened: Opened): void {
  const { pdfium, document, bytesAt, form } = opened;
  const { exports } = pdfium;
  try {
    run(pdfium, () => {
      closePage(opened);
      if (form) {
        exports.PDFiumExt_ExitFormFillEnvironment(form.handle);
        exports.PDFiumExt_CloseFormFillInfo(form.info);
      }
      exports.FPDF_CloseDocument(document);
      exports.free(bytesAt);
    });
  } catch {
    // It has ended, and everything in it.
  }
  givePdfium(pdfium);
}

function closePage(opened: Opened): void {
  if (opened.loaded && !opened.pdfium.broken) opened.pdfium.exports.FPDF_ClosePage(opened.loaded.page);
  opened.loaded = undefined;
}

/** Loads a page with the appearances of its annotations in its content; undefined for a page that is damaged. */
function loadPage(opened: Opened, index: number): LoadedPage | undefined {
  if (opened.loaded?.index === index) return opened.loaded;
  closePage(opened);
  const { pdfium, document } = opened;
  const { exports } = pdfium;
  let page = exports.FPDF_LoadPage(document, index);
  if (page === 0) return undefined;
  const number = exports.EPDFPage_GetObjectNumber(page);
  const appearances = appearancesOf(pdfium, page, () => formOf(opened));
  const ownObjects = exports.FPDFPage_CountObjects(page);
  if (appearances === 'in file') {
    exports.FPDFPage_Flatten(page, AS_DISPLAYED);
    exports.FPDF_ClosePage(page);
    page = exports.FPDF_LoadPage(document, index);
    if (page === 0) return undefined;
  }
  const textObjects = () => opened.objects && contentTextObjects(opened.objects, number);
  opened.loaded = {
    index,
    document,
    page,
    appearances,
    ownObjects,
    textObjects,
    ...geometryOf(pdfium, page),
  };
  return opened.loaded;
}

function formOf(opened: Opened): number {
  const { exports } = opened.pdfium;
  if (opened.form === undefined) {
    const info = exports.PDFiumExt_OpenFormFillInfo();
    opened.form = { info, handle: exports.PDFiumExt_InitFormFillEnvironment(opened.document, info) };
  }
  return opened.form.handle;
}

/** The page as displayed: its box (left, top, right, bottom in user space) turned, y down, in inches. */
function geometryOf({ exports, scratch }: Pdfium, page: number): PageFrame & { base: Transform; box: Box } {
  exports.FPDF_GetPageBoundingBox(page, scratch.at);
  const [left, top, right, bottom] = [scratch.float(0), scratch.float(1), scratch.float(2), scratch.float(3)];
  const quarters = exports.FPDFPage_GetRotation(page);
  const k = 1 / POINTS_PER_INCH;
  const isUpright = quarters % 2 === 0;
  const width = (isUpright ? right - left : top - bottom) * k;
  const height = (isUpright ? top - bottom : right - left) * k;
  const bases: readonly Transform[] = [
    { a: k, b: 0, c: 0, d: -k, e: -left * k, f: top * k },
    { a: 0, b: k, c: k, d: 0, e: -bottom * k, f: -left * k },
    { a: -k, b: 0, c: 0, d: k, e: right * k, f: -bottom * k },
    { a: 0, b: -k, c: -k, d: 0, e: top * k, f: right * k },
  ];
  return {
    width,
    height,
    rotation: ((quarters % 4) * 90) as PdfPage['rotation'],
    base: bases[quarters % 4]!,
    box: { left: 0, top: 0, right: width, bottom: height },
  };
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
