/** `removeHeader`: removes what is at the top of pages. */
// See docs/language/05-preprocessors.md#585-removeheader-removefooter
import { definePreprocessor } from './definition.js';
import { pageEdgeMembers, removePageEdges } from './page-edges.js';

export const removeHeader = definePreprocessor({
  id: 'removeHeader',
  summary: 'Removes the lines at the top of pages that repeat, or that are above a line or a height',
  options: () => pageEdgeMembers('header'),
  apply: (pages, options, context) => removePageEdges(pages, 'header', options, context),
  examples: [
    {
      title: 'what repeats on every page, page numbers included',
      lines: [
        { text: 'Harbour Freight Co', left: 1, top: 0.5, page: 0 },
        { text: 'Page 1', left: 7, top: 0.5, page: 0 },
        { text: 'first part', left: 1, top: 1, page: 0 },
        { text: 'Harbour Freight Co', left: 1, top: 0.5, page: 1 },
        { text: 'Page 2', left: 7, top: 0.5, page: 1 },
        { text: 'second part', left: 1, top: 1, page: 1 },
      ],
      preprocessor: { type: 'removeHeader' },
      result: [['first part'], ['second part']],
    },
    {
      title: 'everything above a line',
      lines: [
        { text: 'Harbour Freight Co', left: 1, top: 0.5 },
        { text: 'Cargo', left: 1, top: 1 },
        { text: '12 crates', left: 1, top: 1.5 },
      ],
      preprocessor: { type: 'removeHeader', match: 'cargo' },
      result: [['Cargo', '12 crates']],
    },
  ],
});
