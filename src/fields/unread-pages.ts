/** Reading pages while fields run: a field that looks past those that are read waits until there are more, and runs again. */
// See docs/language/01-document-anchors-fields.md#113-pages-that-are-not-read
import { GrowingScope, type Wanted } from '../anchors/growing-scope.js';
import { type SearchScope, withGuard } from '../anchors/scope.js';
import type { Document, Page } from '../document/model.js';
import type { PagedDocument } from '../document/paged.js';
import { type PatternGuard, placedGuard } from '../pattern-guard.js';
import type { FieldScope } from './definition.js';
import { laterTold } from './later.js';

/** Pages of a file, zero-based, the end exclusive. */
export interface PageStretch {
  readonly from: number;
  readonly to: number;
}

/** How pages become those that fields see. */
export interface PagePreparation {
  /** Some pages by themselves; undefined where they cannot be prepared without the others. */
  some(pages: readonly Page[]): Promise<readonly Page[] | undefined>;
  /** All pages of a document; those that are left out of the stretch are among them. */
  all(document: Document): Promise<readonly Page[]>;
}

/** The pages of a document that fields may see, read as they want them. */
export class UnreadPages {
  /** The whole document, once it had to be read whole. */
  whole: Document | undefined;
  readonly #document: PagedDocument;
  readonly #stretch: PageStretch;
  readonly #preparation: PagePreparation;
  readonly #growing: GrowingScope;
  readonly #pages: Page[] = [];
  #next: number;
  #failure: { readonly error: unknown } | undefined;

  /** @param stretch pages that belong to the scope; at least one */
  constructor(
    document: PagedDocument,
    stretch: PageStretch,
    preparation: PagePreparation,
    guard: PatternGuard,
  ) {
    this.#document = document;
    this.#stretch = stretch;
    this.#preparation = preparation;
    this.#growing = new GrowingScope(guard);
    this.#next = stretch.from;
  }

  get scope(): SearchScope {
    return this.#growing.scope;
  }

  get isComplete(): boolean {
    return this.#growing.isComplete;
  }

  /** What fields have wanted to be read since this was asked last. */
  takeWanted(): Wanted | undefined {
    return this.#growing.takeWanted();
  }

  /** Whether something was thrown by the reading of pages, which ends the run whatever it is. */
  failedWith(error: unknown): boolean {
    return this.#failure !== undefined && this.#failure.error === error;
  }

  /**
   * Reads as many pages again as are read already, at least one, or all.
   * @throws DocumentError as loading the document does
   */
  async read(wanted: Wanted): Promise<void> {
    try {
      await this.#read(wanted);
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }

  async #read(wanted: Wanted): Promise<void> {
    const { from, to } = this.#stretch;
    const end = wanted === 'all' ? to : Math.min(to, this.#next + Math.max(1, this.#next - from));
    const fresh: Page[] = [];
    for (; this.#next < end; this.#next++) {
      const page = await this.#document.page(this.#next, this.#next === from, end - 1 - this.#next);
      if (!page) return this.#readWhole();
      fresh.push(page);
    }
    const prepared = await this.#preparation.some(fresh);
    if (!prepared) return this.#readWhole();
    this.#pages.push(...prepared);
    this.#growing.set(this.#pages, this.#next === to);
  }

  async #readWhole(): Promise<void> {
    this.whole = await this.#document.whole();
    this.#growing.set(await this.#preparation.all(this.whole), true);
  }
}

/**
 * Takes a step of a scope, again and again until it wants no more pages. Nothing that it tells the run in vain is told.
 * @param step may be taken several times; what it stores last counts
 * @throws what the last step throws; what the reading of pages throws
 */
export async function withWantedPages(
  scope: FieldScope,
  step: (scope: FieldScope) => Promise<void>,
): Promise<void> {
  const { unread, patternTime } = scope.run;
  if (!unread || unread.isComplete) return step(scope);
  for (;;) {
    const effects: (() => void)[] = [];
    const timeLeft = patternTime.left;
    const run = laterTold(scope.run, effects);
    const attempt = {
      ...scope,
      run,
      scope: withGuard(
        scope.scope,
        placedGuard(run, () => ({})),
      ),
    };
    const outcome = await outcomeOf(() => step(attempt));
    const wanted = unread.takeWanted();
    if (wanted === undefined) {
      for (const effect of effects) effect();
      if ('error' in outcome) throw outcome.error;
      return;
    }
    patternTime.left = timeLeft;
    await unread.read(wanted);
  }
}

async function outcomeOf(step: () => Promise<void>): Promise<{ readonly error?: unknown }> {
  try {
    await step();
    return {};
  } catch (error) {
    return { error };
  }
}
