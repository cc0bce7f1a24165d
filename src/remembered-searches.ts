/** What slow searches gave, for work that is done in stretches: each begins it anew, and finds here what the last ones made. */

/** Searches that took less are made anew, in milliseconds: one under a clock takes as long at least. */
const SLOW = 0.1;

/**
 * Characters of the texts whose searches are remembered at most: as many as all lines of 60 characters on 1,000 pages have;
 * a rule may make thousands of texts of megabytes.
 */
const MOST_CHARACTERS = 4_000_000;

export class RememberedSearches<Result> {
  /** By the kind and pattern of a search, and its text. */
  readonly #results = new Map<string, Map<string, Result>>();
  #room = MOST_CHARACTERS;

  /** @param search its kind and pattern */
  find(search: string, text: string): Result | undefined {
    return this.#results.get(search)?.get(text);
  }

  /** Whether a search that took so long is to be added: those of further texts are made anew, as are fast ones. */
  takes(text: string, milliseconds: number): boolean {
    return milliseconds >= SLOW && text.length <= this.#room;
  }

  add(search: string, text: string, result: Result): void {
    this.#room -= text.length;
    const ofSearch = this.#results.get(search);
    if (ofSearch) ofSearch.set(text, result);
    else this.#results.set(search, new Map([[text, result]]));
  }
}
