/** `source_ids`: which values of the scope a computed method reads. */
// See docs/language/07-computed-rules-postprocessor.md#13-resolving-sources
import * as z from 'zod';
import { orderedNames } from '../../foundation/objects/members.js';
import { memo } from '../../foundation/objects/memo.js';
import { closedObject } from '../../foundation/schema/grammar.js';
import type { FieldOutput } from '../../foundation/schema/language.js';
import { compilePattern, patternProblem } from '../../foundation/text/pattern.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';

const patternSchema = z
  .string()
  .superRefine((pattern, context) => {
    // Alone first: a stray parenthesis must not close the group around it.
    const message = patternProblem(pattern) ?? patternProblem(whole(pattern));
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .describe('Regular expression that matches whole ids');

/** Ids as a list, or as a pattern for those that are there. */
export const sourceIdsSchema = z
  .union([
    z.array(z.string()).min(1).describe('Ids of fields in the same scope, in order'),
    closedObject({ pattern: patternSchema })
      .describe('All ids so far that match')
      .meta({ title: 'id pattern' }),
  ])
  .meta({ title: 'source ids' });
export type SourceIds = z.output<typeof sourceIdsSchema>;

/** The ids of a list; none for a pattern, whose ids are known only in a run. */
export function namedIds(sources: SourceIds): readonly string[] {
  return Array.isArray(sources) ? sources : [];
}

/** The ids that sources mean in a scope; a pattern never means the field's own. */
export function selectIds(
  sources: SourceIds,
  output: FieldOutput,
  own: string,
  guard: PatternGuard,
): readonly string[] {
  if (Array.isArray(sources)) return sources;
  const pattern = compiled(sources);
  return orderedNames(output).filter((id) => id !== own && pattern.exec(id, guard) !== null);
}

/** The compiled form; the same object of a config is compiled once. */
const compiled = memo(({ pattern }: { readonly pattern: string }) => compilePattern(whole(pattern)));

/** A pattern that matches whole ids alone. */
function whole(pattern: string): string {
  return `^(?:${pattern})$`;
}
