/** A document that pdf.js has open, and its pages. */

import { DocumentError, ProviderError } from '../../../errors.js';
import type { Interrupt } from '../../../foundation/async/interrupt.js';
import {
  type Box,
  composeTransforms,
  POINTS_PER_INCH,
  type Transform,
} from '../../../page/document/geometry.js';
import type { Bitmap, FormWidget, PlacedImage, RenderOptions } from '../../../page/document/page-graphics.js';
import { tooLarge } from '../bitmap-limit.js';
import type { PdfFile, PdfMetadata, PdfPage, PdfPageContent } from '../engine.js';
import { emptinessOf } from '../objects/empty-content.js';
import { namesEncryption } from '../objects/encryption.js';
import { fileCipher } from '../objects/file-cipher.js';
import { FileObjects } from '../objects/file-objects.js';
import { restoreValues, writtenValues } from '../objects/form-values.js';
import { mayShowPictures } from '../objects/page-pictures.js';
import { isSigned } from '../objects/signatures.js';
import { readXfa, type XfaForm } from '../objects/xfa.js';
import { checkIndex, PageView } from '../page-view.js';
import { plainRecord } from '../plain-record.js';
import { Queue } from '../queue.js';
import { type PdfjsFont, readFont } from './fonts.js';
import { withFormValues } from './form.js';
import {
  type OpenedDocument,
  type OperatorList,
  openWithPdfjs,
  type PdfjsOptionalContent,
  type PdfjsPage,
  type PdfjsViewport,
} from './library.js';
import { MAX_OPERATORS } from './port.js';
import { renderPage } from './render.js';
import { toTransform } from './state.js';
import { type Collected, operatorHandlers, type WalkContext, walkPage } from './walk.js';
import { formField, type WidgetData } from './widgets.js';

/** Pages released before what pages share (fonts, pictures) is dropped, so that long documents do not grow. */
const PAGES_BETWEEN_CLEANUPS = 50;

/** How long a font may take to come after the operators that name it, in milliseconds. */
const FONT_WAIT = 2000;

/** What a page of pdf.js says about its place on paper. */
interface PageGeometry {
  readonly base: Transform;
  readonly page: Box;
}

function pageGeometry(viewport: PdfjsViewport): PageGeometry {
  const scale = 1 / POINTS_PER_INCH;
  const inches: Transform = { a: scale, b: 0, c: 0, d: scale, e: 0, f: 0 };
  return {
    base: composeTransforms(toTransform(viewport.transform), inches),
    page: { left: 0, top: 0, right: viewport.width * scale, bottom: viewport.height * scale },
  };
}

/** Implements the contract's file. `close` also ends the second document that drawing needs. */
export class PdfjsFile implements PdfFile {
  readonly pageCount: number;
  readonly #opened: OpenedDocument;
  readonly #bytes: Uint8Array;
  readonly #password: string | undefined;
  readonly #handlers: ReturnType<typeof operatorHandlers>;
  readonly #reading = new Queue();
  readonly #drawing = new Queue();
  #drawn: Promise<OpenedDocument> | undefined;
  #layers: Promise<PdfjsOptionalContent> | undefined;
  #objects: FileObjects | undefined;
  #fonts = new Map<string, PdfjsFont>();
  /** Pages that were read and show no pictures, so that the document with pictures need not be opened for them. */
  readonly #withoutPictures = new Set<number>();
  #released = 0;
  #closed = false;

  constructor(opened: OpenedDocument, bytes: Uint8Array, password: string | undefined) {
    this.#opened = opened;
    this.#bytes = bytes;
    this.#password = password;
    this.pageCount = opened.document.numPages;
    this.#handlers = operatorHandlers(opened.ops);
  }

  async metadata(): Promise<PdfMetadata> {
    const { info, metadata } = await this.#opened.document.getMetadata();
    return {
      ...(typeof info === 'object' && info !== null ? { info: plainRecord(Object.entries(info)) } : {}),
      ...(metadata === null ? {} : { metadata: plainRecord(metadata) }),
    };
  }

