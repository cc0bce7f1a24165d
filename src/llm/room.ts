/** What fits into one request: a provider takes so many tokens of what it is asked and of what it answers, and no more. */
// See docs/language/08-language-models.md#813-limits
import { LlmCallFailure } from '../errors.js';
import type { LlmClient } from './client.js';
import type { LlmLimits } from './options.js';
import type { LlmProvider } from './provider.js';
import { answerBudget, type Capable, IMAGE_TOKENS } from './size.js';
import { estimateTokens } from './tokens.js';

/** Tokens of a request beside its data and the words of the config: fixed words, marks, the schema; and what estimates miss. */
const OTHER_TOKENS = 1_000;
/** Tokens of data that a request has at least: with less, there is nothing to ask about. */
const LEAST_DATA = 500;

/** Tokens that an answer to some questions may have. */
export function queryAnswerTokens(
  { answerTokens, answerBaseTokens, answerTokensPerQuery }: LlmLimits,
  questions: number,
): number {
  return Math.min(answerTokens, answerBaseTokens + answerTokensPerQuery * questions);
}

/** What is in each request of a field, beside data. */
export interface AskedWords {
  /** What the config says: descriptions, introductions. */
  readonly words: string;
  /** Questions of the field, if it asks some; else rows are asked for. */
  readonly questions?: number | undefined;
}

/**
 * A client for the requests of one field: its limits are no larger than what the field's provider takes.
 * @param id the provider, as a config names it; one that is not there bounds nothing, and is missed when it is asked
 */
export function clientWithin(
  client: LlmClient,
  id: string | undefined,
  { words, questions }: AskedWords,
): LlmClient {
  const provider = providerOf(client, id);
  if (!provider) return client;
  const countTokens = (text: string) => estimateTokens(text, provider);
  const own = countTokens(words);
  const { limits, maxImages } = client.options;
  const perCall = questionsPerCall(limits, provider);
  const room = (answer: number) => dataRoom(answerBudget(answer, provider), own, provider);
  const rowRoom = room(limits.listAnswerTokens);
  const roomBeside =
    questions === undefined ? rowRoom : room(queryAnswerTokens(limits, Math.min(questions, perCall)));
  return {
    options: {
      ...client.options,
      maxImages: Math.min(maxImages, Math.max(1, Math.floor(roomBeside / IMAGE_TOKENS))),
      limits: {
        ...limits,
        queriesPerCall: perCall,
        queryTokens: Math.min(limits.queryTokens, roomBeside),
        sourceTokens: Math.min(limits.sourceTokens, roomBeside),
        listTokens: Math.min(limits.listTokens, rowRoom),
        singleCompletionTokens: Math.min(limits.singleCompletionTokens, rowRoom),
        tableTokens: Math.min(limits.tableTokens, rowRoom),
        summarizerTokens: Math.min(limits.summarizerTokens, rowRoom),
        summaryTokens: Math.min(limits.summaryTokens, room(limits.summaryAnswerTokens)),
        choiceTokens: Math.min(limits.choiceTokens, room(limits.choiceAnswerTokens)),
      },
    },
    call: (prompt, target) => client.call(prompt, target),
    embed: (texts, kind) => client.embed(texts, kind),
    providerFor: (each) => client.providerFor(each),
    countTokens,
    usage: () => client.usage(),
  };
}

function providerOf(client: LlmClient, id: string | undefined): LlmProvider | undefined {
  try {
    return client.providerFor(id).provider;
  } catch (error) {
    if (error instanceof LlmCallFailure) return undefined;
    throw error;
  }
}

/** Tokens of data that a request has room for. */
function dataRoom(answer: number, words: number, { capabilities = {} }: Capable): number {
  const { contextTokens = Number.POSITIVE_INFINITY } = capabilities;
  return Math.max(LEAST_DATA, Math.floor(contextTokens - answer - OTHER_TOKENS - words));
}

/** As many questions as the longest answer of a provider has room for. */
function questionsPerCall(limits: LlmLimits, provider: Capable): number {
  const { answerBaseTokens, answerTokensPerQuery, answerTokens, queriesPerCall } = limits;
  const room = answerBudget(answerTokens, provider);
  if (room >= answerTokens) return queriesPerCall;
  return Math.min(queriesPerCall, Math.max(1, Math.floor((room - answerBaseTokens) / answerTokensPerQuery)));
}
