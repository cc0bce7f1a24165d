/**
 * Words in two buffers. As strings in a set, a language's words take 25 MB of the heap, which every collection of
 * garbage goes over: a third of all that extractions keep.
 */
const LINE_FEED = 0x0a;

/** Places of the table for each word, at least: fewer make searches long. */
const PLACES_FOR_WORD = 1.5;

/** Start and factor of the hash FNV-1a in 32 bits (RFC 9923, sections 5 and 6). */
const FNV_START = 0x811c9dc5;
const FNV_FACTOR = 0x01000193;

/** The words of a text of ASCII that has one on each line. */
export class PackedWords {
  readonly #text: Uint8Array;
  /** By hash, where a word begins in the text; one more than that, since 0 is for nothing. */
  readonly #table: Uint32Array;
  /** All bits of an index into the table. */
  readonly #mask: number;

  /** @param text line feeds are between the words, no other control characters and no empty lines */
  constructor(text: Uint8Array) {
    this.#text = text;
    const starts = startsOf(text);
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, starts.length) * PLACES_FOR_WORD));
    this.#table = new Uint32Array(size);
    this.#mask = size - 1;
    for (const start of starts) {
      let hash = FNV_START;
      for (let at = start; at < text.length && text[at] !== LINE_FEED; at++) hash = hashed(hash, text[at]!);
      let place = hash & this.#mask;
      while (this.#table[place] !== 0) place = (place + 1) & this.#mask;
      this.#table[place] = start + 1;
    }
  }

  /** @param word in lower case */
  has(word: string): boolean {
    let hash = FNV_START;
    for (let at = 0; at < word.length; at++) hash = hashed(hash, word.charCodeAt(at));
    for (let place = hash & this.#mask; ; place = (place + 1) & this.#mask) {
      const start = this.#table[place];
      if (!start) return false;
      if (this.#standsAt(start - 1, word)) return true;
    }
  }

  #standsAt(start: number, word: string): boolean {
    const end = start + word.length;
    if (end < this.#text.length && this.#text[end] !== LINE_FEED) return false;
    for (let at = 0; at < word.length; at++) {
      const code = word.charCodeAt(at);
      if (code === LINE_FEED || code !== this.#text[start + at]) return false;
    }
    return true;
  }
}

function hashed(hash: number, code: number): number {
  return Math.imul(hash ^ code, FNV_FACTOR);
}

function startsOf(text: Uint8Array): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== LINE_FEED && (at === 0 || text[at - 1] === LINE_FEED)) starts.push(at);
  }
  return starts;
}
