/** `pageRange`: keeps the pages between two numbers (chapter 5, 5.7.1). */
import { z } from 'zod';
import { definePreprocessor } from './definition.js';
import { warnIfNoneLeft } from './shared.js';

export const pageRange = definePreprocessor({
  id: 'pageRange',
  summary: 'Keeps the pages between two page numbers',
  options: () => ({
    startPage: z.int().min(0).optional().describe('First page to keep, counted from 0; default 0'),
    endPage: z
      .int()
      .min(0)
      .optional()
      .describe('First page not to keep, counted from 0; default the number of pages'),
  }),
  check({ startPage, endPage }, context) {
    if (startPage === undefined || endPage === undefined || startPage < endPage) return;
    const message = 'must be greater than startPage: the page endPage itself is not kept';
    context.addIssue({ code: 'custom', path: ['endPage'], message });
  },
  apply(pages, { startPage = 0, endPage = pages.length }, context) {
    const kept = pages.slice(startPage, endPage);
    warnIfNoneLeft(pages, kept, context);
    return kept.length === pages.length ? pages : kept;
  },
  examples: [
    {
      title: 'the second page only',
      lines: [
        { text: 'Cover', left: 1, top: 1, page: 0 },
        { text: 'Statement', left: 1, top: 1, page: 1 },
        { text: 'Terms', left: 1, top: 1, page: 2 },
      ],
      preprocessor: { type: 'pageRange', startPage: 1, endPage: 2 },
      result: [['Statement']],
    },
  ],
});
