import type { JsonPrompt } from '../../src/llm/ask.js';
import type { LlmOptions } from '../../src/llm/options.js';
import type { LlmPrompt } from '../../src/llm/provider.js';
import { objectSchema } from '../../src/llm/schema.js';

/** The schema of the requests of these tests: one text. */
export const TOWN = objectSchema({ town: { type: ['string', 'null'] } });

/** A request that asks for `TOWN`. */
export function promptOf(text: string, changes: Partial<Omit<LlmPrompt, 'schema'>> = {}): JsonPrompt {
  return {
    purpose: 'query',
    tier: 'fast',
    messages: [
      { role: 'system', content: 'Answer from the document.' },
      { role: 'user', content: text },
    ],
    schema: TOWN,
    schemaName: 'town',
    maxOutputTokens: 100,
    ...changes,
  };
}

/** Options that wait for nothing: the lengths of waits are kept in `waits` instead. */
export function withoutWaits(): Pick<LlmOptions, 'sleep' | 'random' | 'now'> & { readonly waits: number[] } {
  const waits: number[] = [];
  return {
    waits,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
    },
    random: () => 0.5,
    now: () => 0,
  };
}
