/**
 * The instances of PDFium that a document is in, one after the other, and what becomes of what fails in them:
 *
 * | What happens | Then |
 * |---|---|
 * | many pages were loaded | the document is opened anew in its instance, before the next work (`refreshed`) |
 * | PDFium cannot do the work | nothing is given: the second engine is asked |
 * | PDFium breaks | nothing is given; before the next work the document is opened anew in another instance |
 * | it breaks for the third time | nothing is given from then on |
 * | a page takes too long, or too much memory | the page is refused, and asked of nobody, since nothing bounds the second engine |
 */

import { DocumentError, type ProviderError } from '../../../errors.js';
import { isExhaustion, run } from './library.js';
import { load, type Opened, refreshed, type Source, unload } from './opened.js';

/** Instances that one document may end. */
const MAX_INSTANCES = 3;

export class Instances {
  readonly #source: Source;
  #opened: Opened | undefined;
  #begun = 1;
  /** What pages ended an instance with that they exhausted. */
  readonly #givenUp = new Map<number, ProviderError>();
  /** What the last instance ended with that was exhausted. */
  #exhausted: ProviderError | undefined;
  #closed = false;

  /** @param opened the document in its first instance */
  constructor(source: Source, opened: Opened) {
    this.#source = source;
    this.#opened = opened;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /**
   * Works on the document as a whole, in one call; undefined where PDFium fails at it.
   * @throws ProviderError `timed_out`, `out_of_memory` where PDFium was given up
   * @throws DocumentError `closed`
   */
  async ofDocument<T>(work: (opened: Opened) => T): Promise<T | undefined> {
    this.refuseClosed();
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
   * Works on a page; undefined where PDFium fails at it.
   * @param page the one that is worked on
   * @throws ProviderError `timed_out`, `out_of_memory` where PDFium was given up at it, now or before
   * @throws DocumentError of the limits and of the caller's bounds, `closed`
   */
  async atPage<T>(page: () => number, work: (opened: Opened) => T): Promise<Awaited<T> | undefined> {
    this.refuseClosed();
    this.refuseGivenUp(page());
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
   * Notes that the first instance ended in the call that opened the document.
   * @param page the one it ended at; none for the document as a whole
   * @returns whether it was exhausted
   */
  endedAtOpening(opened: Opened, error: unknown, page?: number): error is ProviderError {
    opened.pdfium.broken = true;
    if (!isExhaustion(error)) return false;
    this.#exhausted = error;
    if (page !== undefined) this.#givenUp.set(page, error);
    return true;
  }

  refuseGivenUp(page: number): void {
    const exhausted = this.#givenUp.get(page);
    if (exhausted) throw exhausted;
  }

  refuseClosed(): void {
    if (this.#closed) throw new DocumentError('closed', 'The document was closed.');
  }

  /** Refuses all work from now on. Work that has begun goes on until `unload`. */
  close(): void {
    this.#closed = true;
  }

  unload(): void {
    if (this.#opened) unload(this.#opened);
    this.#opened = undefined;
  }

  /**
   * The document, ready for work; undefined when too many instances have ended.
   * @throws ProviderError where too many have ended, and some of them were exhausted
   */
  async #working(): Promise<Opened | undefined> {
    try {
      const opened = this.#opened;
      if (opened && !opened.pdfium.broken) {
        this.#opened = refreshed(opened, this.#source);
        return this.#opened;
      }
    } catch (error) {
      this.#opened!.pdfium.broken = true;
      if (isExhaustion(error)) throw error;
    }
    this.#opened = undefined;
    if (this.#begun >= MAX_INSTANCES) {
      if (this.#exhausted) throw this.#exhausted;
      return undefined;
    }
    this.#begun += 1;
    try {
      this.#opened = (await load(this.#source)).opened;
      return this.#opened;
    } catch (error) {
      if (isExhaustion(error)) throw error;
      return undefined;
    }
  }
}
