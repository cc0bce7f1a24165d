/** Bounds the search for tables of an extraction: each anchor of a field looks at all lines down to its stop. */
// See docs/language/03-layout-methods-ranges-tables.md#39-the-table-recogniser

/**
 * Lines that all searches look at together, a line as often as it is looked at: some 5 s. A table from each of 500 pages
 * with 50 lines, to the end of the document, takes 6,000,000; from each of 10,000 lines it would take 50,000,000.
 */
const MAX_LINES = 20_000_000;

export class TableBudget {
  #left: number;

  /** @param left lines that may still be looked at */
  constructor(left = MAX_LINES) {
    this.#left = left;
  }

  /** Whether there is room for a search of so many lines, which it then takes up. */
  take(lines: number): boolean {
    if (lines > this.#left) return false;
    this.#left -= lines;
    return true;
  }
}

/** Why no more tables are looked for. */
export const NO_MORE_TABLES = `tables were looked for at so many anchors that more than ${MAX_LINES} lines would be looked at; give the method a stop, or choose an anchor that is found less often`;
