/** `rotatePage`: turns pages by quarters until a line of them is horizontal. */
// See docs/language/05-preprocessors.md#574-rotatepage

import type { Page } from '../../page/document/model.js';
import { quarterMove, rotationAfter } from '../../page/drawn/move.js';
import type { Quarter } from '../../page/layout/page-rotation.js';
import type { AnchorHit } from '../anchors/anchors.js';
import { anchorMatchSchema } from '../anchors/schema.js';
import { definePreprocessor } from './definition.js';
import { chosenHits, pageChoice, warnNoMatch } from './shared.js';
import { movePage } from './transform.js';

export const rotatePage = definePreprocessor({
  id: 'rotatePage',
  summary: 'Turns pages by quarter turns until a line on them is horizontal',
  options: () => ({
    match: anchorMatchSchema.describe('Line that should be horizontal'),
    matchAll: pageChoice.matchAll.describe('Turn every page that has such a line, not only the first'),
  }),
  apply(pages, choice, context) {
    const hits = chosenHits(pages, choice, context);
    if (hits.length === 0) warnNoMatch(context);
    const deciding = new Map<number, AnchorHit>();
    for (const hit of hits) if (!deciding.has(hit.line.page)) deciding.set(hit.line.page, hit);
    return pages.map((page) => {
      const hit = deciding.get(page.index);
      return hit ? turnPage(page, quarterOf(hit.line.angle)) : page;
    });
  },
  examples: [
    {
      title: 'a page whose heading runs downwards',
      lines: [
        { text: 'Delivery note', left: 6, top: 2, angle: 90 },
        { text: 'Order 118', left: 5.5, top: 2, angle: 90 },
      ],
      preprocessor: { type: 'rotatePage', match: 'delivery note' },
      result: [
        [
          { text: 'Delivery note', left: 2, top: 2.5 },
          { text: 'Order 118', left: 2, top: 3 },
        ],
      ],
    },
    {
      title: 'a line that is horizontal already',
      lines: [{ text: 'Delivery note', left: 1, top: 2 }],
      preprocessor: { type: 'rotatePage', match: 'delivery note' },
      result: [[{ text: 'Delivery note', left: 1, top: 2 }]],
    },
  ],
});

const QUARTER = 90;

/** The nearest quarter turn of a direction in degrees. */
function quarterOf(angle: number): Quarter {
  const turns = ((Math.round(angle / QUARTER) % 4) + 4) % 4;
  return ([0, 90, 180, 270] as const)[turns]!;
}

function turnPage(page: Page, quarter: Quarter): Page {
  if (quarter === 0) return page;
  return movePage({ ...page, rotation: rotationAfter(page, quarter) }, quarterMove(page, quarter));
}
