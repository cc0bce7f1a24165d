/** How much of what an id says the captions around a value say. */

import { tokensOf, type WordFit, wordFit, wordsOfId } from './id-words.js';
import type { PageIndex } from './page-index.js';

/** Texts around a value, and how near to it they belong: 1 what captions it for sure. */
export interface Context {
  readonly text: string;
  readonly weight: number;
}

/** What a number that only counts ("address_1") weighs, against a word. */
const COUNT_WEIGHT = 0.3;
/** What the words of the last member of an id weigh together: `status.renewed` is about "Renewed". */
const LAST_MEMBER = 0.65;
/** How much of the fit of a caption goes by its own words: "Wages" says more of `wages` than "Medicare wages and tips". */
const OWN_SHARE = 0.4;

/** What ends the first part of a caption. */
const HEAD_END = /[,;(]|\s[-–—]\s/u;

/** Weighs texts of a document against an id. */
export class Relevance {
  readonly #words: readonly string[];
  /** What each word of the id weighs: rare ones on the document more; together 1, or 0 where it has none of them. */
  readonly #weights: readonly number[];
  readonly #fits = new Map<string, WordFit>();

  /** @param id undefined where none was given: nothing is relevant then */
  constructor(id: string | undefined, index: PageIndex) {
    const { words, own } = id === undefined ? { words: [], own: 0 } : wordsOfId(id);
    this.#words = words;
    const counts = this.#words.map(() => 0);
    for (const tokens of index.tokens) {
      for (const [i, sure] of wordFit(this.#words, tokens).words.entries()) if (sure > 0) counts[i]!++;
    }
    const weights = counts.map((count, i) =>
      count === 0
        ? 0
        : Math.log(1 + index.lines.length / count) * (/^\d$/u.test(this.#words[i]!) ? COUNT_WEIGHT : 1),
    );
    this.#weights = shared(weights, own);
  }

  /** The words of the id. */
  get words(): readonly string[] {
    return this.#words;
  }

  /** Numbers that the id names, as "12b", by which a caption may go. */
  get numbers(): readonly string[] {
    return this.#words.filter((word) => /\d/u.test(word));
  }

  /** How much of the id a text says, 0 to 1. */
  of(text: string): number {
    return this.ofContext([{ text, weight: 1 }]);
  }

  /** How much of the id the texts around a value say together, 0 to 1. */
  ofContext(context: readonly Context[]): number {
    if (this.#words.length === 0) return 0;
    let own = 0;
    const most = this.#words.map(() => 0);
    for (const { text, weight } of context) {
      const { words, explained } = this.#fitOf(text);
      let fit = 0;
      for (const [i, sure] of words.entries()) {
        fit += sure * this.#weights[i]!;
        most[i] = Math.max(most[i]!, sure * weight);
      }
      own = Math.max(own, fit * explained * weight);
    }
    const all = most.reduce((sum, sure, i) => sum + sure * this.#weights[i]!, 0);
    return (1 - OWN_SHARE) * all + OWN_SHARE * own;
  }

  #fitOf(text: string): WordFit {
    const known = this.#fits.get(text) ?? this.#newFit(text);
    this.#fits.set(text, known);
    return known;
  }

  /** What a caption says first, before a comma or in front of brackets, may be all of it: "Wages, tips, other pay". */
  #newFit(text: string): WordFit {
    const fit = wordFit(this.#words, tokensOf(text));
    const head = text.split(HEAD_END, 1)[0] ?? '';
    if (head.length === text.length) return fit;
    const { explained } = wordFit(this.#words, tokensOf(head));
    return { ...fit, explained: Math.max(fit.explained, explained) };
  }
}

/** Weights that are 1 together; of an id with members, the words of the last one have most. */
function shared(weights: readonly number[], own: number): readonly number[] {
  const sum = (part: readonly number[]) => part.reduce((total, weight) => total + weight, 0);
  const [around, last] = [sum(weights.slice(0, own)), sum(weights.slice(own))];
  const lastShare = around === 0 ? 1 : last === 0 ? 0 : LAST_MEMBER;
  return weights.map((weight, i) => {
    if (weight === 0) return 0;
    return i < own ? (weight / around) * (1 - lastShare) : (weight / last) * lastShare;
  });
}
