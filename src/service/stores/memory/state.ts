/** What the parts of the store in memory share: tables, clock, and the one turn that every call takes. */
import type { ExtractionRow, ResultRow, SpreadsheetRow } from '../../extraction-rows.js';
import type {
  AuditRow,
  BatchRow,
  ClassificationRow,
  ConfigRow,
  DeliveryRow,
  EventRow,
  GoldenRow,
  Instant,
  KeyRow,
  Lease,
  StoredResponse,
  TokenRow,
  TypeRow,
  VersionRow,
} from '../../rows.js';
import type { Tx } from '../../store.js';
import { StoreError } from '../../store-error.js';
import type { CoverageCount } from '../coverage-sums.js';
import { Turns } from '../turns.js';
import { Journal, Table } from './tables.js';

/** A row that waits for a worker since a time, or from a time on. */
interface Waiting {
  readonly idleSince: Instant;
}

export type ExtractionEntry = ExtractionRow & Waiting & { readonly events: number };
export type ClassificationEntry = ClassificationRow & Waiting;
type EventEntry = EventRow & { readonly sequence: number };
export type DeliveryEntry = DeliveryRow & { readonly lease: Lease | null };

type SpreadsheetEntry = SpreadsheetRow & { readonly created: Instant };

/** A blob that is to be deleted. */
interface DeletionEntry {
  readonly key: string;
  readonly extractionId: string | null;
  /** When somebody tried to delete it. */
  readonly tried: Instant | null;
}

type CoverageEntry = CoverageCount & { readonly account: string };

interface IdempotencyEntry {
  readonly bodyHash: string;
  readonly response: StoredResponse | null;
  /** When it is forgotten: the response, or that someone answers. */
  readonly until: Instant;
}

/** Who has a duty, and until when. */
interface DutyEntry {
  readonly holder: string;
  readonly until: Instant;
}

/** What the store in memory may hold. */
export interface MemoryLimits {
  /** Extractions kept; of more than that, the oldest finished ones are forgotten. */
  readonly maxExtractions: number;
  /** Characters of results and pushes kept; beyond that, the oldest finished extractions are forgotten. */
  readonly maxResultChars: number;
}

interface MemoryTx extends Tx {
  open: boolean;
}

export class Memory {
  readonly now: () => Instant;
  readonly limits: MemoryLimits;
  readonly #journal = new Journal();
  readonly #turns = new Turns();
  readonly types = new Table<TypeRow>(this.#journal);
  readonly configs = new Table<ConfigRow>(this.#journal);
  readonly versions = new Table<VersionRow>(this.#journal);
  readonly goldens = new Table<GoldenRow>(this.#journal);
  readonly extractions = new Table<ExtractionEntry>(this.#journal);
  readonly results = new Table<ResultRow>(this.#journal);
  readonly events = new Table<EventEntry>(this.#journal);
  readonly deliveries = new Table<DeliveryEntry>(this.#journal);
  readonly coverage = new Table<CoverageEntry>(this.#journal);
  readonly idempotency = new Table<IdempotencyEntry>(this.#journal);
  readonly spreadsheets = new Table<SpreadsheetEntry>(this.#journal);
  readonly deletions = new Table<DeletionEntry>(this.#journal);
  readonly batches = new Table<BatchRow>(this.#journal);
  readonly classifications = new Table<ClassificationEntry>(this.#journal);
  readonly keys = new Table<KeyRow>(this.#journal);
  readonly tokens = new Table<TokenRow>(this.#journal);
  readonly pauses = new Table<true>(this.#journal);
  readonly audit = new Table<AuditRow>(this.#journal);
  readonly duties = new Table<DutyEntry>(this.#journal);

  constructor(now: () => Instant, limits: MemoryLimits) {
    this.now = now;
    this.limits = limits;
  }

  /** A table for those who join the store's transactions. */
  table<Row>(): Table<Row> {
    return new Table<Row>(this.#journal);
  }

  /** A call of its own, or a part of a transaction. What it changed is taken back when it throws. */
  async call<T>(tx: Tx | undefined, work: () => T): Promise<T> {
    if (tx === undefined) return this.#turns.take(() => this.#whole(async () => structuredClone(work())));
    this.#check(tx);
    return structuredClone(work());
  }

  async transaction<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#turns.take(async () => {
      const tx: MemoryTx = { store: this, open: true };
      try {
        return await this.#whole(() => fn(tx));
      } finally {
        tx.open = false;
      }
    });
  }

  async #whole<T>(work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      this.#journal.commit();
      return done;
    } catch (error) {
      this.#journal.rollback();
      throw error;
    }
  }

  #check(tx: Tx): void {
    if (tx.store !== this) throw new StoreError('misuse', 'The transaction is one of another store');
    if (!('open' in tx && tx.open === true)) throw new StoreError('misuse', 'The transaction has ended');
  }
}

/** Puts rows in order by what a function gives for each: numbers, or strings by UTF-16 code units. */
export function sortedBy<Row>(rows: Row[], ...keys: readonly ((row: Row) => string | number)[]): Row[] {
  return rows.sort((a, b) => {
    for (const key of keys) {
      const [left, right] = [key(a), key(b)];
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  });
}

/** Adds a row under an id that must be new. @throws StoreError `misuse` when it is not */
export function addNew<Row>(table: Table<Row>, id: string, row: Row): void {
  if (table.has(id)) throw new StoreError('misuse', `A row of the id ${id} is there already`);
  table.set(id, structuredClone(row));
}
