/** Words of a row. The network drops some of the spaces, so the gaps in the picture count as well. */
import type { OcrText } from '../engine.js';
import { type Cells, cellsOf, isSpace } from './cells.js';
import type { ReadCharacter } from './ctc.js';
import { likeliestKinds, withCapital } from './kinds.js';
import { placeIn } from './rectangles.js';
import { inkOf, type RowInk, type Stretch, widthOf } from './row-ink.js';
import type { ReadRow } from './rows.js';
import { medianWidth, type UsualGaps, usualGaps } from './usual-gaps.js';

/** Letters and signs that reach below the baseline. */
const BELOW = /[gjpqyQJ,;()[\]{}$@/|\u00e7\u00b5]/u;
/** What descenders take up below the baseline, in heights of capitals: 0.21 of the font size of 0.72. */
const DESCENDERS = 0.29;

/** The words of the rows of a page, in pixels of the page: print in cells is known by all rows together. */
export function wordsOfRows(rows: readonly ReadRow[]): readonly OcrText[] {
  return inkedRows(rows).flatMap(rowWords);
}

/** A row with its ink, and the cells of its print where that has any. */
interface InkedRow {
  readonly row: ReadRow;
  readonly ink: RowInk;
  readonly cells: Cells | undefined;
}

/** Of so many rows that tell at least this share must stand in cells, for short ones to be looked at for them, too. */
const PAGE_IN_CELLS = { rows: 3, share: 0.5 };
/** How much wider and higher than the one that tells a row with the same print may be. */
const SAME_PRINT = 1.25;

/** Rows with what is seen of their print: short ones stand in cells as the others of their size do. */
function inkedRows(rows: readonly ReadRow[]): readonly InkedRow[] {
  const inked = rows.flatMap((row): InkedRow[] => {
    const ink = inkOf(row.picture);
    return ink ? [{ row, ink, cells: cellsOf(ink) }] : [];
  });
  const telling = inked.filter(({ ink }) => ink.blanks.length >= LONG_ROW);
  const known = telling.filter(({ cells }) => cells);
  if (known.length < PAGE_IN_CELLS.rows || known.length < PAGE_IN_CELLS.share * telling.length) return inked;
  return inked.map((each) => (each.cells ? each : { ...each, cells: cellsLike(known, each) }));
}

/** Gaps of rows that are long enough to tell whether they stand in cells. */
const LONG_ROW = 12;

/** Cells of a short row by the row of the same print whose height is nearest. */
function cellsLike(known: readonly InkedRow[], { row, ink }: InkedRow): Cells | undefined {
  const height = heightOnPage(row, ink);
  const ratio = (other: InkedRow) => {
    const share = heightOnPage(other.row, other.ink) / height;
    return Math.max(share, 1 / share);
  };
  const nearest = known.reduce((best, each) => (ratio(each) < ratio(best) ? each : best));
  if (ratio(nearest) > SAME_PRINT) return undefined;
  return cellsOf(ink, (nearest.cells!.width * scaleOf(nearest.row)) / scaleOf(row));
}

function heightOnPage(row: ReadRow, { top, bottom }: RowInk): number {
  return (bottom - top) * scaleOf(row);
}

/** Pixels of the page in one of the picture of a row. */
function scaleOf({ box, picture }: ReadRow): number {
  return box.height / picture.height;
}

/**
 * The words of a row, in pixels of the page. Each is as high as the row, whose descenders count whether it has any or
 * not: words of one row of the page that were found apart would else not share enough of their height.
 */
