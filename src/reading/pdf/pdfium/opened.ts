/** A document in an instance of PDFium, and the page of it that is loaded. */

import { type Interrupt, isInterruption } from '../../../foundation/async/interrupt.js';
import { type Box, POINTS_PER_INCH, type Transform } from '../../../page/document/geometry.js';
import type { PdfPage } from '../engine.js';
import type { FileObjects } from '../objects/file-objects.js';
import { contentTextObjects } from '../objects/text-objects.js';
import type { PageFrame } from '../page-view.js';
import { type Appearances, appearancesOf, closeWidgets, openWidgets } from './annotations.js';
import { Fonts } from './fonts.js';
import { givePdfium, isExhaustion, memoryOf, type Pdfium, run, takePdfium } from './library.js';
import type { PageSource } from './objects.js';
import { openDocument, putDocument } from './open-document.js';

/** PDFium's way to put appearances into the content of a page: as they are displayed. */
const AS_DISPLAYED = 0;

/** PDFium's number for a document without an interactive form. */
const NO_FORM = 0;

/** A document in an instance. */
export interface Opened {
  readonly pdfium: Pdfium;
  readonly document: number;
  /** Address from `putDocument`. */
  readonly sourceAt: number;
  readonly pageCount: number;
  /** Whether PDFium reads it as an encrypted document. */
  readonly isEncrypted: boolean;
  readonly hasForm: boolean;
  readonly fonts: Fonts;
  /** Those of an encrypted file in the clear. */
  readonly objects: FileObjects;
  /** PDFium's handles of the form, once it was asked for. */
  form: OpenForm | undefined;
  /** What pages were when they were loaded first: then their annotations become part of their content for good. */
  readonly met: Map<number, Pick<LoadedPage, 'appearances' | 'ownObjects'>>;
  /** Handles of the widgets of pages whose lists have lost them, as they became part of what the page shows. */
  readonly widgets: Map<number, readonly number[]>;
  /** Pages stay loaded for what is asked of them later, their drawing above all; the one asked for longest ago is the first. */
  readonly loaded: Map<number, LoadedPage>;
  /** The page that was asked for last. */
  reached: number;
  /** How often a page was loaded. */
  loads: number;
  /** Bytes of the instance's memory when it was opened first. */
  readonly memory: number;
}

/** PDFium's handles of a document's form. */
interface OpenForm {
  readonly handle: number;
  readonly info: number;
}

export interface LoadedPage extends PageSource, PageFrame {
  /** Of its object in the file. */
  readonly number: number;
  readonly appearances: Appearances;
  /** What was made of its text to draw it; what is read of the page needs it as it was. */
  text: TextToDraw | undefined;
}

export type TextToDraw = 'outlined' | 'hidden';

/** Why a document could not be opened; pdf.js is asked then. */
export class NotOpened extends Error {}

/** What is opened. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly objects: FileObjects;
}

/** A document as it was opened. */
interface Loaded {
  readonly opened: Opened;
  /** What was thrown by what was done with it in the same call. */
  readonly failure?: { readonly error: unknown };
}

/**
 * Opens a document in an instance.
 * @param begin what is done with it in the same call into the instance
 * @throws NotOpened
 * @throws DocumentError `timed_out`, `aborted`
 * @throws ProviderError `timed_out`, `out_of_memory` where PDFium was given up as it opened it; `unavailable`
 */
export async function load(
  source: Source,
  interrupt: Interrupt = {},
  begin: (opened: Opened) => void = () => undefined,
): Promise<Loaded> {
  const { bytes } = source;
  const pdfium = await takePdfium(bytes.length);
  const done: { opened?: Opened } = {};
  const openAndBegin = () => {
    const opened = openAt(pdfium, putDocument(pdfium, bytes), source);
    done.opened = opened;
    begin(opened);
    return opened;
  };
  try {
    return { opened: run(pdfium, openAndBegin, interrupt) };
  } catch (error) {
    const { opened } = done;
    if (opened && !isInterruption(error)) return { opened, failure: { error } };
    if (opened) unload(opened);
    else givePdfium(pdfium);
    throw isExhaustion(error) || isInterruption(error) ? error : new NotOpened();
  }
}

