/** Which chunks a model is shown. */
// See docs/language/08-language-models.md#846-choosing-chunks
import { type Chunk, chunksOf, chunkText, type ModelScope } from './chunks.js';
import { cosines, fuseByRank, scoreTogether, wordScorer } from './scorers.js';
import { WORDS_AND_SHAPES } from './shapes.js';
import { askedWords, chunkBonuses } from './table-titles.js';

/** What is looked for. */
export interface Search {
  /** What chunks are scored against where there are no single questions. */
  readonly text: string;
  /** Questions that are scored one by one, and each of which wants its own best chunk among those chosen. */
  readonly queries: readonly string[];
  /** What the title of a table is asked for by; absent where no table is wanted. */
  readonly tableTitle?: string | undefined;
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
    async choose({ text, queries, tableTitle, count }, embed) {
      const asked = queries.length > 0 ? queries : [text];
      const [vectors, wanted] = embed
        ? await Promise.all([embed(texts, 'chunk'), embed(asked, 'query')])
        : [undefined, undefined];
      const bonuses =
        tableTitle === undefined ? undefined : chunkBonuses(scope, chunks, askedWords(tableTitle));
      const scores = asked.map((query, position) => {
        const byWords = words.score(query);
        const vector = wanted?.[position];
        const own = vectors && vector ? fuseByRank([byWords, cosines(vector, vectors)]) : byWords;
        return bonuses ? own.map((score, chunk) => score * bonuses[chunk]!) : own;
      });
      const isWhole = queries.length === 0 && chunks.length <= count;
      return isWhole ? all(chunks, scores) : chooseByScore(chunks, scores, count);
    },
  };
}

/**
 * All chunks, best first: a list goes on over pages that repeat few of the words by which it is searched, so that
 * none is left out where all may be shown.
 */
function all(chunks: readonly Chunk[], scores: readonly (readonly number[])[]): readonly ChosenChunk[] {
  const together = scoreTogether(scores);
  return chunks
    .map((chunk, i) => ({ ...chunk, score: together[i] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .map((chunk, rank) => ({ ...chunk, rank }));
}

/** What a chunk counts for a question that has a better one already, next to what it counts for others. */
const SERVED_ALREADY = 0.1;

/**
 * Chunks that serve all questions, filled up with their neighbours; the first ones where nothing fits. Each is the one
 * that adds most to those before it: a question that has no good chunk yet counts more than one that has, and chunks
 * without a line of their own, as overlapping ones may be, add nothing.
 * @param scores of all chunks, for every question
 */
export function chooseByScore(
  chunks: readonly Chunk[],
  scores: readonly (readonly number[])[],
  count: number,
): readonly ChosenChunk[] {
  const kept = serving(chunks, scores, count);
  if (kept.length === 0) kept.push(...[...chunks.keys()].slice(0, count));
  addNeighbours(kept, chunks.length, count);
  const together = scoreTogether(scores);
  return kept.map((i, rank) => ({ ...chunks[i]!, score: together[i] ?? 0, rank }));
}

function serving(chunks: readonly Chunk[], scores: readonly (readonly number[])[], count: number): number[] {
  // Squared, so that a chunk that is half as good as the best of a question is far from serving it.
  const fits = scores.map((own) => {
    const most = Math.max(0, ...own) || 1;
    return own.map((score) => (Math.max(0, score) / most) ** 2);
  });
  const served = fits.map(() => 0);
  const shown = new Set<number>();
  const open = new Set(chunks.keys());
  const kept: number[] = [];
  while (kept.length < count) {
    let best: number | undefined;
    let most = 0;
    for (const chunk of open) {
      const gain = fits.reduce(
        (sum, own, question) =>
          sum + Math.max(0, own[chunk]! - served[question]!) + SERVED_ALREADY * own[chunk]!,
        0,
      );
      if (gain <= most + ROUNDING) continue;
      if (chunks[chunk]!.lines.every((line) => shown.has(line))) {
        open.delete(chunk);
        continue;
      }
      best = chunk;
      most = gain;
    }
    if (best === undefined) break;
    kept.push(best);
    open.delete(best);
    for (const line of chunks[best]!.lines) shown.add(line);
    for (const [question, own] of fits.entries()) served[question] = Math.max(served[question]!, own[best]!);
  }
  return kept;
}

/** Sums that differ by less are equal. */
const ROUNDING = 1e-12;

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
