/** `pageFilter`: keeps the pages whose words fit best. */
// See docs/language/05-preprocessors.md#573-pagefilter
import * as z from 'zod';
import { listOf, wholeNumber } from '../../foundation/schema/grammar.js';
import { termScorer } from '../../foundation/text/bag-of-words.js';
import { definePreprocessor } from './definition.js';

export const pageFilter = definePreprocessor({
  id: 'pageFilter',
  summary:
    'Deprecated: keeps the pages whose words fit best; removePage and pageRange say which pages they mean',
  options: () => ({
    terms: listOf(z.string(), 'only stopTerms distinguish pages').describe(
      'Words that should be frequent on the pages to keep',
    ),
    maxPages: wholeNumber(1).describe('Number of pages to keep'),
    stopTerms: z.array(z.string()).optional().describe('Words that count against a page'),
  }),
  apply(pages, { terms, maxPages, stopTerms }) {
    if (pages.length <= maxPages) return pages;
    const scorer = termScorer(terms, stopTerms);
    const best = pages
      .map(({ lines }, position) => ({
        position,
        score: scorer.score(lines.map((line) => line.text).join(' ')),
      }))
      .sort((a, b) => b.score - a.score || a.position - b.position)
      .slice(0, maxPages);
    const kept = new Set(best.map(({ position }) => position));
    return pages.filter((_, position) => kept.has(position));
  },
  examples: [
    {
      title: 'the page about premiums',
      lines: [
        { text: 'General conditions', left: 1, top: 1, page: 0 },
        { text: 'Premiums and limits', left: 1, top: 1, page: 1 },
      ],
      preprocessor: { type: 'pageFilter', terms: ['premium', 'limit'], maxPages: 1 },
      result: [['Premiums and limits']],
    },
  ],
});
