import { z } from 'zod';
import { compilePattern, type Pattern, type PatternReport } from '../pattern.js';
import { type Candidate, defineType, type TypedValue } from './definition.js';
import { checkPatternMembers, cutText, patternMembers } from './pattern-members.js';
import { joinLines, matchingCopy } from './text.js';

/** Text that a pattern of the config matches (chapter 4, 4.16). */
export const custom = defineType({
  id: 'custom',
  summary: 'Text that matches a regular expression; its first group that took part, else all of it',
  plain: false,
  options: () => ({
    ...patternMembers,
    type: z.string().optional().describe('Name of the type in results; default string'),
    matchMultipleLines: z
      .boolean()
      .optional()
      .describe('Search all lines joined with a space instead of each line; default false'),
  }),
  check: checkPatternMembers,
  compile({ pattern: source, flags, type = 'string', matchMultipleLines = false }) {
    const pattern = compilePattern(source, flags);
    return {
      candidates(lines, report) {
        const copy = matchingCopy(lines);
        if (!matchMultipleLines) {
          return copy.flatMap(({ text, position }) =>
            matchesIn(text, pattern, type, report).map(
              ({ value }): Candidate => ({ value, lines: [position] }),
            ),
          );
        }
        const joined = joinLines(copy, ' ');
        return matchesIn(joined.text, pattern, type, report).map(({ value, start, end }) => ({
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

function matchesIn(text: string, pattern: Pattern, type: string, report: PatternReport): Match[] {
  return pattern.matchAll(cutText(text, report), report).map((match) => {
    const [source, ...groups] = match;
    const value = groups.find((group) => group !== undefined) ?? source;
    return { value: { source, value, type }, start: match.index, end: match.index + source.length };
  });
}
