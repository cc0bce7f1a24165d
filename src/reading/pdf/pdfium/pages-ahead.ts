/**
 * Pages that are read before they are asked for, in one call into the instance with what is asked for. A call starts a
 * thread that watches over it and waits for its end: 0.1 ms of the processor, but far more by the clock where the machine is busy.
 */

import { DocumentError } from '../../../errors.js';
import { checkInterrupt, type Interrupt } from '../../../foundation/async/interrupt.js';
import type { Transform } from '../../../page/document/geometry.js';
import type { PdfPageContent } from '../engine.js';
import type { PageFrame } from '../page-view.js';
import { type LoadedPage, loadPage, type Opened } from './opened.js';

/**
 * Milliseconds of a call after which it begins no further page: aborts are not heard in it. Pages of a form take 10 to 20,
 * others 3 to 6.
 */
const SLICE = 30;

/**
 * Pages of the longest document that is read ahead. What waits to be asked for outlives collections of young objects and is
 * garbage among the old ones then: 5,000 pages took 750 MB where 500 are enough.
 */
const LONGEST = 64;

/** The last page to read with another. @param next pages after it that will be asked for */
export function lastAhead(index: number, next: number, pageCount: number): number {
  return pageCount > LONGEST ? index : Math.min(index + next, pageCount - 1);
}

/** A page that was read. Both throw what reading it threw, and give nothing where pdf.js must be asked. */
interface PageAhead {
  frame(): (PageFrame & { readonly base: Transform }) | undefined;
  content(): PdfPageContent | undefined;
}

/** A page of which pdf.js must be asked all. */
const NOTHING_AHEAD: PageAhead = { frame: () => undefined, content: () => undefined };

/** The pages of a document that were read and not asked for yet. */
export class PagesAhead {
  /** Those of the last call, the first one at 0. */
  #pages: (PageAhead | undefined)[] = [];
  #from = 0;
  #reached = 0;

  /** The page that is read, or was read last. */
  get reached(): number {
    return this.#reached;
  }

  /** Gives a page away; undefined where it was not read. */
  take(index: number): PageAhead | undefined {
    const page = this.at(index);
    if (page) this.#pages[index - this.#from] = undefined;
    return page;
  }

  /** A page that stays here; undefined where it was not read. */
  at(index: number): PageAhead | undefined {
    return this.#pages[index - this.#from];
  }

  /** Forgets what was not asked for, before pages are read from one on. */
  begin(from: number): void {
    this.#pages = [];
    this.#from = from;
    this.#reached = from;
  }

  /** Notes that PDFium fails at the page that was reached. */
  fail(): void {
    this.#pages[this.#reached - this.#from] = NOTHING_AHEAD;
  }

  /**
   * Reads pages from the one on with which this was begun, in a call into the instance: that one whatever it takes.
   * @param to the last that may be read
   * @param contentOf what is on a page; undefined where pdf.js must be asked
   * @throws DocumentError `timed_out`, `aborted`; what ends the instance, at the page that was reached
   */
  read(
    opened: Opened,
    to: number,
    interrupt: Interrupt,
    contentOf: (page: LoadedPage) => PdfPageContent | undefined,
  ): void {
    const from = this.#from;
    const until = performance.now() + SLICE;
    for (let index = from; index <= to && (index === from || performance.now() < until); index++) {
      checkInterrupt(interrupt, index);
      this.#reached = index;
      this.#pages[index - from] = readPage(opened, index, contentOf);
    }
  }
}

function readPage(
  opened: Opened,
  index: number,
  contentOf: (page: LoadedPage) => PdfPageContent | undefined,
): PageAhead {
  const page = settled(() => loadPage(opened, index, (text) => text === undefined));
  return { frame: page, content: settled(() => page() && contentOf(page()!)) };
}

/**
 * What some work gave, or threw, once more; a failure of PDFium's counts as nothing, and what ends the instance is left to
 * who watches over it.
 */
function settled<T>(work: () => T): () => T | undefined {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.code === 'invalid_document') return () => undefined;
    return () => {
      throw error;
    };
  }
}
