import * as z from 'zod';
import { type Candidate, defineType, type WholeValue } from './definition.js';

/** Text as the method found it. */
// See docs/language/04-types.md#44-string
export const string = defineType({
  id: 'string',
  summary: 'The text itself; several lines are joined with a space',
  plain: true,
  output: { value: z.string() },
  unfit: { typeFilters: 'every line is text, so it would remove everything' },
  options: () => ({}),
  compile: () => ({
    candidates: (lines) =>
      lines.map(({ text }, position) => ({
        value: { type: 'string', value: text.trim() },
        lines: [position],
      })),
    selectable: ({ value }) => value.value !== '',
    whole: joinTexts,
  }),
  examples: [
    { title: 'One line', lines: ['Harbour dues'], result: { type: 'string', value: 'Harbour dues' } },
    {
      title: 'Several lines are joined',
      lines: ['Harbour ', 'dues'],
      result: { type: 'string', value: 'Harbour dues' },
    },
  ],
});

/** Blank lines, which word filters leave behind, keep their place in the joined text; blanks alone give `""`. */
function joinTexts(candidates: readonly Candidate[]): WholeValue | null {
  if (candidates.length === 0) return null;
  const texts = candidates.map(({ value }) => String(value.value));
  const value = texts.every((text) => text === '') ? '' : texts.join(' ');
  return { value: { type: 'string', value }, lines: candidates.flatMap(({ lines }) => lines) };
}
