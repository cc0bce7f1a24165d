/** What the types with a pattern of the config share: custom and replace (chapter 4, 4.16). */
import { z } from 'zod';
import { type PatternReport, patternProblem } from '../pattern.js';

/** Longest text that a pattern of a type reads, in characters; the rest is cut off. */
const LONGEST_TEXT = 100_000;

export const patternMembers = {
  pattern: z.string().describe('JavaScript regular expression'),
  flags: z.string().optional().describe('Flags of the expression, letters of "dgimsuvy"'),
};

/** Reports a pattern or flags that JavaScript does not take. */
export function checkPatternMembers(
  options: { readonly pattern: string; readonly flags?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  const problem = patternProblem(options.pattern, options.flags);
  if (problem === undefined) return;
  const member = patternProblem('', options.flags) === undefined ? 'pattern' : 'flags';
  context.addIssue({ code: 'custom', path: [member], message: problem });
}

/** A text cut to the length that patterns may read, with a warning. */
export function cutText(text: string, report: PatternReport): string {
  if (text.length <= LONGEST_TEXT) return text;
  report(`only the first ${LONGEST_TEXT} of ${text.length} characters were searched`);
  return text.slice(0, LONGEST_TEXT);
}
