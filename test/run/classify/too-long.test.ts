/** Classification by models that take less than what would be shown. */

import { describe, expect, it } from 'vitest';
import { PatternTime } from '../../../src/foundation/text/pattern-guard.js';
import { createLlmClient } from '../../../src/llm/client.js';
import { resolveLlmOptions } from '../../../src/llm/options.js';
import { LlmError, type LlmProvider, type LlmRequest } from '../../../src/llm/provider.js';
import { type Script, scripted } from '../../../src/llm/scripted.js';
import { documentFromLines } from '../../../src/reading/from-lines.js';
import { segmentByModel } from '../../../src/run/classify/model-segments.js';
import { nameType } from '../../../src/run/classify/naming.js';

const document = documentFromLines(
  Array.from({ length: 800 }, (_, i) => ({
    text: `clause ${i} of the lease, on parking, pets and noise`,
    left: 1,
    top: 1 + (i % 40) * 0.22,
    page: Math.floor(i / 40),
  })),
);
const types = ['lease', 'deed'].map((name) => ({
  name,
  description: `a ${name}`,
  candidates: [],
  validations: undefined,
}));
const textOf = ({ messages }: LlmRequest) => String(messages.at(-1)?.content);

function setUp(script: Script, capabilities: LlmProvider['capabilities'] = {}) {
  const provider = scripted(script, { capabilities });
  const client = createLlmClient(resolveLlmOptions({ providers: { p: provider } }), {});
  return { client, prompts: () => provider.requests.map(textOf) };
}

describe('the type of a document', () => {
  const bounds = { patternTime: new PatternTime(), interrupt: {}, warn: () => undefined };
  const name = (client: ReturnType<typeof setUp>['client']) =>
    nameType(document, types, { method: 'llm', client, bounds });

  it('the type of a document is decided by as much of its pages as the model takes', async () => {
    const { client, prompts } = setUp(() => ({ object: { choice: 1 } }), { contextTokens: 2_600 });
    expect(await name(client)).toMatchObject({ document_type: { name: 'lease' } });
    expect(prompts()).toHaveLength(1);
    expect(prompts()[0]!.length / 4).toBeLessThan(2_600 - 512);
  });

  it('the type of a document is asked for once more where the model finds the request too long', async () => {
    const script: Script = (request) =>
      textOf(request).length > 5_000
        ? new LlmError('context_overflow', 'too many tokens')
        : { object: { choice: 2 } };
    const { client, prompts } = setUp(script);
    expect(await name(client)).toMatchObject({ document_type: { name: 'deed' } });
    expect(prompts()).toHaveLength(2);
  });
});

it('the documents in a file are separated in more requests where the model takes less', async () => {
  const script: Script = (request) => {
    const pages = [...textOf(request).matchAll(/ page (\d+)$/gmu)].map(([, page]) => Number(page));
    return { object: { pages: pages.map((page) => ({ page, type: 1, first: page === 1 })) } };
  };
  const { client, prompts } = setUp(script, { contextTokens: 5_000 });
  const { segments, warnings } = await segmentByModel(document, types, client);
  expect(warnings).toEqual([]);
  expect(segments).toEqual([{ documentType: 'lease', startPage: 0, endPage: 19 }]);
  expect(prompts().length).toBeGreaterThan(1);
});
