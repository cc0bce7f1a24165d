import { defineType } from './definition.js';
import { eachLine } from './shared.js';
import { foldCase } from './text.js';

/** A whole line that is one word, perhaps with a punctuation mark (chapter 4, 4.10); lines are trimmed. */
export const BOOLEAN = /^(true|yes|y|false|no|n)(?:\s*[.,;:!])?$/iu;
const TRUE = new Set(['true', 'yes', 'y']);

/** Yes or no (chapter 4, 4.10). */
export const boolean = defineType({
  id: 'boolean',
  summary: 'A line that says true, yes, y, false, no or n, and nothing else',
  plain: true,
  options: () => ({}),
  compile: () => ({
    candidates: (lines) =>
      eachLine(lines, (text) => {
        const word = BOOLEAN.exec(text)?.[1];
        return word === undefined ? [] : [{ source: word, value: TRUE.has(foldCase(word)), type: 'boolean' }];
      }),
  }),
  examples: [
    { title: 'A word', lines: ['NO'], result: { source: 'NO', value: false, type: 'boolean' } },
    { title: 'More than a word', lines: ['No thanks'], result: null },
  ],
});
