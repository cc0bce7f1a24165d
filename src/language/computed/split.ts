/** `split`: cuts a text at a separator. */
// See docs/language/07-computed-rules-postprocessor.md#15-methods
import * as z from 'zod';
import type { FieldValue } from '../../foundation/schema/language.js';
import { withPlainSpaces } from '../../page/document/cleaning.js';
import { defineComputed } from './definition.js';
import { forEachText } from './each.js';

export const split = defineComputed({
  id: 'split',
  summary: 'Cuts a text into parts',
  countsOnce: true,
  options: () => ({
    source_id: z.string().describe('The field to split'),
    separator: z
      .string()
      .describe('Text between the parts; an empty text splits into characters (code points)'),
    index: z.int().min(0).optional().describe('Which part to take, counting from 0; without it, all parts'),
  }),
  reads: ({ source_id }) => [source_id],
  compute(context) {
    const { source_id, index, separator } = context.options;
    const { budget } = context.scope.run;
    const result = forEachText(context, source_id, (_field, text): FieldValue => {
      if (index !== undefined) {
        const part = text.split(separatorIn(text, separator), index + 1)[index];
        return part === undefined ? null : context.typed(part);
      }
      const parts = text.split(separatorIn(text, separator), MAX_PARTS + 1);
      // A value takes some five cells; the parts are checked before the values are made.
      budget.reserve(parts.length > MAX_PARTS ? Number.POSITIVE_INFINITY : parts.length * CELLS_PER_PART);
      return parts.map(context.typed);
    });
    return index === undefined && Array.isArray(result) ? result.flat() : result;
  },
  examples: [
    {
      title: 'one part',
      values: { range: { value: '2 March - 9 April', type: 'string' } },
      field: { method: { id: 'split', source_id: 'range', separator: ' - ', index: 1 } },
      result: { value: '9 April', type: 'string' },
    },
    {
      title: 'all parts',
      values: { sizes: { value: 'S/M/L', type: 'string' } },
      field: { method: { id: 'split', source_id: 'sizes', separator: '/' } },
      result: [
        { value: 'S', type: 'string' },
        { value: 'M', type: 'string' },
        { value: 'L', type: 'string' },
      ],
    },
  ],
});

/**
 * A separator as a text has it: as it is written, else with the spaces that documents have; an empty one between
 * characters, which may be two code units long.
 */
function separatorIn(text: string, separator: string): string | RegExp {
  if (separator === '') return BETWEEN_CHARACTERS;
  return text.includes(separator) ? separator : withPlainSpaces(separator);
}

const BETWEEN_CHARACTERS = /(?:)/u;

/** Parts of one text; the text of a page has some 20,000 characters at most. */
const MAX_PARTS = 1_000_000;
const CELLS_PER_PART = 5;
