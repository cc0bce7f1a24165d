/** Which of several places of a value a question means: the one with most of its words around it. */
// See docs/language/08-language-models.md#8414-where-an-answer-is-printed
import { searchTokens } from './scorers.js';

/** Rows above and below a value whose words count. */
const ROWS_ABOVE = 4;
const ROWS_BELOW = 1;
/** Weight of words in the row of a value, and of those in the row below it; above it falls with the distance. */
const SAME_ROW = 1;
const ROW_BELOW = 0.3;
/** Places that are compared; the others are further down the document. */
const MOST_COMPARED = 500;

/** The printed rows that values are in. */
export class Surroundings {
  readonly #rows: readonly (readonly number[])[];
  readonly #texts: readonly string[];
  readonly #words = new Map<number, ReadonlySet<string>>();

  /**
   * @param texts of all lines
   * @param rows positions in `texts` of the lines of each printed row, in order
   */
  constructor(texts: readonly string[], rows: readonly (readonly number[])[]) {
    this.#texts = texts;
    this.#rows = rows;
  }

  /**
   * Position of the place that fits a question best; of equally good ones the first.
   * @param places rows of the places; -1 for those in none
   */
  best(places: readonly number[], question: string): number {
    const wanted = [...new Set(searchTokens(question))];
    const compared = places.slice(0, MOST_COMPARED);
    const near = compared.map((row) => wanted.map((word) => this.#nearness(row, word)));
    // What surrounds all places distinguishes none of them.
    const weights = wanted.map((_, word) => {
      const holding = near.filter((own) => own[word]! > 0).length;
      return holding === 0 ? 0 : Math.log(1 + compared.length / holding);
    });
    let best = 0;
    let most = 0;
    for (const [place, own] of near.entries()) {
      const score = own.reduce((sum, each, word) => sum + each * weights[word]!, 0);
      if (score > most + ROUNDING) {
        best = place;
        most = score;
      }
    }
    return best;
  }

  #nearness(row: number, word: string): number {
    if (row < 0) return 0;
    if (this.#wordsOf(row).has(word)) return SAME_ROW;
    for (let above = 1; above <= ROWS_ABOVE; above++) {
      if (this.#wordsOf(row - above).has(word)) return SAME_ROW / (1 + above);
    }
    for (let below = 1; below <= ROWS_BELOW; below++) {
      if (this.#wordsOf(row + below).has(word)) return ROW_BELOW;
    }
    return 0;
  }

  #wordsOf(row: number): ReadonlySet<string> {
    let words = this.#words.get(row);
    if (!words) {
      const lines = this.#rows[row] ?? [];
      words = new Set(searchTokens(lines.map((line) => this.#texts[line]).join(' ')));
      this.#words.set(row, words);
    }
    return words;
  }
}

/** Sums that differ by less are equal. */
const ROUNDING = 1e-9;
