/** Keys of requests: what the answers in a recording or a cache are kept under. */
// See docs/language/08-language-models.md#89-recordings-and-tests-without-a-network
import { sha256 } from '../foundation/platform/sha256.js';
import { canonicalJson } from './canonical-json.js';
import { PROMPT_VERSION } from './prompts/version.js';
import type { LlmMessage, LlmPrompt } from './provider.js';

/** All that the answer to a request depends on. */
interface KeyedRequest extends LlmPrompt {
  /** Id of the provider that is asked. */
  readonly provider: string;
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
}

/** SHA-256 over a request, in hexadecimal digits; equal for requests that are equal, whatever the order of members. */
export function requestKey(request: KeyedRequest): string {
  const { provider, purpose, tier, messages, schema, temperature, seed, maxOutputTokens } = request;
  return sha256(
    [
      canonicalJson({
        version: PROMPT_VERSION,
        provider,
        purpose,
        tier,
        messages: messages.map(withoutPixels),
        schema,
        temperature,
        seed,
        maxOutputTokens,
      }),
    ],
    'hex',
  );
}

/** SHA-256 over texts that are embedded by a provider, in hexadecimal digits. */
export function embeddingKey(provider: string, kind: 'chunk' | 'query', texts: readonly string[]): string {
  return sha256([canonicalJson({ provider, kind, texts })], 'hex');
}

/** A message with pictures named instead of shown: their names distinguish them. */
function withoutPixels({ role, content }: LlmMessage): object {
  if (typeof content === 'string') return { role, content };
  return {
    role,
    content: content.map((part) =>
      part.type === 'text' ? part : { type: part.type, mediaType: part.mediaType, ref: part.ref },
    ),
  };
}
