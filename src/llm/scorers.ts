/** Scoring chunks against what is asked: by words (BM25), by meaning (embeddings), and by both. */
// See docs/language/08-language-models.md#845-scores
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { STOP_WORDS } from '../foundation/text/stop-words.js';
import { UNSPACED } from '../foundation/text/unspaced.js';

/** Scores texts against a question; made once for some texts, asked many questions. */
interface Scorer {
  /** A score for each text, in order; 0 where nothing fits. */
  score(query: string): readonly number[];
}

/**
 * Saturation of word counts and weight of text lengths: the usual values of Okapi BM25 (Robertson and Zaragoza, The
 * Probabilistic Relevance Framework, 2009).
 */
const BM25 = { k: 1.2, b: 0.75, d: 0 };

const WORDS = /[\p{L}\p{N}]+/gu;
const LATIN = /^[a-z]+$/u;
/** In scripts that are written without spaces two characters count as a word. */
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'gu');

/** The words of a text that say what it is about, in one form each; in order, with repetitions. */
export function searchTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORDS)) {
    if (STOP_WORDS.has(word)) continue;
    const parts = word.split(UNSPACED_RUN).filter((part) => part !== '');
    for (const [run] of word.matchAll(UNSPACED_RUN)) tokens.push(...bigrams(run));
    for (const part of parts) tokens.push(LATIN.test(part) ? stemmer(part) : part);
  }
  return tokens;
}

function bigrams(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** What texts and questions are compared by, in order, with repetitions. */
export interface ScorerTerms {
  ofText(text: string): readonly string[];
  ofQuestion(question: string): readonly string[];
}

/** Their words. */
const WORDS_ALONE: ScorerTerms = { ofText: searchTokens, ofQuestion: searchTokens };

/** Scores by the terms that texts and question share, rare ones more than common ones. */
export function wordScorer(texts: readonly string[], terms: ScorerTerms = WORDS_ALONE): Scorer {
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    tokenize: (text) => [...terms.ofText(text)],
    processTerm: (term) => term,
    searchOptions: { bm25: BM25, combineWith: 'OR', prefix: false, fuzzy: false },
  });
  index.addAll(texts.map((text, id) => ({ id, text })));
  return {
    score(query) {
      const scores = texts.map(() => 0);
      const words = [...new Set(terms.ofQuestion(query))];
      if (words.length === 0) return scores;
      const tokenize = (given: string) => given.split(' ');
      for (const { id, score, queryTerms } of index.search(words.join(' '), { tokenize })) {
        // The library multiplies BM25 by the number of words that were found.
        scores[id] = score / Math.max(1, queryTerms.length);
      }
      return scores;
    },
  };
}

/** Cosines of the vectors of texts and that of a question; 0 for vectors of no length. */
export function cosines(
  query: readonly number[],
  vectors: readonly (readonly number[])[],
): readonly number[] {
  const length = norm(query);
  return vectors.map((vector) => {
    const product = vector.reduce((sum, each, i) => sum + each * (query[i] ?? 0), 0);
    const lengths = length * norm(vector);
    return lengths === 0 ? 0 : product / lengths;
  });
}

function norm(vector: readonly number[]): number {
  return Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
}

/**
 * The scores of several questions as one: what is best for a question counts 1, however many words that question
 * has. Those of a single question stay as they are.
 */
export function scoreTogether(scores: readonly (readonly number[])[]): readonly number[] {
  const [first = [], ...others] = scores;
  if (others.length === 0) return first;
  const most = scores.map((each) => Math.max(0, ...each) || 1);
  return first.map((_, chunk) => scores.reduce((sum, each, i) => sum + each[chunk]! / most[i]!, 0));
}

/** Damps the first ranks (Cormack, Clarke and Büttcher, Reciprocal Rank Fusion, 2009). */
const RANK_OFFSET = 60;

/**
 * One score from several: the sum of the reciprocal ranks. Texts that one scorer gives 0 get nothing from it; equal
 * scores share the better rank.
 */
export function fuseByRank(rankings: readonly (readonly number[])[]): readonly number[] {
  const count = Math.max(0, ...rankings.map(({ length }) => length));
  const fused = Array.from({ length: count }, () => 0);
  for (const scores of rankings) {
    const order = scores
      .map((score, i) => ({ score, i }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    let rank = 0;
    for (const [place, { score, i }] of order.entries()) {
      if (place === 0 || score < order[place - 1]!.score) rank = place + 1;
      fused[i] = (fused[i] ?? 0) + 1 / (RANK_OFFSET + rank);
    }
  }
  return fused;
}
