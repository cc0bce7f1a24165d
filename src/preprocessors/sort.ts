/** `sort`: puts lines whose tops jitter into rows (chapter 5, 5.10.3). */
import { z } from 'zod';
import { transformLine } from '../document/line-edits.js';
import type { Line, Page } from '../document/model.js';
import { rowsByTop, sortPageLines } from '../document/order.js';
import { IDENTITY, roundCoordinate } from '../geometry.js';
import { definePreprocessor } from './definition.js';
import { withLines } from './shared.js';

/** Row tolerance where a config gives none, in inches. */
const ROW_TOLERANCE = 0.08;

export const sort = definePreprocessor({
  id: 'sort',
  summary: 'Orders lines by rows, so that tops that jitter do not matter',
  options: () => ({
    tolerance: z
      .number()
      .min(0)
      .optional()
      .describe('Distance of the tops of one row from its first, in inches; default 0.08'),
    align: z
      .boolean()
      .optional()
      .describe('Move the lines of a row to the same height as well; default false'),
  }),
  apply(pages, { tolerance = ROW_TOLERANCE, align = false }) {
    return pages.map((page) => sortPage(page, tolerance, align));
  },
  examples: [
    {
      title: 'a handwritten row',
      lines: [
        { text: 'one', left: 1, top: 1 },
        { text: 'two', left: 2, top: 0.97 },
        { text: 'three', left: 3, top: 1.02 },
      ],
      preprocessor: { type: 'sort' },
      result: [['one', 'two', 'three']],
    },
    {
      title: 'the row made straight',
      lines: [
        { text: 'one', left: 1, top: 1 },
        { text: 'two', left: 2, top: 0.97 },
        { text: 'three', left: 3, top: 1.02 },
      ],
      preprocessor: { type: 'sort', align: true },
      result: [
        [
          { text: 'one', left: 1, top: 1 },
          { text: 'two', left: 2, top: 1 },
          { text: 'three', left: 3, top: 1 },
        ],
      ],
    },
  ],
});

function sortPage(page: Page, tolerance: number, align: boolean): Page {
  const { lines } = page;
  const placed = align ? rowsByTop(sortPageLines(lines), tolerance).flatMap(alignRow) : lines;
  return withLines(page.rowTolerance === tolerance ? page : { ...page, rowTolerance: tolerance }, placed);
}

function alignRow(row: readonly Line[]): Line[] {
  // Rounded here, or else a median between two thousandths would be rounded line by line to either side.
  const top = roundCoordinate(median(row.map((line) => line.top)));
  return row.map((line) =>
    line.top === top ? line : transformLine(line, { ...IDENTITY, f: top - line.top }),
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
