/** What a provider answered, as far as it can be used: providers are programs of hosts, and types do not bind them. */
import { LlmError, type LlmResponse, type LlmUsage } from './provider.js';

/**
 * A response with an answer and countable usage: what is no number of tokens counts as none, so that sums and budgets
 * stay numbers.
 * @throws LlmError `unknown` for what is no response, or holds neither a text nor an object
 */
export function checkedResponse(response: unknown): LlmResponse {
  if (typeof response !== 'object' || response === null) throw unusable('it gave no response');
  const { text, object, usage } = response as Partial<LlmResponse>;
  if (object === undefined && text !== undefined && typeof text !== 'string') {
    throw unusable('the text of its response is not a string');
  }
  return { ...(response as LlmResponse), usage: countedUsage(usage) };
}

/** Usage in whole or broken numbers of tokens, 0 for what is no number. */
export function countedUsage(usage: unknown): LlmUsage {
  const given = typeof usage === 'object' && usage !== null ? (usage as Partial<LlmUsage>) : {};
  return {
    inputTokens: counted(given.inputTokens),
    outputTokens: counted(given.outputTokens),
    ...(given.cachedInputTokens !== undefined && { cachedInputTokens: counted(given.cachedInputTokens) }),
  };
}

function counted(tokens: unknown): number {
  return typeof tokens === 'number' && Number.isFinite(tokens) && tokens > 0 ? tokens : 0;
}

function unusable(why: string): LlmError {
  return new LlmError('unknown', why, { retryable: false });
}
