/**
 * Whether text leaves a mark on the drawn page. No value of 137 documents and no cell of their tables changes where its
 * thresholds are a fifth smaller, or a quarter larger.
 */
// See docs/language/01-document-anchors-fields.md#113-text-that-cannot-be-seen
import type { Box } from '../document/geometry.js';
import { boxHeight, boxWidth, grownBox } from '../document/geometry.js';
import type { HiddenReason } from '../document/hidden-text.js';
import type { Page } from '../document/model.js';
import type { Bitmap } from '../document/page-graphics.js';
import { cutOut } from '../ink/cut.js';
import { greyOf, inkDpi } from '../ink/grey.js';

/** Resolution at which text is looked for: letters of 6 points are 6 pixels high. */
const DPI = 100;
/** How far a pixel must differ in a channel of 255 to be seen: `#EEEEEE` on white is just seen. */
const SEEN = 16;
/** How far a pixel must differ from most around it to be ink of a picture of words. */
const INK = 48;
/** Share of such pixels in the box of a word from which it is seen; letters cover 10 % or more. */
const SEEN_SHARE = 0.02;
const CHANNELS = 4;

/**
 * Whether a word is seen, by two drawings of its page: with the text, and without. A word that paints nothing is seen
 * where the drawing shows something in its place: the picture of words that it was read from.
 * @param box of the word, in inches on the page
 * @param reason why it may be hidden
 * @throws what the drawing throws
 */
export async function isSeen(page: Page, box: Box, reason: HiddenReason): Promise<boolean> {
  const { graphics } = page;
  // What lies off the page is not drawn, and that tiny text leaves specks makes nobody read it.
  if (!graphics || reason === 'offPage' || reason === 'tiny') return false;
  const dpi = Math.min(DPI, inkDpi(page));
  const bare = cutOut(await graphics.raster({ dpi, withoutText: true }), box);
  const shown = cutOut(await graphics.raster({ dpi }), box);
  if (differingShare(shown, bare) >= SEEN_SHARE) return true;
  return reason === 'unpainted' && hasInk(bare, box);
}

/** Share of the pixels of a drawing that differ from those of another of its size. */
function differingShare({ data }: Bitmap, other: Bitmap): number {
  let count = 0;
  for (let at = 0; at < data.length; at += CHANNELS) if (differs(data, other.data, at)) count++;
  return (count * CHANNELS) / data.length;
}

function differs(one: Bitmap['data'], other: Bitmap['data'], at: number): boolean {
  for (let channel = at; channel < at + CHANNELS - 1; channel++) {
    if (Math.abs(one[channel]! - other[channel]!) > SEEN) return true;
  }
  return false;
}

/** Whether an area is not of one colour; what lies along its edges, as rules do, does not count. */
function hasInk(area: Bitmap, box: Box): boolean {
  const by = Math.min(boxWidth(box), boxHeight(box)) / 5;
  const { data } = greyOf(
    cutOut(area, grownBox({ left: 0, top: 0, right: boxWidth(box), bottom: boxHeight(box) }, -by)),
  );
  const ground = data.toSorted()[data.length >> 1] ?? 0;
  const ink = data.filter((luma) => Math.abs(luma - ground) > INK);
  return ink.length >= SEEN_SHARE * data.length;
}
