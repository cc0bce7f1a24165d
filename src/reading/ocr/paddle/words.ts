/**
 * Words of a row. The network drops some of the spaces, so the gaps in the picture count as well. Known words win nine
 * words of 2,421 of 13 faxed forms, and two of 2,558 of 20 receipts.
 */
import type { WordList } from '../../../foundation/text/english-words.js';
import { boundingBox, boxWidth, overlapX } from '../../../page/document/geometry.js';
import type { OcrText } from '../engine.js';
import type { ReadCharacter } from './ctc.js';
import { likeliestKinds } from './kinds.js';
import { areKnown, withKnownWords } from './known-words.js';
import { letterHeights, measured, withCapital, withCase } from './letter-case.js';
import type { Pixels } from './pixels.js';
import { placeIn, type TurnedBox } from './rectangles.js';
import { inkOf, median, type RowInk, type RowWord, type Stretch, widthOf } from './row-ink.js';
import { withStrokes } from './single-strokes.js';
import { spacesIn } from './spaces.js';
import { withoutSpecks } from './specks.js';
import { withUnreadSigns } from './unread-signs.js';

/** A row as the network read it. */
export interface ReadRow {
  readonly box: TurnedBox;
  /** Its ink. */
  readonly picture: Pixels;
  readonly characters: readonly ReadCharacter[];
  /** Columns of the picture that a step of the characters covers. */
  readonly stepWidth: number;
  /** Mean of the characters, 0 to 1. */
  readonly confidence: number;
  /** What else was read of the same print. */
  readonly others?: readonly ReadRow[];
}

/** Letters and signs that reach below the baseline. */
const BELOW = /[gjpqyQJ,;()[\]{}$@/|\u00e7\u00b5]/u;
/** What descenders take up below the baseline, in heights of capitals: 0.21 of the font size of 0.72. */
const DESCENDERS = 0.29;

/** The words of the rows of a page, in pixels of the page. */
export function wordsOfRows(rows: readonly ReadRow[], known: WordList): readonly OcrText[] {
  const inked = rows.flatMap((row) => {
    const ink = inkOf(row.picture);
    return ink ? [{ row, ink }] : [];
  });
  const usual = usualHeight(inked);
  const wordsOf = (row: ReadRow, ink = inkOf(row.picture)) =>
    ink ? rowWords(row, ink, known, usual / scaleOf(row)) : [];
  return inked.flatMap(({ row, ink }) => {
    const others = (row.others ?? []).flatMap((other) => wordsOf(other));
    return wordsOf(row, ink).map((word) => asKnownWord(word, others, known));
  });
}

/** Share of the longer one of two readings of a word that both cover. */
const SAME_PLACE = 0.8;
/** Letters, and the signs around them. */
const WRITTEN_WORD = /^[^\p{L}\p{N}]*(\p{L}+)[^\p{L}\p{N}]*$/u;

/**
 * A word, or what else was read in its place where only that is a known one: of 2,421 words of 13 faxed forms nine won, of
 * 2,558 of 20 receipts two. Numbers and names stay as the surest reading has them.
 */
function asKnownWord(word: OcrText, others: readonly OcrText[], known: WordList): OcrText {
  const isKnown = ({ text }: OcrText) => areKnown([WRITTEN_WORD.exec(text)?.[1] ?? ''], known);
  if (others.length === 0 || /\d/u.test(word.text) || isKnown(word)) return word;
  const box = boundingBox(word.polygon);
  const other = others.find((each) => {
    const place = boundingBox(each.polygon);
    return isKnown(each) && overlapX(box, place) >= SAME_PLACE * Math.max(boxWidth(box), boxWidth(place));
  });
  return other ? { ...word, text: other.text, confidence: other.confidence! } : word;
}

/** A row that is one word, however far its signs are apart: a number that is stamped. In pixels of the page. */
export function wholeRow({ box, characters, confidence }: ReadRow): OcrText {
  const { width, height } = box;
  const place = placeIn(box);
  const text = likeliestKinds(characters).map((each) => each.text);
  return {
    text: text.join(''),
    confidence,
    polygon: [
      place({ x: 0, y: 0 }),
      place({ x: width, y: 0 }),
      place({ x: width, y: height }),
      place({ x: 0, y: height }),
    ],
  };
}

/** The ink of most rows with more than a character, in pixels of the page; 0 without any. */
function usualHeight(rows: readonly { readonly row: ReadRow; readonly ink: RowInk }[]): number {
  const heights = rows
    .filter(({ row }) => row.characters.length > 1)
    .map(({ row, ink }) => (ink.bottom - ink.top) * scaleOf(row));
  return median(heights) || 0;
}

/** Pixels of the page in one of the picture of a row. */
function scaleOf({ box, picture }: ReadRow): number {
  return box.height / picture.height;
}

