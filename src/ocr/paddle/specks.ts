/** Specks that were read as marks: points and strokes far smaller than print of their size has them. */
import type { ReadCharacter } from './ctc.js';
import { heightIn, inkStretches, type RowInk, type Stretch, widthOf } from './row-ink.js';

/** What specks are read as. A comma shows a tail. */
const MARK = /^[.:'’`"·•*~-]$/u;
/**
 * Width and height of a speck at most, in heights of the ink of its row: points have 0.125 (Arial) and more, single pixels of
 * a fax of 200 dpi 0.05 in print of 10 points and 0.09 in print of 6.
 */
const SPECK = 0.095;

/** A word of a row, and the columns of its ink. */
interface Word extends Stretch {
  readonly characters: readonly ReadCharacter[];
}

/** A word without the specks that it begins and ends with; undefined where it is nothing else. */
export function withoutSpecks<Given extends Word>(
  word: Given,
  ink: RowInk,
  usual: number,
): Given | undefined {
  const most = SPECK * Math.max(ink.bottom - ink.top, usual);
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
