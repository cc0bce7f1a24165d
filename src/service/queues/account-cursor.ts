/** Whose turn it is at the jobs of a queue. */

/** The account that had the last turn; next is the one after it, in the order of their names, and then the first. */
export class AccountCursor {
  #last = '';

  get last(): string {
    return this.#last;
  }

  /** Goes on behind accounts that had their turns: those up to the last one came after those behind it. */
  move(accounts: readonly string[]): void {
    const again = accounts.filter((account) => account <= this.#last);
    const had = (again.length > 0 ? again : [...accounts]).sort();
    this.#last = had.at(-1) ?? this.#last;
  }
}
