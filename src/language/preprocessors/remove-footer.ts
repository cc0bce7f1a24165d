/** `removeFooter`: removes what is at the bottom of pages. */
// See docs/language/05-preprocessors.md#585-removeheader-removefooter
import { definePreprocessor } from './definition.js';
import { pageEdgeMembers, removePageEdges } from './page-edges.js';

export const removeFooter = definePreprocessor({
  id: 'removeFooter',
  summary: 'Removes the lines at the bottom of pages that repeat, or that are below a line or a height',
  options: () => pageEdgeMembers('footer'),
  apply: (pages, options, context) => removePageEdges(pages, 'footer', options, context),
  examples: [
    {
      title: 'page numbers',
      lines: [
        { text: 'first part', left: 1, top: 1, page: 0 },
        { text: '9', left: 4, top: 10, page: 0 },
        { text: 'second part', left: 1, top: 1, page: 1 },
        { text: '10', left: 4, top: 10, page: 1 },
      ],
      preprocessor: { type: 'removeFooter' },
      result: [['first part'], ['second part']],
    },
    {
      title: 'the last inch of every page',
      lines: [
        { text: 'text', left: 1, top: 1 },
        { text: 'printed on 4 May', left: 1, top: 10.3 },
      ],
      preprocessor: { type: 'removeFooter', offsetY: -1 },
      result: [['text']],
    },
  ],
});
