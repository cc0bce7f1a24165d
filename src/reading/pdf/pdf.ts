/** Reading PDF files: pages are read one after the other, all of them or some, and only their lines are kept. */

import { DocumentError, type DocumentErrorCode, ProviderError } from '../../errors.js';
import { checkInterrupt, guarded, type Interrupt, Turns } from '../../foundation/async/interrupt.js';
import { type Limits, limitError } from '../../limits.js';
import { roundCoordinate } from '../../page/document/geometry.js';
import { DocumentMemory, endOf, whileOpen } from '../../page/document/memory.js';
import type {
  Document,
  DocumentFacts,
  DocumentWarning,
  FileMetadata,
  Line,
  Page,
  TextQuality,
} from '../../page/document/model.js';
import type { FormWidget, PageGraphics } from '../../page/document/page-graphics.js';
import type { PagedFile, ReadPage } from '../../page/document/paged.js';
import { type ActualTextPolicy, type ReplacedGlyphs, replacedGlyphs } from '../../page/layout/actual-text.js';
import { markHidden } from '../../page/layout/hidden-lines.js';
import { type PageText, readPageText } from '../../page/layout/lines.js';
import { clockwiseTurn, type PageSize, pageTurn } from '../../page/layout/page-rotation.js';
import { isReadByOcr } from '../ocr/need.js';
import { pdfEngineOf, type ReaderOptions } from '../options.js';
import type { PdfFile, PdfPage, PdfPageContent, UnreadCodes } from './engine.js';
import { type GraphicsSource, keepInked, pageGraphics } from './graphics.js';
import type { XfaForm } from './objects/xfa.js';
import { proportionedContent, proportionedPage } from './proportions.js';
import { xfaPages } from './xfa-pages.js';

/**
 * Reads a PDF file. A page that cannot be read becomes a page without lines and a warning `PAGE_UNREADABLE`.
 * @throws DocumentError `invalid_document`, `empty_document`, `password_required`, `password_wrong`,
 *   `too_many_pages`, `too_large`, `timed_out`, `aborted`
 */
export async function loadPdf(bytes: Uint8Array, options: ReaderOptions): Promise<Document> {
  checkInterrupt(options);
  const file = await openFile(bytes, options, options.limits.pages);
  try {
    const reader = await readerOf(file, options);
    return await reader.document(() => readMetadata(file, options));
  } catch (error) {
    await closeQuietly(file);
    throw error;
  }
}

/** Opens a PDF file, none of whose pages is read yet. @throws DocumentError as `loadPdf` */
export async function openPdf(bytes: Uint8Array, options: ReaderOptions): Promise<PagedFile> {
  checkInterrupt(options);
  const file = await openFile(bytes, options, 1);
  try {
    const reader = await readerOf(file, options);
    const metadata = await readMetadata(file, options);
    return {
      ...reader.facts(),
      metadata,
      warnings: reader.warnings,
      readPage: (index, next) => reader.readPage(index, next),
      readAll: () => reader.document(async () => metadata),
    };
  } catch (error) {
    await closeQuietly(file);
    throw error;
  }
}

/**
 * Opens the file; when it opens only after the wait for it ended, it is closed again.
 * @param first pages that will be read, from the first on
 */
async function openFile(bytes: Uint8Array, options: ReaderOptions, first: number): Promise<PdfFile> {
  const { password, signal, deadline } = options;
  const opening = pdfEngineOf(options).open(bytes, { password, signal, deadline, first });
  try {
    return await guarded(opening, options);
  } catch (error) {
    opening.then(closeQuietly, () => undefined);
    throw stopOf(error) ? stopped(error, 'The PDF cannot be opened') : error;
  }
}

/** An error while closing must not hide the one that led to it. */
async function closeQuietly(file: PdfFile): Promise<void> {
  await file.close().catch(() => undefined);
}

/** @throws DocumentError `too_many_pages` */
async function readerOf(file: PdfFile, options: ReaderOptions): Promise<PdfReader> {
  const { limits } = options;
  if (file.pageCount > limits.pages) throw limitError('pages', limits);
  const reader = new PdfReader(file, options);
  await reader.addUnshownForm();
  return reader;
}

async function readMetadata(file: PdfFile, interrupt: Interrupt): Promise<FileMetadata> {
  try {
    return await guarded(file.metadata(), interrupt);
  } catch (error) {
    if (stopsLoading(error)) throw error;
    return { error: 'The metadata of the file cannot be read.' };
  }
}

/** Errors about the caller's bounds end the reading; any other error concerns one page only. */
function stopsLoading(error: unknown): error is DocumentError {
  return error instanceof DocumentError && error.code !== 'invalid_document';
}

