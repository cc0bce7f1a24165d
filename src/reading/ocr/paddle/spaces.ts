/**
 * Which gaps between the characters of a row are spaces: the network drops some, and makes some of wide print. On the
 * half that was kept 116 words of 10,969 more are right, with known words and case.
 */
import type { WordList } from '../../../foundation/text/english-words.js';
import { areKnown, isOneWord } from './known-words.js';

/** What is between two characters. */
export interface Seam {
  /** Width of the white, in heights of the ink. */
  readonly gap: number;
  /** Highest probability of a space that the network gives there. */
  readonly probability: number;
}

/**
 * The log-odds of a space, by logistic regression on 63,939 gaps of 33 documents at 200 dpi and 9,478 of 20 receipts: the
 * log-odds that the network gives it, and the width of the gap; beyond `widest` heights a gap is as good as any. On 28
 * other documents and 19 other receipts, 63,172 gaps, 244 are wrong, and 227 with the words that are known; 370 were by the
 * rules of thumb that this took the place of. A number is held together more than the regression has it (1.72): amounts
 * in two pieces are wrong values.
 */
const SPACE = { constant: 0.42, network: 1.1, width: 16.56, squared: -12.03, widest: 1, inNumber: -2.72 };
/** The least probability that the regression was made with. */
const LEAST_PROBABILITY = 1e-4;
/** A space with log-odds below this is none where it parts a known word: `WHOL EMEAL`. */
const DOUBTFUL = 3;
/** Gaps with log-odds from this on are spaces where all that they part are known words: `hereinisfor`. */
const POSSIBLE = -2;
/**
 * Width of a gap beside a dash that is a space as the one on its other side is, as share of that: `5500 - Ankle`, but
 * `5.00- Total`. At 200 dpi five values won on one document, ranges of dates right on a second; none lost.
 */
