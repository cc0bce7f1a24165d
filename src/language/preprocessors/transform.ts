/** Moving whole pages: lines, paths, images, form fields and pixels go together. */
// See docs/language/05-preprocessors.md#52-what-a-preprocessor-works-on

import { composeTransforms, type Transform } from '../../page/document/geometry.js';
import { transformLine } from '../../page/document/line-edits.js';
import type { Page } from '../../page/document/model.js';
import { moveDrawn, type PageMove } from '../../page/drawn/move.js';
import { withLines } from './shared.js';

/** The page with everything on it moved, its lines in order again. They are not merged again. */
export function movePage(page: Page, move: PageMove): Page {
  // Boundaries that a map turns are no columns and rows any more.
  const { tables: _, ...moved } = moveDrawn(page, move);
  return withLines(
    moved,
    page.lines.map((line) => transformLine(line, move.transform)),
  );
}

/** Members of a page's transform that are larger than this, in inches and ratios, are mistakes of a config. */
const LARGEST_MEMBER = 1e6;

/** Whether a page can be moved so and still have coordinates that can be computed with. */
export function canMove(page: Page, transform: Transform): boolean {
  const members = Object.values(composeTransforms(page.transform, transform));
  return members.every((member) => Math.abs(member) <= LARGEST_MEMBER);
}
