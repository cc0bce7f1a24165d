/** Tables in memory: maps whose changes a transaction can take back. Rows in them are never changed, only replaced. */

/** Takes a change back. */
type Undo = () => void;

/** Changes since the transaction began, newest last. */
export class Journal {
  #undos: Undo[] = [];

  add(undo: Undo): void {
    this.#undos.push(undo);
  }

  /** Forgets the changes: they stay. */
  commit(): void {
    this.#undos = [];
  }

  /** Takes all changes back. */
  rollback(): void {
    for (const undo of this.#undos.reverse()) undo();
    this.#undos = [];
  }
}

/** Rows by key, in the order in which their keys came in. */
export class Table<Row> {
  readonly #rows = new Map<string, Row>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  has(key: string): boolean {
    return this.#rows.has(key);
  }

  /** Adds a row, or replaces the one of its key, which keeps its place. */
  set(key: string, row: Row): void {
    const before = this.#rows.get(key);
    this.#rows.set(key, row);
    this.#journal.add(() => {
      if (before === undefined) this.#rows.delete(key);
      else this.#rows.set(key, before);
    });
  }

  /**
   * Takes a row away. When it is put back, it is the last one.
   * @returns whether there was one
   */
  delete(key: string): boolean {
    const before = this.#rows.get(key);
    if (before === undefined) return false;
    this.#rows.delete(key);
    this.#journal.add(() => this.#rows.set(key, before));
    return true;
  }

  values(): IterableIterator<Row> {
    return this.#rows.values();
  }

  entries(): IterableIterator<[string, Row]> {
    return this.#rows.entries();
  }

  /** The first row that a condition holds of. */
  find(condition: (row: Row) => boolean): Row | undefined {
    for (const row of this.#rows.values()) if (condition(row)) return row;
    return undefined;
  }

  /** All rows that a condition holds of. */
  filter(condition: (row: Row) => boolean): Row[] {
    return [...this.#rows.values()].filter(condition);
  }
}
