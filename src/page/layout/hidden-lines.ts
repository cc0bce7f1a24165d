/** Lines that know which of their words cannot be seen. */
// See docs/language/01-document-anchors-fields.md#113-text-that-cannot-be-seen
import { type Box, centreX, centreY, overlapX } from '../document/geometry.js';
import type { HiddenStretch } from '../document/hidden-text.js';
import { makeLine, partsOf } from '../document/line.js';
import type { Line, Segment } from '../document/model.js';
import { type PageTurn, turnBox } from './page-rotation.js';

/** Share of the width of a word that must be hidden for the word to be. */
const HIDDEN_SHARE = 0.5;

/**
 * The lines of a page, their hidden words marked; on nearly every page there are none, and nothing is done.
 * @param stretches on the page as displayed
 * @param turn how the page was turned for its lines
 */
export function markHidden(
  lines: readonly Line[],
  stretches: readonly HiddenStretch[],
  turn: PageTurn,
): readonly Line[] {
  if (stretches.length === 0) return lines;
  const turned = stretches.map(({ box, reason }) => ({ box: turnBox(box, turn.transform), reason }));
  const byTop = turned.sort((a, b) => centreY(a.box) - centreY(b.box));
  return lines.map((line) => {
    const own = between(byTop, line.top, line.bottom).filter(({ box }) => overlapX(box, line) > 0);
    return own.length === 0 ? line : marked(line, own);
  });
}

/** Those whose middle lies between two heights. @param byTop by their middles */
function between(byTop: readonly HiddenStretch[], top: number, bottom: number): readonly HiddenStretch[] {
  let low = 0;
  let high = byTop.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (centreY(byTop[middle]!.box) < top) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < byTop.length && centreY(byTop[end]!.box) <= bottom) end++;
  return byTop.slice(low, end);
}

function marked(line: Line, stretches: readonly HiddenStretch[]): Line {
  // The places of words in a line that runs askew are along its text, those of stretches on the page.
  if (line.angle !== 0) return markedWhole(line, stretches);
  let isMarked = false;
  const segments = line.segments.map((segment): Segment => {
    const width = segment.right - segment.left;
    const reason = stretches.find(
      ({ box }) => overlapX(box, placed(segment, line)) >= HIDDEN_SHARE * width,
    )?.reason;
    if (reason === undefined) return segment;
    isMarked = true;
    return { ...segment, hidden: reason };
  });
  return isMarked ? makeLine({ ...partsOf(line), segments }) : line;
}

function markedWhole(line: Line, stretches: readonly HiddenStretch[]): Line {
  const middle = { x: centreX(line), y: centreY(line) };
  const over = stretches.find(
    ({ box: { left, top, right, bottom } }) =>
      middle.x >= left && middle.x <= right && middle.y >= top && middle.y <= bottom,
  );
  if (!over) return line;
  const segments = line.segments.map((segment) => ({ ...segment, hidden: over.reason }));
  return makeLine({ ...partsOf(line), segments });
}

function placed({ left, right }: Segment, { top, bottom }: Box): Box {
  return { left, top, right, bottom };
}
