import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { compilePattern, cutText, type Pattern } from '../../foundation/text/pattern.js';
import type { PatternGuard } from '../../foundation/text/pattern-guard.js';
import { comparablePattern } from '../../page/document/cleaning.js';
import { type Candidate, defineType, type TypedValue } from './definition.js';
import { checkPatternMembers, patternMembers } from './pattern-members.js';
import { matchingCopy } from './shared.js';
import { joinLines } from './text.js';

const members = {
  ...patternMembers,
  type: withDefault(z.string(), 'string').describe('Name of the type in results'),
  matchMultipleLines: withDefault(z.boolean(), false).describe(
    'Search all lines, joined with a space, instead of each line',
  ),
};

/** Text that a pattern of the config matches. */
// See docs/language/04-types.md#416-custom-replace
export const custom = defineType({
  id: 'custom',
  summary: 'Text that matches a regular expression: the first group that matched, else the whole match',
  plain: false,
  output: { type: z.string(), source: z.string(), value: z.string() },
  promptHint: ({ pattern, flags }) => `must match /${pattern}/${flags ?? ''}`,
  options: () => members,
  check: checkPatternMembers,
  compile(options) {
    const { pattern: source, flags, type, matchMultipleLines } = settled(members, options);
    const pattern = compilePattern(comparablePattern(source), flags);
    return {
      candidates(lines, guard) {
        const copy = matchingCopy(lines);
        if (!matchMultipleLines) {
          return copy.flatMap(({ text, position }) =>
            matchesIn(text, pattern, type, guard).map(
              ({ value }): Candidate => ({ value, lines: [position] }),
            ),
          );
        }
        const joined = joinLines(copy, ' ');
        return matchesIn(joined.text, pattern, type, guard).map(({ value, start, end }) => ({
          value,
          lines: joined.touched(start, end),
        }));
      },
    };
  },
  examples: [
    {
      title: 'The first group is the value',
      options: { pattern: 'Berth (\\w+)', type: 'berth' },
      lines: ['Berth N14 until noon'],
      result: { source: 'Berth N14', value: 'N14', type: 'berth' },
    },
    {
      title: 'Across lines',
      options: { pattern: 'from .+? to \\w+', matchMultipleLines: true },
      lines: ['Ferry from', 'Oslo to Kiel'],
      result: { source: 'from Oslo to Kiel', value: 'from Oslo to Kiel', type: 'string' },
    },
  ],
});

interface Match {
  readonly value: TypedValue;
  readonly start: number;
  readonly end: number;
}

function matchesIn(text: string, pattern: Pattern, type: string, guard: PatternGuard): Match[] {
  return pattern.matchAll(cutText(text, guard), guard).map((match) => {
    const [source, ...groups] = match;
    const value = groups.find((group) => group !== undefined) ?? source;
    return { value: { source, value, type }, start: match.index, end: match.index + source.length };
  });
}
