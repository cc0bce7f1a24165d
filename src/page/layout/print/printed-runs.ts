/** The pass over the glyphs of a page before lines are made: what is printed, once, in runs. */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs

import type { Glyph } from '../../document/glyph.js';
import { runsOf, type TextRun } from '../runs.js';
import { cellStarts } from './cells.js';
import { mayBePrintedTwice, printedOnce } from './printed-once.js';
import { withColumns } from './vertical.js';

/** The runs of what a page prints. They are made again on the few pages where rules find more than runs show. */
export function printedRuns(glyphs: readonly Glyph[]): TextRun[] {
  let shown = withColumns(glyphs);
  let runs = runsOf(shown);
  if (mayBePrintedTwice(runs)) {
    const once = printedOnce(shown);
    if (once !== shown) runs = runsOf(once);
    shown = once;
  }
  const cells = cellStarts(runs);
  return cells.size === 0 ? runs : runsOf(shown, cells);
}
