import { describe, expect, it } from 'vitest';
import { canonicalProvider, type LlmOptions, resolveLlmOptions } from '../../src/llm/options.js';
import { scripted } from '../../src/llm/scripted.js';

const P = scripted(() => 'p', { id: 'p' });
const Q = scripted(() => 'q', { id: 'q', embed: async () => ({ vectors: [], usage: { tokens: 0 } }) });

describe('resolveLlmOptions', () => {
  it('takes the only provider for the default one', () => {
    expect(resolveLlmOptions({ providers: { OpenAI: P, google: P } }).default).toBe(P);
    expect(resolveLlmOptions({ providers: { openai: P, google: Q }, default: 'Gemini' }).default).toBe(Q);
  });

  it('embeds by the default provider, by another, or not', () => {
    expect(resolveLlmOptions({ providers: { q: Q } }).embedder).toBe(Q);
    expect(resolveLlmOptions({ providers: { q: Q }, embedder: false }).embedder).toBeUndefined();
    expect(resolveLlmOptions({ providers: { p: P }, embedder: Q }).embedder).toBe(Q);
    expect(resolveLlmOptions({ providers: { p: P } }).embedder).toBeUndefined();
  });

  it('keeps defaults for what is undefined, and gives models that refuse it no temperature', () => {
    const options = resolveLlmOptions({
      providers: { p: P },
      maxRetries: undefined,
      limits: { listTokens: 9 },
    });
    expect(options).toMatchObject({
      maxRetries: 3,
      temperature: 0,
      limits: { listTokens: 9, tableTokens: 12_000 },
    });
    expect(resolveLlmOptions({ providers: { p: P }, temperature: null }).temperature).toBeUndefined();
  });

  it.each<[Partial<LlmOptions>, RegExp]>([
    [{ providers: {} }, /llm\.providers must hold/u],
    [{ providers: { p: P, q: Q } }, /llm\.default must name/u],
    [{ default: 'x' }, /llm\.default names "x"; providers: p/u],
    [{ aliases: { a: 'x' } }, /llm\.aliases\["a"\] names "x"/u],
    [{ concurrency: 0 }, /llm\.concurrency must be a whole number of at least 1, not 0/u],
    [{ maxRetries: 1.5 }, /llm\.maxRetries/u],
    [{ limits: { listTokens: 0 } }, /llm\.limits\.listTokens must be/u],
    [{ embedder: P }, /llm\.embedder/u],
  ])('resolveLlmOptions refuses %j', (change, message) => {
    expect(() => resolveLlmOptions({ providers: { p: P }, ...change })).toThrow(message);
  });
});

it('canonicalProvider knows the spellings of an id', () => {
  expect(['OpenAI', 'open_ai', ' open-ai ', 'gemini', 'Mine'].map(canonicalProvider)).toEqual([
    'open-ai',
    'open-ai',
    'open-ai',
    'google',
    'mine',
  ]);
});
