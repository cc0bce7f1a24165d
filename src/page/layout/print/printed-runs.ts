/** The pass over the glyphs of a page before lines are made: what is printed, once, in runs. */
// See docs/language/01-document-anchors-fields.md#13-from-glyphs-to-runs

import type { Glyph } from '../../document/glyph.js';
import { runsOf, type TextRun } from '../runs.js';
import { cellStarts } from './cells.js';
import { printedOnce, suspectsOf } from './printed-once.js';
import { runPlaces } from './run-places.js';
import { withColumns } from './vertical.js';

/** The runs of what a page prints. They are made again on the few pages where rules find more than runs show. */
export function printedRuns(glyphs: readonly Glyph[]): TextRun[] {
  const columns = withColumns(glyphs);
  let shown = columns;
  let runs = runsOf(shown);
  let places = runPlaces(runs);
  const suspects = suspectsOf(places);
  if (suspects.size > 0) shown = printedOnce(shown, suspects);
  if (shown !== columns) {
    runs = runsOf(shown);
    places = runPlaces(runs);
  }
  const cells = cellStarts(places);
  return cells.size === 0 ? runs : runsOf(shown, cells);
}