const DASH_GAP = 0.6;
const DASH = /^[-–—]$/u;
/** A sign within a word, an address or a number, with what is beside it: a space behind it, but none before it, may be one. */
const WITHIN = /^(?:[\p{L}\p{N}][.,'’_][\p{L}\p{N}]|\d:\d)$/u;
/** White beside such a sign that is its own in print of one pitch, in heights of the ink: a space has a whole letter more. */
const OWN_WHITE = 0.6;
const LETTER = /^\p{L}$/u;
/** Signs of a group of a card's number. */
const CARD_GROUP = 4;
/**
 * Signs of a mask, in stretches with dashes between them, and the digits that are shown, four at most: `XXXX-XXXX-0743` has no
 * spaces, however wide its print, but for those between groups of four, as cards have them: `**** **** **** 2086`. Of 54 masked numbers that were drawn in three faces at 100 and 200 dpi eight won, none lost.
 */
const MASKED = /(?<![\p{L}\p{N}*#\u2022])(?:[xX*#\u2022]{2,}-)*[xX*#\u2022]{2,}-?\d{2,4}(?!\d)/gu;

/**
 * The characters before which there is a space.
 * @param row characters that are none
 * @param seams what is before each; of the first nothing is asked
 */
export function spacesIn(
  row: readonly string[],
  seams: readonly Seam[],
  known: WordList,
): ReadonlySet<number> {
  const odds = seams.map((seam, at) => (at === 0 ? Number.NEGATIVE_INFINITY : oddsOf(row, at, seam)));
  const spaces = new Set([...odds.keys()].filter((at) => odds[at]! > 0));
  for (const at of [...spaces])
    if (odds[at]! < DOUBTFUL && isInWord(row, at, spaces, known)) spaces.delete(at);
  for (const at of partsOfWords(row, odds, spaces, known)) spaces.add(at);
  for (const at of row.keys()) if (isBesideDash(row, seams, at, spaces)) spaces.add(at);
  for (const at of row.keys()) {
    const isBefore = spaces.has(at);
    if (isBefore === spaces.has(at + 1) || !(isBefore || isInAmount(row, at))) continue;
    if (isWithin(row, seams, at)) spaces.delete(isBefore ? at : at + 1);
  }
  for (const at of withinMasks(row, spaces)) spaces.delete(at);
  return spaces;
}

/** The places within masked numbers before which there is no space. */
function withinMasks(row: readonly string[], spaces: ReadonlySet<number>): readonly number[] {
  return [...row.join('').matchAll(MASKED)].flatMap(({ index, 0: { length } }) => {
    const places = Array.from({ length: length - 1 }, (_, at) => index + at + 1);
    const own = places.filter((at) => spaces.has(at));
    return own.every((at, group) => at === index + (group + 1) * CARD_GROUP) ? [] : own;
  });
}

function oddsOf(row: readonly string[], at: number, { gap, probability: given }: Seam): number {
  const probability = Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, given));
  const capped = Math.min(gap, SPACE.widest);
  return (
    SPACE.constant +
    SPACE.network * Math.log(probability / (1 - probability)) +
    SPACE.width * gap +
    SPACE.squared * capped * capped +
    (isInNumber(row, at) ? SPACE.inNumber : 0)
  );
}

/** Whether a character is the separator within a number, or the digit behind it. */
function isInNumber(row: readonly string[], at: number): boolean {
  return [at, at - 1].some(
    (point) => /^[.,]$/u.test(row[point]!) && /^\d\d$/u.test(`${row[point - 1]}${row[point + 1]}`),
  );
}

/** Whether the letters before and after a space are one known word, and not two. */
function isInWord(row: readonly string[], at: number, spaces: ReadonlySet<number>, known: WordList): boolean {
  const [before, after] = [lettersFrom(row, at - 1, -1, spaces), lettersFrom(row, at, 1, spaces)];
  return before !== '' && after !== '' && isOneWord(before, after, known);
}

/** The letters from one on, as far as there is none that is none and no space. */
function lettersFrom(
  row: readonly string[],
  start: number,
  step: 1 | -1,
  spaces: ReadonlySet<number>,
): string {
  let text = '';
  for (let at = start; LETTER.test(row[at] ?? ''); at += step) {
    if (step === 1 && at !== start && spaces.has(at)) break;
    text = step === 1 ? text + row[at] : row[at] + text;
    if (step === -1 && spaces.has(at)) break;
  }
  return text;
}

/** Where words that are not known fall into known ones at gaps that may be spaces. */
function partsOfWords(
  row: readonly string[],
  odds: readonly number[],
  spaces: ReadonlySet<number>,
  known: WordList,
): readonly number[] {
  const found: number[] = [];
  for (let from = 0; from < row.length; from++) {
    if (!LETTER.test(row[from]!)) continue;
    const word = lettersFrom(row, from, 1, spaces);
    const cuts = [...word].flatMap((_, at) => (at > 0 && odds[from + at]! > POSSIBLE ? [at] : []));
    const ends = [...cuts, word.length];
    const parts = ends.map((end, index) => word.slice(index === 0 ? 0 : ends[index - 1]!, end));
    if (cuts.length > 0 && !areKnown([word], known) && areKnown(parts, known)) {
      found.push(...cuts.map((at) => from + at));
    }
    from += word.length - 1;
  }
  return found;
}

/** Whether a sign has the digits of cents, or of a group of thousands, behind it. */
function isInAmount(row: readonly string[], at: number): boolean {
  return AMOUNT_END.test(row.slice(at, at + AMOUNT_LENGTH).join(''));
}

const AMOUNT_END = /^(?:\.\d{2}|,\d{3})(?!\d)/u;
/** Characters of a group of thousands, and one behind it. */
const AMOUNT_LENGTH = 5;

/** Whether a sign is within a word or a number, and as far from what is before it as from what follows. */
function isWithin(row: readonly string[], seams: readonly Seam[], at: number): boolean {
  if (!WITHIN.test(`${row[at - 1]}${row[at]}${row[at + 1]}`)) return false;
  const [narrow, wide] = [seams[at]!.gap, seams[at + 1]!.gap].toSorted((a, b) => a - b);
  return wide! <= OWN_WHITE && narrow! >= DASH_GAP * wide!;
}

/** Whether there is no space on this side of a dash, but one on its other side that is hardly wider. */
function isBesideDash(
  row: readonly string[],
  seams: readonly Seam[],
  at: number,
  spaces: ReadonlySet<number>,
): boolean {
  if (at === 0 || spaces.has(at)) return false;
  const isDash = (index: number) => DASH.test(row[index] ?? '');
  const beyond = [isDash(at) ? at + 1 : 0, isDash(at - 1) ? at - 1 : 0].filter((other) => spaces.has(other));
  return beyond.some((other) => seams[at]!.gap >= DASH_GAP * seams[other]!.gap);
}
