/** A document that a process of its own has open. */

import type { Bitmap, FormWidget, PlacedImage, RenderOptions } from '../../document/page-graphics.js';
import { ProviderError } from '../../errors.js';
import type { PdfFile, PdfMetadata, PdfPage, PdfPageContent } from '../engine.js';
import type { CallName, Calls, PageFrame } from './protocol.js';
import type { ReaderProcess } from './reader-process.js';

/** Where files get their processes from, and where they leave them. */
export interface ProcessPool {
  take(): ReaderProcess;
  giveBack(reader: ReaderProcess): void;
}

export interface FileSource {
  readonly bytes: Uint8Array;
  readonly password: string | undefined;
  readonly pool: ProcessPool;
  /** Time that one call may take, in milliseconds. */
  readonly milliseconds: number;
}

/**
 * Processes that one document may use up: every page that ends one costs a start of about 0.3 s, and a document
 * that ends four of them would do so on and on.
 */
const MAX_PROCESSES = 4;

/**
 * Implements the contract's file. A call that ends the process, by a crash or because it takes too long, fails
 * alone: the next one opens the document in another process.
 */
export class IsolatedFile implements PdfFile {
  readonly pageCount: number;
  readonly #source: FileSource;
  #opened: Promise<ReaderProcess>;
  #reader: ReaderProcess;
  #processes = 1;
  /** Calls that somebody waits for. */
  #waiting = 0;
  #closed = false;

  private constructor(source: FileSource, reader: ReaderProcess, pageCount: number) {
    this.#source = source;
    this.#reader = reader;
    this.#opened = Promise.resolve(reader);
    this.pageCount = pageCount;
  }

  /**
   * Opens a document.
   * @param signal ends the process while it opens the document
   * @throws what the engine throws; ProviderError `crashed`, `out_of_memory`, `timed_out`, `stopped`
   */
  static async open(source: FileSource, signal: AbortSignal | undefined): Promise<IsolatedFile> {
    const reader = source.pool.take();
    const stop = () => reader.stop();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const { pageCount } = await openIn(reader, source);
      return new IsolatedFile(source, reader, pageCount);
    } catch (error) {
      source.pool.giveBack(reader);
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  metadata(): Promise<PdfMetadata> {
    return this.call('metadata', {});
  }

  formFields(): Promise<readonly FormWidget[]> {
    return this.call('formFields', {});
  }

  async page(index: number): Promise<PdfPage> {
    return new IsolatedPage(this, index, await this.call('page', { index }));
  }

  /** Ends a process that is still busy; one that is not serves the next document. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const reader = this.#reader;
    if (this.#waiting > 0) reader.stop();
    else if (reader.isUsable)
      await reader.call('close', {}, this.#source.milliseconds).catch(() => reader.stop());
    this.#source.pool.giveBack(reader);
  }

  /** Asks the process, in a new one if the last has ended. @throws ProviderError `closed` */
  async call<Name extends CallName>(name: Name, ask: Calls[Name]['ask']): Promise<Calls[Name]['answer']> {
    if (this.#closed) throw new ProviderError('pdf', 'closed', 'The document was closed.');
    if (!this.#reader.isUsable) this.#openAgain();
    this.#waiting++;
    try {
      const reader = await this.#opened;
      return await reader.call(name, ask, this.#source.milliseconds);
    } finally {
      this.#waiting--;
    }
  }

  /** Frees what a page has cached; nobody waits for it. */
  release(index: number): void {
    if (this.#closed || !this.#reader.isUsable) return;
    this.#reader.call('release', { index }, this.#source.milliseconds).catch(() => undefined);
  }

  #openAgain(): void {
    if (this.#processes === MAX_PROCESSES) {
      const message = `The document ended ${MAX_PROCESSES} processes; it is not read any further.`;
      throw new ProviderError('pdf', 'crashed', message);
    }
    this.#processes++;
    this.#source.pool.giveBack(this.#reader);
    const reader = this.#source.pool.take();
    this.#reader = reader;
    this.#opened = openIn(reader, this.#source).then(() => reader);
    this.#opened.catch(() => undefined);
  }
}

function openIn(reader: ReaderProcess, { bytes, password, milliseconds }: FileSource) {
  return reader.call('open', { bytes, password }, milliseconds);
}

class IsolatedPage implements PdfPage {
  readonly index: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: PageFrame['rotation'];
  readonly #file: IsolatedFile;

  constructor(file: IsolatedFile, index: number, { width, height, rotation }: PageFrame) {
    this.#file = file;
    this.index = index;
    this.width = width;
    this.height = height;
    this.rotation = rotation;
  }

  content(): Promise<PdfPageContent> {
    return this.#file.call('content', { index: this.index });
  }

  images(): Promise<readonly PlacedImage[]> {
    return this.#file.call('images', { index: this.index });
  }

  render(options: RenderOptions): Promise<Bitmap> {
    return this.#file.call('render', { index: this.index, options });
  }

  release(): void {
    this.#file.release(this.index);
  }
}
