/** Lines with nearly the text of an answer: a letter read wrongly, a word spelt in another way. */
// See docs/language/08-language-models.md#8414-where-an-answer-is-printed
import { closest, fuzzySearch } from '../foundation/text/edit-distance.js';
import { comparableWords, digitGroupsOf, holdsDigits } from './answer-text.js';

/** Lines that follow each other and hold nearly the text of an answer. */
interface NearText {
  readonly first: number;
  readonly last: number;
  /** 1 for the same text; less for each letter that differs. */
  readonly similarity: number;
}

/** Least similarity of a text that is nearly the answer, and of each of its words; and the least length of answers. */
const LEAST_SIMILARITY = 0.75;
const SHORTEST = 4;
/** Characters of an answer that is compared letter by letter. */
const LONGEST = 400;
/** Lines that are compared as one text. */
const LONGEST_WINDOW = 3;
/** Lines around which texts are compared letter by letter, the most alike first. */
const MOST_COMPARED = 40;

/** Lines that near texts are searched in. */
export class NearTexts {
  /** Comparable texts. */
  readonly #texts: readonly string[];
  #byTrigram: ReadonlyMap<string, readonly number[]> | undefined;
  #byDigits: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** All that is nearly a comparable text, with the same numbers, and near to it in every word. */
  find(answer: string): readonly NearText[] {
    if (answer.length < SHORTEST || answer.length > LONGEST) return [];
    const groups = digitGroupsOf(answer);
    const search = fuzzySearch(answer, 'substring', Math.floor(answer.length * (1 - LEAST_SIMILARITY)));
    const words = [...comparableWords(answer)];
    const isNegative = answer.startsWith('-');
    const found: NearText[] = [];
    for (const [first, last] of this.#windowsLike(answer, groups)) {
      const text = this.#texts.slice(first, last + 1).join(' ');
      if (!holdsDigits(digitGroupsOf(text), groups) || (isNegative && !NEGATIVE.test(text))) continue;
      const hit = search(text);
      if (!hit || !holdsWords(text, words)) continue;
      found.push({ first, last, similarity: 1 - hit.distance / answer.length });
    }
    return found;
  }

  /** Windows of one to three lines that share most with an answer: by its numbers, or by sequences of letters. */
  #windowsLike(answer: string, groups: readonly string[]): readonly (readonly [number, number])[] {
    const likely = this.#linesLike(answer, groups);
    const windows = new Map<string, readonly [number, number]>();
    for (const line of likely) {
      for (let length = 1; length <= LONGEST_WINDOW; length++) {
        for (let first = Math.max(0, line - length + 1); first <= line; first++) {
          const last = first + length - 1;
          if (last < this.#texts.length) windows.set(`${first} ${last}`, [first, last]);
        }
      }
    }
    return [...windows.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }

  #linesLike(answer: string, groups: readonly string[]): readonly number[] {
    const shared = new Map<number, number>();
    const [group] = groups;
    if (group !== undefined) {
      this.#byDigits ??= indexBy(this.#texts, digitGroupsOf);
      const lines = this.#byDigits.get(group) ?? [];
      if (lines.length <= MOST_COMPARED) return lines;
      for (const line of lines) shared.set(line, 1);
    }
    this.#byTrigram ??= indexBy(this.#texts, trigramsOf);
    for (const gram of new Set(trigramsOf(answer))) {
      for (const line of this.#byTrigram.get(gram) ?? []) {
        const count = shared.get(line);
        if (group === undefined || count !== undefined) shared.set(line, (count ?? 0) + 1);
      }
    }
    return [...shared]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, MOST_COMPARED)
      .map(([line]) => line);
  }
}

/** An amount below zero: a minus before or after it, or parentheses around it. */
const NEGATIVE = /(?<!\d)- ?\p{Sc}? ?\.?\d|\d-(?!\d)|\(\p{Sc}? ?\d/u;

/** Whether a text has each word, or one that is nearly it; words of few letters must be there as they are. */
function holdsWords(text: string, words: readonly string[]): boolean {
  const own = comparableWords(text);
  const joined = [...(text.match(LETTERS) ?? [])].join('');
  return words.every((word) => {
    if (own.has(word)) return true;
    const limit = Math.floor(word.length * (1 - LEAST_SIMILARITY));
    return limit > 0 && closest(word, joined, 'substring').distance <= limit;
  });
}

const LETTERS = /[\p{L}\p{N}]+/gu;

function trigramsOf(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - 2) }, (_, i) => text.slice(i, i + 3));
}

/** The positions of texts by what they hold. */
function indexBy(
  texts: readonly string[],
  keysOf: (text: string) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const [i, text] of texts.entries()) {
    for (const key of new Set(keysOf(text))) {
      const list = index.get(key);
      if (list) list.push(i);
      else index.set(key, [i]);
    }
  }
  return index;
}
