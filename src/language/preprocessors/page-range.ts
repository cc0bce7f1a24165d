/** `pageRange`: keeps the pages between two numbers. */
// See docs/language/05-preprocessors.md#571-pagerange
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { wholeNumber } from '../../foundation/schema/grammar.js';
import { definePreprocessor } from './definition.js';
import { warnIfNoneLeft } from './shared.js';

const members = {
  startPage: withDefault(wholeNumber(0), 0).describe('First page to keep, counting from 0'),
  endPage: wholeNumber(0)
    .optional()
    .describe(
      'First page that is no longer kept, counting from 0; without it, all pages to the end are kept',
    ),
};

export const pageRange = definePreprocessor({
  id: 'pageRange',
  summary: 'Keeps the pages between two page numbers',
  options: () => members,
  check(options, context) {
    const { startPage, endPage } = options;
    if (startPage === undefined || endPage === undefined || startPage < endPage) return;
    const message = 'must be greater than startPage: the page endPage itself is not kept';
    context.addIssue({ code: 'custom', path: ['endPage'], message });
  },
  apply(pages, options, context) {
    const { startPage, endPage } = settled(members, options);
    const kept = pages.slice(startPage, endPage);
    warnIfNoneLeft(pages, kept, context);
    return kept.length === pages.length ? pages : kept;
  },
  keptPages(options) {
    const { startPage, endPage } = settled(members, options);
    return { from: startPage, to: endPage };
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