function rowWords({ row, ink, cells }: InkedRow): OcrText[] {
  const scale = scaleOf(row);
  const place = placeIn(row.box);
  const corner = (x: number, y: number) => place({ x: x * scale, y: y * scale });
  const hasBelow = row.characters.some(({ text }) => BELOW.test(text));
  const bottom = hasBelow ? ink.bottom : ink.bottom + DESCENDERS * (ink.bottom - ink.top);
  const words = wordsIn(row, ink, cells);
  return words.map(({ characters: read, left, right }) => {
    const characters = words.length === 1 ? withCapital(read) : read;
    return {
      text: characters.map(({ text }) => text).join(''),
      confidence: characters.reduce((sum, each) => sum + each.confidence, 0) / characters.length,
      polygon: [corner(left, ink.top), corner(right, ink.top), corner(right, bottom), corner(left, bottom)],
    };
  });
}

/** Characters without a space between them, and the columns of their ink. */
interface RowWord {
  readonly characters: readonly ReadCharacter[];
  readonly left: number;
  readonly right: number;
}

function wordsIn(row: ReadRow, ink: RowInk, cells: Cells | undefined): RowWord[] {
  const letters = lettersOf(row);
  const gaps = gapsBetween(letters, ink, cells);
  const words: RowWord[] = [];
  let first = 0;
  let left = ink.left;
  for (let i = 1; i <= letters.length; i++) {
    const gap = gaps.get(i);
    if (!gap && i < letters.length) continue;
    const right = gap ? gap.from : ink.right;
    const characters = likeliestKinds(letters.slice(first, i).map(({ character }) => character));
    if (right > left) words.push({ characters, left, right });
    first = i;
    left = gap ? gap.to : ink.right;
  }
  return words;
}

