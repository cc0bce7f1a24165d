/**
 * Leaders: rows of equal signs such as `.....`, `-----` and `*****`, beside which the network reads nothing, or too little:
 * `CLAIM` for `***CLAIM TOTAL***************`, `Card` for `Card ************2086`. They are found by their ink, and what is
 * between them is read by itself. Of 45 rows drawn in three faces at 6, 7 and 10 points 20 lost a word or a figure, or had points
 * glued to one, and none does; of 2,720 words of 15 faxed forms one is lost. Underscores of form lines do not show in words.
 */
import type { ReadCharacter } from './ctc.js';
import { heightIn, inkStretches, type RowInk, type Stretch, widthOf } from './row-ink.js';

/** Signs of the shortest leader: three points are an ellipsis. */
const LEAST_SIGNS = 4;
/** Height of the highest point or dash, in heights of the ink of its row. */
const HIGHEST_MARK = 0.3;
/**
 * Height of the highest asterisk, how far above the bottom of its row it ends, and how far below the top it begins: letters
 * without tails end at 0.22 at most, small ones begin at 0.2.
 */
const ASTERISK = { height: 0.68, above: 0.33, below: 0.15 };
/** How far the edges of equal signs are apart at most, in heights of the ink: a pixel or two. */
const UNEVEN = 0.08;
/** How much the way from one sign to the next may differ, as share of it. */
const UNEVEN_PITCH = 0.2;
/** The widest way from one sign of a leader to the next, in heights of the ink. */
const WIDEST_PITCH = 1.5;
/** How sure a sign of a leader is: nothing but its form is known. */
const CONFIDENCE = 0.9;
const TEXT_SIGN = '*';

/** A run of equal signs. */
export interface Leader extends Stretch {
  /** The ink of each. */
  readonly signs: readonly Stretch[];
  /** Whether they are asterisks, which belong to the text; points and dashes are drawn for the eye. */
  readonly isText: boolean;
}

/** The leaders of a row, from the left. */
export function leadersIn(ink: RowInk): readonly Leader[] {
  const size = ink.bottom - ink.top;
  const stretches = inkStretches(ink, { from: ink.left, to: ink.right });
  const leaders: Leader[] = [];
  for (let first = 0; first < stretches.length; ) {
    let end = first + 1;
    if (isMark(ink, stretches[first]!, size)) {
      while (end < stretches.length && goesOn(ink, stretches, first, end, size)) end++;
    }
    const signs = stretches.slice(first, end);
    if (signs.length >= LEAST_SIGNS) leaders.push(leaderOf(ink, signs, size));
    first = signs.length >= LEAST_SIGNS ? end : first + 1;
  }
  return leaders;
}

/** Whether ink is a point, a dash or an asterisk by its size and place. */
function isMark(ink: RowInk, sign: Stretch, size: number): boolean {
  return heightIn(ink, sign) <= HIGHEST_MARK * size || isAsterisk(ink, sign, size);
}

function isAsterisk(ink: RowInk, sign: Stretch, size: number): boolean {
  const height = heightIn(ink, sign);
  const above = ink.bottom - edge(ink.bottoms, sign, Math.max);
  const below = edge(ink.tops, sign, Math.min) - ink.top;
  const isAsHigh = height > HIGHEST_MARK * size && height <= ASTERISK.height * size;
  return isAsHigh && above >= ASTERISK.above * size && below <= ASTERISK.below * size;
}

/** Whether a stretch is as the first one of a run, and as far from the one before it. */
function goesOn(ink: RowInk, all: readonly Stretch[], first: number, at: number, size: number): boolean {
  const slack = Math.max(1.5, UNEVEN * size);
  const [one, sign] = [all[first]!, all[at]!];
  const pitch = all[first + 1]!.from - one.from;
  if (pitch > WIDEST_PITCH * size) return false;
  return (
    isMark(ink, sign, size) &&
    Math.abs(widthOf(sign) - widthOf(one)) <= slack &&
    Math.abs(edge(ink.tops, sign, Math.min) - edge(ink.tops, one, Math.min)) <= slack &&
    Math.abs(edge(ink.bottoms, sign, Math.max) - edge(ink.bottoms, one, Math.max)) <= slack &&
    Math.abs(sign.from - all[at - 1]!.from - pitch) <= Math.max(slack, UNEVEN_PITCH * pitch)
  );
}

function edge(rows: Uint16Array, { from, to }: Stretch, of: (...values: number[]) => number): number {
  return of(...rows.subarray(from, to));
}

function leaderOf(ink: RowInk, signs: readonly Stretch[], size: number): Leader {
  const [one] = signs;
  return { from: one!.from, to: signs.at(-1)!.to, signs, isText: isAsterisk(ink, one!, size) };
}

