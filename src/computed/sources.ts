/** `source_ids`: which values of the scope a computed method reads (chapter 7, 1.3). */
import { z } from 'zod';
import type { FieldOutput } from '../fields/definition.js';
import { closedObject } from '../grammar.js';
import { compilePattern, type Pattern, type PatternReport } from '../pattern.js';

const patternSchema = z
  .string()
  .superRefine((pattern, context) => {
    try {
      wholePattern(pattern);
    } catch {
      context.addIssue({ code: 'custom', message: 'is no JavaScript regular expression' });
    }
  })
  .describe('Regular expression that matches the whole of the ids');

/** Ids as a list, or as a pattern for those that are there. */
export const sourceIdsSchema = z.union([
  z.array(z.string()).min(1).describe('Ids of fields of the same scope, in order'),
  closedObject({ pattern: patternSchema }).describe('All ids that are there so far and match'),
]);
export type SourceIds = z.output<typeof sourceIdsSchema>;

/** The ids of a list; none for a pattern, whose ids only a run tells. */
export function namedIds(sources: SourceIds): readonly string[] {
  return Array.isArray(sources) ? sources : [];
}

/** The ids that sources mean in a scope; a pattern never means the field's own. */
export function selectIds(
  sources: SourceIds,
  output: FieldOutput,
  own: string,
  report: PatternReport,
): readonly string[] {
  if (Array.isArray(sources)) return sources;
  const pattern = compiled(sources);
  return Object.keys(output).filter((id) => id !== own && pattern.exec(id, report) !== null);
}

const patterns = new WeakMap<object, Pattern>();

/** The compiled form; the same object of a config is compiled once. */
function compiled(sources: { readonly pattern: string }): Pattern {
  let pattern = patterns.get(sources);
  if (!pattern) {
    pattern = wholePattern(sources.pattern);
    patterns.set(sources, pattern);
  }
  return pattern;
}

function wholePattern(pattern: string): Pattern {
  // Compiled alone first: a stray parenthesis must not close the group around it.
  compilePattern(pattern);
  return compilePattern(`^(?:${pattern})$`);
}
