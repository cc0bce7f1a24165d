/** `paragraph`: the whole paragraph that holds the anchor (chapter 3, 3.5). */
import type { Scope } from '../anchors/scope.js';
import type { Line } from '../document/model.js';
import { paragraphsOf } from '../document/paragraphs.js';
import { defineLinesMethod } from './definition.js';
import { wholeLines } from './shared.js';

/** Paragraphs of a scope's lines: fields share them. */
const paragraphsByLines = new WeakMap<readonly Line[], ReadonlyMap<Line, readonly Line[]>>();

export const paragraph = defineLinesMethod({
  id: 'paragraph',
  summary: 'The whole paragraph that holds the anchor line, over columns and pages',
  options: () => ({}),
  lines: ({ scope, anchor }) => ({ pieces: wholeLines(paragraphs(scope).get(anchor.line) ?? [anchor.line]) }),
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

function paragraphs(scope: Scope): ReadonlyMap<Line, readonly Line[]> {
  let byLine = paragraphsByLines.get(scope.lines);
  if (!byLine) {
    const found = new Map<Line, readonly Line[]>();
    for (const lines of paragraphsOf(scope.lines, scope.pages))
      for (const line of lines) found.set(line, lines);
    byLine = found;
    paragraphsByLines.set(scope.lines, byLine);
  }
  return byLine;
}