/** What an engine was stopped by. */
interface Stop {
  readonly code: DocumentErrorCode;
  /** Why a page is unreadable. */
  readonly ofPage: string;
}

/** By the codes of the engine's errors. */
const STOPS: Readonly<Record<string, Stop>> = {
  timed_out: { code: 'timed_out', ofPage: 'it took the PDF engine longer than allowed' },
  out_of_memory: { code: 'too_large', ofPage: 'it took the PDF engine more memory than allowed' },
};

/** What an engine was stopped by; undefined where it failed otherwise. */
function stopOf(error: unknown): Stop | undefined {
  return error instanceof ProviderError && Object.hasOwn(STOPS, error.code) ? STOPS[error.code] : undefined;
}

/** The error of a document that an engine was stopped at. */
function stopped(cause: unknown, what: string): DocumentError {
  const { code, ofPage } = stopOf(cause)!;
  return new DocumentError(code, `${what}: ${ofPage}.`, { cause });
}

/** The error of a document of which no page can be read. Where an engine was stopped at one, nothing is damaged. */
function noPage(failures: readonly unknown[]): DocumentError {
  const stop = failures.find((failure) => stopOf(failure) !== undefined);
  if (stop !== undefined) return stopped(stop, 'No page of the document can be read');
  return new DocumentError('invalid_document', 'No page of the document can be read; the file is damaged.');
}

/** Size of a page whose own cannot be read: Letter, in inches. */
const UNKNOWN_PAGE: PageSize = { width: 8.5, height: 11 };

/**
 * Bytes of paths and places of glyphs that are kept of the first pages while their text is read; later pages are
 * read again when their ink is asked for. A form of ten pages has 2 million.
 */
const KEPT_INK_BYTES = 24 * 1024 * 1024;

/** Why a page is unreadable: its data cannot be unpacked, or the engine fails at it. */
const DAMAGED = 'its data is damaged and nothing of it can be unpacked';
const FAILED = 'the PDF engine failed at it';

/** Lines of a notice that another reader is needed, at most: that of Adobe has ten. */
const MOST_NOTICE_LINES = 16;

/** A page as read, and whether its text changes when the document turns out to be one for OCR. */
interface PdfPageRead {
  readonly page: Page;
  readonly moreWithUnusable: boolean;
  readonly isUnreadable?: true;
}

/** What the layout of a page needs of it. */
type PageFacts = Pick<PdfPage, 'index' | 'width' | 'height' | 'rotation'>;

class PdfReader {
  readonly warnings: DocumentWarning[] = [];
  readonly memory: DocumentMemory;
  readonly #file: PdfFile;
  readonly #options: ReaderOptions;
  readonly #limits: Limits;
  readonly #turns: Turns;
  #formFields: Promise<readonly FormWidget[]> | undefined;
  #lines = 0;
  /** Pages whose numbers were reported as out of proportion: some are read twice. */
  readonly #proportioned = new Set<number>();
  /** Pages whose codes without a text were reported. */
  readonly #withUnread = new Set<number>();
  /** What the engine failed with, for each page at which it did. */
  readonly #failures: unknown[] = [];
  #keptInkBytes = 0;
  /** What was read, by index. */
  readonly #read: (PdfPageRead | undefined)[] = [];
  #pagesRead = 0;
  readonly #end: Pick<Document, 'close' | 'isClosed'>;
  #all: Promise<readonly Page[]> | undefined;

  /** Pages behind those of the file, with the data of a form that these do not show. */
  #added: readonly Page[] = [];

  constructor(file: PdfFile, options: ReaderOptions) {
    this.#file = file;
    this.#options = options;
    this.#limits = options.limits;
    this.#turns = new Turns(options);
    this.memory = new DocumentMemory(options.limits);
    this.#end = endOf(this.memory, () => file.close());
  }

  /** What is known of the document before a page is read. */
  facts(): Omit<DocumentFacts, 'metadata' | 'warnings'> {
    const { filename } = this.#options;
    return {
      contentType: 'application/pdf',
      ...(filename === undefined ? {} : { filename }),
      pageCount: this.#file.pageCount + this.#added.length,
      ...this.#end,
    };
  }

