/** `multicolumn`: reads the columns of a page one after the other. */
// See docs/language/05-preprocessors.md#5101-multicolumn

import { settled, withDefault } from '../../foundation/schema/defaults.js';
import { limitedNumber } from '../../foundation/schema/grammar.js';
import { centreX, centreY } from '../../page/document/geometry.js';
import { withFlow } from '../../page/document/line-edits.js';
import type { Line, Page } from '../../page/document/model.js';
import { isHorizontal } from '../../page/document/order.js';
import { largestGutter, TooMuchWork, WorkBudget } from '../../page/layout/gutters.js';
import { definePreprocessor, type PreprocessorContext } from './definition.js';
import { pageByPage, reordered } from './shared.js';

/** Pages with more lines are left as they are. */
const MOST_LINES = 2000;

const members = {
  minGutterArea: withDefault(limitedNumber(0), 1).describe(
    'Smallest white rectangle that separates two columns, in square inches',
  ),
};

export const multicolumn = definePreprocessor({
  id: 'multicolumn',
  summary: 'Reads the columns of a page one after the other',
  options: () => members,
  apply(pages, options, context) {
    const { minGutterArea } = settled(members, options);
    return pageByPage(pages, context, (page) => orderPage(page, minGutterArea, context));
  },
  examples: [
    {
      title: 'two columns between a title and a notice',
      lines: [
        { text: 'Title', left: 1, top: 1, width: 6, height: 0.2 },
        { text: 'Left one', left: 1, top: 1.5, width: 2, height: 0.2 },
        { text: 'Right one', left: 4, top: 1.5, width: 2.5, height: 0.2 },
        { text: 'Left two', left: 1, top: 3, width: 2, height: 0.2 },
        { text: 'Right two', left: 4, top: 3, width: 2, height: 0.2 },
        { text: 'Notice', left: 1, top: 3.6, width: 6, height: 0.2 },
      ],
      preprocessor: { type: 'multicolumn' },
      result: [['Title', 'Left one', 'Left two', 'Right one', 'Right two', 'Notice']],
    },
    {
      title: 'white space that is too small to part columns',
      lines: [
        { text: 'Name', left: 1, top: 1, width: 1 },
        { text: 'Ana', left: 2.5, top: 1, width: 1 },
        { text: 'Town', left: 1, top: 1.2, width: 1 },
        { text: 'Ulm', left: 2.5, top: 1.2, width: 1 },
      ],
      preprocessor: { type: 'multicolumn' },
      result: [['Name', 'Ana', 'Town', 'Ulm']],
    },
  ],
});

function orderPage(page: Page, minimumArea: number, context: PreprocessorContext): Page {
  const skip = () => {
    const message = 'the page holds too much text to be searched for columns; its order was left as it is';
    context.warn({ code: 'MULTICOLUMN_SKIPPED', message, page: page.index });
    return page;
  };
  if (page.lines.length > MOST_LINES) return skip();
  try {
    const groups = columns(page.lines, minimumArea, new WorkBudget());
    return reordered(
      page,
      groups.flatMap((group, flow) => group.map((line) => withFlow(line, flow))),
    );
  } catch (error) {
    if (error instanceof TooMuchWork) return skip();
    throw error;
  }
}

/** Groups of lines in reading order: above the largest gutter, left and right of it, below it; each divided again. */
function columns(
  lines: readonly Line[],
  minimumArea: number,
  budget: WorkBudget,
): readonly (readonly Line[])[] {
  const gutter = largestGutter(lines.filter(isHorizontal), { minimumArea }, budget);
  if (!gutter) return [lines];
  const above: Line[] = [];
  const left: Line[] = [];
  const right: Line[] = [];
  const below: Line[] = [];
  for (const line of lines) {
    const y = centreY(line);
    if (y < gutter.top) above.push(line);
    else if (y > gutter.bottom) below.push(line);
    else if (centreX(line) < centreX(gutter)) left.push(line);
    else right.push(line);
  }
  const parts = [above, left, right, below].filter((part) => part.length > 0);
  // A gutter beside the ends of lines only may leave them all on one side of it.
  if (parts.length === 1) return [lines];
  return parts.flatMap((part) => columns(part, minimumArea, budget));
}
