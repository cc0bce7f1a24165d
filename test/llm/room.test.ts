/** What fits into a request of a provider that says how much it takes. */
import { describe, expect, it } from 'vitest';
import { createLlmClient } from '../../src/llm/client.js';
import { DEFAULT_LLM_LIMITS, resolveLlmOptions } from '../../src/llm/options.js';
import type { LlmProvider } from '../../src/llm/provider.js';
import { clientWithin, queryAnswerTokens } from '../../src/llm/room.js';
import { scripted } from '../../src/llm/scripted.js';
import { answerBudget } from '../../src/llm/size.js';
import { promptOf } from './prompt-of.js';

function setUp(capabilities: LlmProvider['capabilities'], more: Partial<LlmProvider> = {}) {
  const provider = scripted(() => ({ object: { town: 'Ghent' } }), { capabilities });
  const resolved = resolveLlmOptions({ providers: { p: { ...provider, ...more } } });
  return { client: createLlmClient(resolved, {}), requests: provider.requests };
}

it.each<[number, LlmProvider['capabilities'], number]>([
  [4_096, undefined, 4_096],
  [4_096, { maxOutputTokens: 1_000 }, 1_000],
  [4_096, { maxOutputTokens: 8_000 }, 4_096],
  [16_384, { contextTokens: 8_192 }, 4_096],
  [512, { contextTokens: 8_192, maxOutputTokens: 600 }, 512],
])('answerBudget of %d with %j is %d', (wanted, capabilities, budget) => {
  expect(answerBudget(wanted, capabilities ? { capabilities } : {})).toBe(budget);
});

describe('clientWithin', () => {
  const limitsOf = (capabilities: LlmProvider['capabilities'], words = '', questions?: number) =>
    clientWithin(setUp(capabilities).client, undefined, { words, questions }).options.limits;

  it('leaves the limits where the provider says nothing, or takes more', () => {
    expect(limitsOf(undefined, 'rent', 3)).toEqual(DEFAULT_LLM_LIMITS);
    expect(limitsOf({ contextTokens: 1_000_000, maxOutputTokens: 64_000 }, 'rent')).toEqual(
      DEFAULT_LLM_LIMITS,
    );
  });

  it('keeps data to what is left beside the answer, the words of the config, and 1,000 for all else', () => {
    const words = 'x'.repeat(400);
    const limits = limitsOf({ contextTokens: 8_192 }, words, 2);
    expect(limits.queryTokens).toBe(8_192 - queryAnswerTokens(DEFAULT_LLM_LIMITS, 2) - 1_000 - 100);
    expect(limits.listTokens).toBe(8_192 - 4_096 - 1_000 - 100);
    expect(limits.tableTokens).toBe(limits.listTokens);
    expect(limits.summaryTokens).toBe(8_192 - 4_096 - 1_000 - 100);
    expect(limits.choiceTokens).toBe(8_192 - 512 - 1_000 - 100);
  });

  it('counts as the provider does', () => {
    const { client } = setUp({ contextTokens: 8_192 }, { countTokens: (text) => text.length });
    const within = clientWithin(client, undefined, { words: 'x'.repeat(400), questions: 1 });
    expect(within.options.limits.queryTokens).toBe(8_192 - 456 - 1_000 - 400);
    expect(within.countTokens('four')).toBe(4);
  });

  it('asks no more questions at once, and sends no more pictures, than there is room for', () => {
    expect(limitsOf({ maxOutputTokens: 1_300 }).queriesPerCall).toBe(5);
    expect(limitsOf({ maxOutputTokens: 10 }).queriesPerCall).toBe(1);
    const { client } = setUp({ contextTokens: 8_192 });
    expect(clientWithin(client, undefined, { words: '', questions: 1 }).options.maxImages).toBe(4);
  });
});

it('asks for no longer an answer than the provider gives', async () => {
  const { client, requests } = setUp({ maxOutputTokens: 64 });
  await client.call(promptOf('a'), { fieldIds: [] });
  expect(requests[0]?.maxOutputTokens).toBe(64);
});

it('a call that the provider cannot take is not made: it might cut it without a word', async () => {
  const { client, requests } = setUp({ contextTokens: 300 });
  await client.call(promptOf('x'.repeat(700)), { fieldIds: [] });
  await expect(client.call(promptOf('x'.repeat(900)), { fieldIds: [] })).rejects.toMatchObject({
    code: 'LLM_CONTEXT_OVERFLOW',
    message: expect.stringMatching(/about 232 tokens.*answer may have 100.*takes 300 \(contextTokens\)/u),
  });
  expect(requests).toHaveLength(1);
});