/** A character, and where it stands. */
interface Letter {
  readonly character: ReadCharacter;
  /** Its middle as the network tells it, exact to a step: half a letter. */
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
/**
 * Where the network gives a space this probability, a gap of so many heights of the ink is one. On 12 pages of
 * statements, policies and tax forms at 200 dpi, of 8,400 gaps where no space was read, 100 were spaces; so 70 of them
 * are found, with 2 that are none. Most of the others stand within amounts that the file itself spaces out.
 */
const LIKELY = { probability: 0.01, gap: 0.2 };
/**
 * Gaps that are spaces where the network does not rule one out, in heights of the ink. On those pages letters of a word
 * left 0.27 at most and other signs 0.37; digits, which are all equally wide, 0.52 beside a 1.
 */
const SURE = { letters: 0.32, other: 0.45, digits: 0.6 };
/**
 * A space that the network gives less is ruled out between letters, but for a gap of so many heights; and so is one that
 * is hardly wider than the usual gap of its row: print may be spaced out. Of 65 gaps of `SURE` on 20 documents 12 were
 * spaces, each with 0.0037 or more; names of insurers (`C H U B B`) and of patients (`J OHN`) fell apart at the others. One
 * value each won on three of 28 documents at 200 dpi, none lost.
 */
const RULED_OUT = { probability: 0.003, gap: 1, timesUsual: 1.5 };
/**
 * Where a row tells what its gaps are, a space is what is this part of the way from the gap of letters to that of
 * spaces.
 */
const PART = { likely: 0.4, unread: 0.5 };
/** No print of these rows leaves more within a word, in heights of the ink: wide gaps of columns are among the spaces. */
const MOST_WITHIN = 0.42;
const LETTERS = /^\p{L}{2}$/u;
const DIGITS = /^[\d.,:/-]{2}$/u;
/** Rows of signs, such as leaders and asterisks, stay in one piece. */
const SIGNS = /^[^\p{L}\p{N}]{2}$/u;

/** The gaps between words by the letter that follows each. */
function gapsBetween(
  letters: readonly Letter[],
  ink: RowInk,
  cells: Cells | undefined,
): ReadonlyMap<number, Stretch> {
  const size = ink.bottom - ink.top;
  const gaps = new Map<number, Stretch>();
  const left = new Set(ink.blanks);
  for (let i = 1; i < letters.length; i++) {
    if (!letters[i]!.character.afterSpace) continue;
    const from = letters[i - 1]!.middle;
    const to = letters[i]!.middle;
    const blank = widest(left, from - SPACE_SLACK * size, to + SPACE_SLACK * size);
    if (blank) left.delete(blank);
    gaps.set(i, blank ?? { from: (from + to) / 2, to: (from + to) / 2 });
  }
  const known = usualGaps([...gaps.values()], [...left], size);
  const usual = ink.blanks.length > 1 ? medianWidth(ink.blanks) / size : 0;
  for (const blank of left) {
    const at = boundaryAt(letters, (blank.from + blank.to) / 2);
    if (at === undefined || gaps.has(at)) continue;
    const [before, after] = [letters[at - 1]!.character, letters[at]!.character];
    const isGap = cells
      ? isSpace(blank, ink, cells) || isWideSpace(blank, after, size)
      : widthOf(blank) >= leastSpace(before, after, known, usual) * size;
    if (isGap) gaps.set(at, blank);
  }
  for (const blank of left) {
    const at = boundaryAt(letters, (blank.from + blank.to) / 2);
    const beyond = at !== undefined && !gaps.has(at) ? gapBeyondDash(letters, gaps, at) : undefined;
    const least = Math.max(LIKELY.gap * size, DASH_GAP * (beyond ? widthOf(beyond) : 0));
    if (beyond && widthOf(blank) >= least) gaps.set(at!, blank);
  }
  return gaps;
}

const DASH = /^[-–—]$/u;
/**
 * Width of a gap beside a dash that is a space as the one on its other side is, as share of that: `5500 - Ankle`, but
 * `5.00- Total`. At 200 dpi five values won on one document, ranges of dates right on a second; none lost.
 */
const DASH_GAP = 0.6;

/** The space on the other side of a dash beside which a gap is. @param at the letter after the gap */
function gapBeyondDash(
  letters: readonly Letter[],
  gaps: ReadonlyMap<number, Stretch>,
  at: number,
): Stretch | undefined {
  const isDash = (index: number) => DASH.test(letters[index]?.character.text ?? '');
  return (isDash(at) ? gaps.get(at + 1) : undefined) ?? (isDash(at - 1) ? gaps.get(at - 1) : undefined);
}

/** Probability of a space beside which a wide gap is one, whatever cells tell: capitals may look as if they had some. */
const NEARLY_READ = 0.2;

function isWideSpace(blank: Stretch, { space }: ReadCharacter, size: number): boolean {
  return space >= NEARLY_READ && widthOf(blank) >= SURE.other * size;
}

/**
 * The narrowest gap between two characters that is a space though none was read, in heights of the ink.
 * @param usual median gap of the row, 0 where it has one alone
 */
function leastSpace(
  before: ReadCharacter,
  after: ReadCharacter,
  known: UsualGaps | undefined,
  usual: number,
): number {
  const beside = `${before.text}${after.text}`;
  if (SIGNS.test(beside)) return Number.POSITIVE_INFINITY;
  const isLikely = after.space >= LIKELY.probability;
  if (known && !DIGITS.test(beside)) {
    const part = isLikely ? PART.likely : PART.unread;
    return Math.min(MOST_WITHIN, known.within + part * (known.space - known.within));
  }
  if (isLikely) return LIKELY.gap;
  if (DIGITS.test(beside)) return SURE.digits;
  if (after.space < RULED_OUT.probability) return RULED_OUT.gap;
  return LETTERS.test(beside) ? Math.max(SURE.letters, RULED_OUT.timesUsual * usual) : SURE.other;
}

/** The widest of some stretches between two columns. */
function widest(stretches: Iterable<Stretch>, from: number, to: number): Stretch | undefined {
  let best: Stretch | undefined;
  for (const each of stretches) {
    if (each.from < from || each.to > to) continue;
    if (!best || widthOf(each) > widthOf(best)) best = each;
  }
  return best;
}

/** The letter before which a column lies, where it lies between two letters. */
function boundaryAt(letters: readonly Letter[], column: number): number | undefined {
  const at = letters.findIndex(({ middle }) => middle > column);
  return at > 0 ? at : undefined;
}
