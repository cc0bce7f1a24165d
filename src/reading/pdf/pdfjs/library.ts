/** Loads pdf.js when the first document is opened, and says what of it the engine uses. */
import { asPart, pdfjsFiles } from '../../../foundation/platform/pdfjs.js';
import { keepingBuiltIns } from './built-ins.js';
import { loadDrawing, PageCanvasFactory } from './canvas.js';
import { DrawnPictures } from './drawn-pictures.js';
import { openingHalf, readingHalf } from './halves.js';
import { unavailable } from './installation.js';
import { InProcessPort } from './port.js';

/** Names of operators to their numbers, as pdf.js has them in this release. */
export type OperatorCodes = Readonly<Record<string, number>>;

export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** Objects that pages share: fonts, and images used on several pages. */
export interface PdfjsObjects {
  has(id: string): boolean;
  get(id: string, callback: (value: unknown) => void): unknown;
}

export interface PdfjsViewport {
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly transform: readonly number[];
}

export interface PdfjsPage {
  readonly rotate: number;
  /** The page's object; null where pdf.js does not know it. */
  readonly ref: { readonly num: number } | null;
  readonly commonObjs: PdfjsObjects;
  getViewport(options: { scale: number; offsetX?: number; offsetY?: number }): PdfjsViewport;
  getOperatorList(options: { annotationMode: number }): Promise<OperatorList>;
  getAnnotations(options: { intent: string }): Promise<readonly Readonly<Record<string, unknown>>[]>;
  render(options: Readonly<Record<string, unknown>>): RenderTask;
  cleanup(): boolean;
}

interface RenderTask {
  readonly promise: Promise<void>;
  /** Called where drawing may be laid aside, with what goes on with it. */
  onContinue: (goOn: () => void) => void;
  cancel(): void;
}

export interface PdfjsOptionalContent {
  isVisible(group: unknown): boolean;
}

/** Values that pdf.js draws into widgets, by their names. */
export interface PdfjsAnnotationStorage {
  setValue(id: string, value: { readonly value: unknown }): void;
  remove(id: string): void;
}

export interface PdfjsDocument {
  readonly numPages: number;
  readonly annotationStorage: PdfjsAnnotationStorage;
  getPage(number: number): Promise<PdfjsPage>;
  getMetadata(): Promise<{ readonly info: unknown; readonly metadata: Iterable<[string, unknown]> | null }>;
  getFieldObjects(): Promise<
    Readonly<Record<string, readonly unknown[]>> | ReadonlyMap<string, readonly unknown[]> | null
  >;
  getOptionalContentConfig(): Promise<PdfjsOptionalContent>;
  cleanup(): Promise<void>;
}

interface LoadingTask {
  readonly promise: Promise<PdfjsDocument>;
  destroy(): Promise<void>;
}

interface PdfjsWorker {
  destroy(): void;
}

interface PdfjsModule {
  readonly OPS: OperatorCodes;
  readonly AnnotationMode: { readonly ENABLE_STORAGE: number };
  readonly PDFWorker: new (options: { port: InProcessPort; verbosity: number }) => PdfjsWorker;
  getDocument(options: Readonly<Record<string, unknown>>): LoadingTask;
}

interface WorkerModule {
  readonly WorkerMessageHandler: { initializeFromPort(port: InProcessPort): void };
}

/** Reading needs neither outlines of glyphs nor decoded pictures; pictures and drawing do. */
export type OpenMode = 'read' | 'images';

/** A document that pdf.js has open. */
export interface OpenedDocument {
  readonly document: PdfjsDocument;
  readonly port: InProcessPort;
  readonly ops: OperatorCodes;
  /** Notified of the pictures that are drawn. */
  readonly pictures: DrawnPictures;
  /** Draw the appearances of annotations and form fields as part of the page, and the values that are stored. */
  readonly annotationMode: number;
  close(): Promise<void>;
}

