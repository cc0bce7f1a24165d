import { expect, it } from 'vitest';
import { type AnswerCheck, ask } from '../../src/llm/ask.js';
import { createLlmClient } from '../../src/llm/client.js';
import { type LlmOptions, resolveLlmOptions } from '../../src/llm/options.js';
import { LlmError } from '../../src/llm/provider.js';
import { type ScriptedAnswer, scripted } from '../../src/llm/scripted.js';
import { promptOf, TOWN } from './prompt-of.js';

async function asked(
  answers: readonly ScriptedAnswer[],
  options: Partial<LlmOptions> = {},
  structuredOutput = true,
  check?: AnswerCheck,
) {
  const left = [...answers];
  const provider = scripted(() => left.shift() ?? new Error('asked too often'), {
    capabilities: { structuredOutput },
  });
  const client = createLlmClient(resolveLlmOptions({ providers: { p: provider }, ...options }), {});
  return {
    result: await ask(client, promptOf('Which?'), { fieldIds: ['town'] }, check),
    requests: provider.requests,
  };
}

it('reads an answer in words around JSON', async () => {
  const { result } = await asked(['Sure: {"town": "Ghent",}']);
  expect(result).toMatchObject({
    value: { town: 'Ghent' },
    repaired: false,
    calls: [{ provider: 'scripted' }],
  });
});

it('asks once more, and shows what was wrong', async () => {
  const { result, requests } = await asked([{ object: { city: 'Ghent' } }, { object: { town: 'Ghent' } }]);
  expect(result).toMatchObject({ value: { town: 'Ghent' }, repaired: true, calls: [{}, {}] });
  expect(requests[1]!.messages.slice(2)).toEqual([
    { role: 'assistant', content: '{"city":"Ghent"}' },
    { role: 'user', content: expect.stringContaining('town is missing') },
  ]);
});

it('asks no third time, but takes missing members for null', async () => {
  expect((await asked(['no', 'no'])).result).toMatchObject({ failure: { code: 'LLM_RESPONSE_INVALID' } });
  expect((await asked(['no', '{}'])).result).toMatchObject({ value: { town: null }, repaired: true });
});

it('asks once more for an answer that fits its schema but not the check of who asks', async () => {
  const check: AnswerCheck = (value) =>
    (value as { town: string | null }).town === 'Ghent' ? [] : ['town must lie in Flanders'];
  const { result, requests } = await asked(['{"town":"Rome"}', '{"town":"Ghent"}'], {}, true, check);
  expect(result).toMatchObject({ value: { town: 'Ghent' }, repaired: true });
  expect(String(requests[1]!.messages.at(-1)!.content)).toContain('town must lie in Flanders');
  const never = await asked(['{"town":"Rome"}', '{"town":"Rome"}'], {}, true, check);
  expect(never.result).toMatchObject({ failure: { code: 'LLM_RESPONSE_INVALID' } });
});

it('reports refusals and answers that were cut off without asking again', async () => {
  const filtered = await asked([{ text: '', finishReason: 'content-filter' }]);
  expect(filtered.result).toMatchObject({ failure: { code: 'LLM_CONTENT_FILTERED' } });
  const cut = await asked([{ text: '{"town":"Gh', finishReason: 'length' }]);
  expect(cut.result).toMatchObject({ failure: { code: 'LLM_RESPONSE_TOO_LONG' } });
  expect(cut.requests).toHaveLength(1);
});

it('prints the schema for providers that know none', async () => {
  const { requests } = await asked(['{"town":null}'], {}, false);
  expect(requests[0]!.messages.at(-1)!.content).toContain(JSON.stringify(TOWN));
  const structured = await asked(['{"town":null}']);
  expect(structured.requests[0]!.messages.at(-1)!.content).toBe('Which?');
});

it('gives failures as values, unless the host is strict', async () => {
  const error = new LlmError('auth', 'bad key');
  expect((await asked([error])).result).toMatchObject({ failure: { code: 'LLM_CALL_FAILED' } });
  await expect(asked([error], { strict: true })).rejects.toMatchObject({ code: 'LLM_CALL_FAILED' });
});
