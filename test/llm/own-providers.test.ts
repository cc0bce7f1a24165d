/** Providers under ids of a host's own, and configs that name them. */
import { expect, it } from 'vitest';
import { ConfigError, createExtractor, documentFromLines, extract, validateConfig } from '../../src/index.js';
import { answersByField, type LlmOptions, scripted } from '../../src/tools/models/index.js';

const document = () => documentFromLines([{ text: 'Rent: $1,200', left: 1, top: 1 }]);
const queries = [{ id: 'rent', description: 'rent' }];
const config = (provider: string) => ({
  preprocessors: [{ type: 'nlp', nlpTable: { llmEngine: { provider } } }],
  fields: [
    {
      method: { id: 'queryGroup', queries, llmEngine: { provider }, confidenceSignals: { engine: provider } },
    },
    {
      id: 'rows',
      method: {
        id: 'list',
        description: 'rents',
        properties: [{ id: 'a', description: 'a' }],
        llmEngine: { provider },
      },
    },
  ],
});

function bound(more: Partial<LlmOptions> = {}) {
  const script = answersByField({ rent: '$1,200' });
  const named = { google: scripted(script, { id: 'g' }), Gaudi: scripted(script, { id: 'own' }) };
  const llm = { providers: named, default: 'google', aliases: { house: 'Gaudi' }, ...more };
  return { named, extractor: createExtractor({ llm }) };
}

it.each(['Gaudi', 'gaudi ', 'house'])(
  'a provider that only the host knows is asked where a config of its extractor names %j',
  async (id) => {
    const { named, extractor } = bound();
    expect(extractor.validateConfig(config(id))).toEqual([]);
    const { warnings } = await extractor.extract(document(), JSON.stringify(config(id)));
    expect(named.google.requests).toEqual([]);
    expect(named.Gaudi.requests.length).toBeGreaterThan(1);
    expect(warnings).toEqual([]);
  },
);

it('a provider that only the host knows does not take from the ids that everybody may name', () => {
  expect(bound().extractor.validateConfig(config('OpenAI'))).toEqual([]);
});

it('a provider that only the host knows is an error elsewhere, at every place, which says what may be named', async () => {
  const issues = validateConfig(config('gaudi'));
  expect(issues.map(({ path }) => path.join('.'))).toEqual([
    'fields.0.method.confidenceSignals.engine',
    'fields.0.method.llmEngine.provider',
    'fields.1.method.llmEngine.provider',
    'preprocessors.0.nlpTable.llmEngine.provider',
  ]);
  expect(issues[1]?.message).toMatch(
    /^unknown provider "gaudi"; allowed: open-ai, .*, and the ids in llm\.providers of createExtractor$/u,
  );
  const llm = { providers: { gaudi: scripted(() => '') } };
  await expect(extract(document(), JSON.stringify(config('gaudi')), undefined, { llm })).rejects.toThrow(
    ConfigError,
  );
  expect(bound().extractor.validateConfig(config('gaudy'))[1]?.message).toContain('did you mean "gaudi"?');
});
