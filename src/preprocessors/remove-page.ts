/** `removePage`: removes pages by the lines on them (chapter 5, 5.7.2). */
import { z } from 'zod';
import { anchorMatchSchema } from '../anchors/schema.js';
import { definePreprocessor } from './definition.js';
import { choosePages, warnIfNoneLeft } from './shared.js';

export const removePage = definePreprocessor({
  id: 'removePage',
  summary: 'Removes pages by the lines on them',
  options: () => ({
    match: anchorMatchSchema.describe('Line of a page to remove'),
    matchAll: z.boolean().optional().describe('Remove the page of every such line; default false'),
    pageOffset: z
      .int()
      .optional()
      .describe('Remove the page that comes so many pages later (negative: earlier); default 0'),
  }),
  apply(pages, options, context) {
    const removed = new Set(choosePages(pages, options, context));
    if (removed.size === 0) return pages;
    const kept = pages.filter((_, position) => !removed.has(position));
    warnIfNoneLeft(pages, kept, context);
    return kept;
  },
  examples: [
    {
      title: 'every page with an advertisement',
      lines: [
        { text: 'Advertisement', left: 1, top: 1, page: 0 },
        { text: 'Invoice 12', left: 1, top: 1, page: 1 },
        { text: 'Advertisement', left: 1, top: 1, page: 2 },
      ],
      preprocessor: { type: 'removePage', match: 'advertisement', matchAll: true },
      result: [['Invoice 12']],
    },
    {
      title: 'the page after the first',
      lines: [
        { text: 'Invoice 12', left: 1, top: 1, page: 0 },
        { text: 'Terms', left: 1, top: 1, page: 1 },
      ],
      preprocessor: { type: 'removePage', match: { type: 'first' }, pageOffset: 1 },
      result: [['Invoice 12']],
    },
  ],
});
