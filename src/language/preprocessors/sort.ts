/** `sort`: puts lines whose tops jitter into rows. */
// See docs/language/05-preprocessors.md#5103-sort
import * as z from 'zod';
import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { limitedNumber } from '../../foundation/schema/grammar.js';
import { IDENTITY, roundCoordinate } from '../../page/document/geometry.js';
import { transformLine } from '../../page/document/line-edits.js';
import type { Line, Page } from '../../page/document/model.js';
import { rowsByTop, sortPageLines } from '../../page/document/order.js';
import { definePreprocessor } from './definition.js';
import { pageByPage, withLines } from './shared.js';

const members = {
  tolerance: withDefault(limitedNumber(0), 0.08).describe(
    'How far the tops of a row may differ from its first, in inches',
  ),
  align: withDefault(z.boolean(), false).describe('Also move the lines of a row to the same height'),
};

export const sort = definePreprocessor({
  id: 'sort',
  summary: 'Orders lines by rows whose tops may differ a little',
  options: () => members,
  apply(pages, options, context) {
    const { tolerance, align } = settled(members, options);
    return pageByPage(pages, context, (page) => sortPage(page, tolerance, align));
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