/**
 * Opens a document that was put where its instance can read it.
 * @throws NotOpened; what was put there is freed then
 */
function openAt(pdfium: Pdfium, sourceAt: number, source: Source, memory = memoryOf(pdfium)): Opened {
  const { exports } = pdfium;
  const { bytes, password, objects } = source;
  const document = openDocument(pdfium, sourceAt, bytes.length, password);
  if (document === 0) {
    exports.free(sourceAt);
    throw new NotOpened();
  }
  return {
    pdfium,
    document,
    sourceAt,
    pageCount: exports.FPDF_GetPageCount(document),
    isEncrypted: exports.FPDF_GetSecurityHandlerRevision(document) >= 0,
    hasForm: exports.FPDF_GetFormType(document) !== NO_FORM,
    fonts: new Fonts(pdfium, objects),
    objects,
    form: undefined,
    met: new Map(),
    widgets: new Map(),
    loaded: new Map(),
    reached: 0,
    loads: 0,
    memory,
  };
}

/**
 * Pages that are loaded before their document is opened again, at least, and as a share of the pages that it is in:
 * PDFium keeps what it has parsed of each, some 20 kB, and comes to a page by all before it, 0.1 ms each. So neither
 * memory nor time grows faster than the document.
 */
const LEAST_LOADS = 500;
const SHARE_OF_PAGES = 0.1;
/**
 * Fewer where the instance has grown by so many bytes: fonts and images of a page of public forms and statements take 360 kB. A
 * thousand of them take 69 MB in PDFium instead of 202, and no longer.
 */
const LEAST_LOADS_GROWN = 100;
const MOST_GROWTH = 16 * 1024 * 1024;

/** Pages that PDFium passes in one call. */
const PAGES_PASSED = 250;

/**
 * The document, opened again in its instance where many of its pages were loaded, so that long ones do not grow.
 * @throws what `run` throws, NotOpened; nothing is open any more then
 */
export function refreshed(opened: Opened, source: Source): Opened {
  const { pdfium, sourceAt, loads, reached, memory } = opened;
  const hasGrown = memoryOf(pdfium) - memory >= MOST_GROWTH;
  const least = hasGrown ? LEAST_LOADS_GROWN : LEAST_LOADS;
  if (loads < least || loads < SHARE_OF_PAGES * reached) return opened;
  const anew = run(pdfium, () => {
    closeDocument(opened);
    return openAt(pdfium, sourceAt, source, memory);
  });
  const { exports } = pdfium;
  for (let index = PAGES_PASSED; index < reached; index += PAGES_PASSED) {
    run(pdfium, () => exports.FPDF_ClosePage(exports.FPDF_LoadPage(anew.document, index)));
  }
  return anew;
}

/** Closes a document. Nobody watches over that: it takes no longer than there is memory to free. */
export function unload(opened: Opened): void {
  const { pdfium, sourceAt } = opened;
  try {
    if (!pdfium.broken) {
      closeDocument(opened);
      pdfium.exports.free(sourceAt);
    }
  } catch {
    pdfium.broken = true;
  }
  givePdfium(pdfium);
}

function closeDocument(opened: Opened): void {
  const { pdfium, document, form } = opened;
  const { exports } = pdfium;
  for (const page of opened.loaded.values()) closePage(opened, page);
  for (const widgets of opened.widgets.values()) closeWidgets(pdfium, widgets);
  if (form) closeForm(pdfium, form);
  exports.FPDF_CloseDocument(document);
}

function closePage({ pdfium, loaded }: Opened, { index, page }: LoadedPage): void {
  pdfium.exports.FPDF_ClosePage(page);
  loaded.delete(index);
}

/** Pages that stay loaded beside the one that is asked for: forms that are drawn have four or five. */
const MOST_LOADED = 8;

