/**
 * The bag-of-words score behind `terms` and `stopTerms`: how often the stems of the
 * terms occur in a text, minus how often those of the stop terms do.
 */
// See docs/language/03-layout-methods-ranges-tables.md#312-bag-of-words-score
import { stemmer } from 'stemmer';

/** Punctuation that means something in its place, as in `loc #`, `% owned`, `R&D`, `$`. */
const EDGE_PUNCTUATION = /^[^\p{L}\p{N}#%$&/]+|[^\p{L}\p{N}#%$&/]+$/gu;

/** Lower-cased tokens, stripped of leading and trailing punctuation; words of a to z are stemmed (Porter 1980). */
function stems(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/u)
    .filter((token) => token !== '')
    .map((token) => token.replace(EDGE_PUNCTUATION, '') || token)
    .map((token) => (/^[a-z]+$/u.test(token) ? stemmer(token) : token));
}

/** Scores texts against terms; made once, used on many texts. */
export interface TermScorer {
  score(text: string): number;
  /** The largest share that a text has of the words of one term: 0 to 1. */
  share(text: string): number;
}

/** A scorer for some terms and stop terms. A stem in both sets counts for neither. */
export function termScorer(terms: readonly string[], stopTerms: readonly string[] = []): TermScorer {
  const wanted = new Set(terms.flatMap(stems));
  const unwanted = new Set(stopTerms.flatMap(stems));
  const phrases = terms.map((term) => [...new Set(stems(term))]).filter(({ length }) => length > 0);
  return {
    score(text) {
      let score = 0;
      for (const stem of stems(text)) score += Number(wanted.has(stem)) - Number(unwanted.has(stem));
      return score;
    },
    share(text) {
      const own = new Set(stems(text));
      const shares = phrases.map((phrase) => phrase.filter((stem) => own.has(stem)).length / phrase.length);
      return Math.max(0, ...shares);
    },
  };
}
