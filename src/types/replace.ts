import { z } from 'zod';
import { compilePattern } from '../pattern.js';
import { defineType } from './definition.js';
import { checkPatternMembers, cutText, patternMembers } from './pattern-members.js';
import { joinLines, matchingCopy } from './text.js';

/** All lines joined, with every match of a pattern replaced (chapter 4, 4.16). */
export const replace = defineType({
  id: 'replace',
  summary: 'The joined text with all matches of a regular expression replaced',
  plain: false,
  options: () => ({
    ...patternMembers,
    replaceWith: z
      .string()
      .describe('Text put in place of each match; $1, $<name>, $& and $$ as in JavaScript'),
  }),
  check: checkPatternMembers,
  compile({ pattern: source, flags, replaceWith }) {
    const pattern = compilePattern(source, flags);
    return {
      candidates(lines, report) {
        const copy = matchingCopy(lines);
        if (copy.length === 0) return [];
        const text = cutText(joinLines(copy, ' ').text, report);
        const value = pattern.replaceAll(text, replaceWith, report);
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
