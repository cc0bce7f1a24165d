/** What a document keeps of its pages while it is open: within bounds, shared by nobody else, gone when it is closed. */
import { DocumentError } from '../../errors.js';
import { DEFAULT_LIMITS, type Limits } from '../../limits.js';
import { BoundedCache } from './bounded-cache.js';
import type { Document } from './model.js';
import type { PageGraphics } from './page-graphics.js';

/** Something that holds bytes which it can make again. */
export interface Releasable {
  /** Bytes held now, roughly. */
  readonly bytes: number;
  /** Lets go of all of them. */
  forget(): void;
}

/** The memory of one document. */
export class DocumentMemory {
  readonly #cache: BoundedCache;
  readonly #inkBytes: number;
  readonly #pages = new Map<string, PageMemory>();
  /** The one used longest ago first. */
  readonly #ink = new Set<Releasable>();
  #usedLast: Releasable | undefined;
  #isClosed = false;

  /** @param limits bytes of drawn pages and paths, and of ink, that are kept for reuse */
  constructor({ cacheBytes, inkBytes }: Pick<Limits, 'cacheBytes' | 'inkBytes'> = DEFAULT_LIMITS) {
    this.#cache = new BoundedCache(cacheBytes);
    this.#inkBytes = inkBytes;
  }

  /**
   * The memory of a page as it lies.
   * @param name distinguishes it from other pages, and from the same page lying otherwise
   */
  page(name: string): PageMemory {
    let memory = this.#pages.get(name);
    if (!memory) {
      memory = new PageMemory(name, this.#cache, this);
      this.#pages.set(name, memory);
    }
    return memory;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Bytes of ink held, roughly. */
  get heldInk(): number {
    let bytes = 0;
    for (const each of this.#ink) bytes += each.bytes;
    return bytes;
  }

  /** Notes that ink is looked at; that of other pages is let go of, the least recently used first, until all fits. */
  useInk(ink: Releasable): void {
    // A form has hundreds of boxes a page, and to sum up all layers takes as long as to look at one.
    if (ink === this.#usedLast) return;
    this.#usedLast = ink;
    this.#ink.delete(ink);
    this.#ink.add(ink);
    let bytes = this.heldInk;
    for (const oldest of this.#ink) {
      if (bytes <= this.#inkBytes || oldest === ink) return;
      bytes -= oldest.bytes;
      this.forgetInk(oldest);
    }
  }

  /** Lets go of ink, if it is held. */
  forgetInk(ink: Releasable): void {
    if (ink === this.#usedLast) this.#usedLast = undefined;
    if (this.#ink.delete(ink)) ink.forget();
  }

  /** Lets go of everything. What is asked of the pages afterwards is refused, see `whileOpen`. */
  close(): void {
    this.#isClosed = true;
    this.#cache.clear();
    for (const memory of this.#pages.values()) memory.clear();
    for (const ink of this.#ink) this.forgetInk(ink);
  }
}

/** Moves of a page that are kept apart at a time; the oldest is forgotten first. */
const MOST_MOVES = 16;

/** A class, by which the one object of it that a page or document keeps is found. */
type ClassOf<Kept> = abstract new (...members: never[]) => Kept;

function ownObject<Kept extends object>(
  objects: Map<ClassOf<object>, object>,
  kind: ClassOf<Kept>,
  make: () => Kept,
): Kept {
  let kept = objects.get(kind) as Kept | undefined;
  if (!kept) {
    kept = make();
    objects.set(kind, kept);
  }
  return kept;
}

/** The memory of one page as it lies. */
export class PageMemory {
  readonly #name: string;
  readonly #cache: BoundedCache;
  readonly #document: DocumentMemory;
  readonly #kept = new Map<ClassOf<object>, object>();
  readonly #moved = new Map<string, PageMemory>();

  /** @internal use `DocumentMemory.page` and `moved` */
  constructor(name: string, cache: BoundedCache, document: DocumentMemory) {
    this.#name = name;
    this.#cache = cache;
    this.#document = document;
  }

  /**
   * Paths, pixels and the like, which the pages of a document keep within one bound.
   * @param what distinguishes it from others of the page
   * @param sizeOf bytes a result holds
   */
  cached<T>(what: string, make: () => Promise<T>, sizeOf: (result: T) => number): Promise<T> {
    return this.#cache.get(`${this.#name} ${what}`, make, sizeOf);
  }

  /** The page's own object of a class, made when first asked for. */
  own<Kept extends object>(kind: ClassOf<Kept>, make: () => Kept): Kept {
    return ownObject(this.#kept, kind, make);
  }

  /** Notes that ink of the page is looked at. */
  useInk(ink: Releasable): void {
    this.#document.useInk(ink);
  }

  /**
   * The memory of the page moved elsewhere, the same when it is moved so again later.
   * @param move distinguishes the move from others of this page
   */
  moved(move: string): PageMemory {
    const memory =
      this.#moved.get(move) ?? new PageMemory(`${this.#name} ${move}`, this.#cache, this.#document);
    this.#moved.delete(move);
    this.#moved.set(move, memory);
    const [oldest] = this.#moved;
    if (this.#moved.size > MOST_MOVES && oldest) {
      oldest[1].clear();
      this.#moved.delete(oldest[0]);
    }
    return memory;
  }

  /** Lets go of the page's objects, and of those of its moves. */
  clear(): void {
    for (const kept of this.#kept.values()) this.#document.forgetInk(kept as Releasable);
    this.#kept.clear();
    for (const moved of this.#moved.values()) moved.clear();
    this.#moved.clear();
  }
}

/**
 * How a document of some memory ends.
 * @param release frees what its file holds; called once
 */
export function endOf(
  memory: DocumentMemory,
  release: () => Promise<void> = async () => undefined,
): Pick<Document, 'close' | 'isClosed'> {
  let closing: Promise<void> | undefined;
  return {
    isClosed: () => memory.isClosed,
    close() {
      memory.close();
      closing ??= release();
      return closing;
    },
  };
}

/** The error about a document that is used after its end. @param page zero-based, where one was asked for something */
export function closedError(page?: number): DocumentError {
  return new DocumentError('closed', 'The document was closed; load it again to use it.', { page });
}

/** The graphics of a page as long as its document is open: afterwards everything rejects with `closed`. */
export function whileOpen(graphics: PageGraphics, document: DocumentMemory, page: number): PageGraphics {
  const open = async <T>(read: () => Promise<T>): Promise<T> => {
    if (document.isClosed) throw closedError(page);
    return read();
  };
  return {
    memory: graphics.memory,
    paths: () => open(graphics.paths),
    known: () => open(async () => graphics.known?.()),
    images: () => open(graphics.images),
    formFields: () => open(graphics.formFields),
    raster: (options) => open(() => graphics.raster(options)),
  };
}