  async page(index: number): Promise<PdfPage> {
    const { width, height, rotation } = (await this.#page(this.#opened, index)).getViewport({ scale: 1 });
    return new PageView(this, index, {
      width: width / POINTS_PER_INCH,
      height: height / POINTS_PER_INCH,
      rotation: quarterTurn(rotation),
    });
  }

  async formFields(): Promise<readonly FormWidget[]> {
    const fields = await this.#opened.document.getFieldObjects();
    if (fields === null) return [];
    const pages = new Set<number>();
    // A map since 6.3.
    const named = fields instanceof Map ? [...fields.values()] : Object.values(fields);
    for (const { page } of named.flat() as { page?: unknown }[]) {
      if (typeof page === 'number' && page >= 0 && page < this.pageCount) pages.add(page);
    }
    const signed = (widget: number) => isSigned(this.#ownObjects(), widget);
    const found: FormWidget[] = [];
    for (const index of [...pages].sort((a, b) => a - b)) {
      const page = await this.#page(this.#opened, index);
      const { base } = pageGeometry(page.getViewport({ scale: 1 }));
      for (const annotation of await page.getAnnotations({ intent: 'any' })) {
        const field = formField(annotation as WidgetData, index, base, signed);
        if (field !== undefined) found.push(field);
      }
    }
    return found;
  }

  xfa(): XfaForm | undefined {
    return readXfa(this.#ownObjects());
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#objects = undefined;
    const drawn = await this.#drawn?.catch(() => undefined);
    try {
      await this.#opened.close();
    } finally {
      await drawn?.close();
    }
  }

  /** Glyphs and paths of a page. One page of a document is read at a time: pdf.js gains nothing from more. */
  readContent(index: number): Promise<PdfPageContent> {
    return this.#reading.run(async () => {
      const page = await this.#page(this.#opened, index);
      try {
        return await withFormValues(this.#opened, page, (widgets) => this.#read(page, index, widgets));
      } finally {
        page.cleanup();
      }
    });
  }

  async #read(page: PdfjsPage, index: number, widgets: readonly WidgetData[]): Promise<PdfPageContent> {
    const { port, annotationMode } = this.#opened;
    port.beginPage();
    const operators = await page.getOperatorList({ annotationMode });
    const mayHavePictures = this.#mayShowPictures(page);
    if (!mayHavePictures) this.#withoutPictures.add(index);
    const { length } = operators.fnArray;
    if (length > MAX_OPERATORS) throw tooLarge(index);
    if (length === 0 && this.#isDamaged(page)) return { glyphs: [], paths: [], damaged: true };
    await this.#loadFonts(page, operators);
    const collected = await this.#walk(page, operators, 'text and paths');
    if (collected.overflow) throw tooLarge(index);
    const readable = restoreValues(collected.glyphs, collected.appearances, writtenValues(widgets));
    const glyphs = collected.printed(readable);
    return {
      glyphs,
      paths: collected.paths,
      ink: collected.inkFacts(mayHavePictures),
      hidden: collected.hiddenText(glyphs),
    };
  }

  /** Placements of a page's images. */
  async readImages(index: number): Promise<readonly PlacedImage[]> {
    if (this.#withoutPictures.has(index)) return [];
    return this.#draw(index, async (opened, page) => {
      opened.port.beginPage();
      const operators = await page.getOperatorList({ annotationMode: opened.annotationMode });
      if (operators.fnArray.length > MAX_OPERATORS) throw tooLarge(index);
      return (await this.#walk(page, operators, 'images')).images;
    });
  }

  render(
    index: number,
    { dpi, withoutText = false, area }: RenderOptions,
    interrupt: Interrupt,
  ): Promise<Bitmap> {
    return this.#draw(index, async (opened, page) => {
      opened.port.beginPage(withoutText);
      return renderPage(opened, page, index, { dpi, ...(area && { area }) }, interrupt, () => this.#closed);
    });
  }

  /** Counts a page as done; now and then drops what pages share. */
  released(): void {
    this.#released += 1;
    if (this.#released % PAGES_BETWEEN_CLEANUPS !== 0 || this.#closed) return;
    this.#reading.later(async () => {
      this.#fonts = new Map();
      if (!this.#closed) await this.#opened.document.cleanup();
    });
    this.#drawing.later(async () => {
      const drawn = await this.#drawn;
      if (!this.#closed) await drawn?.document.cleanup();
    });
  }

