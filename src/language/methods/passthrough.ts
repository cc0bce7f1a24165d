/** `passthrough`: the anchor line itself. */
// See docs/language/03-layout-methods-ranges-tables.md#32-passthrough
import { defineMethod } from './definition.js';
import { wholeLines } from './shared.js';

export const passthrough = defineMethod({
  id: 'passthrough',
  summary: 'The whole anchor line',
  anchor: 'required',
  countsOnce: true,
  options: () => ({}),
  capture: ({ anchor }) => ({ pieces: wholeLines([anchor.line]) }),
  examples: [
    {
      title: 'a date in the anchor line',
      lines: [{ text: 'Issued on 03/09/2022 in Leer', left: 1, top: 1 }],
      field: { anchor: 'issued on', type: 'date', method: { id: 'passthrough' } },
      result: { source: '03/09/2022', value: '2022-03-09T00:00:00.000Z', type: 'date' },
    },
  ],
});
