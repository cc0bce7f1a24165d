/** `paragraph`: the whole paragraph that holds the anchor. */
// See docs/language/03-layout-methods-ranges-tables.md#35-paragraph
import { defineMethod } from './definition.js';
import { wholeLines } from './shared.js';

export const paragraph = defineMethod({
  id: 'paragraph',
  summary: 'The whole paragraph that contains the anchor line, across columns and pages',
  anchor: 'required',
  countsOnce: true,
  options: () => ({}),
  capture: ({ scope, anchor }) => ({ pieces: wholeLines(scope.paragraphOf(anchor.line)) }),
  examples: [
    {
      title: 'lines set closely',
      lines: [
        { text: 'Scope of work', left: 1, top: 1 },
        { text: 'The tenant keeps the', left: 1, top: 1.4 },
        { text: 'garden in good order.', left: 1, top: 1.57 },
        { text: 'Rent is due monthly.', left: 1, top: 2 },
      ],
      field: { anchor: 'garden', method: { id: 'paragraph' } },
      result: { type: 'string', value: 'The tenant keeps the garden in good order.' },
    },
  ],
});
