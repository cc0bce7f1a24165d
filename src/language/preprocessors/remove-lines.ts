/** `removeLines`: removes single lines. */
// See docs/language/05-preprocessors.md#584-removelines
import { anchorMatchSchema } from '../anchors/schema.js';
import { definePreprocessor } from './definition.js';
import { findHits, pageByPage, warnNoMatch, withoutLines } from './shared.js';

export const removeLines = definePreprocessor({
  id: 'removeLines',
  summary: 'Removes every line that matches',
  options: () => ({
    match: anchorMatchSchema.describe('Line to remove; with several matchers, only the line of the last'),
  }),
  apply(pages, { match }, context) {
    const removed = new Set(findHits(pages, match, context).map(({ line }) => line));
    if (removed.size === 0) warnNoMatch(context);
    return pageByPage(pages, context, (page) => withoutLines(page, removed));
  },
  examples: [
    {
      title: 'stamps that are in the way',
      lines: [
        { text: 'COPY', left: 1, top: 1 },
        { text: 'Total 12.00', left: 1, top: 1.2 },
        { text: 'COPY', left: 1, top: 1.4 },
      ],
      preprocessor: { type: 'removeLines', match: { type: 'equals', text: 'copy' } },
      result: [['Total 12.00']],
    },
  ],
});