  /** Adds what a form in XML holds of which the pages of the file show nothing, and says so; before any page is asked for. */
  async addUnshownForm(): Promise<void> {
    const form = this.#file.xfa?.();
    if (form === undefined || !(form.needsRendering || (await this.#isNotice()))) return;
    this.#added = xfaPages(form.fields, this.#file.pageCount);
    this.#warnOfForm(form);
  }

  /** Whether the file is one page without fields and with no more text than a notice. */
  async #isNotice(): Promise<boolean> {
    if (this.#file.pageCount > 1) return false;
    try {
      if ((await guarded(this.#readFormFields(), this.#options)).length > 0) return false;
    } catch (error) {
      if (stopsLoading(error)) throw error;
      return false;
    }
    const { page, isUnreadable } = await this.#pageAt(0, 0);
    return !isUnreadable && page.lines.length <= MOST_NOTICE_LINES;
  }

  /** Reads a page, once; one that cannot be read is never final. @param next pages after it that will be read */
  async readPage(index: number, next = 0): Promise<ReadPage> {
    const { page, moreWithUnusable, isUnreadable } = await this.#pageAt(index, next);
    return { page, isFinal: !isUnreadable && !(moreWithUnusable && this.#policy === 'auto') };
  }

  /** All pages, those read that are not read yet. */
  async document(metadata: () => Promise<FileMetadata>): Promise<Document> {
    this.#all ??= this.#readPages();
    const pages = await this.#all;
    return { pages, metadata: await metadata(), warnings: this.warnings, ...this.facts() };
  }

  get #policy(): ActualTextPolicy {
    return this.#options.useActualText ?? 'auto';
  }

  async #pageAt(index: number, next: number): Promise<PdfPageRead> {
    const known = this.#read[index];
    if (known) return known;
    const added = this.#added[index - this.#file.pageCount];
    if (added) return { page: added, moreWithUnusable: false };
    const read = await this.#readPage(index, replacedGlyphs(this.#policy, false), next);
    this.#read[index] = read;
    this.#pagesRead += 1;
    this.#options.onPage?.(this.#pagesRead, this.#file.pageCount);
    return read;
  }

  async #readPages(): Promise<readonly Page[]> {
    const { pageCount } = this.#file;
    const read: PdfPageRead[] = [];
    for (let index = 0; index < pageCount; index++)
      read.push(await this.#pageAt(index, pageCount - 1 - index));
    if (this.#failures.length === pageCount) throw noPage(this.#failures);
    // Pages may have been read in another order.
    this.warnings.sort((a, b) => (a.page ?? -1) - (b.page ?? -1));
    if (this.#policy === 'auto' && read.some((each) => each.moreWithUnusable) && wantsOcr(read)) {
      await this.#readAgain(read);
    }
    return [...read.map(({ page }) => page), ...this.#added];
  }

  /** Whether odd glyphs get replacement text depends on the whole document, so its pages are read a second time. */
  async #readAgain(read: PdfPageRead[]): Promise<void> {
    for (const [index, { page, moreWithUnusable }] of read.entries()) {
      if (!moreWithUnusable) continue;
      this.#lines -= page.lines.length;
      read[index] = await this.#readPage(index, 'unusable');
    }
  }

  async #readPage(index: number, scope: ReplacedGlyphs, next = 0): Promise<PdfPageRead> {
    const interrupt = this.#options;
    let page: PdfPage | undefined;
    try {
      // Engines in this process need not wait for anything, so that others would wait for the whole document.
      await this.#turns.next(index);
      page = await guarded(this.#file.page(index, interrupt, next), interrupt, index);
      const content = await guarded(page.content(interrupt), interrupt, index);
      if (content.damaged) return this.#unreadable(index, page, DAMAGED);
      await this.#turns.next(index);
      const size = proportionedPage(page);
      const shown = proportionedContent(content);
      this.#warnOfChanges(index, [...size.changes, ...shown.changes]);
      this.#warnOfUnread(index, content.unread ?? []);
      return this.#makePage(size.kept, shown.kept, scope);
    } catch (error) {
      if (stopsLoading(error)) throw error;
      this.#failures.push(error);
      return this.#unreadable(index, page, stopOf(error)?.ofPage ?? FAILED);
    } finally {
      page?.release();
    }
  }

  #makePage(page: PageFacts, content: PdfPageContent, actualText: ReplacedGlyphs): PdfPageRead {
    const { glyphs } = content;
    if (glyphs.length > this.#limits.charactersPerPage) {
      throw limitError('charactersPerPage', this.#limits, page.index);
    }
    const { preventDefaultMergeLines = false } = this.#options;
    const text = readPageText(glyphs, page, { actualText, preventDefaultMergeLines });
    this.#lines += text.lines.length;
    if (this.#lines > this.#limits.lines) {
      throw limitError('lines', this.#limits, page.index);
    }
    const { moreWithUnusable } = text;
    this.#keepInked(this.#source(page.index, text.turn), content);
    const lines = markHidden(text.lines, content.hidden ?? [], text.turn);
    return { page: this.#pageOf(page, { ...text, lines }), moreWithUnusable };
  }

  #warnOfChanges(index: number, changes: readonly string[]): void {
    if (changes.length === 0 || this.#proportioned.has(index)) return;
    this.#proportioned.add(index);
    this.warnings.push({
      code: 'PAGE_OUT_OF_PROPORTION',
      message: `Page ${index + 1} has numbers out of all proportion: ${changes.join(', ')}.`,
      page: index,
    });
  }

  #warnOfForm({ fields }: XfaForm): void {
    const [first, last] = [this.#file.pageCount + 1, this.#file.pageCount + this.#added.length];
    const where = first === last ? `page ${first}` : `pages ${first} to ${last}`;
    const data =
      fields.length === 0
        ? 'its data holds no values that can be read; save it as an ordinary PDF with the reader that it asks for'
        : `its data was read: ${where} of the document ${first === last ? 'lists' : 'list'} its fields by name`;
    this.warnings.push({
      code: 'XFA_FORM',
      message: `The form in this PDF is a dynamic one (XFA): its own pages show a notice that another reader is needed, not the form; ${data}.`,
    });
  }

  #warnOfUnread(index: number, unread: readonly UnreadCodes[]): void {
    if (unread.length === 0 || this.#withUnread.has(index)) return;
    this.#withUnread.add(index);
    this.warnings.push({
      code: 'CHARACTERS_UNKNOWN',
      message: `Page ${index + 1}: the file does not say which characters some codes are; they were left out, or stand as U+FFFD: ${unreadText(unread)}.`,
      page: index,
    });
  }

  #keepInked(source: GraphicsSource, content: PdfPageContent): void {
    this.#keptInkBytes += keepInked(source, content, KEPT_INK_BYTES - this.#keptInkBytes);
  }

  #pageOf({ index, rotation }: PageFacts, { lines, turn, quality }: PageText): Page {
    return {
      index,
      width: roundCoordinate(turn.width),
      height: roundCoordinate(turn.height),
      rotation: ((rotation + clockwiseTurn(turn.quarter)) % 360) as Page['rotation'],
      transform: turn.transform,
      lines,
      textQuality: quality,
      graphics: this.#graphics(index, turn),
    };
  }

  #unreadable(index: number, page: PdfPage | undefined, reason: string): PdfPageRead {
    this.warnings.push({
      code: 'PAGE_UNREADABLE',
      message: `Page ${index + 1}: its content could not be read: ${reason}; it was taken as empty.`,
      page: index,
    });
    const turn = pageTurn(0, page ? proportionedPage(page).kept : UNKNOWN_PAGE);
    const { width, height, transform } = turn;
    return {
      page: {
        index,
        width: roundCoordinate(width),
        height: roundCoordinate(height),
        rotation: page?.rotation ?? 0,
        transform,
        lines: [],
        ...(page ? { graphics: this.#graphics(index, turn) } : {}),
      },
      moreWithUnusable: false,
      isUnreadable: true,
    };
  }

  #graphics(index: number, turn: PageText['turn']): PageGraphics {
    return whileOpen(pageGraphics(this.#source(index, turn)), this.memory, index);
  }

  /** A page that is read a second time may then be turned otherwise. */
  #source(index: number, turn: PageText['turn']): GraphicsSource {
    const memory = this.memory.page(`page ${index} turned by ${turn.quarter}`);
    return { file: this.#file, index, turn, memory, formFields: () => this.#readFormFields() };
  }

  #readFormFields(): Promise<readonly FormWidget[]> {
    this.#formFields ??= this.#file.formFields().catch((error: unknown) => {
      this.#formFields = undefined;
      throw error;
    });
    return this.#formFields;
  }
}

/** Fonts that a warning names, and codes of each: those of one page of a damaged file are thousands. */
const MOST_NAMED_FONTS = 8;
const MOST_NAMED_CODES = 32;

/** Fonts with their codes, as messages name them. */
function unreadText(unread: readonly UnreadCodes[]): string {
  const fonts = unread.slice(0, MOST_NAMED_FONTS).map(({ font, codes }) => {
    const named = codes.slice(0, MOST_NAMED_CODES).map((code) => `0x${code.toString(16).padStart(2, '0')}`);
    const more = codes.length > named.length ? ` and ${codes.length - named.length} more` : '';
    return `${named.join(', ')}${more} of ${font === '' ? 'a font without a name' : `the font "${font}"`}`;
  });
  const others = unread.length - fonts.length;
  return fonts.join('; ') + (others > 0 ? `; and those of ${others} more fonts` : '');
}

function wantsOcr(read: readonly PdfPageRead[]): boolean {
  const lines: Line[] = read.flatMap(({ page }) => page.lines);
  const quality = read.reduce<TextQuality>(
    (sum, { page: { textQuality } }) => ({
      visible: sum.visible + (textQuality?.visible ?? 0),
      unresolved: sum.unresolved + (textQuality?.unresolved ?? 0),
    }),
    { visible: 0, unresolved: 0 },
  );
  return isReadByOcr(read.length, lines, quality);
}
