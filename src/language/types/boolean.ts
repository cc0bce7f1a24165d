import * as z from 'zod';
import { defineType } from './definition.js';
import { eachLine } from './shared.js';
import { foldCase } from './text.js';

/**
 * A whole line that is one word, perhaps with a punctuation mark, or the state of a check box in the cell of a table; lines are trimmed.
 */
// See docs/language/04-types.md#410-boolean
const BOOLEAN = /^(true|yes|y|false|no|n|\[true\]|\[false\])(?:\s*[.,;:!])?$/iu;
const TRUE = new Set(['true', 'yes', 'y', '[true]']);

/** Yes or no. */
// See docs/language/04-types.md#410-boolean
export const boolean = defineType({
  id: 'boolean',
  summary:
    'A line that reads true, yes, y, false, no or n, and nothing else, or the state of a check box in a cell',
  plain: true,
  output: { source: z.string().optional(), value: z.boolean() },
  promptHint: () => 'yes or no',
  options: () => ({}),
  compile: () => ({
    candidates: (lines, guard) =>
      eachLine(lines, guard, (text) => {
        const word = BOOLEAN.exec(text)?.[1];
        return word === undefined ? [] : [{ source: word, value: TRUE.has(foldCase(word)), type: 'boolean' }];
      }),
  }),
  examples: [
    { title: 'A word', lines: ['NO'], result: { source: 'NO', value: false, type: 'boolean' } },
    {
      title: 'A check box in a cell',
      lines: ['[true]'],
      result: { source: '[true]', value: true, type: 'boolean' },
    },
    { title: 'More than a word', lines: ['No thanks'], result: null },
  ],
});
