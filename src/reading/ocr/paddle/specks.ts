/**
 * Specks that were read as marks: points and strokes far smaller than print of their size has them. Of 1,883 values of 61
 * documents as faxes 13 won and 20 wrong ones gone, with a bound of 0.095; clean scans stay as they are.
 */
import { heightIn, inkStretches, type RowInk, type RowWord, type Stretch, widthOf } from './row-ink.js';

/** What specks are read as. A comma shows a tail. */
const MARK = /^[.:'’`"·•*~-]$/u;
/**
 * Width and height of a speck at most, in heights of the ink of its row: points have 0.125 (Arial), those of thermal printers
 * 0.08 and more, single pixels of a fax of 200 dpi 0.05 in print of 10 points.
 */
const SPECK = 0.075;

/** Height of the ink of a row in which a point is larger than a pixel, in pixels of the page: coarser print shows no specks. */
const LEAST_HEIGHT = 16;

/**
 * A word without the specks that it begins and ends with; undefined where it is nothing else.
 * @param height of the ink of its row, or of most rows where it is alone in its own, in pixels of the row's picture
 * @param scale pixels of the page in one of that picture
 */
export function withoutSpecks<Given extends RowWord>(
  word: Given,
  ink: RowInk,
  { height, scale }: { readonly height: number; readonly scale: number },
): Given | undefined {
  if (height * scale < LEAST_HEIGHT) return word;
  const most = SPECK * height;
  const isSpeck = (stretch: Stretch) => widthOf(stretch) <= most && heightIn(ink, stretch) <= most;
  const stretches = [...inkStretches(ink, word)];
  const characters = [...word.characters];
  while (MARK.test(characters.at(-1)?.text ?? '') && stretches.length > 0 && isSpeck(stretches.at(-1)!)) {
    characters.pop();
    stretches.pop();
  }
  while (MARK.test(characters[0]?.text ?? '') && stretches.length > 0 && isSpeck(stretches[0]!)) {
    characters.shift();
    stretches.shift();
  }
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (characters.length === word.characters.length) return word;
  return first && last && characters.length > 0
    ? { ...word, characters, from: first.from, to: last.to }
    : undefined;
}
