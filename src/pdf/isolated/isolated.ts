/** The PDF engine in processes of its own, which can be ended from outside whatever a document does to them. */
import { DocumentError, ProviderError } from '../../errors.js';
import { type Program, programBeside } from '../../wall/program.js';
import type { PdfEngine, PdfFile, PdfOpenOptions } from '../engine.js';
import { IsolatedFile, type ProcessPool } from './isolated-file.js';
import { ReaderProcess } from './reader-process.js';

export interface IsolationOptions {
  /**
   * What reads in the processes: `default` is PDFium where the optional package @embedpdf/pdfium is installed, else pdf.js;
   * `pdfium` needs that package.
   */
  readonly engine?: IsolatedEngine | undefined;
  /**
   * Time for one call to the engine, in milliseconds: opening the document, reading a page, drawing a page. Then
   * its process is ended. Default 30,000.
   */
  readonly milliseconds?: number | undefined;
  /**
   * Size that the heap of a process may reach, in MiB; all its memory, array buffers and native code included, may
   * reach twice as much. Default 1,024.
   */
  readonly memoryMegabytes?: number | undefined;
  /** Processes that wait for the next document; every open document has one of its own. Default 2. */
  readonly idleProcesses?: number | undefined;
  /** Documents after which a process is replaced, so that none grows without end. Default 200. */
  readonly documentsPerProcess?: number | undefined;
}

/** The programs of engines, beside this file. */
const PROGRAMS = { default: 'default-child', pdfjs: 'pdfjs-child', pdfium: 'pdfium-child' } as const;

/** The engines that processes can run. */
export type IsolatedEngine = keyof typeof PROGRAMS;

/** An engine that holds processes; who makes it closes it. */
export interface IsolatedPdfEngine extends PdfEngine {
  /** Ends all processes, also those that have documents open. */
  close(): Promise<void>;
}

const DEFAULTS = { milliseconds: 30_000, memoryMegabytes: 1024, idleProcesses: 2, documentsPerProcess: 200 };

/** All memory of a process, in multiples of its heap: as much again for what no heap holds. */
const MEMORY_PER_HEAP = 2;

/**
 * Reads PDFs with PDFium or pdf.js in processes of their own. A document that hangs, runs out of memory or crashes the engine
 * costs one page, not your process: the page is taken as empty, with a warning. It costs the start of a process
 * (about 0.3 s, once for many documents) and the copying of what was read.
 * @param program what the processes run; only for tests
 * @throws RangeError for an option that is no positive whole number
 *
 * @example
 * const pdf = isolatedPdf({ milliseconds: 10_000 });
 * const extractor = createExtractor({ pdf });
 * try {
 *   await extractor.extract(bytes, config);
 * } finally {
 *   await extractor.close();
 *   await pdf.close();
 * }
 */
export function isolatedPdf(options: IsolationOptions = {}, program?: URL): IsolatedPdfEngine {
  const { engine = 'default', ...bounds } = options;
  const { milliseconds, ...rest } = settled(bounds);
  const pool = new Pool(
    rest,
    program ? { url: program, nodeOptions: [] } : programBeside(import.meta.url, PROGRAMS[engine]),
  );
  return {
    id: engine,
    capabilities: { actualText: true, render: true },
    open: (bytes, openOptions) => openFile(bytes, openOptions, { pool, milliseconds }),
    close: async () => pool.close(),
  };
}

function settled(options: Omit<IsolationOptions, 'engine'>): typeof DEFAULTS {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (value !== undefined && Number.isSafeInteger(value) && value > 0) continue;
    throw new RangeError(`The option ${name} must be a positive whole number, not ${String(value)}.`);
  }
  return { ...DEFAULTS, ...Object.fromEntries(given) };
}

async function openFile(
  bytes: Uint8Array,
  { password, signal }: PdfOpenOptions,
  { pool, milliseconds }: { readonly pool: ProcessPool; readonly milliseconds: number },
): Promise<PdfFile> {
  if (signal?.aborted) {
    const message = 'The reading of the PDF was aborted by the caller.';
    throw new DocumentError('aborted', message, { cause: signal.reason });
  }
  return IsolatedFile.open({ bytes, password, pool, milliseconds }, signal);
}

type PoolOptions = Omit<typeof DEFAULTS, 'milliseconds'>;

/** Processes of one engine. */
class Pool implements ProcessPool {
  readonly #options: PoolOptions;
  readonly #program: Program;
  readonly #idle: ReaderProcess[] = [];
  /** Every process that runs, with the documents it has served. */
  readonly #documents = new Map<ReaderProcess, number>();
  #closed = false;

  constructor(options: PoolOptions, program: Program) {
    this.#options = options;
    this.#program = program;
  }

  take(): ReaderProcess {
    if (this.#closed) throw new ProviderError('pdf', 'closed', 'The PDF engine was closed; make a new one.');
    const { memoryMegabytes } = this.#options;
    let reader = this.#idle.pop();
    while (reader && !reader.isUsable) {
      this.#documents.delete(reader);
      reader = this.#idle.pop();
    }
    reader ??= new ReaderProcess(this.#program, {
      heapMegabytes: memoryMegabytes,
      memoryMegabytes: memoryMegabytes * MEMORY_PER_HEAP,
    });
    this.#documents.set(reader, (this.#documents.get(reader) ?? 0) + 1);
    return reader;
  }

  giveBack(reader: ReaderProcess): void {
    const { idleProcesses, documentsPerProcess } = this.#options;
    const served = this.#documents.get(reader) ?? documentsPerProcess;
    const isKept = !this.#closed && served < documentsPerProcess && this.#idle.length < idleProcesses;
    if (isKept && reader.isUsable) {
      this.#idle.push(reader);
      return;
    }
    this.#documents.delete(reader);
    reader.stop();
  }

  close(): void {
    this.#closed = true;
    this.#idle.length = 0;
    for (const reader of this.#documents.keys()) reader.stop();
    this.#documents.clear();
  }
}
