/** The boxes to tick that may be in the cells of a table. */

import { orElse } from '../../../foundation/async/interrupt.js';
import { type Box, boundingBox, boxHeight, boxWidth, overlapX, overlapY } from '../../document/geometry.js';
import type { Page } from '../../document/model.js';
import type { PaintedPath } from '../../document/page-graphics.js';
import { buttonsOf, checkboxesOn } from '../../drawn/checkboxes.js';
import { textBoxesOf } from '../../drawn/text-boxes.js';
import type { MarkedCheckbox } from './checkbox-marks.js';

/** Sides of what may be a box, or a side of one, in inches. */
// See docs/language/02-layout-methods-geometry.md#103-candidate-detection
const LEAST_SIDE = 0.05;
const MOST_SIDE = 0.4;

/**
 * Boxes to tick on a page with a table. To find them the page may have to be drawn, so this looks first whether anything
 * inside the table can be one: a button, a sign in its text, a small path, a picture.
 */
export async function cellCheckboxes(page: Page, table: Box): Promise<readonly MarkedCheckbox[]> {
  if (!(await mayHoldBoxes(page, table))) return [];
  const inTable = (await checkboxesOn(page)).filter(({ outer }) => meets(outer, table));
  return Promise.all(
    inTable.map(async (box) => {
      const { kind, outer, besideBar } = box;
      return { kind, outer, besideBar, selected: await box.isSelected() };
    }),
  );
}

async function mayHoldBoxes(page: Page, table: Box): Promise<boolean> {
  for (const line of page.lines) if (meets(line, table) && textBoxesOf(line).length > 0) return true;
  if ((await buttonsOf(page)).some(({ box }) => meets(box, table))) return true;
  const { graphics } = page;
  if (!graphics) return false;
  const paths = await orElse(() => graphics.paths(), []);
  for (const path of paths) if (hasSmallPart(path, table)) return true;
  const images = await orElse(() => graphics.images(), []);
  return images.some(({ polygon }) => meets(boundingBox(polygon), table));
}

function meets(box: Box, table: Box): boolean {
  return overlapX(box, table) > 0 && overlapY(box, table) > 0;
}

function hasSmallPart({ subpaths }: PaintedPath, table: Box): boolean {
  for (const { points } of subpaths) {
    const box = boundingBox(points);
    const side = Math.max(boxWidth(box), boxHeight(box));
    if (side < LEAST_SIDE || side > MOST_SIDE) continue;
    // A side of a box has no width, so that its middle is what lies in the table.
    if (overlapX(box, table) >= 0 && overlapY(box, table) >= 0) return true;
  }
  return false;
}
