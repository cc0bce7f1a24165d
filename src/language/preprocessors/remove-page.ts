/** `removePage`: removes pages by the lines on them. */
// See docs/language/05-preprocessors.md#572-removepage
import { anchorMatchSchema } from '../anchors/schema.js';
import { definePreprocessor } from './definition.js';
import { choosePages, pageChoice, warnIfNoneLeft } from './shared.js';

export const removePage = definePreprocessor({
  id: 'removePage',
  summary: 'Removes pages by the lines on them',
  options: () => ({
    match: anchorMatchSchema.describe('Line on a page to remove'),
    matchAll: pageChoice.matchAll.describe('Remove the page of every such line, not only of the first'),
    pageOffset: pageChoice.pageOffset.describe('Remove the page this many pages later; negative for earlier'),
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
