/** Loads PDFium when the first document is opened: compiled once, an instance with a memory of its own a document. */

import { DocumentError, ProviderError } from '../../../errors.js';
import { checkInterrupt, type Interrupt, TURN_MILLISECONDS } from '../../../foundation/async/interrupt.js';
import { pdfiumProgram } from '../../../foundation/platform/package-data.js';
import { isTimeout, runWithin } from '../../../foundation/platform/time-box.js';
import { checkLayout, type FontClasses } from './memory-layout.js';
import type { PdfiumExports } from './pdfium-exports.js';
import { Scratch } from './scratch.js';

/** Name under which failures of the engine are reported. */
const PROVIDER = 'pdfium';

/** Size that the memory of an instance may reach besides the bytes of its document. A form of ten pages needs 40 MB. */
const MAX_MEMORY = 512 * 1024 * 1024;

/**
 * Milliseconds that one call may take: reading a page, opening a document, a slice of a drawing. A page of a form takes 20.
 * It is a bound for what would never end, wide enough for busy machines: what takes longer is given up, since pdf.js would
 * take several times as long.
 */
const MAX_CALL = 10_000;

/** Instances whose memory has grown beyond this are not used again: it cannot shrink. */
const KEPT_MEMORY = 64 * 1024 * 1024;

/**
 * Memory of all instances that wait for the next document. One takes 18 MB and 10 ms of the processor to start, which is
 * more than most documents take, so that eight extractions at once need not start them again.
 */
const ALL_KEPT_MEMORY = 2 * KEPT_MEMORY;

/** A PDFium with its memory. It serves one document at a time. */
export interface Pdfium {
  readonly exports: PdfiumExports;
  readonly scratch: Scratch;
  readonly fontClasses: FontClasses;
  /** Address of what PDFium asks when to pause drawing: a turn after `beginSlice`. */
  readonly pauseAt: number;
  beginSlice(): void;
  /** Address of a function by which PDFium reads parts of `file`. */
  readonly readFile: number;
  /** The file that is read where it is, and not from a copy in the memory. */
  file: Uint8Array | undefined;
  /** Bytes that its memory may reach; set again for each document. */
  limit: number;
  /** Whether it has failed in a way that leaves its memory in any state; nothing may be asked of it any more. */
  broken: boolean;
  /** Whether it was refused memory beyond its limit. */
  full: boolean;
}

/** What is used of WebAssembly, which the types of Node leave out. */
interface Wasm {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  instantiate(module: WasmModule, imports: WasmImports): Promise<object>;
}

/** A compiled program. */
type WasmModule = object;

type WasmImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const wasm = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly;

interface Package {
  init(options: {
    instantiateWasm(imports: WasmImports, done: (instance: object, module: WasmModule) => void): object;
    print(text: string): void;
    printErr(text: string): void;
    onAbort(reason: unknown): void;
  }): Promise<{
    readonly pdfium: {
      readonly wasmExports: PdfiumExports;
      addFunction(callback: (...values: number[]) => number, signature: string): number;
    };
  }>;
}

interface Loaded {
  readonly module: WasmModule;
  readonly init: Package['init'];
}

let loading: Promise<Loaded> | undefined;
const idle: Pdfium[] = [];

/**
 * An instance of its own for a document.
 * @param bytes size of the document
 * @throws ProviderError `unavailable` where the package is not installed, or is another version than is known
 */
export async function takePdfium(bytes: number): Promise<Pdfium> {
  const pdfium = idle.pop() ?? (await startPdfium());
  pdfium.limit = MAX_MEMORY + bytes;
  pdfium.full = false;
  return pdfium;
}

/** Gives an instance back in which no document is open any more. */
export function givePdfium(pdfium: Pdfium): void {
  pdfium.file = undefined;
  const size = memoryOf(pdfium);
  if (pdfium.broken || size > KEPT_MEMORY) return;
  const kept = idle.reduce((sum, each) => sum + memoryOf(each), size);
  if (kept <= ALL_KEPT_MEMORY) idle.push(pdfium);
}

/** Bytes of an instance's memory. */
export function memoryOf({ exports }: Pdfium): number {
  return exports.memory.buffer.byteLength;
}

/**
 * Calls into an instance, for as long as a call and the interrupt allow. What ends it (a trap, no memory or no time left)
 * makes it unusable.
 * @throws ProviderError `timed_out` after the time of a call, `out_of_memory` where it ended without memory
 * @throws DocumentError `invalid_document` when the instance ended otherwise, `timed_out` with the time of the interrupt;
 *   else what `work` throws
 */
