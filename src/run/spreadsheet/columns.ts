/** The cells of sheets, and how values that share a heading share a column. */
// See docs/language/09-service.md#9133-columns

/** What a cell holds. */
export type Cell =
  | { readonly kind: 'number'; readonly value: number; readonly isPercentage?: true }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'text'; readonly value: string }
  /** A date without a time, as `2024-06-21`. */
  | { readonly kind: 'day'; readonly value: string }
  /** Says that a value has a sheet of its own. */
  | { readonly kind: 'link'; readonly sheet: FilledSheet };

/** A sheet as it is written. */
export interface FilledSheet {
  /** Name before it is made one that spreadsheets take. */
  readonly name: string;
  /** The headings, left to right. */
  readonly headings: readonly string[];
  /** The cells of each row by column. */
  readonly rows: readonly ReadonlyMap<number, Cell>[];
}

interface Column {
  readonly id: string;
  /** Undefined as long as there were only empty cells; `''` for values without a unit. */
  unit: string | undefined;
}

/** The columns of a sheet: they are added at the right as values need them. What was found once is found again. */
export class Columns {
  readonly #columns: Column[] = [];
  /** The columns of an id, by unit. */
  readonly #byId = new Map<string, Map<string | undefined, number>>();

  get headings(): readonly string[] {
    return this.#columns.map(({ id, unit }) => (unit ? `${id} (${unit})` : id));
  }

  /** The column of an id and a unit. */
  at(id: string, unit: string): number {
    const known = this.#byId.get(id);
    const same = known?.get(unit);
    if (same !== undefined) return same;
    const open = known?.get(undefined);
    if (known === undefined || open === undefined) return this.#append(id, unit);
    this.#columns[open]!.unit = unit;
    known.delete(undefined);
    known.set(unit, open);
    return open;
  }

  /** Makes sure that an id has a column. An empty cell is in the first one of its id, whatever the unit. */
  addEmpty(id: string): void {
    if (!this.#byId.has(id)) this.#append(id, undefined);
  }

  /** Adds a column that no id leads to, whatever it is called. */
  addFixed(heading: string): void {
    this.#columns.push({ id: heading, unit: undefined });
  }

  /** The place of the last column. */
  get last(): number {
    return this.#columns.length - 1;
  }

  #append(id: string, unit: string | undefined): number {
    const at = this.#columns.push({ id, unit }) - 1;
    const known = this.#byId.get(id);
    if (known) known.set(unit, at);
    else this.#byId.set(id, new Map([[unit, at]]));
    return at;
  }
}

/** A sheet, or some rows of one, while it is filled. */
export class Sheet implements FilledSheet {
  readonly name: string;
  readonly #columns: Columns;
  readonly #rows: Map<number, Cell>[] = [];

  /** @param columns default columns of its own */
  constructor(name: string, columns = new Columns()) {
    this.name = name;
    this.#columns = columns;
  }

  get headings(): readonly string[] {
    return this.#columns.headings;
  }

  get rows(): readonly ReadonlyMap<number, Cell>[] {
    return this.#rows;
  }

  /** Begins a row; its number counts from 0. */
  addRow(): number {
    return this.#rows.push(new Map()) - 1;
  }

  /** Puts a value into the column of its id and unit. */
  set(row: number, id: string, cell: Cell, unit = ''): void {
    this.#rows[row]!.set(this.#columns.at(id, unit), cell);
  }

  /** Puts a value into a column by its place. */
  setAt(row: number, column: number, cell: Cell): void {
    this.#rows[row]!.set(column, cell);
  }

  /** Makes sure that an id has a column. */
  setEmpty(id: string): void {
    this.#columns.addEmpty(id);
  }
}