/**
 * The words of a row, in pixels of the page. Each is as high as the row, whose descenders count whether it has any or
 * not: words of one row of the page that were found apart would else not share enough of their height.
 * @param usual height of the ink of most rows, in pixels of the picture of this one
 */
function rowWords(row: ReadRow, ink: RowInk, known: WordList, usual: number): OcrText[] {
  const scale = scaleOf(row);
  const place = placeIn(row.box);
  const corner = (x: number, y: number) => place({ x: x * scale, y: y * scale });
  const hasBelow = row.characters.some(({ text }) => BELOW.test(text));
  const bottom = hasBelow ? ink.bottom : ink.bottom + DESCENDERS * (ink.bottom - ink.top);
  const height = row.characters.length > 1 ? ink.bottom - ink.top : Math.max(ink.bottom - ink.top, usual);
  const words = wordsIn(row, ink, known).flatMap((each) => {
    const word = withoutSpecks(each, ink, { height, scale });
    if (!word) return [];
    const letters = measured(word.characters, word, ink);
    return { letters, heights: letterHeights(letters), left: word.from, right: word.to };
  });
  const heights = letterHeights(words.flatMap(({ letters }) => letters));
  return words.map(({ letters, heights: own, left, right }) => {
    const sized = withCase(letters, own.small.length + own.tall.length > 0 ? own : heights);
    const read = withKnownWords(withStrokes(sized, known), known);
    const characters = words.length === 1 ? withCapital(read) : read;
    return {
      text: characters.map(({ text }) => text).join(''),
      confidence: characters.reduce((sum, each) => sum + each.confidence, 0) / characters.length,
      polygon: [corner(left, ink.top), corner(right, ink.top), corner(right, bottom), corner(left, bottom)],
    };
  });
}

function wordsIn(row: ReadRow, ink: RowInk, known: WordList): RowWord[] {
  const letters = lettersOf(row);
  const gaps = gapsBetween(letters, ink, known);
  const words: RowWord[] = [];
  let first = 0;
  let left = ink.left;
  for (let i = 1; i <= letters.length; i++) {
    const gap = gaps.get(i);
    if (!gap && i < letters.length) continue;
    const right = gap ? gap.from : ink.right;
    const characters = likeliestKinds(letters.slice(first, i).map(({ character }) => character));
    if (right > left) {
      const word = { characters, from: left, to: right };
      words.push({ ...word, characters: withUnreadSigns(word, ink, row.stepWidth) });
    }
    first = i;
    left = gap ? gap.to : ink.right;
  }
  return words;
}

/** A character, and where it is. */
interface Letter {
  readonly character: ReadCharacter;
  /** Its middle as the network sees it, exact to a step: half a letter. */
  readonly middle: number;
}

function lettersOf({ characters, stepWidth }: ReadRow): Letter[] {
  return characters.map((character) => ({
    character,
    middle: ((character.from + character.to) / 2) * stepWidth,
  }));
}

/** How far from the middles of its letters the gap of a space that was read may reach, in heights of the ink. */
const SPACE_SLACK = 0.35;

/** The gaps between words by the letter that follows each. */
function gapsBetween(letters: readonly Letter[], ink: RowInk, known: WordList): ReadonlyMap<number, Stretch> {
  const size = ink.bottom - ink.top;
  const blanks = letters.map((letter, i) =>
    i === 0 ? undefined : blankBefore(letter, letters[i - 1]!, ink),
  );
  const seams = letters.map(({ character }, i) => {
    const blank = blanks[i];
    return { gap: blank ? widthOf(blank) / size : 0, probability: character.space };
  });
  const row = letters.map(({ character }) => character.text);
  const spaces = [...spacesIn(row, seams, known)];
  return new Map(spaces.map((at) => [at, blanks[at] ?? pointBetween(letters[at - 1]!, letters[at]!)]));
}

/** Where a space begins and ends that leaves no white. */
function pointBetween(left: Letter, right: Letter): Stretch {
  const middle = (left.middle + right.middle) / 2;
  return { from: middle, to: middle };
}

/** The widest gap before a letter; where a space was read, it may lie beside its place. */
function blankBefore(letter: Letter, before: Letter, { top, bottom, blanks }: RowInk): Stretch | undefined {
  const slack = letter.character.afterSpace ? SPACE_SLACK * (bottom - top) : 0;
  return blanks
    .filter((blank) => isBetween(blank, before.middle, letter.middle, slack))
    .reduce<Stretch | undefined>(
      (widest, blank) => (!widest || widthOf(blank) > widthOf(widest) ? blank : widest),
      undefined,
    );
}

/** Whether the middle of a gap is between two columns, or all of it is, give or take the slack. */
function isBetween(gap: Stretch, from: number, to: number, slack: number): boolean {
  const middle = (gap.from + gap.to) / 2;
  return (middle >= from && middle < to) || (gap.from >= from - slack && gap.to <= to + slack && slack > 0);
}