/**
 * Memory of an instance from which on none do: what it takes is only given back with the instance. It begins with 18 MB, and
 * a page of a form takes less than one.
 */
const ROOM_FOR_LOADED = 40 * 1024 * 1024;

/** Closes pages until there is room for one more. One that was drawn goes first: PDFium keeps its images unpacked. */
function makeRoom(opened: Opened): void {
  const most = memoryOf(opened.pdfium) < ROOM_FOR_LOADED ? MOST_LOADED : 0;
  for (const page of opened.loaded.values()) {
    if (page.text !== undefined || opened.loaded.size > most) closePage(opened, page);
  }
}

/**
 * Loads a page with the appearances of its annotations in its content; undefined for a page that is damaged.
 * @param fits whether a page that is loaded already will do, by what was made of its text
 */
export function loadPage(
  opened: Opened,
  index: number,
  fits: (text: TextToDraw | undefined) => boolean,
): LoadedPage | undefined {
  const before = opened.loaded.get(index);
  opened.reached = index;
  if (before && fits(before.text)) {
    opened.loaded.delete(index);
    opened.loaded.set(index, before);
    return before;
  }
  if (before) closePage(opened, before);
  makeRoom(opened);
  opened.loads += 1;
  const { pdfium, document } = opened;
  const { exports } = pdfium;
  let page = exports.FPDF_LoadPage(document, index);
  if (page === 0) return undefined;
  const number = exports.EPDFPage_GetObjectNumber(page);
  let met = opened.met.get(index);
  if (met === undefined) {
    const appearances = appearancesOf(pdfium, { handle: page, index }, () => formOf(opened));
    met = { appearances, ownObjects: exports.FPDFPage_CountObjects(page) };
    opened.met.set(index, met);
    if (appearances === 'in file') {
      keepWidgets(opened, index);
      exports.FPDFPage_Flatten(page, AS_DISPLAYED);
      exports.FPDF_ClosePage(page);
      page = exports.FPDF_LoadPage(document, index);
      if (page === 0) return undefined;
    }
  }
  const textObjects = () => contentTextObjects(opened.objects, number);
  const loaded = {
    index,
    number,
    document,
    page,
    ...met,
    textObjects,
    text: undefined,
    ...geometryOf(pdfium, page),
  };
  opened.loaded.set(index, loaded);
  return loaded;
}

/** Pages of the longest form whose widgets are kept and given by PDFium, and how many of them. */
export const MAX_FORM_PAGES = 16;
const MAX_WIDGETS = 20_000;

/** Keeps the widgets of a page before it loses them. */
function keepWidgets({ pdfium, document, pageCount, widgets }: Opened, index: number): void {
  if (pageCount > MAX_FORM_PAGES) return;
  const own = openWidgets(pdfium, document, index) ?? [];
  let kept = own.length;
  for (const others of widgets.values()) kept += others.length;
  if (kept <= MAX_WIDGETS) widgets.set(index, own);
  else closeWidgets(pdfium, own);
}

/** PDFium's handle of the document's form. */
export function formOf(opened: Opened): number {
  opened.form ??= openForm(opened.pdfium, opened.document);
  return opened.form.handle;
}

/** The form of a document, which is closed before the document. */
function openForm({ exports }: Pdfium, document: number): OpenForm {
  const info = exports.PDFiumExt_OpenFormFillInfo();
  return { info, handle: exports.PDFiumExt_InitFormFillEnvironment(document, info) };
}

function closeForm({ exports }: Pdfium, { handle, info }: OpenForm): void {
  exports.PDFiumExt_ExitFormFillEnvironment(handle);
  exports.PDFiumExt_CloseFormFillInfo(info);
}

/** The page as displayed: its box (left, top, right, bottom in user space) turned, y down, in inches. */
export function geometryOf(
  { exports, scratch }: Pdfium,
  page: number,
): PageFrame & { base: Transform; box: Box } {
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
