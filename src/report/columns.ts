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

/** A sheet while it is filled: columns are added at the right as values need them. */
export class Sheet implements FilledSheet {
  readonly name: string;
  readonly #columns: Column[] = [];
  readonly #byId = new Map<string, number[]>();
  readonly #rows: Map<number, Cell>[] = [];

  constructor(name: string) {
    this.name = name;
  }

  get headings(): readonly string[] {
    return this.#columns.map(({ id, unit }) => (unit ? `${id} (${unit})` : id));
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
    this.#rows[row]!.set(this.#columnFor(id, unit), cell);
  }

  /** Makes sure that an id has a column. An empty cell is in the first one of its id, whatever the unit. */
  setEmpty(id: string): void {
    if (!this.#byId.has(id)) this.#append(id, undefined);
  }

  #columnFor(id: string, unit: string): number {
    const known = this.#byId.get(id) ?? [];
    const same = known.find((at) => this.#columns[at]!.unit === unit);
    if (same !== undefined) return same;
    const open = known.find((at) => this.#columns[at]!.unit === undefined);
    if (open === undefined) return this.#append(id, unit);
    this.#columns[open]!.unit = unit;
    return open;
  }

  #append(id: string, unit: string | undefined): number {
    const at = this.#columns.push({ id, unit }) - 1;
    this.#byId.set(id, [...(this.#byId.get(id) ?? []), at]);
    return at;
  }
}
