import * as z from 'zod';
import { compilePattern, cutText } from '../../foundation/text/pattern.js';
import { comparablePattern } from '../../page/document/cleaning.js';
import { defineType } from './definition.js';
import { checkPatternMembers, patternMembers } from './pattern-members.js';
import { matchingCopy } from './shared.js';
import { joinLines } from './text.js';

/** All lines joined, with every match of a pattern replaced. */
// See docs/language/04-types.md#416-custom-replace
export const replace = defineType({
  id: 'replace',
  summary: 'The joined text, with every match of a regular expression replaced',
  plain: false,
  output: { type: z.literal('replaced_string'), source: z.string(), value: z.string() },
  options: () => ({
    ...patternMembers,
    replaceWith: z
      .string()
      .describe('Replacement for each match; $1, $<name>, $& and $$ work as in JavaScript'),
  }),
  check: checkPatternMembers,
  compile({ pattern: source, flags, replaceWith }) {
    const pattern = compilePattern(comparablePattern(source), flags);
    return {
      candidates(lines, guard) {
        const copy = matchingCopy(lines);
        if (copy.length === 0) return [];
        const text = cutText(joinLines(copy, ' ').text, guard);
        const value = pattern.replaceAll(text, replaceWith, guard);
        return [
          {
            value: { source: text, value, type: 'replaced_string' },
            lines: copy.map(({ position }) => position),
          },
        ];
      },
    };
  },
  examples: [
    {
      title: 'Letters are removed',
      options: { pattern: '[a-z]+', flags: 'i', replaceWith: '' },
      lines: ['12kn', '8m'],
      result: { source: '12kn 8m', value: '12 8', type: 'replaced_string' },
    },
  ],
});