export function run<T>(pdfium: Pdfium, work: () => T, interrupt: Interrupt = {}): T {
  checkInterrupt(interrupt);
  if (pdfium.broken) throw ended(undefined);
  const { deadline } = interrupt;
  const left = deadline === undefined ? MAX_CALL : deadline.at - deadline.now();
  try {
    return runWithin(Math.min(MAX_CALL, left), work);
  } catch (error) {
    if (error instanceof DocumentError || error instanceof RangeError) throw error;
    pdfium.broken = true;
    checkInterrupt(interrupt);
    if (isTimeout(error)) throw exhausted('timed_out', `took longer than ${MAX_CALL} ms`, error);
    if (pdfium.full)
      throw exhausted('out_of_memory', `took more than ${pdfium.limit} bytes of memory`, error);
    throw ended(error);
  }
}

/** The error of what would exhaust any other engine, too. */
function exhausted(code: 'timed_out' | 'out_of_memory', what: string, cause: unknown): ProviderError {
  return new ProviderError(PROVIDER, code, `PDFium ${what} at the document.`, { cause });
}

/** Whether an error says that PDFium was given up because it took too much. */
export function isExhaustion(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.provider === PROVIDER && error.code !== 'unavailable';
}

function ended(cause: unknown): DocumentError {
  return new DocumentError('invalid_document', 'PDFium failed at the document.', { cause });
}

function load(): Promise<Loaded> {
  loading ??= importPdfium().catch((error: unknown) => {
    loading = undefined;
    throw unavailable(error);
  });
  return loading;
}

async function importPdfium(): Promise<Loaded> {
  const { init } = (await import('@embedpdf/pdfium')) as unknown as Package;
  return { module: await wasm.compile(await pdfiumProgram()), init };
}

async function startPdfium(): Promise<Pdfium> {
  const { module, init } = await load();
  try {
    const bound: Pick<Pdfium, 'limit' | 'broken' | 'full' | 'file'> = {
      limit: MAX_MEMORY,
      broken: false,
      full: false,
      file: undefined,
    };
    const { pdfium } = await init({
      instantiateWasm: (imports, done) => {
        void wasm.instantiate(module, boundMemory(imports, bound)).then((instance) => done(instance, module));
        return {};
      },
      print: () => undefined,
      printErr: () => undefined,
      onAbort: () => undefined,
    });
    const { wasmExports: exports } = pdfium;
    exports.PDFiumExt_Init();
    const scratch = new Scratch(exports);
    const fontClasses = checkLayout(exports, scratch);
    const pausing = pauseEvery(TURN_MILLISECONDS, exports, scratch, (callback) =>
      pdfium.addFunction(callback, 'ii'),
    );
    const readFile = pdfium.addFunction((_file, from, to, size) => {
      const part = bound.file?.subarray(from >>> 0, (from >>> 0) + size);
      if (part?.length !== size) return 0;
      scratch.bytes.set(part, to);
      return 1;
    }, 'iiiii');
    return Object.assign(bound, { exports, scratch, fontClasses, readFile, ...pausing });
  } catch (error) {
    throw unavailable(error);
  }
}

/** PDFium's structure for pausing: its version, a function that says whether to pause, and what that is handed. */
function pauseEvery(
  milliseconds: number,
  exports: PdfiumExports,
  scratch: Scratch,
  addFunction: (callback: () => number) => number,
): Pick<Pdfium, 'pauseAt' | 'beginSlice'> {
  let until = 0;
  const isOver = addFunction(() => (performance.now() >= until ? 1 : 0));
  const pauseAt = exports.malloc(PAUSE_WORDS * 4);
  scratch.words.set([1, isOver, 0], pauseAt >> 2);
  return {
    pauseAt,
    beginSlice: () => {
      until = performance.now() + milliseconds;
    },
  };
}

const PAUSE_WORDS = 3;

/** Refuses memory beyond a limit, which ends the instance: PDFium itself knows none. */
function boundMemory(imports: WasmImports, bound: { readonly limit: number; full: boolean }): WasmImports {
  const { env = {} } = imports;
  const grow = env.emscripten_resize_heap as (size: number) => boolean;
  const resize = (size: number) => {
    if (size >>> 0 <= bound.limit) return grow(size);
    bound.full = true;
    return false;
  };
  return { ...imports, env: { ...env, emscripten_resize_heap: resize } };
}

/** No document is to blame: the package is not there, or not the one that is known. */
function unavailable(cause: unknown): ProviderError {
  if (cause instanceof ProviderError) return cause;
  const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause);
  const message =
    `PDFs cannot be read with PDFium, because it does not start (${reason}). Check that @embedpdf/pdfium is installed ` +
    'in the version that this package names (no --omit=optional), and left out of a bundle; or use pdfjs().';
  return new ProviderError(PROVIDER, 'unavailable', message, { cause });
}
