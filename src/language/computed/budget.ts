/** Bounds what computed fields make of each other: copies of copies grow as a power of the number of fields. */

import { printedLength } from '../../foundation/text/printed-length.js';

/**
 * Size of all values that the computed fields of an extraction make, in cells of about 8 bytes: one for an
 * object, an array, a member, an item, a plain value and each `CHARACTERS_PER_CELL` of text. 8,000 sections that
 * each copy 20 fields with their lines take about half of it.
 */
const MAX_VALUE_CELLS = 20_000_000;
const CHARACTERS_PER_CELL = 8;

/** Levels of arrays and objects in a value: what rules can copy and `JSON.stringify` can print. */
export const MAX_VALUE_LEVELS = 500;

/** A computed value was too large; its field becomes null. */
export class BudgetError extends Error {
  override readonly name = 'BudgetError';
}

interface Extent {
  readonly cells: number;
  readonly levels: number;
}

/** The budget of one extraction. */
export class ValueBudget {
  #left: number;
  readonly #extents = new WeakMap<object, Extent>();

  /** @param cells all that may be made */
  constructor(cells: number = MAX_VALUE_CELLS) {
    this.#left = cells;
  }

  /** Asks for room before something is made. @throws BudgetError */
  reserve(cells: number): void {
    if (cells > this.#left)
      throw new BudgetError('the value is too large: computed fields made too much data');
  }

  /** The same for characters of text. */
  reserveText(characters: number): void {
    this.reserve(Math.ceil(characters / CHARACTERS_PER_CELL));
  }

  /** Cells of a finished value; parts that it shares count each time. @throws BudgetError when it nests too deep */
  sizeOf(value: unknown): number {
    return this.#extent(value, 0).cells;
  }

  /** Counts a value as made and gives it back. @throws BudgetError */
  spend<T>(value: T): T {
    const { cells } = this.#extent(value, 0);
    this.reserve(cells);
    this.#left -= cells;
    return value;
  }

  #extent(value: unknown, level: number): Extent {
    if (typeof value === 'string')
      return { cells: 1 + Math.ceil(printedLength(value) / CHARACTERS_PER_CELL), levels: 0 };
    if (typeof value !== 'object' || value === null) return { cells: 1, levels: 0 };
    const known = this.#extents.get(value);
    if (level + (known?.levels ?? 1) > MAX_VALUE_LEVELS) {
      throw new BudgetError(`the value nests deeper than ${MAX_VALUE_LEVELS} levels`);
    }
    if (known) return known;
    let cells = 1;
    let levels = 0;
    for (const member of Array.isArray(value) ? value : Object.values(value)) {
      const inner = this.#extent(member, level + 1);
      cells += inner.cells + 1;
      levels = Math.max(levels, inner.levels);
    }
    const extent = { cells, levels: levels + 1 };
    this.#extents.set(value, extent);
    return extent;
  }
}
