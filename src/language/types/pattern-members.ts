/** What the types with a pattern of the config share: custom and replace. */
// See docs/language/04-types.md#416-custom-replace
import * as z from 'zod';
import { patternProblem } from '../../foundation/text/pattern.js';

export const patternMembers = {
  pattern: z.string().describe('JavaScript regular expression'),
  flags: z.string().optional().describe('Flags of the expression, any of the letters "dgimsuvy"'),
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
