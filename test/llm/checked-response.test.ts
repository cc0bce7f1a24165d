import { expect, it } from 'vitest';
import { checkedResponse, countedUsage } from '../../src/llm/checked-response.js';

it('a response of a provider is the same where nothing is wrong with it', () => {
  const usage = { inputTokens: 5, outputTokens: 2, cachedInputTokens: 1 };
  const response = { object: { a: 1 }, finishReason: 'stop', usage, model: 'm' };
  expect(checkedResponse(response)).toEqual(response);
});

it.each([undefined, null, 'text', { text: 5, finishReason: 'stop' }])(
  'a response of a provider is unusable: %j',
  (response) => {
    expect(() => checkedResponse(response)).toThrow(
      expect.objectContaining({ name: 'LlmError', retryable: false }),
    );
  },
);

it.each([
  [undefined, { inputTokens: 0, outputTokens: 0 }],
  [
    { inputTokens: Number.NaN, outputTokens: -5 },
    { inputTokens: 0, outputTokens: 0 },
  ],
  [
    { inputTokens: '7', outputTokens: 3, cachedInputTokens: null },
    { inputTokens: 0, outputTokens: 3, cachedInputTokens: 0 },
  ],
])('a response of a provider has usage that can be counted: %j', (usage, expected) => {
  expect(countedUsage(usage)).toEqual(expected);
  expect(checkedResponse({ text: '{}', finishReason: 'stop', usage }).usage).toEqual(expected);
});
