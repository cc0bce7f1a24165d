/** How many tokens a text is. */
// See docs/language/08-language-models.md#83-words
import type { LlmProvider } from './provider.js';

/** Characters a token in English, and in scripts that take more than a byte a character, on average. */
const ASCII_A_TOKEN = 4;
const OTHER_A_TOKEN = 1.5;
/** Chinese, Japanese and Korean characters are a token each. */
const EAST_ASIAN = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]|[\u{20000}-\u{3FFFF}]/gu;
const ASCII = /[\u0000-\u007F]+/gu;

/** Tokens of a text as the provider counts them; without a provider that counts, an estimate. */
export function estimateTokens(text: string, provider?: Pick<LlmProvider, 'countTokens'>): number {
  if (provider?.countTokens) return provider.countTokens(text);
  let ascii = 0;
  for (const [run] of text.matchAll(ASCII)) ascii += run.length;
  const eastAsian = text.match(EAST_ASIAN)?.length ?? 0;
  let characters = 0;
  for (const _character of text) characters++;
  const other = Math.max(0, characters - ascii - eastAsian);
  return Math.ceil(ascii / ASCII_A_TOKEN + other / OTHER_A_TOKEN + eastAsian);
}

/** Share of a text that is too long that is tried next at most, so that few tries are needed. */
const MOST_KEPT = 0.95;

/** The start of a text, as many tokens as there is room for; whether that is not all of it. */
export function cutText(
  text: string,
  maxTokens: number,
  countTokens: (text: string) => number,
): { readonly text: string; readonly isCut: boolean } {
  let kept = text;
  for (let tokens = countTokens(kept); tokens > maxTokens && kept !== ''; tokens = countTokens(kept)) {
    // Tokens are not equally long all over a text, so that a share of it may still be too much.
    const share = Math.min(maxTokens / tokens, MOST_KEPT);
    kept = wholeCharacters(kept.slice(0, Math.floor(kept.length * share)));
  }
  return { text: kept, isCut: kept.length < text.length };
}

/** Without half a character at the end. */
function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}
