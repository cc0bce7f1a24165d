/** Which chunks a model is shown. */
// See docs/language/08-language-models.md#846-choosing-chunks
import { type Chunk, chunksOf, chunkText, type ModelScope } from './chunks.js';
import { cosines, fuseByRank, scoreTogether, wordScorer } from './scorers.js';
import { WORDS_AND_SHAPES } from './shapes.js';

/** What is looked for. */
export interface Search {
  /** What chunks are scored against where there are no single questions. */
  readonly text: string;
  /** Questions that are scored one by one, and each of which wants its own best chunk among those chosen. */
  readonly queries: readonly string[];
  /** Chunks wanted. */
  readonly count: number;
}

/** Gives vectors of texts; undefined where nothing embeds. */
export type Embed = (
  texts: readonly string[],
  kind: 'chunk' | 'query',
) => Promise<readonly (readonly number[])[] | undefined>;

/** A chunk that was chosen. */
export interface ChosenChunk extends Chunk {
  readonly score: number;
  /** 0 for the best. */
  readonly rank: number;
}

/** Chunks of a scope with their texts, made once for all that is asked of it. */
export interface ChunkIndex {
  readonly chunks: readonly Chunk[];
  /** The chunks for a search, best first. */
  choose(search: Search, embed?: Embed): Promise<readonly ChosenChunk[]>;
}

/** Cuts a scope into chunks that can be searched. */
export function indexChunks(
  scope: ModelScope,
  options: { readonly size: number; readonly overlap: number },
): ChunkIndex {
  const chunks = chunksOf(scope, options);
  const texts = chunks.map((chunk) => chunkText(scope, chunk));
  const words = wordScorer(texts, WORDS_AND_SHAPES);
  return {
    chunks,
    async choose({ text, queries, count }, embed) {
      const asked = queries.length > 0 ? queries : [text];
      const [vectors, wanted] = embed
        ? await Promise.all([embed(texts, 'chunk'), embed(asked, 'query')])
        : [undefined, undefined];
      const scores = asked.map((query, position) => {
        const byWords = words.score(query);
        const vector = wanted?.[position];
        return vectors && vector ? fuseByRank([byWords, cosines(vector, vectors)]) : byWords;
      });
      const best = queries.map((_, position) => bestOf(scores[position]!));
      return chooseByScore(chunks, scoreTogether(scores), best, count);
    },
  };
}

/** Position of the highest score above 0; undefined without one. */
function bestOf(scores: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const [i, score] of scores.entries()) {
    if (score > 0 && (best === undefined || score > scores[best]!)) best = i;
  }
  return best;
}

/**
 * The chunks with the highest scores, with the best one of every question among them, filled up with their
 * neighbours; the first ones where nothing fits. Chunks without a line of their own are passed over: overlapping
 * chunks would else take places and show nothing new.
 * @param wanted for every question the position of its best chunk
 */
export function chooseByScore(
  chunks: readonly Chunk[],
  scores: readonly number[],
  wanted: readonly (number | undefined)[],
  count: number,
): readonly ChosenChunk[] {
  const ranked = [...chunks.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b);
  const fitting = ranked.filter((i) => scores[i]! > 0);
  const kept = firstWithNewLines(chunks, fitting.length > 0 ? fitting : ranked, count);
  coverQuestions(kept, chunks, wanted);
  addNeighbours(kept, chunks.length, count);
  return kept.map((i, rank) => ({ ...chunks[i]!, score: scores[i]!, rank }));
}

function firstWithNewLines(chunks: readonly Chunk[], ranked: readonly number[], count: number): number[] {
  const seen = new Set<number>();
  const kept: number[] = [];
  for (const chunk of ranked) {
    if (kept.length >= count) break;
    const { lines } = chunks[chunk]!;
    if (lines.every((line) => seen.has(line))) continue;
    for (const line of lines) seen.add(line);
    kept.push(chunk);
  }
  return kept;
}

/** Puts the best chunk of each question in the place of the worst that is no question's best. */
function coverQuestions(
  kept: number[],
  chunks: readonly Chunk[],
  wanted: readonly (number | undefined)[],
): void {
  const best = new Set(wanted);
  for (const chunk of wanted) {
    if (chunk === undefined || kept.some((each) => sharesLines(chunks[each]!, chunks[chunk]!))) continue;
    const place = kept.findLastIndex((each) => !best.has(each));
    if (place >= 0) kept[place] = chunk;
  }
}

function sharesLines(a: Chunk, b: Chunk): boolean {
  const lines = new Set(a.lines);
  return b.lines.some((line) => lines.has(line));
}

/** Fills free places with the next and the previous chunk of each that is kept, in rank order. */
function addNeighbours(kept: number[], chunkCount: number, count: number): void {
  const has = new Set(kept);
  for (const chunk of kept.slice()) {
    for (const neighbour of [chunk + 1, chunk - 1]) {
      if (kept.length >= count) return;
      if (neighbour < 0 || neighbour >= chunkCount || has.has(neighbour)) continue;
      has.add(neighbour);
      kept.push(neighbour);
    }
  }
}
