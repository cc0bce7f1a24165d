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