  /** Works on a page of the document with images, alone, and frees the page's pictures afterwards. */
  #draw<T>(index: number, work: (opened: OpenedDocument, page: PdfjsPage) => Promise<T>): Promise<T> {
    return this.#drawing.run(async () => {
      const opened = await this.#openForDrawing();
      const page = await this.#page(opened, index);
      try {
        return await withFormValues(opened, page, () => work(opened, page));
      } finally {
        page.cleanup();
      }
    });
  }

  #openForDrawing(): Promise<OpenedDocument> {
    this.#drawn ??= openWithPdfjs(this.#bytes, this.#password, 'images').catch((cause: unknown) => {
      this.#drawn = undefined;
      if (cause instanceof ProviderError) throw cause;
      throw new DocumentError('invalid_document', 'The PDF can be read, but not drawn.', { cause });
    });
    return this.#drawn;
  }

  async #page(opened: OpenedDocument, index: number): Promise<PdfjsPage> {
    checkIndex(this, index);
    try {
      return await opened.document.getPage(index + 1);
    } catch (cause) {
      const message = `Page ${index + 1} of the PDF is damaged; repair the file, or leave the page out.`;
      throw new DocumentError('invalid_document', message, { cause, page: index });
    }
  }

  async #walk(page: PdfjsPage, operators: OperatorList, collect: WalkContext['collect']): Promise<Collected> {
    this.#layers ??= this.#opened.document.getOptionalContentConfig();
    const layers = await this.#layers;
    const isVisible = (group: unknown) => layers.isVisible(group);
    const geometry = pageGeometry(page.getViewport({ scale: 1 }));
    return walkPage(operators, this.#handlers, { ...geometry, fonts: this.#fonts, isVisible, collect });
  }

  #mayShowPictures({ ref }: PdfjsPage): boolean {
    return ref === null || mayShowPictures(this.#ownObjects(), ref.num);
  }

  #isDamaged({ ref }: PdfjsPage): boolean {
    return ref !== null && emptinessOf(this.#ownObjects(), ref.num) === 'damaged';
  }

  /** The objects of the file by our own reading, decrypted where its password is the user's. */
  #ownObjects(): FileObjects {
    if (this.#objects === undefined) {
      const own = new FileObjects(this.#bytes);
      const isEncrypted = namesEncryption(own.plain);
      const seal = isEncrypted ? (fileCipher(own, this.#password) ?? 'sealed') : 'none';
      this.#objects = isEncrypted ? new FileObjects(this.#bytes, seal, own) : own;
    }
    return this.#objects;
  }

  async #loadFonts(page: PdfjsPage, { fnArray, argsArray }: OperatorList): Promise<void> {
    const { setFont, setGState } = this.#opened.ops;
    const missing = new Set<string>();
    for (const [index, operator] of fnArray.entries()) {
      if (operator !== setFont && operator !== setGState) continue;
      const id = operator === setFont ? firstOf(argsArray[index]) : fontOfGraphicsState(argsArray[index]);
      if (typeof id === 'string' && !this.#fonts.has(id)) missing.add(id);
    }
    for (const id of missing) this.#fonts.set(id, readFont(id, await waitForFont(page, id)));
  }
}

function firstOf(args: unknown): unknown {
  return Array.isArray(args) ? args[0] : undefined;
}

/** The font that an extended graphics state sets, if it does. */
function fontOfGraphicsState(args: unknown): unknown {
  const entries: unknown = firstOf(args);
  const entry = Array.isArray(entries) ? entries.find((item) => firstOf(item) === 'Font') : undefined;
  return firstOf(Array.isArray(entry) ? entry[1] : undefined);
}

/** pdf.js delivers fonts apart from operators; one that does not come counts as without mappings. */
async function waitForFont(page: PdfjsPage, id: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, FONT_WAIT, undefined);
  });
  try {
    return await Promise.race([new Promise((resolve) => page.commonObjs.get(id, resolve)), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** pdf.js has already taken other angles for 0. */
function quarterTurn(degrees: number): 0 | 90 | 180 | 270 {
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0;
}
