/** How long answers may be, and how much pictures count. */
// See docs/language/08-language-models.md#813-limits
import type { LlmProvider } from './provider.js';

/** What a picture counts before the provider says: a page at 150 dpi is about this many tokens with common models. */
export const IMAGE_TOKENS = 1_500;

/** Share of the tokens that a provider takes that an answer may have. */
const ANSWER_SHARE = 0.5;

/** A provider, as far as it says what it takes. */
export type Capable = Pick<LlmProvider, 'capabilities'>;

/** Tokens that an answer may have: those that are wanted, as far as the provider gives them. */
export function answerBudget(wanted: number, { capabilities = {} }: Capable): number {
  const { contextTokens = Number.POSITIVE_INFINITY, maxOutputTokens = Number.POSITIVE_INFINITY } =
    capabilities;
  return Math.max(1, Math.min(wanted, maxOutputTokens, Math.floor(contextTokens * ANSWER_SHARE)));
}