/** Whether a row begins or ends with a point or dash, which may be those of a leader. */
export function endsInMark(ink: RowInk): boolean {
  const stretches = inkStretches(ink, { from: ink.left, to: ink.right });
  const most = HIGHEST_MARK * (ink.bottom - ink.top);
  return [stretches[0]!, stretches.at(-1)!].some((sign) => heightIn(ink, sign) <= most);
}

/** Leaders of a wider picture, as a part of it shows them. @param left where the part begins */
export function leadersWithin(leaders: readonly Leader[], left: number, width: number): readonly Leader[] {
  return leaders.flatMap((leader) => {
    const signs = leader.signs
      .map(({ from, to }) => ({ from: Math.max(0, from - left), to: Math.min(width, to - left) }))
      .filter((sign) => widthOf(sign) > 0);
    return signs.length === 0 ? [] : { ...leader, signs, from: signs[0]!.from, to: signs.at(-1)!.to };
  });
}

/**
 * The columns of a row between its leaders, where there is ink.
 * @param width of the picture of the row
 */
export function betweenLeaders(leaders: readonly Leader[], ink: RowInk, width: number): readonly Stretch[] {
  const starts = [0, ...leaders.map(({ to }) => to)];
  const ends = [...leaders.map(({ from }) => from), width];
  return starts
    .map((from, index) => ({ from, to: ends[index]! }))
    .filter(({ from, to }) => ink.bottoms.subarray(from, to).some((bottom) => bottom > 0));
}

/** What a leader says, if it is text. @param stepWidth columns of the picture that a step of characters covers */
export function leaderCharacters({ signs, isText }: Leader, stepWidth: number): readonly ReadCharacter[] {
  if (!isText) return [];
  return signs.map(({ from, to }) => ({
    text: TEXT_SIGN,
    from: from / stepWidth,
    to: to / stepWidth,
    confidence: CONFIDENCE,
    afterSpace: false,
    space: 0,
  }));
}

/** White beside a leader from which on a space is there, as multiple of the white between its signs. */
const SPACED = 1.8;

/** Characters of a row and of its leaders in their order, with spaces where leaders show them. */
export function besideLeaders(
  characters: readonly ReadCharacter[],
  leaders: readonly Leader[],
  ink: RowInk | undefined,
  stepWidth: number,
): readonly ReadCharacter[] {
  const sorted = characters.toSorted((a, b) => a.from - b.from);
  const isSpaced = new Map<number, boolean>();
  const note = (column: number, blank: number, { signs, isText }: Leader) => {
    const at = sorted.findIndex(({ from, to }) => (from + to) / 2 > column / stepWidth);
    const own = signs[1] ? signs[1].from - signs[0]!.to : 0;
    if (at >= 0) isSpaced.set(at, !isText || blank > SPACED * own);
  };
  for (const leader of leaders) {
    note(leader.from, widthOf(ink?.blanks.find(({ to }) => to === leader.from) ?? NOTHING), leader);
    note(leader.to, widthOf(ink?.blanks.find(({ from }) => from === leader.to) ?? NOTHING), leader);
  }
  return sorted.map((each, at) => {
    const spaced = isSpaced.get(at);
    return spaced === undefined ? each : { ...each, afterSpace: spaced, space: Number(spaced) };
  });
}

/** The leaders that are drawn, and those of asterisks where the network saw one in the row at all. */
export function seenLeaders(leaders: readonly Leader[], whole: readonly ReadCharacter[]): readonly Leader[] {
  const isSeen = whole.some(({ text }) => text === TEXT_SIGN);
  return leaders.filter(({ isText }) => isSeen || !isText);
}

const NOTHING: Stretch = { from: 0, to: 0 };

const UNDERSCORE = '_';

/**
 * The characters of a row on which a form line is drawn: underscores are parts of that (`1_of_1`, `_X_`), and where they
 * are there is a space.
 */
export function withoutFormLine(characters: readonly ReadCharacter[]): readonly ReadCharacter[] {
  const kept: ReadCharacter[] = [];
  let isCut = false;
  for (const each of characters) {
    if (each.text === UNDERSCORE) isCut = true;
    else {
      kept.push(isCut ? { ...each, afterSpace: true, space: 1 } : each);
      isCut = false;
    }
  }
  return kept;
}

/** Whether a row has underscores that no word has: at its ends, or two beside each other. */
export function showsFormLine(characters: readonly ReadCharacter[]): boolean {
  const isLine = (at: number) => characters[at]?.text === UNDERSCORE;
  return characters.some(
    ({ afterSpace }, at) =>
      isLine(at) && (at === 0 || at === characters.length - 1 || afterSpace || isLine(at + 1)),
  );
}
