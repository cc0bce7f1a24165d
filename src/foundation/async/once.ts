/** Work that is done once, when its value is first wanted; work that failed is done again for whoever wants it next. */
export class Once<Value> {
  readonly #work: () => Promise<Value>;
  #made: Promise<Value> | undefined;

  constructor(work: () => Promise<Value>) {
    this.#work = work;
  }

  /** The value. @throws whatever the work throws */
  get(): Promise<Value> {
    this.#made ??= this.#work().catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
    return this.#made;
  }

  /** The value of work that was begun and did not fail; nothing is begun for it. */
  async begun(): Promise<Value | undefined> {
    return this.#made?.catch(() => undefined);
  }
}

/** Where the work of keys is kept: a map, weak or not. */
interface Kept<Key, Value> {
  get(key: Key): Promise<Value> | undefined;
  set(key: Key, value: Promise<Value>): unknown;
  delete(key: Key): unknown;
}

/** Work that is done once a key; work that failed is done again for whoever wants it next. @throws whatever the work throws */
export function onceFor<Key, Value>(
  known: Kept<Key, Value>,
  key: Key,
  work: () => Promise<Value>,
): Promise<Value> {
  let value = known.get(key);
  if (!value) {
    value = work();
    known.set(key, value);
    value.catch(() => known.delete(key));
  }
  return value;
}
