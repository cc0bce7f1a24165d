/** The scope of a document whose pages are read when a search wants them. */
import type { Line, Page } from '../document/model.js';
import type { PatternGuard } from '../pattern-guard.js';
import { type SearchScope, scopeOf } from './scope.js';

/** What a search wants to be read: some pages after those that are, or all that belong to the scope. */
export type Wanted = 'next' | 'all';

/** Thrown where a search looks past the pages that are read; it is made again once there are more. Nobody else sees it. */
export class PagesWanted extends Error {
  constructor() {
    super('more pages are wanted');
    this.name = 'PagesWanted';
  }
}

/**
 * The scope of a document of which only the first pages are read. Until it has all, it lets a search have what later
 * pages cannot change: lines by their page, positions of lines, and those who ask for them the lines so far. Everything
 * else throws `PagesWanted`, so that what does not know of unread pages cannot go wrong.
 */
export class GrowingScope {
  readonly scope: SearchScope;
  readonly #guard: PatternGuard;
  #read: SearchScope;
  #isComplete = false;
  #wanted: Wanted | undefined;

  constructor(guard: PatternGuard) {
    this.#guard = guard;
    this.#read = scopeOf([], [], guard);
    this.scope = this.#growing();
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Tells of the pages that are read by now.
   * @param pages in document order; the first are those told of before
   * @param isComplete whether they are all
   */
  set(pages: readonly Page[], isComplete: boolean): void {
    this.#read = scopeOf(
      pages.flatMap((page) => page.lines),
      pages,
      this.#guard,
    );
    this.#isComplete = isComplete;
  }

  /** What was wanted since this was asked last, though it may be that whoever wanted it caught what was thrown. */
  takeWanted(): Wanted | undefined {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    return wanted;
  }

  #want(wanted: Wanted): never {
    if (this.#wanted !== 'all') this.#wanted = wanted;
    throw new PagesWanted();
  }

  #complete(): SearchScope {
    return this.#isComplete ? this.#read : this.#want('all');
  }

  #page(index: number): Page | undefined {
    const page = this.#read.pages.get(index);
    return page || this.#isComplete ? page : this.#want('next');
  }

  #growing(): SearchScope {
    const self = this;
    const growing = new GrowingPages(
      (index) => this.#page(index),
      () => this.#complete().pages,
    );
    const pages = () => (this.#isComplete ? this.#read.pages : growing);
    return {
      get begun() {
        if (self.#isComplete) return undefined;
        return { lines: self.#read.lines, wantNext: () => self.#want('next') };
      },
      get lines() {
        return self.#complete().lines;
      },
      get ownLines() {
        return self.#complete().ownLines;
      },
      get pages() {
        return pages();
      },
      linesOn: (index) => (pages().has(index) ? this.#read.linesOn(index) : []),
      indexOf: (line: Line) => this.#read.indexOf(line),
      paragraphOf: (line: Line) => this.#complete().paragraphOf(line),
      firstOwn: 0,
      extentOn: () => undefined,
      patternGuard: this.#guard,
    };
  }
}

/** Pages by index, of which those that are read can be asked for one by one. */
class GrowingPages implements ReadonlyMap<number, Page> {
  readonly get: (index: number) => Page | undefined;
  readonly #all: () => ReadonlyMap<number, Page>;

  constructor(page: (index: number) => Page | undefined, all: () => ReadonlyMap<number, Page>) {
    this.get = page;
    this.#all = all;
  }

  has(index: number): boolean {
    return this.get(index) !== undefined;
  }

  get size(): number {
    return this.#all().size;
  }

  forEach(tell: (page: Page, index: number, pages: ReadonlyMap<number, Page>) => void): void {
    this.#all().forEach(tell);
  }

  keys() {
    return this.#all().keys();
  }

  values() {
    return this.#all().values();
  }

  entries() {
    return this.#all().entries();
  }

  [Symbol.iterator]() {
    return this.#all()[Symbol.iterator]();
  }
}
