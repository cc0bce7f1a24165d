/** The pages that show what a document is: its first two and its last. */
import type { ModelScope } from './chunks.js';
import { type Excerpt, excerptsOf } from './excerpts.js';
import { pageChunks } from './summaries.js';

/** Pages at the beginning that show what a document is; its last page does, too. */
export const FIRST_PAGES = 2;
/** Tokens of them. */
const DISTINCTIVE_TOKENS = 6_000;

/** Excerpts of the pages that show what a document is. */
export function distinctivePages(
  scope: ModelScope,
  options: {
    readonly pageHinting: boolean;
    /** Tokens that a request has room for; by default as many as those pages need. */
    readonly maxTokens?: number | undefined;
    countTokens(text: string): number;
  },
): readonly Excerpt[] {
  const pages = pageChunks(scope);
  const chunks = pages.filter((_, i) => i < FIRST_PAGES || i === pages.length - 1);
  const maxTokens = Math.min(options.maxTokens ?? DISTINCTIVE_TOKENS, DISTINCTIVE_TOKENS);
  return excerptsOf(scope, chunks, { ...options, maxTokens }).excerpts;
}
