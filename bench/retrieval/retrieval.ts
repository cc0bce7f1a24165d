/** Which chunks are chosen for a question, and whether one of them holds the answer. */
import type { ChosenChunk, Embed } from '../../src/llm/choose.js';
import type { Chunk, ModelScope } from '../../src/llm/chunks.js';
import { table } from '../table.js';
import { hashedVectors } from './embedder.js';
import type { Question, Subject } from './labels.js';

/** The modules of the build that choose and print excerpts. */
export interface LlmModules {
  readonly choose: typeof import('../../src/llm/choose.js');
  readonly excerpts: typeof import('../../src/llm/excerpts.js');
  readonly summaries: typeof import('../../src/llm/summaries.js');
}

/** Defaults of queries: chunks of half a page that overlap by half, five of them. */
const SIZE = 0.5;
const OVERLAP = 0.5;
const COUNT = 5;
/** Questions that are asked as one group, in the second measure. */
const GROUP = 5;

/** Chosen chunks for each question, best first, and the ranks of all chunks. */
interface Answered {
  readonly question: Question;
  readonly scope: ModelScope;
  readonly chosen: readonly Chunk[];
  /** All chunks, best first; none where ranks mean nothing. */
  readonly ranked: readonly Chunk[];
}

/** Takes what is missed, in words. */
export type Report = (line: string) => void;

/** A table of recall, mean reciprocal rank and characters sent, for each way to choose. */
export async function retrievalTable(
  subjects: readonly Subject[],
  llm: LlmModules,
  report: Report,
): Promise<string> {
  const embed: Embed = (texts) => Promise.resolve(hashedVectors(texts));
  const ways: readonly (readonly [string, () => Promise<readonly Answered[]>])[] = [
    ['words (BM25)', () => each(subjects, llm, 1)],
    [`words, ${GROUP} questions together`, () => each(subjects, llm, GROUP)],
    ['words and hashed vectors', () => each(subjects, llm, 1, embed)],
    ['pages by their words (no summaries)', () => byPages(subjects, llm)],
  ];
  const rows: string[][] = [];
  for (const [name, answer] of ways) {
    const answers = await answer();
    const missed = answers.filter((answered) => rankOf(answered, answered.chosen) === undefined);
    for (const { question } of missed) report(`${name}: ${question.question} (${question.answer})`);
    const found = answers.length - missed.length;
    const ranks = answers.map((answered) => rankOf(answered, answered.ranked));
    const mrr =
      ranks.reduce((sum: number, rank) => sum + (rank === undefined ? 0 : 1 / rank), 0) / ranks.length;
    const characters = answers.map(({ scope, chosen }) => charactersOf(scope, chosen, llm));
    const mean = characters.reduce((sum, count) => sum + count, 0) / characters.length;
    rows.push([
      name,
      `${answers.length}`,
      (found / answers.length).toFixed(3),
      ranks.every((rank) => rank === undefined) ? '' : mrr.toFixed(3),
      mean.toFixed(0),
    ]);
  }
  return table(['retrieval', 'questions', `recall at ${COUNT}`, 'MRR', 'characters sent'], rows);
}

function scopeOf({ document }: Subject): ModelScope {
  const { pages } = document;
  return { pages, lines: pages.flatMap(({ lines }) => lines) };
}

async function each(
  subjects: readonly Subject[],
  { choose }: LlmModules,
  group: number,
  embed?: Embed,
): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  for (const subject of subjects) {
    const scope = scopeOf(subject);
    const index = choose.indexChunks(scope, { size: SIZE, overlap: OVERLAP });
    for (let first = 0; first < subject.questions.length; first += group) {
      const together = subject.questions.slice(first, first + group);
      const queries = together.map(({ question }) => question);
      const search = { text: queries.join('\n'), queries };
      const chosen = await index.choose({ ...search, count: COUNT }, embed);
      for (const question of together) {
        const own = { text: question.question, queries: [question.question] };
        const ranked = await index.choose({ ...own, count: index.chunks.length }, embed);
        answers.push({ question, scope, chosen, ranked: byScore(ranked) });
      }
    }
  }
  return answers;
}

function byScore(chunks: readonly ChosenChunk[]): readonly Chunk[] {
  return chunks.toSorted((a, b) => b.score - a.score || a.start - b.start);
}

/** What searching by summaries does where a model names no page. */
async function byPages(
  subjects: readonly Subject[],
  { summaries }: LlmModules,
): Promise<readonly Answered[]> {
  const failure = { code: 'LLM_CALL_FAILED', message: 'nobody is asked' } as const;
  const nobody = () => Promise.resolve({ failure, calls: [] });
  const options = {
    pageHinting: true,
    summaryTokens: 8_000,
    choiceTokens: 60_000,
    summaryAnswerTokens: 0,
    choiceAnswerTokens: 0,
    countTokens: (text: string) => text.length,
  };
  const answers: Answered[] = [];
  for (const subject of subjects) {
    if (subject.document.pages.length <= summaries.UNSUMMARISED_PAGES) continue;
    const scope = scopeOf(subject);
    const units = summaries
      .pageChunks(scope)
      .filter(({ lines }) => lines.length > 0)
      .map((chunk) => ({ chunk, title: '', summary: '' }));
    for (const question of subject.questions) {
      const picked = await summaries.pickUnits(scope, units, [question.question], nobody, options);
      const chosen = picked.map(({ chunk }) => chunk);
      answers.push({ question, scope, chosen, ranked: chosen });
    }
  }
  return answers;
}

/** Rank, from 1, of the first chunk that holds a line with the answer. */
function rankOf({ question, scope }: Answered, chunks: readonly Chunk[]): number | undefined {
  const wanted = new Set(question.lines);
  const place = chunks.findIndex(({ lines }) => lines.some((line) => wanted.has(scope.lines[line]!)));
  return place < 0 ? undefined : place + 1;
}

function charactersOf(scope: ModelScope, chosen: readonly Chunk[], { excerpts }: LlmModules): number {
  const options = {
    pageHinting: true,
    maxTokens: Number.POSITIVE_INFINITY,
    countTokens: (text: string) => text.length,
  };
  const printed = excerpts.excerptsOf(scope, chosen, options);
  return printed.excerpts.reduce((sum, { text }) => sum + text.length, 0);
}
