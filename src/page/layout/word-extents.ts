/** What the words of a text cover, packed: a page has a thousand of them. */

/** Numbers of an extent: start and end in the text, then left and right along it in inches. */
const EXTENT_NUMBERS = 4;

const SPACE = 0x20;

/** No word is open. */
const CLOSED = -1;

/** Extents of words, one after the other; text between spaces is a word. */
export class WordExtents {
  readonly #numbers: number[] = [];
  /** The extent of the word that is open. */
  #start = CLOSED;
  #end = CLOSED;
  #left = 0;
  #right = 0;

  /** How many there are, but for a word that is open. */
  get length(): number {
    return this.#numbers.length / EXTENT_NUMBERS;
  }

  /** Puts text of one word, or spaces, behind what was put before. @param at where it begins in its text */
  put(text: string, at: number, left: number, right: number): void {
    if (text.charCodeAt(0) === SPACE) {
      this.close();
      return;
    }
    this.#end = at + text.length;
    if (this.#start === CLOSED) {
      this.#start = at;
      this.#left = left;
      this.#right = right;
    } else {
      if (left < this.#left) this.#left = left;
      if (right > this.#right) this.#right = right;
    }
  }

  /** What is put next is no part of the word that is open. */
  close(): void {
    if (this.#start === CLOSED) return;
    const numbers = this.#numbers;
    numbers.push(this.#start);
    numbers.push(this.#end);
    numbers.push(this.#left);
    numbers.push(this.#right);
    this.#start = CLOSED;
  }

  /** Forgets the word that is open. */
  discard(): void {
    this.#start = CLOSED;
  }

  /** Moves the extents from one on to the left, by inches. */
  shift(from: number, by: number): void {
    const numbers = this.#numbers;
    for (let i = from * EXTENT_NUMBERS; i < numbers.length; i += EXTENT_NUMBERS) {
      numbers[i + 2]! -= by;
      numbers[i + 3]! -= by;
    }
  }

  start(index: number): number {
    return this.#numbers[index * EXTENT_NUMBERS]!;
  }

  end(index: number): number {
    return this.#numbers[index * EXTENT_NUMBERS + 1]!;
  }

  left(index: number): number {
    return this.#numbers[index * EXTENT_NUMBERS + 2]!;
  }

  right(index: number): number {
    return this.#numbers[index * EXTENT_NUMBERS + 3]!;
  }
}
