/** Results kept for reuse within a bound of bytes: the least recently used go first. */
export class BoundedCache {
  readonly #limit: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  /** @param limit bytes; a single result above it is handed out but not kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The result kept under a key, if there is one. */
  known<T>(key: string): Promise<T> | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.result as Promise<T>;
  }

  /**
   * The result kept under a key, or a new one. Callers that ask while it is being made get the same promise.
   * A failure is not kept.
   * @param sizeOf bytes a result holds
   */
  get<T>(key: string, make: () => Promise<T>, sizeOf: (result: T) => number): Promise<T> {
    const known = this.known<T>(key);
    if (known) return known;
    const result = make();
    const entry: Entry = { result, bytes: 0 };
    this.#entries.set(key, entry);
    result.then(
      (value) => this.#account(key, entry, sizeOf(value)),
      () => this.#forget(key, entry),
    );
    return result;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #account(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return;
    entry.bytes = bytes;
    this.#bytes += bytes;
    for (const [oldKey, old] of this.#entries) {
      if (this.#bytes <= this.#limit) return;
      if (old.bytes > 0) this.#forget(oldKey, old);
    }
  }

  #forget(key: string, entry: Entry): void {
    if (this.#entries.get(key) !== entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}

interface Entry {
  readonly result: Promise<unknown>;
  /** 0 while it is being made. */
  bytes: number;
}