/** Only errors that end the reading would be printed, and those are thrown as well. */
const VERBOSITY_ERRORS = 0;

/** pdf.js leaves pictures of more pixels undecoded: all but the single pixels that represent painted rectangles. */
const NO_IMAGES = 1;

/** Pixels of the largest picture that is decoded for drawing: 300 dpi on 22 x 30 inches. */
const MAX_IMAGE_PIXELS = 60_000_000;

let loading: Promise<{ pdfjs: PdfjsModule; worker: WorkerModule }> | undefined;

/**
 * pdf.js takes half a second to load, so it is loaded once and late; a failed attempt is tried again.
 * @throws ProviderError `unavailable`
 */
function loadPdfjs(): Promise<{ pdfjs: PdfjsModule; worker: WorkerModule }> {
  loading ??= keepingBuiltIns(importPdfjs).catch((error: unknown) => {
    loading = undefined;
    throw unavailable(error);
  });
  return loading;
}

async function importPdfjs(): Promise<{ pdfjs: PdfjsModule; worker: WorkerModule }> {
  const pdfjs = await openingHalf();
  const worker = await asPart(readingHalf);
  return { pdfjs: pdfjs as PdfjsModule, worker: worker as WorkerModule };
}

/**
 * Opens a document with pdf.js. Rejects with pdf.js' own exceptions. The bytes are copied: pdf.js takes the
 * buffer it is given away from its owner.
 * @throws ProviderError `unavailable` when pdf.js cannot be loaded
 */
export async function openWithPdfjs(
  bytes: Uint8Array,
  password: string | undefined,
  mode: OpenMode,
): Promise<OpenedDocument> {
  const { pdfjs, worker: workerModule } = await loadPdfjs();
  const ops = pdfjs.OPS;
  const port = new InProcessPort(ops.showText ?? -1);
  workerModule.WorkerMessageHandler.initializeFromPort(port);
  const worker = new pdfjs.PDFWorker({ port, verbosity: VERBOSITY_ERRORS });
  const pictures = new DrawnPictures();
  const task = pdfjs.getDocument({
    data: new Uint8Array(bytes),
    ...(password === undefined ? {} : { password }),
    worker,
    ...SAFE_OPTIONS,
    ...(mode === 'read' ? READ_OPTIONS : await imageOptions(pictures)),
    ...pdfjsFiles(),
    cMapPacked: true,
  });
  const close = async () => {
    try {
      await task.destroy();
    } finally {
      worker.destroy();
      port.terminate();
    }
  };
  try {
    const document = await task.promise;
    return { document, port, ops, pictures, annotationMode: pdfjs.AnnotationMode.ENABLE_STORAGE, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Nothing is compiled from a document, run, fetched or taken from the system; errors in a page do not end it. */
const SAFE_OPTIONS = {
  verbosity: VERBOSITY_ERRORS,
  isEvalSupported: false,
  enableXfa: false,
  stopAtErrors: false,
  useSystemFonts: false,
  useWorkerFetch: false,
  disableAutoFetch: true,
} as const;

/**
 * With `disableFontFace` off and a document that can load fonts, pdf.js prepares no outlines; as there is no
 * real document, it then asks for them, and the port declines.
 */
const READ_OPTIONS = {
  maxImageSize: NO_IMAGES,
  fontExtraProperties: true,
  disableFontFace: false,
  ownerDocument: { fonts: { add() {}, delete() {} } },
  useWasm: false,
} as const;

async function imageOptions(pictures: DrawnPictures) {
  const drawing = await loadDrawing();
  return {
    maxImageSize: MAX_IMAGE_PIXELS,
    // Browsers decode JPEGs to other pixels than pdf.js does, in frames of video that nobody here takes.
    isImageDecoderSupported: false,
    disableFontFace: true,
    CanvasFactory: class extends PageCanvasFactory {
      constructor() {
        super(drawing, pictures);
      }
    },
  };
}
