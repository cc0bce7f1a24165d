/**
 * Letters among digits, and digits among letters: which of two signs that look alike a word is likelier to have.
 *
 * With left-out.ts and rules for spaces that spaces.ts took the place of, on ten loss runs rasterised at 200 dpi, three of which were looked at: 994 values
 * right, 148 missing and 72 wrong became 1,044, 129 and 41.
 */
import type { ReadCharacter } from './ctc.js';

/**
 * How much less likely each change between letters and digits within a word is made, as a logarithm. A sign between
 * two of the other kind gives way to its rival from a twentieth of its own probability on, one at the end from a
 * fifth on: print that the network is sure of stays, be it a code or not.
 */
const CHANGE = 1.5;

const LETTER = 1;
const DIGIT = 2;
/** Groups of three behind digits: nothing but a number is written so (`1,000`, not `1,ooo`). */
const GROUPED = /^\(?\p{Sc}?\d{1,3}(?:,\d{3})+(?:\.\d\d)?\)?$/u;
const TO_GROUP = /^\(?\p{Sc}?\d{1,3},/u;
/**
 * Figures, or a currency sign, before the letter at the end: nothing but a number is written so (`47500`, `$0`, not `475OO`, `$o`):
 * seven words of 25,108 on three documents, none lost.
 */
const TO_ZEROS = /^(?:\d{2,}|\p{Sc})[Oo]+$/u;
/**
 * What is before the zero of cents alone, at most the letters of a currency: `RMO.55`. House numbers are written so, too
 * (`NO.41`). Of receipts seven words won on three, none lost.
 */
const BEFORE_CENTS = /^(?!no)\p{L}{0,3}(?=[0o]\.[\do]{2}$)/iu;
/** A zero among single letters with points: `P.0.`, `0.C.`; of receipts three words won on two, none lost. */
const AMONG_POINTS = /^(?=.*\p{L})(?:[\p{L}0]\.)+\p{L}?$/u;

/** 0 for signs that are neither; letters and digits may follow on them alike. Amounts follow on currency signs. */
function kindOf(text: string): number {
  if (/^[\d\p{Sc}]$/u.test(text)) return DIGIT;
  return /^\p{L}$/u.test(text) ? LETTER : 0;
}

interface Path {
  readonly cost: number;
  readonly kind: number;
  readonly choice: ReadCharacter;
  readonly before: Path | undefined;
}

/**
 * The characters of a word, each as read or as its rival: the cheapest choice of all, by the probabilities of the
 * network and the changes between letters and digits (A. Viterbi, 1967).
 */
export function likeliestKinds(word: readonly ReadCharacter[]): readonly ReadCharacter[] {
  if (!word.some(({ rival }) => rival)) return word;
  if (word.length === 1) return [likeliestAlone(word[0]!)];
  const written = asNothingElseIs(word);
  if (written) return written;
  let paths: readonly Path[] = [];
  for (const character of word) {
    const { rival } = character;
    const choices = rival ? [character, { ...character, ...rival }] : [character];
    paths = choices.map((choice) => cheapest(choice, paths));
  }
  const chosen: ReadCharacter[] = [];
  for (let path: Path | undefined = leastOf(paths); path; path = path.before) chosen.push(path.choice);
  return chosen.reverse();
}

/** The word where it is written as nothing but numbers are, or nothing but abbreviations; undefined for others. */
function asNothingElseIs(word: readonly ReadCharacter[]): readonly ReadCharacter[] | undefined {
  const text = joinedText(word);
  const digits = word.map((each) => asKind(each, DIGIT));
  if ((TO_GROUP.test(text) && GROUPED.test(joinedText(digits))) || TO_ZEROS.test(text)) return digits;
  const zero = BEFORE_CENTS.exec(text)?.[0].length;
  if (zero !== undefined) return [...word.slice(0, zero), ...digits.slice(zero)];
  return AMONG_POINTS.test(text) ? word.map((each) => asKind(each, LETTER)) : undefined;
}

/** A character as its rival, where that alone is of a kind. */
function asKind(character: ReadCharacter, kind: number): ReadCharacter {
  const { text, rival } = character;
  return rival && kindOf(rival.text) === kind && kindOf(text) !== kind
    ? { ...character, ...rival }
    : character;
}

function joinedText(word: readonly ReadCharacter[]): string {
  return word.map(({ text }) => text).join('');
}

function cheapest(choice: ReadCharacter, paths: readonly Path[]): Path {
  const kind = kindOf(choice.text);
  const own = -Math.log(Math.max(choice.confidence, Number.MIN_VALUE));
  const ways = paths.map((before) => ({
    cost: before.cost + own + (isChange(before.kind, kind) ? CHANGE : 0),
    kind,
    choice,
    before,
  }));
  return ways.length > 0 ? leastOf(ways) : { cost: own, kind, choice, before: undefined };
}

function isChange(before: number, kind: number): boolean {
  return before !== 0 && kind !== 0 && before !== kind;
}

function leastOf(paths: readonly Path[]): Path {
  return paths.reduce((best, path) => (path.cost < best.cost ? path : best));
}

/** Small letters are no words by themselves, so that a digit of this share of their probability is likelier. */
const ALONE = 0.005;

/** A sign that is a word by itself: no small letter where it looks like a digit at all. */
function likeliestAlone(character: ReadCharacter): ReadCharacter {
  const { text, confidence, rival } = character;
  if (!rival || !/^\p{Ll}$/u.test(text) || rival.confidence < ALONE * confidence) return character;
  return { ...character, ...rival };
}
